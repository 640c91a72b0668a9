// SPDX-License-Identifier: Apache-2.0
// The live source against the real API server of the fixture `cluster`.
#include "core/service/live/live_source.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <unistd.h>

#include <thread>

#include "tests/cluster/live/live_support.h"

namespace cardinal {
namespace {

using namespace std::chrono_literals;
using ::testing::HasSubstr;

using namespace test;

TEST(LiveSource, ListsThenWatches) {
  Operator admin(accessFrom("admin"));
  const Namespace ns(admin);
  const Node node(admin);
  admin.createPod(ns.name, "before");
  Live live(accessFrom("admin"));
  ASSERT_TRUE(live.seen.waitForPhase(ConnectionPhase::Live));
  const ConnectionState state = live.seen.state();
  EXPECT_GT(state.lastContact, 0);
  EXPECT_EQ(state.scope, "");
  EXPECT_FALSE(state.error);
  EXPECT_TRUE(live.seen.wasIn(ConnectionPhase::Loading));
  EXPECT_TRUE(
      live.seen.waitUntil([](Recorder& r) { return r.stateUnlocked().serverVersion.compare(0, 3, "v1.") == 0; }));
  const ObjectKey before{ns.name, "before"};
  const ObjectKey after{ns.name, "after"};
  EXPECT_TRUE(
      live.seen.waitUntil([&](Recorder& r) { return r.nodes.count(node.name) == 1 && r.pods.count(before) == 1; }));
  admin.createPod(ns.name, "after");
  EXPECT_TRUE(live.seen.waitUntil([&](Recorder& r) { return r.pods.count(after) == 1; }));
  EXPECT_EQ(find(live.seen.podsNow().at(after)->spec.containers.at(0).limits, "aliyun.com/gpu-mem")->value(), 2);
  admin.deletePod(ns.name, "before");
  EXPECT_TRUE(live.seen.waitUntil([&](Recorder& r) { return r.pods.count(before) == 0; }));
  admin.send("PATCH", "/api/v1/nodes/" + node.name, R"({"metadata":{"labels":{"test":"changed"}}})",
             "application/merge-patch+json");
  EXPECT_TRUE(live.seen.waitUntil([&](Recorder& r) {
    const std::string* label = find(r.nodes.at(node.name)->meta.labels, "test");
    return label != nullptr && *label == "changed";
  }));
}

TEST(LiveSource, SeveralPagesLoseNothing) {
  Operator admin(accessFrom("admin"));
  const Namespace ns(admin);
  constexpr int kPods = 620;  // more than one page of 500
  for (int i = 0; i < kPods; ++i) ASSERT_NO_FATAL_FAILURE(admin.createPod(ns.name, "p" + std::to_string(i)));
  Live live(accessFrom("admin"));
  ASSERT_TRUE(live.seen.waitForPhase(ConnectionPhase::Live));
  EXPECT_TRUE(live.seen.waitUntil([&](Recorder& r) {
    return std::count_if(r.pods.begin(), r.pods.end(), [&](const auto& pod) { return pod.first.ns == ns.name; }) ==
           kPods;
  }));
}

TEST(LiveSource, InfoNamesContextServerAndUser) {
  const ClusterAccess access = accessFrom("admin-files");
  Live live(access);
  const SourceInfo info = live.source->info();
  EXPECT_EQ(info.kind, SourceKind::Live);
  EXPECT_EQ(info.name, access.context);
  EXPECT_EQ(info.server, access.server.authority());
  EXPECT_EQ(info.user, access.user);
  EXPECT_TRUE(info.writable);
  EXPECT_TRUE(live.seen.waitForPhase(ConnectionPhase::Live)) << "certificates from files";
}

TEST(LiveSource, CreateDryRunThenForReal) {
  Operator admin(accessFrom("admin"));
  const Namespace ns(admin);
  Live live(accessFrom("admin"));
  ASSERT_TRUE(live.seen.waitForPhase(ConnectionPhase::Live));
  const auto tried = live.source->writer().creator->create(podManifest("w"), ns.name, true, {});
  ASSERT_TRUE(tried) << describe(tried.error());
  EXPECT_EQ(tried->kind, "Pod");
  EXPECT_EQ(tried->key, (ObjectKey{ns.name, "w"}));
  EXPECT_EQ(admin.send("GET", "/api/v1/namespaces/" + ns.name + "/pods/w"), 404) << "a dry run keeps nothing";
  const auto made = live.source->writer().creator->create(podManifest("w"), ns.name, false, {});
  ASSERT_TRUE(made) << describe(made.error());
  EXPECT_FALSE(made->uid.empty());
  EXPECT_TRUE(live.seen.waitUntil([&](Recorder& r) { return r.pods.count(ObjectKey{ns.name, "w"}) == 1; }));
  const auto again = live.source->writer().creator->create(podManifest("w"), ns.name, false, {});
  ASSERT_FALSE(again);
  EXPECT_EQ(again.error().code, ErrorCode::AlreadyExists);
  EXPECT_EQ(again.error().subject, "pods/w");
}

TEST(LiveSource, CreateOtherKinds) {
  Operator admin(accessFrom("admin"));
  const Namespace ns(admin);
  Live live(accessFrom("admin"));
  ManifestObject deployment;
  deployment.apiVersion = "apps/v1";
  deployment.kind = "Deployment";
  deployment.key = {ns.name, "d"};
  deployment.json =
      R"({"apiVersion":"apps/v1","kind":"Deployment","metadata":{"name":"d"},"spec":{"replicas":0,"selector":{"matchLabels":{"a":"b"}},
    "template":{"metadata":{"labels":{"a":"b"}},"spec":{"containers":[{"name":"c","image":"i"}]}}}})";
  const auto made = live.source->writer().creator->create(deployment, "elsewhere", false, {});
  ASSERT_TRUE(made) << describe(made.error());
  EXPECT_EQ(made->key, (ObjectKey{ns.name, "d"})) << "the object's own namespace counts";
  ManifestObject lease;
  lease.apiVersion = "coordination.k8s.io/v1";
  lease.kind = "Lease";
  lease.key = {ns.name, "l"};
  lease.json =
      R"({"apiVersion":"coordination.k8s.io/v1","kind":"Lease","metadata":{"name":"l"},"spec":{"holderIdentity":"nobody"}})";
  const auto discovered = live.source->writer().creator->create(lease, ns.name, true, {});
  EXPECT_TRUE(discovered) << describe(discovered.error());
  lease.kind = "Nonsense";
  EXPECT_EQ(live.source->writer().creator->create(lease, ns.name, true, {}).error().code, ErrorCode::ResourceMissing);
  lease.apiVersion = "no.such.group/v1";
  const auto group = live.source->writer().creator->create(lease, ns.name, true, {});
  ASSERT_FALSE(group);
  EXPECT_EQ(group.error().code, ErrorCode::ResourceMissing);
  EXPECT_EQ(group.error().place, "no.such.group/v1");
}

