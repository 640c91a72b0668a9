// SPDX-License-Identifier: Apache-2.0
// What the API server makes of a pod when it is created (LimitRanges, PriorityClass, RuntimeClass, tolerations), what
// it refuses by itself, and what is said where the classes were not read.
#include "core/alloc/created_pod.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include "core/alloc/engine/allocator.h"
#include "core/alloc/engine/preemption.h"
#include "core/alloc/engine/standing_question.h"
#include "core/alloc/pending/pending.h"
#include "core/kube/decode/decoder.h"
#include "core/model/extras/claim_objects.h"
#include "core/model/extras/cluster_kinds.h"
#include "core/model/extras/extra.h"
#include "core/model/namespace_rules.h"
#include "core/provider/record/snapshot_builder.h"

namespace cardinal::testing {
namespace {

constexpr const char* kCpu = R"("containers":[{"name":"c","resources":{"requests":{"cpu":"4"}}}])";
constexpr const char* kGpu =
    R"("containers":[{"name":"c","resources":{"limits":{"nvidia.com/gpu":"1"},"requests":{"nvidia.com/gpu":"1"}}}])";

template <typename T>
std::shared_ptr<const T> read(const std::string& text) {
  auto object = Decoder().object<T>(text);
  if (!object || !(*object)->problems.empty()) {
    ADD_FAILURE() << text;
    return std::make_shared<const T>();
  }
  return *object;
}

/// Never created: no uid.
std::shared_ptr<RawPod> fromFile(const std::string& spec, const std::string& labels = "{}") {
  return std::make_shared<RawPod>(
      *read<RawPod>(R"({"kind":"Pod","apiVersion":"v1","metadata":{"namespace":"d","name":"new","labels":)" + labels +
                    R"(},"spec":{)" + spec + "}}"));
}

bool has(const AllocationAnswer& answer, Caveat caveat) {
  return std::find(answer.caveats.begin(), answer.caveats.end(), caveat) != answer.caveats.end();
}

/// Nodes of 10 CPUs and 1 GPU.
class CreatedPod : public ::testing::Test {
 protected:
  CreatedPod() { m_builder.setServerVersion("v1.35.4"); }

  void node(const std::string& name, const std::string& labels = "{}", const std::string& taints = "[]") {
    upsert(ClusterDelta::Op::UpsertNode,
           read<RawNode>(R"({"kind":"Node","apiVersion":"v1","metadata":{"name":")" + name + R"(","labels":)" + labels +
                         R"(},"spec":{"taints":)" + taints +
                         R"(},"status":{"allocatable":{"cpu":"10","memory":"64Gi","pods":"110","nvidia.com/gpu":"1"},
                         "capacity":{"cpu":"10","memory":"64Gi","pods":"110","nvidia.com/gpu":"1"},
                         "conditions":[{"type":"Ready","status":"True"}]}})"));
  }

  void runs(const std::string& name, const std::string& on, const std::string& cpu, int priority,
            const std::string& labels = "{}") {
    upsert(
        ClusterDelta::Op::UpsertPod,
        read<RawPod>(R"({"kind":"Pod","apiVersion":"v1","metadata":{"namespace":"d","name":")" + name + R"(","uid":")" +
                     name + R"(","labels":)" + labels + R"(},"spec":{"nodeName":")" + on + R"(","priority":)" +
                     std::to_string(priority) + R"(,"containers":[{"name":"c","resources":{"requests":{"cpu":")" + cpu +
                     R"("}}}]},"status":{"phase":"Running"}})"));
  }

  template <typename T>
  void known(ExtraKind kind, const std::vector<std::string>& objects) {
    ClusterDelta delta;
    delta.op = ClusterDelta::Op::ReplaceExtras;
    delta.extraKind = kind;
    for (const std::string& object : objects)
      delta.extras.emplace_back(
          read<T>(R"({"kind":")" + std::string(toString(kind)) + R"(","apiVersion":"v1",)" + object + "}"));
    m_builder.apply(std::move(delta));
  }
  void priorities(const std::vector<std::string>& objects) {
    known<RawPriorityClass>(ExtraKind::PriorityClass, objects);
  }
  void runtimes(const std::vector<std::string>& objects) { known<RawRuntimeClass>(ExtraKind::RuntimeClass, objects); }
  void services(const std::vector<std::string>& objects) { known<RawService>(ExtraKind::Service, objects); }

  AllocationAnswer ask(std::shared_ptr<const RawPod> pod, std::shared_ptr<const NamespaceRules> rules = {}) {
    m_request = makeRequest(std::move(pod));
    m_request.rules = std::move(rules);
    m_snapshot = m_builder.build(0);
    return allocate(m_request, *m_snapshot);
  }

  static std::string refused(const AllocationAnswer& answer) {
    if (answer.requestProblems.empty()) return {};
    EXPECT_EQ(answer.requestProblems[0].code, ErrorCode::Invalid);
    return answer.requestProblems[0].place + " | " + answer.requestProblems[0].detail;
  }

  static std::shared_ptr<NamespaceRules> noRules() {
    auto rules = std::make_shared<NamespaceRules>();
    rules->ns = "d";
    rules->quotas.emplace();
    rules->limitRanges.emplace();
    rules->claims.emplace();
    rules->volumes.emplace();
    return rules;
  }

  SnapshotBuilder m_builder;
  SnapshotPtr m_snapshot;
  AllocationRequest m_request;

 private:
  template <typename T>
  void upsert(ClusterDelta::Op op, std::shared_ptr<const T> object) {
    ClusterDelta delta;
    delta.op = op;
    if constexpr (std::is_same_v<T, RawNode>)
      delta.nodes = {std::move(object)};
    else
      delta.pods = {std::move(object)};
    m_builder.apply(std::move(delta));
  }
};

