// SPDX-License-Identifier: Apache-2.0
// Faults of writes against the real API server (docs/faults.md).
#include <gmock/gmock.h>

#include <utility>

#include "core/plan/drain/node_operations.h"
#include "core/service/writes/object_acts.h"
#include "core/service/writes/object_writer.h"
#include "tests/cluster/live/fault_support.h"

namespace cardinal {
namespace {

using namespace test;
using ::testing::AnyOf;
using ::testing::HasSubstr;

struct Writing : Stage {
  Writing() : live(access(), shortTimeouts()) { EXPECT_TRUE(live.seen.waitForPhase(ConnectionPhase::Live)); }
  std::string podsPath() const { return "/api/v1/namespaces/" + ns.name + "/pods"; }
  Result<CreatedObject> create(const std::string& name, bool dryRun = false) {
    return live.source->writer().creator->create(podManifest(name), ns.name, dryRun, {});
  }
  /// The webhook `name` for pods of this namespace, at an address where nobody listens. Returns the server's answer.
  int addDeadWebhook(const std::string& version, const std::string& name, const std::string& sideEffects) {
    m_webhooks = "/apis/admissionregistration.k8s.io/" + version + "/validatingwebhookconfigurations";
    EXPECT_EQ(admin.send("PATCH", "/api/v1/namespaces/" + ns.name,
                         R"({"metadata":{"labels":{"webhook":")" + ns.name + "\"}}}", "application/merge-patch+json"),
              200)
        << admin.lastBody;
    return admin.send(
        "POST", m_webhooks,
        R"({"apiVersion":"admissionregistration.k8s.io/)" + version +
            R"(","kind":"ValidatingWebhookConfiguration","metadata":{"name":")" + ns.name +
            R"("},"webhooks":[{"name":")" + name + R"(","failurePolicy":"Fail","sideEffects":")" + sideEffects +
            R"(","timeoutSeconds":2,"admissionReviewVersions":["v1","v1beta1"],"clientConfig":{"url":"https://127.0.0.1:)" +
            std::to_string(unusedPort()) + R"(/"},"namespaceSelector":{"matchLabels":{"webhook":")" + ns.name +
            R"("}},"rules":[{"operations":["CREATE"],"apiGroups":[""],"apiVersions":["v1"],"resources":["pods"]}]}]})");
  }
  void removeWebhook() { admin.send("DELETE", m_webhooks + "/" + ns.name); }

  Live live;

 private:
  std::string m_webhooks;
};

TEST(FaultWrite, QuotaIsReportedInTheServersWords) {
  Writing stage;
  ASSERT_EQ(
      stage.admin.send(
          "POST", "/api/v1/namespaces/" + stage.ns.name + "/resourcequotas",
          R"({"apiVersion":"v1","kind":"ResourceQuota","metadata":{"name":"none"},"spec":{"hard":{"pods":"0"}}})"),
      201)
      << stage.admin.lastBody;
  // The server counts once its controller has looked at the quota.
  Result<CreatedObject> created = stage.create("p", true);
  for (int i = 0; i < 600 && (created || created.error().httpStatus != 403); ++i) {
    std::this_thread::sleep_for(50ms);
    created = stage.create("p", true);
  }
  ASSERT_FALSE(created);
  EXPECT_EQ(created.error().code, ErrorCode::Forbidden);
  EXPECT_THAT(created.error().detail, AnyOf(HasSubstr("exceeded quota: none"), HasSubstr("status unknown for quota")));
}

TEST(FaultWrite, ATerminatingNamespaceTakesNothingNew) {
  Writing stage;
  ASSERT_EQ(stage.admin.send("POST", stage.podsPath(),
                             R"({"apiVersion":"v1","kind":"Pod","metadata":{"name":"held","finalizers":["test/hold"]},
        "spec":{"schedulerName":"nobody","automountServiceAccountToken":false,"containers":[{"name":"c","image":"i"}]}})"),
            201)
      << stage.admin.lastBody;
  stage.admin.send("DELETE", "/api/v1/namespaces/" + stage.ns.name);
  const auto created = stage.create("p", true);
  ASSERT_FALSE(created);
  EXPECT_EQ(created.error().code, ErrorCode::Forbidden);
  EXPECT_THAT(created.error().detail, HasSubstr("is being terminated"));
  stage.admin.send("PATCH", stage.podsPath() + "/held", R"({"metadata":{"finalizers":null}})",
                   "application/merge-patch+json");
}