TEST(LiveSource, AWorkloadsOwnObjectIsReadAsYaml) {
  Operator admin(accessFrom("admin"));
  const Namespace ns(admin);
  Live live(accessFrom("admin"));
  ASSERT_EQ(
      admin.send(
          "POST", "/apis/apps/v1/namespaces/" + ns.name + "/deployments",
          R"({"apiVersion":"apps/v1","kind":"Deployment","metadata":{"name":"d"},"spec":{"replicas":0,"selector":{"matchLabels":{"a":"b"}},
    "template":{"metadata":{"labels":{"a":"b"}},"spec":{"containers":[{"name":"c","image":"i","env":[{"name":"TOKEN","value":"hunter2"}]}]}}}})"),
      201)
      << admin.lastBody;
  ObjectReader& reader = *live.source->objectReader();
  const auto text = reader.text({"Deployment", {ns.name, "d"}}, {}, {});
  ASSERT_TRUE(text) << describe(text.error());
  EXPECT_NE(text->yaml.find("kind: Deployment"), std::string::npos) << text->yaml;
  EXPECT_EQ(text->yaml.find("hunter2"), std::string::npos);
  EXPECT_EQ(text->hiddenSecrets, 1);
  EXPECT_EQ(reader.text({"Deployment", {ns.name, "other"}}, {}, {}).error().code, ErrorCode::ResourceMissing);
  EXPECT_EQ(reader.text({"Secret", {ns.name, "d"}}, {}, {}).error().code, ErrorCode::Unsupported)
      << "no workload: it is never read";
}