// What the API server refuses.

TEST_F(CreatedPod, ADefaultLimitBelowThePodsOwnRequestIsRefused) {
  node("a");
  priorities({});
  auto rules = noRules();
  RawLimitRange range;
  range.meta.key = {"d", "bounds"};
  RawLimitItem item;
  item.type = "Container";
  item.defaults = {{"cpu", Quantity::fromMilli(700)}};
  range.items = {item};
  rules->limitRanges->push_back(range);
  EXPECT_EQ(refused(ask(fromFile(kCpu), rules)),
            "spec.containers[0].resources.requests | spec.containers[0].resources.requests: Invalid value: \"4\": must "
            "be less than or equal to cpu limit of 700m");
  item.defaults = {{"cpu", Quantity::fromInteger(4)}};
  rules = noRules();
  range.items = {item};
  rules->limitRanges->push_back(range);
  EXPECT_EQ(refused(ask(fromFile(kCpu), rules)), "");
}

TEST_F(CreatedPod, AWholePodThatAsksForLessThanItsContainersIsRefused) {
  node("a");
  priorities({});
  const auto less = fromFile(std::string(kCpu) + R"(,"resources":{"requests":{"cpu":"1"}})");
  EXPECT_EQ(
      refused(ask(less)),
      "spec.resources.requests[cpu] | spec.resources.requests[cpu]: Invalid value: \"1\": must be greater than or "
      "equal to aggregate container requests of 4");
  EXPECT_EQ(refused(ask(fromFile(std::string(kCpu) + R"(,"resources":{"requests":{"cpu":"4"}})"))), "");
  m_builder.setServerVersion("v1.33.2");  // drops the field, unless a gate is set
  EXPECT_EQ(refused(ask(less)), "");
}

// The API server names the request of the whole pod by its containers, where it has a limit alone.
TEST_F(CreatedPod, AWholePodWhoseLimitIsBelowItsContainersIsRefused) {
  node("a");
  priorities({});
  const auto pod =
      fromFile(R"("containers":[{"name":"a","resources":{"requests":{"cpu":"50m","memory":"2560Mi"}}},{"name":"b"}],)"
               R"("resources":{"limits":{"cpu":"3","memory":"512Mi"}})");
  EXPECT_EQ(refused(ask(pod)),
            "spec.resources.requests | spec.resources.requests: Invalid value: \"2560Mi\": must be less than or equal "
            "to memory limit of 512Mi");
  const auto enough = fromFile(
      R"("containers":[{"name":"a","resources":{"requests":{"memory":"256Mi"}}}],"resources":{"limits":{"memory":"512Mi"}})");
  EXPECT_EQ(refused(ask(enough)), "");
}

TEST_F(CreatedPod, ALimitOfAContainerAboveThatOfTheWholePodIsRefused) {
  node("a");
  const auto more =
      fromFile(R"("containers":[{"name":"c","resources":{"limits":{"cpu":"4"}}}],"resources":{"limits":{"cpu":"2"}})");
  EXPECT_EQ(
      refused(ask(more)),
      "spec.resources.containers[0][cpu].limits | spec.resources.containers[0][cpu].limits: Invalid value: \"4\": "
      "must be less than or equal to pod limits of 2");
}

