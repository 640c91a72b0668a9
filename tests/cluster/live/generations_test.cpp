// SPDX-License-Identifier: Apache-2.0
// What differs between the generations of Kubernetes that the console meets, on whichever runs: each test says what an
// operator sees of the older and of the newer one.
#include <gmock/gmock.h>

#include "core/plan/drain/drain.h"
#include "tests/cluster/live/fault_support.h"

namespace cardinal {
namespace {

using namespace test;
using ::testing::AnyOf;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

bool isCurrent() {
  return serverMinor() >= kStreamsSince;
}

std::string podWith(const std::string& name, const std::string& spec) {
  return R"({"apiVersion":"v1","kind":"Pod","metadata":{"name":")" + name +
         R"("},"spec":{"schedulerName":"nobody","automountServiceAccountToken":false,)" + spec + "}}";
}

ManifestObject manifest(const std::string& apiVersion, const std::string& kind, const std::string& name,
                        const std::string& json) {
  ManifestObject object;
  object.apiVersion = apiVersion;
  object.kind = kind;
  object.key.name = name;
  object.json = json;
  return object;
}

/// A console that is live and a namespace for what it makes.
struct Console {
  Console() : admin(accessFrom("admin")), ns(admin), live(accessFrom("admin")) {
    EXPECT_TRUE(live.seen.waitForPhase(ConnectionPhase::Live));
    EXPECT_TRUE(live.seen.waitUntil([](Recorder& r) { return !r.stateUnlocked().serverVersion.empty(); }));
  }
  Result<CreatedObject> create(const ManifestObject& object, bool dryRun = true) {
    return live.source->writer().creator->create(object, ns.name, dryRun, {});
  }
  Operator admin;
  Namespace ns;
  Live live;
};

TEST(Generations, TheServersVersionIsShown) {
  Console console;
  EXPECT_THAT(console.live.seen.state().serverVersion, HasSubstr("v1." + std::to_string(serverMinor()) + "."));
}

TEST(Generations, FirstListsAreStreamedWhereTheServerHasThat) {
  Stage stage;
  if (isCurrent()) stage.streamsFirst();
  stage.createPod("before");
  Live live(stage.access());
  ASSERT_TRUE(live.seen.waitForPhase(ConnectionPhase::Live));
  EXPECT_TRUE(hasPod(live.seen, stage.key("before")));
  EXPECT_EQ(stage.proxy.countOf(streamsOf(kPods)), isCurrent() ? 1U : 0U);
  EXPECT_EQ(stage.proxy.countOf(listsOf(kPods)) > 0, !isCurrent());
  EXPECT_EQ(live.seen.replacements(), 1);
}

/// The newer server answers lists from its cache, consistently: what was written before the list was asked for is
/// there.
TEST(Generations, AListHoldsWhatWasWrittenBeforeIt) {
  Stage stage;
  stage.pagesOnly();
  for (int i = 0; i < 10; ++i) {
    const std::string name = "p" + std::to_string(i);
    stage.createPod(name);
    Live live(stage.access());
    ASSERT_TRUE(live.seen.waitUntil([](Recorder& r) { return r.replacementsUnlocked() == 1; }));
    EXPECT_EQ(live.seen.podsNow().count(stage.key(name)), 1U) << name;
  }
}

TEST(Generations, RemovedBetaVersionsAreNamed) {
  Console console;
  const auto created = console.create(manifest(
      "batch/v1beta1", "CronJob", "c",
      R"({"apiVersion":"batch/v1beta1","kind":"CronJob","metadata":{"name":"c"},"spec":{"schedule":"0 0 1 1 *","jobTemplate":{"spec":
    {"template":{"spec":{"restartPolicy":"Never","containers":[{"name":"c","image":"i"}]}}}}}})"));
  if (!isCurrent()) {
    EXPECT_TRUE(created) << describe(created.error());
    return;
  }
  ASSERT_FALSE(created);
  EXPECT_EQ(created.error().code, ErrorCode::ResourceMissing);
  EXPECT_EQ(created.error().subject, "CronJob");
  EXPECT_EQ(created.error().place, "batch/v1beta1");
}