TEST(LiveSource, InvalidObjectNamesTheField) {
  Operator admin(accessFrom("admin"));
  const Namespace ns(admin);
  Live live(accessFrom("admin"));
  ManifestObject pod = podManifest("bad");
  pod.json =
      R"({"apiVersion":"v1","kind":"Pod","metadata":{"name":"bad"},"spec":{"automountServiceAccountToken":false,"containers":[{"name":"C","image":"i"}]}})";
  const auto refused = live.source->writer().creator->create(pod, ns.name, true, {});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::Invalid);
  EXPECT_EQ(refused.error().place, "spec.containers[0].name");
  EXPECT_EQ(refused.error().httpStatus, 422);
  const auto nowhere = live.source->writer().creator->create(podManifest("x"), "no-such-namespace", true, {});
  ASSERT_FALSE(nowhere);
  EXPECT_EQ(nowhere.error().code, ErrorCode::ResourceMissing) << describe(nowhere.error());
}

TEST(LiveSource, LabelsArePatchedUnderAPrecondition) {
  Operator admin(accessFrom("admin"));
  const Node node(admin);
  Live live(accessFrom("admin"));
  ASSERT_TRUE(live.seen.waitForPhase(ConnectionPhase::Live));
  ASSERT_TRUE(live.seen.waitUntil([&](Recorder& r) { return r.nodes.count(node.name) == 1; }));
  std::string version;
  live.seen.waitUntil([&](Recorder& r) {
    version = r.nodes.at(node.name)->meta.resourceVersion;
    return true;
  });
  const std::vector<LabelChange> change = {{"ack.node.gpu.placement", "spread", false}, {"test", "", true}};
  const auto labelNow = [&](const char* key) {
    std::string value = "(none)";
    live.seen.waitUntil([&](Recorder& r) {
      if (const std::string* label = find(r.nodes.at(node.name)->meta.labels, key)) value = *label;
      return true;
    });
    return value;
  };
  const auto tried = live.source->writer().labeler->patchNodeLabels(node.name, change, version, true, {});
  EXPECT_TRUE(tried) << describe(tried.error());
  EXPECT_EQ(labelNow("test"), "live");
  const auto done = live.source->writer().labeler->patchNodeLabels(node.name, change, "", false, {});
  ASSERT_TRUE(done) << describe(done.error());
  EXPECT_TRUE(live.seen.waitUntil(
      [&](Recorder& r) { return find(r.nodes.at(node.name)->meta.labels, "ack.node.gpu.placement") != nullptr; }));
  EXPECT_EQ(labelNow("ack.node.gpu.placement"), "spread");
  EXPECT_EQ(labelNow("test"), "(none)");
  const auto stale =
      live.source->writer().labeler->patchNodeLabels(node.name, {{"test", "mine", false}}, version, false, {});
  ASSERT_FALSE(stale) << "the node changed since `version`";
  EXPECT_EQ(stale.error().code, ErrorCode::Conflict);
  const auto missing = live.source->writer().labeler->patchNodeLabels("no-such-node", change, "", false, {});
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().code, ErrorCode::ResourceMissing);
  EXPECT_EQ(missing.error().subject, "nodes/no-such-node");
}

TEST(LiveSource, ReadOnlyUserSeesAllAndIsRefusedWrites) {
  Operator admin(accessFrom("admin"));
  const Namespace ns(admin);
  const Node node(admin);
  Live live(accessFrom("readonly"));
  ASSERT_TRUE(live.seen.waitForPhase(ConnectionPhase::Live));
  const auto created = live.source->writer().creator->create(podManifest("x"), ns.name, true, {});
  ASSERT_FALSE(created);
  EXPECT_EQ(created.error().code, ErrorCode::Forbidden);
  EXPECT_EQ(created.error().subject, "create pods");
  EXPECT_EQ(created.error().place, ns.name);
  EXPECT_THAT(created.error().detail, HasSubstr("forbidden"));
  const auto patched = live.source->writer().labeler->patchNodeLabels(node.name, {{"a", "b", false}}, "", true, {});
  ASSERT_FALSE(patched);
  EXPECT_EQ(patched.error().subject, "patch nodes");
  EXPECT_EQ(patched.error().place, "cluster");
}