TEST_F(CreatedPod, CardsAreRequestedAsTheyAreLimited) {
  node("a");
  m_builder.setServerVersion("v1.20.2");
  EXPECT_EQ(refused(ask(fromFile(R"("containers":[{"name":"c","resources":{"limits":{"nvidia.com/gpu":"2"},)"
                                 R"("requests":{"nvidia.com/gpu":"1"}}}])"))),
            "spec.containers[0].resources.requests | spec.containers[0].resources.requests: Invalid value: \"1\": must "
            "be equal to nvidia.com/gpu limit");
}

TEST_F(CreatedPod, APodThatExistsWasLetIn) {
  node("a");
  priorities({});
  auto pod = fromFile(std::string(kCpu) + R"(,"priorityClassName":"gone","priority":7)");
  pod->meta.uid = "u";
  EXPECT_EQ(refused(ask(pod)), "");
}

// PriorityClasses.

TEST_F(CreatedPod, TheClassOfAPodSaysWhomItEvicts) {
  node("a");
  runs("low", "a", "8", 50);
  priorities({R"("metadata":{"name":"high"},"value":1000)", R"("metadata":{"name":"lowest"},"value":10)"});
  const auto evicts = [&](const std::string& name) {
    const auto answer = ask(fromFile(std::string(kCpu) + R"(,"priorityClassName":")" + name + '"'));
    EXPECT_TRUE(answer.requestProblems.empty());
    const auto found = preemptionFor(m_request, answer, *m_snapshot);
    EXPECT_EQ(has(answer, Caveat::Preemption), found.has_value()) << name;
    EXPECT_FALSE(has(answer, Caveat::PriorityNotRead)) << name;
    return found ? found->victims.at(0)->meta.key.name : std::string();
  };
  EXPECT_EQ(evicts("high"), "low");
  EXPECT_EQ(evicts("system-cluster-critical"), "low") << "the server makes this one itself";
  EXPECT_EQ(evicts("lowest"), "");
  EXPECT_EQ(evicts(""), "") << "priority 0";
}

TEST_F(CreatedPod, TheDefaultClassHoldsForPodsThatNameNone) {
  node("a");
  runs("low", "a", "8", 50);
  priorities({R"("metadata":{"name":"all"},"value":60,"globalDefault":true)",
              R"("metadata":{"name":"others"},"value":70,"globalDefault":true)"});
  const auto answer = ask(fromFile(kCpu));
  ASSERT_TRUE(preemptionFor(m_request, answer, *m_snapshot));
  runs("low", "a", "8", 65);
  const auto then = ask(fromFile(kCpu));
  EXPECT_FALSE(preemptionFor(m_request, then, *m_snapshot)) << "of two the lower one";
}

TEST_F(CreatedPod, AClassThatEvictsNobodyEvictsNobody) {
  node("a");
  runs("low", "a", "8", 50);
  priorities({R"("metadata":{"name":"calm"},"value":1000,"preemptionPolicy":"Never")"});
  const auto answer = ask(fromFile(std::string(kCpu) + R"(,"priorityClassName":"calm")"));
  EXPECT_FALSE(has(answer, Caveat::Preemption));
  EXPECT_FALSE(preemptionFor(m_request, answer, *m_snapshot));
}

TEST_F(CreatedPod, AClassThatDoesNotExistIsRefusedAndSoIsANumberThatIsNotItsOwn) {
  node("a");
  priorities({R"("metadata":{"name":"high"},"value":1000)"});
  EXPECT_EQ(refused(ask(fromFile(std::string(kCpu) + R"(,"priorityClassName":"nosuch")"))),
            "spec.priorityClassName | no PriorityClass with name nosuch was found");
  EXPECT_EQ(refused(ask(fromFile(std::string(kCpu) + R"(,"priority":7)"))),
            "spec.priority | the integer value of priority (7) must not be provided in pod spec; priority admission "
            "controller computed 0 from the given PriorityClass name");
  EXPECT_EQ(refused(ask(fromFile(std::string(kCpu) + R"(,"priorityClassName":"high","priority":1000)"))), "");
}

TEST_F(CreatedPod, WithoutTheClassesThePriorityIsNotKnownAndThatIsSaid) {
  node("a");
  runs("low", "a", "8", 50);
  const auto named = ask(fromFile(std::string(kCpu) + R"(,"priorityClassName":"high")"));
  EXPECT_TRUE(has(named, Caveat::PriorityNotRead));
  EXPECT_NE(named.certainty, Certainty::Certain);
  EXPECT_TRUE(has(ask(fromFile(kCpu)), Caveat::PriorityNotRead)) << "a class may hold for all";
  EXPECT_FALSE(has(ask(fromFile(std::string(kCpu) + R"(,"preemptionPolicy":"Never")")), Caveat::PriorityNotRead));
  const auto placed = ask(fromFile(R"("containers":[{"name":"c","resources":{"requests":{"cpu":"1"}}}])"));
  EXPECT_FALSE(has(placed, Caveat::PriorityNotRead)) << "it takes nobody's place";
  EXPECT_EQ(placed.certainty, Certainty::Certain);
}

TEST_F(CreatedPod, QuotasOfAClassCountThePodsThatGetIt) {
  node("a");
  auto rules = noRules();
  RawQuota quota;
  quota.meta.key = {"d", "urgent"};
  quota.hard = {{"pods", Quantity::fromInteger(0)}};
  quota.scopeSelector = {{"PriorityClass", "Exists", {}}};
  rules->quotas->push_back(quota);
  EXPECT_TRUE(has(ask(fromFile(kCpu), rules), Caveat::PriorityNotRead));
  priorities({});
  const auto none = ask(fromFile(kCpu), rules);
  EXPECT_TRUE(none.requestProblems.empty());
  EXPECT_EQ(none.certainty, Certainty::Certain);
  priorities({R"("metadata":{"name":"all"},"value":60,"globalDefault":true)"});
  const auto counted = ask(fromFile(kCpu), rules);
  ASSERT_EQ(counted.requestProblems.size(), 1U);
  EXPECT_EQ(counted.requestProblems[0].code, ErrorCode::QuotaExceeded);
}

TEST_F(CreatedPod, AStandingQuestionFollowsTheClasses) {
  node("a");
  runs("low", "a", "8", 50);
  priorities({R"("metadata":{"name":"high"},"value":1)"});
  StandingQuestion question(makeRequest(fromFile(std::string(kCpu) + R"(,"priorityClassName":"high")")));
  EXPECT_FALSE(has(question.answer(m_builder.build(0)), Caveat::Preemption));
  priorities({R"("metadata":{"name":"high"},"value":1000)"});
  EXPECT_TRUE(has(question.answer(m_builder.build(0)), Caveat::Preemption));
  priorities({});
  EXPECT_EQ(question.answer(m_builder.build(0)).requestProblems.size(), 1U);
  priorities({R"("metadata":{"name":"high"},"value":1000)"});
  EXPECT_TRUE(has(question.answer(m_builder.build(0)), Caveat::Preemption));
}

// RuntimeClasses.

constexpr const char* kKata =
    R"("metadata":{"name":"kata"},"handler":"kata","overhead":{"podFixed":{"cpu":"7"}},"scheduling":{"nodeSelector":)"
    R"({"vm":"yes"},"tolerations":[{"key":"vm","operator":"Exists"}]})";

TEST_F(CreatedPod, ARuntimeClassBringsOverheadSelectorAndTolerations) {
  node("plain");
  node("vm", R"({"vm":"yes"})", R"([{"key":"vm","effect":"NoSchedule"}])");
  priorities({});
  const auto kata = fromFile(R"("runtimeClassName":"kata",)" + std::string(kCpu));
  EXPECT_TRUE(has(ask(kata), Caveat::RuntimeOverhead));
  runtimes({kKata});
  const auto answer = ask(kata);
  EXPECT_FALSE(has(answer, Caveat::RuntimeOverhead));
  EXPECT_TRUE(answer.candidates.empty()) << "4 + 7 of 10 CPUs";
  const auto small =
      ask(fromFile(R"("runtimeClassName":"kata","containers":[{"name":"c","resources":{"requests":{"cpu":"3"}}}])"));
  ASSERT_EQ(small.placements.size(), 1U);
  EXPECT_EQ(m_snapshot->node(small.placements[0].place.node).name, "vm");
  EXPECT_EQ(small.certainty, Certainty::Certain);
}

TEST_F(CreatedPod, ARuntimeClassThatDoesNotFitThePodIsRefused) {
  node("a");
  priorities({});
  runtimes({kKata});
  const auto with = [&](const std::string& more) { return refused(ask(fromFile(std::string(kCpu) + more))); };
  EXPECT_EQ(with(R"(,"runtimeClassName":"gone")"),
            "spec.runtimeClassName | pod rejected: RuntimeClass \"gone\" not found");
  EXPECT_EQ(
      with(R"(,"runtimeClassName":"kata","nodeSelector":{"vm":"no"})"),
      "spec.runtimeClassName | conflict: runtimeClass.scheduling.nodeSelector[vm] = yes; pod.spec.nodeSelector[vm] "
      "= no");
  EXPECT_EQ(with(R"(,"overhead":{"cpu":"1"})"),
            "spec.overhead | pod rejected: Pod Overhead set without corresponding RuntimeClass defined Overhead");
  EXPECT_EQ(with(R"(,"runtimeClassName":"kata","overhead":{"cpu":"1"})"),
            "spec.overhead | pod rejected: Pod's Overhead doesn't match RuntimeClass's defined Overhead");
}

// Services and Namespaces.

TEST_F(CreatedPod, ServicesThatWereReadCostNoCertaintyAndSpreadWhatTheySelect) {
  node("a", R"({"kubernetes.io/hostname":"a","topology.kubernetes.io/zone":"z1"})");
  node("b", R"({"kubernetes.io/hostname":"b","topology.kubernetes.io/zone":"z2"})");
  runs("other", "b", "1", 0);
  runs("web", "a", "500m", 0, R"({"app":"web"})");
  priorities({});
  const auto pod = fromFile(kCpu, R"({"app":"web"})");
  EXPECT_TRUE(has(ask(pod), Caveat::ServicesNotRead));
  services({});
  const auto none = ask(pod);
  EXPECT_FALSE(has(none, Caveat::ServicesNotRead));
  EXPECT_EQ(none.certainty, Certainty::Certain);
  EXPECT_EQ(m_snapshot->node(none.candidates[0].node).name, "a") << "it has more free";
  services({R"("metadata":{"namespace":"d","name":"web"},"spec":{"selector":{"app":"web"}})"});
  const auto spread = ask(pod);
  EXPECT_FALSE(has(spread, Caveat::ServicesNotRead));
  EXPECT_EQ(m_snapshot->node(spread.candidates[0].node).name, "b") << "away from the other one of the Service";
}

TEST_F(CreatedPod, PodsOfAControllerThatIsNotThereYetAreSpreadAmongThemselves) {
  node("a", R"({"kubernetes.io/hostname":"a","topology.kubernetes.io/zone":"z1"})");
  node("b", R"({"kubernetes.io/hostname":"b","topology.kubernetes.io/zone":"z2"})");
  runs("other", "b", "1", 0);
  runs("web", "a", "500m", 0, R"({"app":"web"})");
  priorities({});
  services({R"("metadata":{"namespace":"d","name":"web"},"spec":{"selector":{"app":"web"}})"});
  auto pod = fromFile(kCpu, R"({"app":"web"})");
  pod->meta.owners = {{"Deployment", "web", {}, true}};
  const auto answer = ask(pod);
  EXPECT_EQ(m_snapshot->node(answer.candidates[0].node).name, "a") << "its ReplicaSet has no pods yet";
  EXPECT_EQ(answer.certainty, Certainty::OneOf);
  EXPECT_EQ(answer.tied, 2U) << "b, away from the pod of the Service, where the ReplicaSet is not known yet";
  const auto two = allocate(makeRequest(pod, 2), *m_snapshot);
  ASSERT_EQ(two.placements.size(), 2U);
  EXPECT_EQ(m_snapshot->node(two.placements[1].place.node).name, "b") << "away from its first one";
}

/// Of a Deployment that is created with it; `uid`: its ReplicaSet exists.
std::shared_ptr<RawPod> ofDeployment(const std::string& uid = {}) {
  auto pod = fromFile(kCpu, R"({"app":"web"})");
  pod->meta.owners = {{uid.empty() ? "Deployment" : "ReplicaSet", "web", uid, true}};
  return pod;
}

TEST_F(CreatedPod, TheFirstPodOfANewControllerMayBePlacedBeforeTheSchedulerKnowsIt) {
  node("a", R"({"kubernetes.io/hostname":"a","topology.kubernetes.io/zone":"z1"})");
  node("b", R"({"kubernetes.io/hostname":"b"})");
  priorities({});
  services({});
  for (const auto& [version, spread, other] : {std::array{"v1.35.4", "b", "a"}, std::array{"v1.20.2", "a", "b"}}) {
    m_builder.setServerVersion(version);
    runs("busy", spread, "1", 0);
    const auto answer = ask(ofDeployment());
    EXPECT_EQ(m_snapshot->node(answer.candidates.at(0).node).name, spread) << version;
    EXPECT_EQ(m_snapshot->node(answer.candidates.at(1).node).name, other) << version;
    EXPECT_EQ(answer.tied, 2U) << version << ": the other one has more free, which decides where nothing is spread";
    EXPECT_EQ(answer.certainty, Certainty::OneOf) << version;
    EXPECT_EQ(answer.placements.at(0).certainty, Certainty::OneOf) << version;
    EXPECT_TRUE(has(answer, Caveat::TopologySpread)) << version;
    EXPECT_EQ(ask(ofDeployment("u1")).certainty, Certainty::Certain) << version << ": it is known for long";
    runs("busy", other, "1", 0);
    EXPECT_EQ(ask(ofDeployment()).certainty, Certainty::Certain) << version << ": spread or not, it is the best";
  }
}

TEST_F(CreatedPod, ANewControllerCostsNoCertaintyWhereAllNodesAreSpreadAlike) {
  node("a", R"({"kubernetes.io/hostname":"a","topology.kubernetes.io/zone":"z1"})");
  node("b", R"({"kubernetes.io/hostname":"b","topology.kubernetes.io/zone":"z2"})");
  runs("busy", "b", "1", 0);
  priorities({});
  services({});
  const auto answer = ask(ofDeployment());
  EXPECT_EQ(answer.certainty, Certainty::Certain);
  EXPECT_EQ(m_snapshot->node(answer.candidates.at(0).node).name, "a");
  EXPECT_TRUE(answer.caveats.empty());
}

TEST_F(CreatedPod, ANewControllerIsSpreadByServicesThatWereNotRead) {
  node("a", R"({"kubernetes.io/hostname":"a","topology.kubernetes.io/zone":"z1"})");
  node("b", R"({"kubernetes.io/hostname":"b","topology.kubernetes.io/zone":"z2"})");
  runs("other", "b", "1", 0);
  priorities({});
  EXPECT_FALSE(has(ask(ofDeployment()), Caveat::ServicesNotRead)) << "no pod shares a label";
  runs("web", "a", "500m", 0, R"({"app":"web"})");
  const auto answer = ask(ofDeployment());
  EXPECT_TRUE(has(answer, Caveat::ServicesNotRead));
  EXPECT_NE(answer.certainty, Certainty::Certain);
  EXPECT_FALSE(has(ask(ofDeployment("u1")), Caveat::ServicesNotRead));
}

TEST_F(CreatedPod, AServiceOfTheSameFileMayMoveThePod) {
  node("a", R"({"kubernetes.io/hostname":"a","topology.kubernetes.io/zone":"z1"})");
  node("b", R"({"kubernetes.io/hostname":"b","topology.kubernetes.io/zone":"z2"})");
  runs("other", "b", "1", 0);
  priorities({});
  services({});
  const std::string service = R"("metadata":{"name":"web"},"spec":{"selector":{"app":"web"}})";
  const auto askBeside = [&](const std::string& labels) {
    auto objects = std::make_shared<ClaimObjects>();
    objects->services.push_back(*read<RawService>(R"({"kind":"Service","apiVersion":"v1",)" + service + "}"));
    AllocationRequest request = makeRequest(fromFile(kCpu, labels));
    request.claims = std::move(objects);
    m_snapshot = m_builder.build(0);
    return allocate(request, *m_snapshot);
  };
  EXPECT_EQ(askBeside(R"({"app":"web"})").certainty, Certainty::Certain) << "no other pod is of it";
  runs("web", "a", "500m", 0, R"({"app":"web","tier":"x"})");
  const auto moved = askBeside(R"({"app":"web"})");
  EXPECT_TRUE(has(moved, Caveat::ServicesNotRead)) << "away from the other one, once the Service is there";
  EXPECT_EQ(moved.certainty, Certainty::Modelled);
  EXPECT_EQ(askBeside(R"({"app":"db","tier":"x"})").certainty, Certainty::Certain) << "it does not select this pod";
  services({R"("metadata":{"namespace":"d","name":"web"},"spec":{"selector":{"app":"web"}})"});
  const auto known = askBeside(R"({"app":"web"})");
  EXPECT_FALSE(has(known, Caveat::ServicesNotRead)) << "the cluster has it already";
  EXPECT_EQ(m_snapshot->node(known.candidates.at(0).node).name, "b");
}

TEST_F(CreatedPod, AServiceThatWasNotReadMaySetNodesWithoutAZoneAhead) {
  node("a", R"({"kubernetes.io/hostname":"a","topology.kubernetes.io/zone":"z1"})");
  node("b", R"({"kubernetes.io/hostname":"b"})");
  priorities({});
  const auto pod = fromFile(kCpu, R"({"app":"web"})");
  runs("busy", "b", "1", 0);
  const auto answer = ask(pod);
  EXPECT_EQ(m_snapshot->node(answer.candidates.at(0).node).name, "a");
  EXPECT_TRUE(has(answer, Caveat::ServicesNotRead));
  runs("busy", "a", "1", 0);
  EXPECT_FALSE(has(ask(pod), Caveat::ServicesNotRead)) << "b is the best, with a Service or without";
  services({R"("metadata":{"namespace":"d","name":"web"},"spec":{"selector":{"app":"web"}})"});
  runs("busy", "b", "1", 0);
  const auto spread = ask(pod);
  EXPECT_EQ(m_snapshot->node(spread.candidates.at(0).node).name, "b");
}

TEST_F(CreatedPod, AStandingQuestionAboutANewDeploymentStaysTheFreshAnswer) {
  node("a", R"({"kubernetes.io/hostname":"a","topology.kubernetes.io/zone":"z1"})");
  node("b", R"({"kubernetes.io/hostname":"b"})");
  priorities({});
  services({});
  auto pod = fromFile(kCpu, R"({"app":"web"})");
  pod->meta.owners = {{"Deployment", "web", {}, true}};
  StandingQuestion question(makeRequest(pod));
  (void)question.answer(m_builder.build(0));
  runs("other", "b", "1", 0, R"({"app":"web"})");
  const AllocationAnswer& kept = question.answer(m_builder.build(0));
  EXPECT_EQ(question.judged(), 1U) << "only the node that changed";
  const auto fresh = ask(pod);
  ASSERT_EQ(kept.candidates.size(), 2U);
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_EQ(kept.candidates[i].node, fresh.candidates[i].node);
    EXPECT_EQ(kept.candidates[i].total, fresh.candidates[i].total);
  }
  EXPECT_EQ(m_snapshot->node(fresh.candidates[0].node).name, "b") << "a node without a zone is set ahead";
}