TEST(Generations, WarningsOfTheServerAreHandedOn) {
  Console console;
  const auto plain = console.create(podManifest("plain"));
  ASSERT_TRUE(plain) << describe(plain.error());
  EXPECT_THAT(plain->warnings, IsEmpty());
  if (isCurrent()) {
    const auto warned = console.create(manifest(
        "v1", "Pod", "w",
        podWith("w", R"("nodeSelector":{"beta.kubernetes.io/os":"linux"},"containers":[{"name":"c","image":"i"}])")));
    ASSERT_TRUE(warned) << describe(warned.error());
    ASSERT_EQ(warned->warnings.size(), 1U);
    EXPECT_THAT(warned->warnings[0], HasSubstr("beta.kubernetes.io/os"));
  } else {
    const auto warned = console.create(manifest(
        "extensions/v1beta1", "Ingress", "w",
        R"({"apiVersion":"extensions/v1beta1","kind":"Ingress","metadata":{"name":"w"},"spec":{"backend":{"serviceName":"s","servicePort":80}}})"));
    ASSERT_TRUE(warned) << describe(warned.error());
    ASSERT_EQ(warned->warnings.size(), 1U);
    EXPECT_THAT(warned->warnings[0], HasSubstr("extensions/v1beta1 Ingress is deprecated"));
  }
}

/// Fields of a newer API: the newer server keeps them, and of the older one, which would drop them without a word, the
/// console says so before anything is sent.
TEST(Generations, SidecarsAndGatesAreKeptOrRefusedButNeverDroppedSilently) {
  struct Case {
    const char* field;
    const char* spec;
  };
  constexpr Case kCases[] = {
      {"spec.initContainers[0].restartPolicy",
       R"("initContainers":[{"name":"s","image":"i","restartPolicy":"Always"}],"containers":[{"name":"c","image":"i"}])"},
      {"spec.schedulingGates",
       R"("schedulingGates":[{"name":"example.com/wait"}],"containers":[{"name":"c","image":"i"}])"},
      {"spec.resources", R"("resources":{"requests":{"cpu":"1"}},"containers":[{"name":"c","image":"i"}])"},
  };
  Console console;
  for (const Case& one : kCases) {
    const auto created = console.create(manifest("v1", "Pod", "p", podWith("p", one.spec)));
    if (isCurrent()) {
      ASSERT_TRUE(created) << one.field << ": " << describe(created.error());
      EXPECT_EQ(created->fields, FieldCheck::Server);
    } else {
      ASSERT_FALSE(created) << one.field;
      EXPECT_EQ(created.error().code, ErrorCode::Invalid);
      EXPECT_EQ(created.error().place, one.field);
    }
  }
}

TEST(Generations, AResizeInPlaceIsFollowed) {
  Console console;
  const std::string pods = "/api/v1/namespaces/" + console.ns.name + "/pods";
  ASSERT_EQ(console.admin.send(
                "POST", pods,
                podWith("p", R"("containers":[{"name":"c","image":"i","resources":{"requests":{"cpu":"1"}}}])")),
            201)
      << console.admin.lastBody;
  const ObjectKey key{console.ns.name, "p"};
  ASSERT_TRUE(hasPod(console.live.seen, key));
  const int answer = console.admin.send(
      "PATCH", pods + "/p/resize", R"({"spec":{"containers":[{"name":"c","resources":{"requests":{"cpu":"2"}}}]}})",
      "application/strategic-merge-patch+json");
  const auto cores = [&key](Recorder& r) {
    const Quantity* const cpu = find(r.pods.at(key)->spec.containers.at(0).requests, "cpu");
    return cpu != nullptr ? cpu->value() : -1;
  };
  if (isCurrent()) {
    EXPECT_EQ(answer, 200) << console.admin.lastBody;
    EXPECT_TRUE(console.live.seen.waitUntil([&](Recorder& r) { return cores(r) == 2; }));
  } else {
    EXPECT_EQ(answer, 404) << console.admin.lastBody;
    EXPECT_TRUE(console.live.seen.waitUntil([&](Recorder& r) { return cores(r) == 1; }));
  }
}

TEST(Generations, ClaimsOfDevicesAreAnApiOfTheNewerOne) {
  Console console;
  const auto created = console.create(manifest(
      "resource.k8s.io/v1", "ResourceClaim", "gpu",
      R"({"apiVersion":"resource.k8s.io/v1","kind":"ResourceClaim","metadata":{"name":"gpu"},"spec":{"devices":{"requests":[{"name":"gpu","exactly":{"deviceClassName":"gpu.example.com"}}]}}})"));
  if (isCurrent()) {
    EXPECT_TRUE(created) << describe(created.error());
  } else {
    ASSERT_FALSE(created);
    EXPECT_EQ(created.error().code, ErrorCode::ResourceMissing);
    EXPECT_EQ(created.error().place, "resource.k8s.io/v1");
  }
}