TEST(LiveSource, SingleNamespaceUserSeesItsNamespaceAndIsNotified) {
  Operator admin(accessFrom("admin"));
  const std::string pod = unique("mine");
  admin.createPod("team-a", pod);
  Live live(accessFrom("single-namespace"));
  ASSERT_TRUE(live.seen.waitForPhase(ConnectionPhase::Live));
  const ConnectionState state = live.seen.state();
  EXPECT_EQ(state.scope, "team-a");
  EXPECT_FALSE(state.nodesVisible);
  EXPECT_TRUE(state.error) << "that nodes are not permitted is not hidden";
  EXPECT_EQ(state.error->code, ErrorCode::Forbidden);
  EXPECT_EQ(state.error->subject, "list nodes");
  EXPECT_EQ(state.error->place, "cluster");
  EXPECT_TRUE(live.seen.waitUntil([&](Recorder& r) { return r.pods.count(ObjectKey{"team-a", pod}) == 1; }));
  EXPECT_TRUE(live.seen.waitUntil([](Recorder& r) {
    return std::all_of(r.pods.begin(), r.pods.end(), [](const auto& entry) { return entry.first.ns == "team-a"; });
  }));
  const auto made = live.source->writer().creator->create(podManifest(unique("made")), "", true, {});
  EXPECT_TRUE(made) << "into the context's namespace: " << describe(made.error());
  admin.deletePod("team-a", pod);
}

TEST(LiveSource, SeveralNamespacesAreReadAndNoOthers) {
  Operator admin(accessFrom("admin"));
  const Namespace one(admin);
  const Namespace two(admin);
  const Namespace other(admin);
  for (const Namespace* ns : {&one, &two, &other}) admin.createPod(ns->name, "p");
  ClusterAccess access = accessFrom("admin");
  access.namespaces = {one.name, two.name};
  Live live(access);
  ASSERT_TRUE(live.seen.waitForPhase(ConnectionPhase::Live));
  const auto has = [](Recorder& r, const Namespace& ns, const char* name) {
    return r.pods.count(ObjectKey{ns.name, name}) == 1;
  };
  EXPECT_TRUE(
      live.seen.waitUntil([&](Recorder& r) { return has(r, one, "p") && has(r, two, "p") && r.pods.size() == 2; }));
  EXPECT_EQ(live.seen.state().scope, one.name + ", " + two.name);
  admin.createPod(two.name, "later");
  EXPECT_TRUE(live.seen.waitUntil([&](Recorder& r) { return has(r, two, "later"); }));
  live.source->refresh();
  admin.deletePod(one.name, "p");
  EXPECT_TRUE(
      live.seen.waitUntil([&](Recorder& r) { return !has(r, one, "p") && has(r, two, "p") && has(r, two, "later"); }));
}

/// The single-namespace user may read team-a only.
TEST(LiveSource, ANamespaceThatIsRefusedIsNamedAndTheOtherShown) {
  Operator admin(accessFrom("admin"));
  const Namespace hidden(admin);
  const std::string pod = unique("mine");
  admin.createPod("team-a", pod);
  ClusterAccess access = accessFrom("single-namespace");
  access.namespaces = {hidden.name, "team-a"};
  Live live(access);
  ASSERT_TRUE(live.seen.waitForPhase(ConnectionPhase::Live));
  EXPECT_TRUE(live.seen.waitUntil([&](Recorder& r) { return r.pods.count(ObjectKey{"team-a", pod}) == 1; }));
  EXPECT_EQ(live.seen.state().scope, "team-a");
  EXPECT_EQ(live.seen.state().refusedNamespaces, std::vector<std::string>{hidden.name});
  admin.deletePod("team-a", pod);
}