TEST_F(CreatedPod, LabelsOfNamespacesDecideWhereTheyWereRead) {
  node("a", R"({"kubernetes.io/hostname":"a"})");
  runs("loud", "a", "1", 0, R"({"app":"loud"})");
  priorities({});
  const auto pod = fromFile(
      std::string(kCpu) +
      R"(,"affinity":{"podAntiAffinity":{"requiredDuringSchedulingIgnoredDuringExecution":[{"topologyKey":)"
      R"("kubernetes.io/hostname","labelSelector":{"matchLabels":{"app":"loud"}},"namespaceSelector":{"matchLabels":)"
      R"({"team":"x"}}}]}})");
  services({});
  EXPECT_TRUE(has(ask(pod), Caveat::PodAffinity));
  known<RawNamespace>(ExtraKind::Namespace, {R"("metadata":{"name":"d","labels":{"team":"y"}})"});
  const auto apart = ask(pod);
  EXPECT_FALSE(has(apart, Caveat::PodAffinity));
  EXPECT_EQ(apart.candidates.size(), 1U);
  known<RawNamespace>(ExtraKind::Namespace, {R"("metadata":{"name":"d","labels":{"team":"x"}})"});
  EXPECT_TRUE(ask(pod).candidates.empty());
}

// Tolerations of extended resources.