/// From 1.27 on /apis tells the resources, too; an older server answers the same question with the names of its groups.
TEST(Generations, KindsAreFoundInOneQuestionWhereTheServerTellsThemAll) {
  Stage stage;
  Live live(stage.access());
  ASSERT_TRUE(live.seen.waitForPhase(ConnectionPhase::Live));
  ASSERT_TRUE(allWatchesOpen(live.seen));
  EXPECT_EQ(stage.proxy.countOf(requestsFor("GET", "/apis")), 1U);
  const std::string claims = "/apis/resource.k8s.io/v1";
  EXPECT_EQ(stage.proxy.countOf(requestsFor("GET", claims)), 0U);
  if (isCurrent()) {
    EXPECT_TRUE(live.seen.waitUntil([](Recorder& r) { return r.stateUnlocked().watchesOpen >= 6; }))
        << "nodes, pods and four kinds of claims";
  }
}

/// Budgets: policy/v1 where it is served (from 1.21), else v1beta1.
TEST(Generations, BudgetsAreReadInTheVersionThatIsServed) {
  Stage stage;
  Live live(stage.access());
  ASSERT_TRUE(live.seen.waitForPhase(ConnectionPhase::Live));
  const std::string version = isCurrent() ? "policy/v1" : "policy/v1beta1";
  ASSERT_EQ(
      stage.admin.send(
          "POST", "/apis/" + version + "/namespaces/" + stage.ns.name + "/poddisruptionbudgets",
          R"({"apiVersion":")" + version +
              R"(","kind":"PodDisruptionBudget","metadata":{"name":"keep"},"spec":{"minAvailable":1,"selector":{"matchLabels":{"a":"b"}}}})"),
      201)
      << stage.admin.lastBody;
  const auto budgets = live.source->writer().nodes->budgets({});
  ASSERT_TRUE(budgets) << describe(budgets.error());
  EXPECT_TRUE(std::any_of(budgets->begin(), budgets->end(),
                          [&](const auto& budget) { return budget.meta.key == stage.key("keep"); }));
  // They are followed, and asked for once more by a plan; never in a version that is not served or is older.
  const std::string other = isCurrent() ? "policy/v1beta1" : "policy/v1";
  EXPECT_GE(stage.proxy.countOf(requestsFor("GET", "/apis/" + version + "/poddisruptionbudgets")), 1U);
  EXPECT_EQ(stage.proxy.countOf(requestsFor("GET", "/apis/" + other + "/poddisruptionbudgets")), 0U);
}

/// policy/v1: every pod of the namespace; v1beta1: none, and evictions go through.
TEST(Generations, AnEmptySelectorOfABudgetMeansWhatItsVersionSays) {
  Console console;
  const Node node(console.admin);
  const std::string pods = "/api/v1/namespaces/" + console.ns.name + "/pods";
  ASSERT_EQ(
      console.admin.send(
          "POST", pods,
          R"({"apiVersion":"v1","kind":"Pod","metadata":{"name":"p","annotations":{"cardinal.test/hold":""}},"spec":{"nodeName":")" +
              node.name + R"(","automountServiceAccountToken":false,"containers":[{"name":"c","image":"i"}]}})"),
      201)
      << console.admin.lastBody;
  ASSERT_EQ(console.admin.send("PATCH", pods + "/p/status", R"({"status":{"phase":"Running"}})",
                               "application/merge-patch+json"),
            200)
      << console.admin.lastBody;
  const std::string version = isCurrent() ? "policy/v1" : "policy/v1beta1";
  ASSERT_EQ(
      console.admin.send(
          "POST", "/apis/" + version + "/namespaces/" + console.ns.name + "/poddisruptionbudgets",
          R"({"apiVersion":")" + version +
              R"(","kind":"PodDisruptionBudget","metadata":{"name":"all"},"spec":{"minAvailable":1,"selector":{}}})"),
      201)
      << console.admin.lastBody;
  const auto budgets = console.live.source->writer().nodes->budgets({});
  ASSERT_TRUE(budgets) << describe(budgets.error());
  const auto all = std::find_if(budgets->begin(), budgets->end(), [&](const auto& budget) {
    return budget.meta.key == ObjectKey{console.ns.name, "all"};
  });
  ASSERT_NE(all, budgets->end());
  const int answer = console.admin.send("POST", pods + "/p/eviction",
                                        R"({"apiVersion":")" + version +
                                            R"(","kind":"Eviction","metadata":{"name":"p","namespace":")" +
                                            console.ns.name + R"("}})");
  EXPECT_EQ(answer, isCurrent() ? 429 : 201) << console.admin.lastBody;
  EXPECT_EQ(all->selectsNothing, !isCurrent()) << "as its evictions say";
}