TEST(FaultWrite, AWebhookThatIsDownIsNamedAndTheWriteIsNotRepeated) {
  Writing stage;
  ASSERT_EQ(stage.addDeadWebhook("v1", "guard.example.com", "None"), 201) << stage.admin.lastBody;
  Result<CreatedObject> created = stage.create("p");
  // The server learns of a webhook by a watch of its own.
  for (int i = 0; i < 600 && created; ++i) {
    std::this_thread::sleep_for(50ms);
    created = stage.create("p" + std::to_string(i));
  }
  stage.removeWebhook();
  ASSERT_FALSE(created);
  EXPECT_EQ(created.error().code, ErrorCode::ServerFailed);
  EXPECT_THAT(created.error().detail, HasSubstr("failed calling webhook \"guard.example.com\""));
}

/// Such webhooks can be made until 1.21 only; later ones answer dry runs, too, so that a dead one is in their way.
TEST(FaultWrite, AWebhookWithSideEffectsCannotBeTriedDry) {
  const bool mayHaveSideEffects = serverMinor() < 22;
  Writing stage;
  if (mayHaveSideEffects) {
    ASSERT_EQ(stage.addDeadWebhook("v1beta1", "effects.example.com", "Some"), 201) << stage.admin.lastBody;
  } else {
    EXPECT_EQ(stage.addDeadWebhook("v1beta1", "effects.example.com", "Some"), 404) << stage.admin.lastBody;
    EXPECT_EQ(stage.addDeadWebhook("v1", "effects.example.com", "Some"), 422) << stage.admin.lastBody;
    ASSERT_EQ(stage.addDeadWebhook("v1", "effects.example.com", "NoneOnDryRun"), 201) << stage.admin.lastBody;
  }
  Result<CreatedObject> created = stage.create("p", true);
  for (int i = 0; i < 600 && created; ++i) {
    std::this_thread::sleep_for(50ms);
    created = stage.create("p", true);
  }
  stage.removeWebhook();
  ASSERT_FALSE(created);
  if (mayHaveSideEffects) {
    EXPECT_EQ(created.error().httpStatus, 400);
    EXPECT_THAT(created.error().detail, HasSubstr("does not support dry run"));
  } else {
    EXPECT_EQ(created.error().code, ErrorCode::ServerFailed);
    EXPECT_THAT(created.error().detail, HasSubstr("failed calling webhook \"effects.example.com\""));
  }
}

TEST(FaultWrite, AVersionThatIsNotServedIsNamed) {
  Writing stage;
  ManifestObject old = podManifest("d");
  old.apiVersion = "apps/v1beta1";
  old.kind = "Deployment";
  const auto created = stage.live.source->writer().creator->create(old, stage.ns.name, true, {});
  ASSERT_FALSE(created);
  EXPECT_EQ(created.error().code, ErrorCode::ResourceMissing);
  EXPECT_EQ(created.error().subject, "Deployment");
  EXPECT_EQ(created.error().place, "apps/v1beta1");
}

TEST(FaultWrite, AGatewayTimeoutIsNotRepeatedAlthoughItMayHaveBeenDone) {
  Writing stage;
  stage.proxy.when(requestsFor("POST", stage.podsPath()),
                   [](const ScriptedRequest& request, ScriptedConnection& client, const Upstream& server) {
                     server.ask(request);
                     client.respond(504, "upstream request timeout", "text/plain");
                   });
  const auto created = stage.create("p");
  ASSERT_FALSE(created);
  EXPECT_EQ(created.error().httpStatus, 504);
  EXPECT_EQ(stage.proxy.countOf(requestsFor("POST", stage.podsPath())), 1U);
  EXPECT_TRUE(hasPod(stage.live.seen, stage.key("p"))) << "what became of it is reported by the watch";
}