constexpr const char* kGpuTaint = R"([{"key":"nvidia.com/gpu","value":"present","effect":"NoSchedule"}])";

TEST_F(CreatedPod, ATaintByTheRequestedResourceIsForTheAdmissionPluginToDecide) {
  node("a", "{}", kGpuTaint);
  priorities({});
  const auto answer = ask(fromFile(kGpu));
  EXPECT_TRUE(has(answer, Caveat::TolerationsAtAdmission));
  ASSERT_EQ(answer.rejections.size(), 1U);
  EXPECT_EQ(answer.rejections[0].reason.code, ReasonCode::TaintNotTolerated);
  EXPECT_EQ(answer.rejections[0].reason.waiting, Waiting::Unknown);
  EXPECT_EQ(explainRequest(m_request, *m_snapshot)->outlook, Outlook::Unknown);
  const auto cpu = ask(fromFile(kCpu));
  EXPECT_EQ(explainRequest(m_request, *m_snapshot)->outlook, Outlook::NeedsChange);
  EXPECT_FALSE(has(cpu, Caveat::TolerationsAtAdmission));
  EXPECT_EQ(cpu.rejections.at(0).reason.waiting, Waiting::Never);
  auto created = fromFile(kGpu);
  created->meta.uid = "u";
  EXPECT_EQ(ask(created).rejections.at(0).reason.waiting, Waiting::Never) << "it would carry the toleration";
}