TEST(LiveSource, RejectedTokenWrongCaAndRefused) {
  {
    Live live(accessFrom("bad-token"));
    ASSERT_TRUE(live.seen.waitForPhase(ConnectionPhase::Failed));
    EXPECT_EQ(live.seen.state().error->code, ErrorCode::Unauthorized);
    EXPECT_EQ(live.source->writer().creator->create(podManifest("x"), "default", true, {}).error().code,
              ErrorCode::Unauthorized);
  }
  {
    const ClusterAccess access = accessFrom("wrong-ca");
    Live live(access);
    ASSERT_TRUE(live.seen.waitForPhase(ConnectionPhase::Failed));
    EXPECT_EQ(live.seen.lastIn(ConnectionPhase::Failed).error->code, ErrorCode::TlsUntrusted);
    EXPECT_EQ(live.seen.lastIn(ConnectionPhase::Failed).error->subject, access.server.authority());
  }
  {
    const ClusterAccess access = accessFrom("refused");
    Live live(access);
    ASSERT_TRUE(live.seen.waitForPhase(ConnectionPhase::Reconnecting));
    const ConnectionState state = live.seen.lastIn(ConnectionPhase::Reconnecting);
    EXPECT_EQ(state.error->code, ErrorCode::ConnectionRefused);
    EXPECT_EQ(state.error->subject, access.server.authority());
    EXPECT_GT(state.nextTry, 0);
    EXPECT_EQ(state.lastContact, 0);
    const auto created = live.source->writer().creator->create(podManifest("x"), "default", true, {});
    ASSERT_FALSE(created);
    EXPECT_EQ(created.error().code, ErrorCode::ConnectionRefused);
  }
}

TEST(LiveSource, ExpiredClientCertificateIsRefusedBeforeAndByTheServer) {
  const auto config =
      loadKubeconfig(std::string(CARDINAL_CLUSTER_STATE) + "/expired-certificate.kubeconfig", Environment{});
  ASSERT_TRUE(config);
  const auto access = config->resolve(std::nullopt, SystemClock().wallNow());
  ASSERT_FALSE(access);
  EXPECT_EQ(access.error().code, ErrorCode::CredentialInvalid);
  EXPECT_THAT(access.error().detail, HasSubstr("expired 2020"));
  const auto then = config->resolve(std::nullopt, 1'577'880'000);  // a clock that stands at 2020-01-01 lets it through
  ASSERT_TRUE(then) << describe(then.error());
  Live live(*then);
  ASSERT_TRUE(live.seen.waitForPhase(ConnectionPhase::Failed));
  EXPECT_EQ(live.seen.state().error->code, ErrorCode::Unauthorized);
}

TEST(LiveSource, UnhealthyCardsAreFollowedOnceAGpushareNodeExists) {
  Operator admin(accessFrom("admin"));
  const Node node(admin);
  ASSERT_EQ(
      admin.send(
          "PATCH", "/api/v1/nodes/" + node.name + "/status",
          R"({"status":{"capacity":{"aliyun.com/gpu-mem":"30","aliyun.com/gpu-count":"2"},"allocatable":{"aliyun.com/gpu-mem":"30","aliyun.com/gpu-count":"2"}}})",
          "application/merge-patch+json"),
      200)
      << admin.lastBody;
  Live live(accessFrom("admin"));
  ASSERT_TRUE(live.seen.waitForPhase(ConnectionPhase::Live));
  const std::string map = "unhealthy-gpu-" + node.name;
  ASSERT_EQ(
      admin.send("POST", "/api/v1/namespaces/kube-system/configmaps",
                 R"({"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":")" + map + R"("},"data":{"gpus":"1"}})"),
      201)
      << admin.lastBody;
  EXPECT_TRUE(live.seen.waitUntil(
      [&](Recorder& r) { return r.unhealthy.count(node.name) == 1 && r.unhealthy[node.name].gpus == "1"; }));
  admin.send("DELETE", "/api/v1/namespaces/kube-system/configmaps/" + map);
  EXPECT_TRUE(live.seen.waitUntil([&](Recorder& r) { return r.unhealthy.count(node.name) == 0; }));
}

TEST(LiveSource, LinksOfCardsAreFollowedOnceATopologyNodeExists) {
  Operator admin(accessFrom("admin"));
  const Node node(admin);
  const std::string path = "/api/v1/nodes/" + node.name;
  ASSERT_EQ(admin.send("PATCH", path, R"({"metadata":{"labels":{"ack.node.gpu.schedule":"topology"}}})",
                       "application/merge-patch+json"),
            200);
  ASSERT_EQ(admin.send("PATCH", path + "/status",
                       R"({"status":{"capacity":{"aliyun.com/gpu":"2"},"allocatable":{"aliyun.com/gpu":"2"}}})",
                       "application/merge-patch+json"),
            200)
      << admin.lastBody;
  Live live(accessFrom("admin"));
  ASSERT_TRUE(live.seen.waitForPhase(ConnectionPhase::Live));
  const std::string map = node.name + "-gputopo-report";
  ASSERT_EQ(
      admin.send("POST", "/api/v1/namespaces/kube-system/configmaps",
                 R"({"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":")" + map +
                     R"("},"data":{"devices":"{\"0\":\"Healthy\",\"1\":\"Healthy\"}","bandwidth":"[[0,5],[5,0]]"}})"),
      201)
      << admin.lastBody;
  EXPECT_TRUE(live.seen.waitUntil([&](Recorder& r) {
    return r.unhealthy.count(node.name) == 1 && r.unhealthy[node.name].bandwidth == "[[0,5],[5,0]]";
  }));
  admin.send("DELETE", "/api/v1/namespaces/kube-system/configmaps/" + map);
}