/// Two pods of one budget on a node, one of them not ready, and what a drain foresees for both.
struct BudgetScene : Console {
  BudgetScene() : node(admin) {
    const std::string version = isCurrent() ? "policy/v1" : "policy/v1beta1";
    addPod("ready", "True");
    addPod("unready", "False");
    EXPECT_EQ(
        admin.send(
            "POST", "/apis/" + version + "/namespaces/" + ns.name + "/poddisruptionbudgets",
            R"({"apiVersion":")" + version +
                R"(","kind":"PodDisruptionBudget","metadata":{"name":"keep"},"spec":{"minAvailable":1,"selector":{"matchLabels":{"app":"web"}}}})"),
        201)
        << admin.lastBody;
  }
  NodeOperations& nodes() { return *live.source->writer().nodes; }
  /// The budget once the controller has counted its pods.
  std::optional<RawDisruptionBudget> counted() {
    for (int i = 0; i < 600; ++i) {
      const auto budgets = nodes().budgets({});
      if (!budgets) return std::nullopt;
      for (const RawDisruptionBudget& one : *budgets) {
        if (one.meta.key == ObjectKey{ns.name, "keep"} && one.currentHealthy == 1 && one.desiredHealthy == 1)
          return one;
      }
      std::this_thread::sleep_for(50ms);
    }
    return std::nullopt;
  }
  Node node;

 private:
  void addPod(const std::string& name, const std::string& ready) {
    const std::string path = "/api/v1/namespaces/" + ns.name + "/pods";
    EXPECT_EQ(
        admin.send("POST", path,
                   R"({"apiVersion":"v1","kind":"Pod","metadata":{"name":")" + name +
                       R"(","labels":{"app":"web"},"annotations":{"cardinal.test/hold":""}},"spec":{"nodeName":")" +
                       node.name +
                       R"(","automountServiceAccountToken":false,"containers":[{"name":"c","image":"i"}]}})"),
        201)
        << admin.lastBody;
    EXPECT_EQ(
        admin.send("PATCH", path + "/" + name + "/status",
                   R"({"status":{"phase":"Running","conditions":[{"type":"Ready","status":")" + ready + R"("}]}})",
                   "application/strategic-merge-patch+json"),
        200)
        << admin.lastBody;
  }
};

/// A pod that is not ready goes where its budget has enough others (IfHealthyBudget), whatever the budget allows.
TEST(Generations, ADrainForeseesWhichPodItsBudgetHolds) {
  BudgetScene scene;
  const auto budget = scene.counted();
  ASSERT_TRUE(budget);
  EXPECT_EQ(budget->disruptionsAllowed, 0);
  const auto pods = scene.nodes().podsOn(scene.node.name, {});
  ASSERT_TRUE(pods) << describe(pods.error());
  const auto verdicts = judgePods(*pods, std::vector{*budget}, {});
  ASSERT_EQ(verdicts.size(), 2U);
  for (const PodVerdict& verdict : verdicts) {
    const auto reply = scene.nodes().evict(verdict.pod, verdict.uid, -1, true, {});
    ASSERT_TRUE(reply) << describe(reply.error());
    EXPECT_EQ(reply->answer == EvictionAnswer::Blocked, verdict.budgetSpent)
        << verdict.pod.name << ": " << reply->detail;
  }
}

TEST(Generations, ADaemonSetIsThereUntilItIsDeleted) {
  Console console;
  const std::string path = "/apis/apps/v1/namespaces/" + console.ns.name + "/daemonsets";
  const auto isThere = [&console] {
    return console.live.source->writer().nodes->hasDaemonSet({console.ns.name, "monitor"}, {});
  };
  ASSERT_TRUE(isThere()) << describe(isThere().error());
  EXPECT_FALSE(*isThere());
  ASSERT_EQ(
      console.admin.send(
          "POST", path,
          R"({"apiVersion":"apps/v1","kind":"DaemonSet","metadata":{"name":"monitor"},"spec":{"selector":{"matchLabels":{"a":"b"}},"template":{"metadata":{"labels":{"a":"b"}},"spec":{"nodeSelector":{"no":"node"},"containers":[{"name":"c","image":"i"}]}}}})"),
      201)
      << console.admin.lastBody;
  ASSERT_TRUE(isThere());
  EXPECT_TRUE(*isThere());
}

}  // namespace
}  // namespace cardinal