TEST_F(CreatedPod, OnNodesOfCloudsThatRunThePluginThePodPasses) {
  node("gke", R"({"cloud.google.com/gke-nodepool":"p"})", kGpuTaint);
  node("aks", R"({"kubernetes.azure.com/agentpool":"p"})", kGpuTaint);
  node("drained", R"({"kubernetes.azure.com/agentpool":"p"})",
       R"([{"key":"nvidia.com/gpu","effect":"NoExecute"},{"key":"nvidia.com/gpu","effect":"NoSchedule"}])");
  const auto answer = ask(fromFile(kGpu));
  EXPECT_EQ(answer.candidates.size(), 2U);
  EXPECT_FALSE(has(answer, Caveat::TolerationsAtAdmission));
  ASSERT_EQ(answer.rejections.size(), 1U);
  EXPECT_EQ(answer.rejections[0].reason.waiting, Waiting::Never) << "the plugin's toleration is of NoSchedule";
}

TEST_F(CreatedPod, AnotherTaintStillRefuses) {
  node("a", "{}",
       R"([{"key":"nvidia.com/gpu","effect":"NoSchedule"},{"key":"team","value":"x","effect":"NoSchedule"}])");
  const auto answer = ask(fromFile(kGpu));
  EXPECT_FALSE(has(answer, Caveat::TolerationsAtAdmission));
  EXPECT_EQ(answer.rejections.at(0).reason.detail, "team=x:NoSchedule");
  EXPECT_EQ(answer.rejections.at(0).reason.waiting, Waiting::Never);
}