TEST(FaultWrite, OfTwoWhoRelabelANodeOneWinsAndNothingIsOverwritten) {
  Writing first;
  Live second(accessFrom("admin"));
  const Node node(first.admin);
  const auto knows = [&](Recorder& r) { return r.nodes.count(node.name) == 1; };
  ASSERT_TRUE(first.live.seen.waitUntil(knows));
  ASSERT_TRUE(second.seen.waitUntil(knows));
  // Components of the cluster write to a young node, too: the first takes its look again until it is the one who wins.
  std::string version;
  bool won = false;
  for (int look = 0; look < 100 && !won; ++look) {
    ASSERT_TRUE(first.live.seen.waitUntil([&](Recorder& r) {
      const std::string& newest = r.nodes.at(node.name)->meta.resourceVersion;
      return std::exchange(version, newest) != newest;
    }));
    won = first.live.source->writer()
              .labeler->patchNodeLabels(node.name, {{"mode", "mine", false}}, version, false, {})
              .has_value();
  }
  ASSERT_TRUE(won);
  const auto late =
      second.source->writer().labeler->patchNodeLabels(node.name, {{"mode", "theirs", false}}, version, false, {});
  ASSERT_FALSE(late);
  EXPECT_EQ(late.error().code, ErrorCode::Conflict);
  EXPECT_EQ(late.error().subject, "nodes/" + node.name);
  EXPECT_TRUE(second.seen.waitUntil([&](Recorder& r) {
    const std::string* const label = find(r.nodes.at(node.name)->meta.labels, "mode");
    return label != nullptr && *label == "mine";
  }));
}

TEST(FaultWrite, ASubmissionIsDeletedButNeverANamesakeThatWasMadeAnew) {
  Writing stage;
  const auto first = stage.create("web");
  ASSERT_TRUE(first) << describe(first.error());
  const ObjectAct act{ObjectVerb::Delete, {"v1", first->kind, first->key, first->uid}};
  const ClusterWriter writer = stage.live.source->writer();
  ASSERT_TRUE(carryOut(writer, act, true, {}));
  EXPECT_EQ(stage.admin.send("GET", stage.podsPath() + "/web"), 200) << "a dry run keeps it";
  const auto removed = carryOut(writer, act, false, {});
  ASSERT_TRUE(removed) << describe(removed.error());
  EXPECT_EQ(stage.admin.send("GET", stage.podsPath() + "/web"), 404);
  const auto again = carryOut(writer, act, false, {});
  ASSERT_FALSE(again);
  EXPECT_EQ(again.error().code, ErrorCode::ResourceMissing);
  stage.createPod("web");
  const auto other = carryOut(writer, act, false, {});
  ASSERT_FALSE(other);
  EXPECT_EQ(other.error().code, ErrorCode::Conflict);
  EXPECT_EQ(stage.admin.send("GET", stage.podsPath() + "/web"), 200);
}

TEST(FaultWrite, ANamesakeThatWasMadeAnewIsNotEvicted) {
  Writing stage;
  stage.createPod("web");
  ASSERT_TRUE(hasPod(stage.live.seen, stage.key("web")));
  const std::string old = stage.live.seen.podsNow().at(stage.key("web"))->meta.uid;
  stage.admin.deletePod(stage.ns.name, "web");
  stage.createPod("web");
  NodeOperations* const nodes = stage.live.source->writer().nodes;
  const auto reply = nodes->evict(stage.key("web"), old, -1, false, {});
  ASSERT_TRUE(reply) << describe(reply.error());
  EXPECT_EQ(reply->answer, EvictionAnswer::Gone) << "that pod is gone; this is another one";
  EXPECT_EQ(stage.admin.send("GET", stage.podsPath() + "/web"), 200);
  EXPECT_THAT(stage.admin.lastBody, ::testing::Not(HasSubstr("deletionTimestamp")));
  const auto missing = nodes->evict(stage.key("nobody"), "u", -1, false, {});
  ASSERT_TRUE(missing) << describe(missing.error());
  EXPECT_EQ(missing->answer, EvictionAnswer::Gone);
}