TEST(LiveSource, RefreshListsAgainAndStaysComplete) {
  Operator admin(accessFrom("admin"));
  const Node node(admin);
  Live live(accessFrom("admin"));
  ASSERT_TRUE(live.seen.waitForPhase(ConnectionPhase::Live));
  const std::size_t before = live.seen.statesReported();
  live.source->refresh();
  ASSERT_TRUE(live.seen.waitUntil([before](Recorder& r) {
    return r.wasReported([](const ConnectionState& state) { return state.phase == ConnectionPhase::Loading; }, before);
  }));
  ASSERT_TRUE(live.seen.waitForPhase(ConnectionPhase::Live));
  EXPECT_TRUE(live.seen.waitUntil([&](Recorder& r) { return r.nodes.count(node.name) == 1; }));
}

TEST(LiveSource, GoingAwayIsQuick) {
  auto live = std::make_unique<Live>(accessFrom("admin"));
  ASSERT_TRUE(live->seen.waitForPhase(ConnectionPhase::Live));
  const auto begin = std::chrono::steady_clock::now();
  live->source.reset();
  EXPECT_LT(std::chrono::steady_clock::now() - begin, 10s) << "no watch is waited for, which would take minutes";
}

TEST(LiveSource, RestartOfTheApiServerLosesAndDoublesNothing) {
  const std::string folder = std::string(CARDINAL_CLUSTER_STATE) + "-live-restart";
  ASSERT_EQ(clusterCommand("up", folder, "--replace --owner " + std::to_string(getpid())), 0);
  {
    const ClusterAccess access = accessFrom(folder, "admin");
    Operator admin(access);
    const Namespace ns(admin);
    for (const char* name : {"stays", "goes", "changes"}) admin.createPod(ns.name, name);
    Live live(access);
    ASSERT_TRUE(live.seen.waitForPhase(ConnectionPhase::Live));
    ASSERT_TRUE(live.seen.waitUntil([&](Recorder& r) { return r.pods.count(ObjectKey{ns.name, "changes"}) == 1; }));
    const auto before = live.seen.podsNow();
    ASSERT_EQ(clusterCommand("stop-apiserver", folder), 0);
    ASSERT_TRUE(live.seen.waitForPhase(ConnectionPhase::Reconnecting));
    EXPECT_TRUE(live.seen.lastIn(ConnectionPhase::Reconnecting).error);
    EXPECT_EQ(live.seen.podsNow().size(), before.size()) << "data is kept while the server is away";
    ASSERT_EQ(clusterCommand("start-apiserver", folder), 0);
    // Another user is quicker than the console: what happens before it is back must not be missed.
    admin.deletePod(ns.name, "goes");
    admin.createPod(ns.name, "comes");
    ASSERT_TRUE(live.seen.waitUntil([](Recorder& r) { return r.stateUnlocked().phase == ConnectionPhase::Live; }, 90s));
    EXPECT_TRUE(live.seen.waitUntil([&](Recorder& r) {
      return r.pods.count(ObjectKey{ns.name, "goes"}) == 0 && r.pods.count(ObjectKey{ns.name, "comes"}) == 1 &&
             r.pods.count(ObjectKey{ns.name, "stays"}) == 1;
    }));
    EXPECT_FALSE(live.seen.state().error);
  }
  clusterCommand("down", folder);
}

}  // namespace
}  // namespace cardinal