// Quotas of objects.

TEST_F(CreatedPod, AQuotaOfControllersIsAskedOnceForAllTheirPods) {
  node("a");
  priorities({});
  auto rules = noRules();
  RawQuota quota;
  quota.meta.key = {"d", "few"};
  quota.hard = {{"count/jobs.batch", Quantity::fromInteger(2)}, {"count/deployments.apps", Quantity::fromInteger(1)}};
  quota.used = {{"count/jobs.batch", Quantity::fromInteger(1)}, {"count/deployments.apps", Quantity::fromInteger(1)}};
  rules->quotas->push_back(quota);
  auto pod = fromFile(R"("containers":[{"name":"c","resources":{"requests":{"cpu":"1"}}}])");
  pod->meta.owners = {{"Job", "j", {}, true}};
  EXPECT_TRUE(ask(pod, rules).requestProblems.empty());
  pod->meta.owners = {{"Deployment", "web", {}, true}};
  const auto answer = ask(pod, rules);
  ASSERT_EQ(answer.requestProblems.size(), 1U);
  EXPECT_EQ(answer.requestProblems[0].detail,
            "exceeded quota: few, requested: count/deployments.apps=1, used: count/deployments.apps=1, limited: "
            "count/deployments.apps=1");
  auto runs = std::make_shared<RawPod>(*pod);
  runs->meta.key.name = "web-5d59d67564-x";
  runs->meta.uid = "r";
  runs->meta.labels = {{"pod-template-hash", "5d59d67564"}};
  runs->meta.owners = {{"ReplicaSet", "web-5d59d67564", "s", true}};
  runs->spec.nodeName = "a";
  ClusterDelta delta;
  delta.op = ClusterDelta::Op::UpsertPod;
  delta.pods = {runs};
  m_builder.apply(std::move(delta));
  EXPECT_TRUE(ask(pod, rules).requestProblems.empty()) << "it exists: applying its file creates none";
}

}  // namespace
}  // namespace cardinal::testing