/// libcurl repeats an eviction whose connection dies; the answer to the second says nothing of the first.
TEST(FaultWrite, AnEvictionWhoseRepetitionIsRefusedMayHaveHappened) {
  Writing stage;
  stage.createPod("first");
  stage.createPod("web");
  ASSERT_TRUE(hasPod(stage.live.seen, stage.key("web")));
  const auto uid = [&](const std::string& name) { return stage.live.seen.podsNow().at(stage.key(name))->meta.uid; };
  NodeOperations* const nodes = stage.live.source->writer().nodes;
  // leaves a connection behind that the next one goes over
  ASSERT_TRUE(nodes->evict(stage.key("first"), uid("first"), 0, false, {}));
  const Matcher evictions = requestsFor("POST", stage.podsPath() + "/web/eviction");
  stage.proxy.when(evictions, refuseWith(403, "Forbidden", "not any more"));
  stage.proxy.when(evictions, loseAnswer(), 1);
  const auto reply = nodes->evict(stage.key("web"), uid("web"), 0, false, {});
  ASSERT_EQ(stage.proxy.countOf(evictions), 2U);
  ASSERT_FALSE(reply);
  EXPECT_EQ(reply.error().code, ErrorCode::OutcomeUnknown) << describe(reply.error());
  EXPECT_THAT(reply.error().detail, HasSubstr("403"));
  EXPECT_EQ(stage.admin.send("GET", stage.podsPath() + "/web"), 404) << "the first one was carried out";
}

WriteTarget podTarget(const ObjectKey& key, const std::string& uid = {}) {
  WriteTarget target{"v1", "Pod", key};
  target.uid = uid;
  return target;
}

TEST(FaultWrite, APodThatWasScheduledElsewhereIsNotBoundAgain) {
  Writing stage;
  const Node first(stage.admin);
  const Node second(stage.admin);
  stage.createPod("p");
  PodBinder& binder = *stage.live.source->writer().binder;
  const auto unready = binder.bind({stage.key("p"), {}, first.name, {}}, false, {});
  ASSERT_FALSE(unready) << "no kubelet reports";
  EXPECT_EQ(unready.error().code, ErrorCode::Conflict);
  for (const Node* node : {&first, &second}) {
    ASSERT_EQ(stage.admin.send("PATCH", "/api/v1/nodes/" + node->name + "/status",
                               R"({"status":{"conditions":[{"type":"Ready","status":"True"}]}})",
                               "application/merge-patch+json"),
              200);
  }
  EXPECT_TRUE(binder.bind({stage.key("p"), {}, first.name, {}}, true, {})) << "a dry run";
  const auto bound = binder.bind({stage.key("p"), {}, first.name, {}}, false, {});
  ASSERT_TRUE(bound) << describe(bound.error());
  const auto late = binder.bind({stage.key("p"), {}, second.name, {}}, false, {});
  ASSERT_FALSE(late);
  EXPECT_EQ(late.error().code, ErrorCode::Conflict);
  EXPECT_THAT(late.error().detail, HasSubstr("already assigned to node \"" + first.name));
  EXPECT_TRUE(stage.live.seen.waitUntil([&](Recorder& r) {
    return r.pods.count(stage.key("p")) == 1 && r.pods.at(stage.key("p"))->spec.nodeName == first.name;
  }));
}

TEST(FaultWrite, ANodeThatIsGoneOrCordonedTakesNoPod) {
  Writing stage;
  stage.createPod("p");
  const Node node(stage.admin);
  PodBinder& binder = *stage.live.source->writer().binder;
  const auto nowhere = binder.bind({stage.key("p"), {}, "no-such-node", {}}, false, {});
  ASSERT_FALSE(nowhere);
  EXPECT_EQ(nowhere.error().code, ErrorCode::ResourceMissing);
  const auto namesake = binder.bind({stage.key("p"), {}, node.name, "uid-of-the-former-node"}, false, {});
  ASSERT_FALSE(namesake);
  EXPECT_EQ(namesake.error().code, ErrorCode::Conflict);
  ASSERT_EQ(stage.admin.send("PATCH", "/api/v1/nodes/" + node.name, R"({"spec":{"unschedulable":true}})",
                             "application/merge-patch+json"),
            200);
  EXPECT_FALSE(binder.bind({stage.key("p"), {}, node.name, {}}, false, {}));
  EXPECT_EQ(stage.proxy.countOf(requestsFor("POST", stage.podsPath() + "/p/binding")), 0U) << "nothing was sent";
}

TEST(FaultWrite, AnnotationsReplicasAndRemovalUnderTheirPreconditions) {
  Writing stage;
  stage.createPod("p");
  ASSERT_TRUE(hasPod(stage.live.seen, stage.key("p")));
  ObjectWriter& writer = *stage.live.source->writer().objects;
  const auto noted = writer.annotate(podTarget(stage.key("p")), {{"example.com/note", "words"}}, false, {});
  ASSERT_TRUE(noted) << describe(noted.error());
  WriteTarget old = podTarget(stage.key("p"));
  old.resourceVersion = "1";
  const auto stale = writer.annotate(old, {{"example.com/note", std::nullopt}}, false, {});
  ASSERT_FALSE(stale);
  EXPECT_EQ(stale.error().code, ErrorCode::Conflict);

  const std::string sets = "/apis/apps/v1/namespaces/" + stage.ns.name + "/replicasets";
  ASSERT_EQ(
      stage.admin.send("POST", sets,
                       R"({"apiVersion":"apps/v1","kind":"ReplicaSet","metadata":{"name":"r"},"spec":{"replicas":0,
    "selector":{"matchLabels":{"a":"r"}},"template":{"metadata":{"labels":{"a":"r"}},"spec":{"containers":[{"name":"c","image":"i"}]}}}})"),
      201)
      << stage.admin.lastBody;
  const WriteTarget set{"apps/v1", "ReplicaSet", stage.key("r")};
  const auto scaled = writer.scale(set, 3, true, {});
  ASSERT_TRUE(scaled) << describe(scaled.error());
  EXPECT_EQ(stage.admin.send("GET", sets + "/r"), 200);
  EXPECT_THAT(stage.admin.lastBody, HasSubstr(R"("replicas":0)")) << "that was a dry run";
  ASSERT_TRUE(writer.scale(set, 1, false, {}));
  EXPECT_EQ(stage.admin.send("GET", sets + "/r"), 200);
  EXPECT_THAT(stage.admin.lastBody, HasSubstr(R"("replicas":1)"));

  EXPECT_EQ(writer.remove(podTarget(stage.key("p"), "another-uid"), 0, false, {}).error().code, ErrorCode::Conflict);
  const std::string uid = stage.live.seen.podsNow().at(stage.key("p"))->meta.uid;
  ASSERT_TRUE(writer.remove(podTarget(stage.key("p"), uid), 0, false, {}));
  EXPECT_TRUE(stage.live.seen.waitUntil([&](Recorder& r) { return r.pods.count(stage.key("p")) == 0; }));
}

/// Fields that the API does not know: before 1.25 the server drops them, so its own description is asked; later ones
/// refuse the object and name them.
TEST(FaultWrite, AMistypedFieldIsFoundInTheServersDescription) {
  Writing stage;
  ManifestObject object = podManifest("p");
  object.json.replace(object.json.find("schedulerName"), 13, "schedulrName_");
  const auto wrong = stage.live.source->writer().creator->create(object, stage.ns.name, true, {});
  ASSERT_FALSE(wrong);
  EXPECT_EQ(wrong.error().code, ErrorCode::Invalid);
  EXPECT_EQ(wrong.error().place, "spec.schedulrName_");
  const auto right = stage.create("p", true);
  ASSERT_TRUE(right) << describe(right.error());
  EXPECT_EQ(right->fields, serverMinor() < 25 ? FieldCheck::Schema : FieldCheck::Server);
}

}  // namespace
}  // namespace cardinal
