// SPDX-License-Identifier: Apache-2.0
// What kube-scheduler itself looks at before any card.
#include "tests/core/alloc/answer_text.h"

namespace cardinal::testing {
namespace {

PodBuilder asks(std::int64_t units = 2) {
  PodBuilder out = pod("asked");
  out.gpuMem(units);
  return out;
}

NodeBuilder gpu(const std::string& name = "n") {
  return gpushareNode(name, 2, 15);
}

std::string reasonFor(const NodeBuilder& node, const PodBuilder& incoming) {
  const auto cluster = snapshotOf({node});
  const auto answer = ask(cluster, incoming);
  return answer.rejections.empty() ? "fits" : text(answer.rejections[0].reason);
}

PodBuilder affine(std::vector<NodeSelectorTerm> terms) {
  PodBuilder out = asks();
  out.edit().spec.requiredNodeAffinity = std::move(terms);
  return out;
}

NodeSelectorTerm term(std::string key, std::string op, std::vector<std::string> values) {
  return {{{std::move(key), std::move(op), std::move(values)}}, {}};
}

TEST(KubernetesFilters, ANodeThatOnlyPodsNameIsUnknown) {
  const auto cluster = snapshotOf({}, {held("p", "ghost", 0, 2)});
  EXPECT_EQ(why(ask(cluster, asks()), cluster, "ghost"), "NodeUnknown ?");
}

TEST(KubernetesFilters, ACordonedNodeTakesOnlyPodsThatTolerateTheCordon) {
  EXPECT_EQ(reasonFor(gpu().cordoned(), asks()), "NodeUnschedulable ?");
  PodBuilder tolerant = asks();
  tolerant.tolerate("node.kubernetes.io/unschedulable", "Exists", "", "NoSchedule");
  EXPECT_EQ(reasonFor(gpu().cordoned(), tolerant), "fits");
}

TEST(KubernetesFilters, ANamedNodeIsTheOnlyOne) {
  PodBuilder named = asks();
  named.edit().spec.nodeName = "m";
  const auto cluster = snapshotOf({gpu("m"), gpu("n")});
  const auto answer = ask(cluster, named);
  EXPECT_EQ(places(answer, cluster), "m[0]");
  EXPECT_EQ(why(answer, cluster, "n"), "NodeNameMismatch m never");
}

TEST(KubernetesFilters, TaintsNeedTheirToleration) {
  const NodeBuilder tainted = gpu().taint("gpu", "team-a", "NoSchedule");
  EXPECT_EQ(reasonFor(tainted, asks()), "TaintNotTolerated gpu=team-a:NoSchedule never");
  EXPECT_EQ(reasonFor(gpu().taint("gpu", "", "NoExecute"), asks()), "TaintNotTolerated gpu:NoExecute never");
  EXPECT_EQ(reasonFor(gpu().taint("gpu", "", "PreferNoSchedule"), asks()), "fits");
  struct Case {
    Toleration toleration;
    bool helps;
  };
  const std::vector<Case> cases = {{{"gpu", "Equal", "team-a", "NoSchedule"}, true},
                                   {{"gpu", "", "team-a", ""}, true},
                                   {{"gpu", "Exists", "", ""}, true},
                                   {{"", "Exists", "", ""}, true},
                                   {{"gpu", "Equal", "team-b", ""}, false},
                                   {{"gpu", "Exists", "", "NoExecute"}, false},
                                   {{"other", "Exists", "", ""}, false},
                                   {{"", "", "team-a", ""}, false},
                                   {{"gpu", "Bogus", "team-a", ""}, false}};
  for (const Case& one : cases) {
    PodBuilder tolerant = asks();
    tolerant.tolerate(one.toleration.key, one.toleration.op, one.toleration.value, one.toleration.effect);
    EXPECT_EQ(reasonFor(tainted, tolerant) == "fits", one.helps)
        << one.toleration.key << one.toleration.op << one.toleration.value;
  }
}

TEST(KubernetesFilters, NotReadyRefusesOnlyThroughItsTaint) {
  const auto untainted = snapshotOf({gpu().notReady()});
  const auto answer = ask(untainted, asks());
  EXPECT_EQ(places(answer, untainted), "n[0]");
  EXPECT_TRUE(has(answer, Caveat::NodesNotReady));
  EXPECT_EQ(reasonFor(gpu().notReady().taint("node.kubernetes.io/not-ready", "", "NoSchedule"), asks()),
            "NodeNotReady node.kubernetes.io/not-ready:NoSchedule ?");
  EXPECT_EQ(reasonFor(gpu().taint("node.kubernetes.io/unreachable", "", "NoExecute"), asks()), "fits");
}

TEST(KubernetesFilters, TheNodeSelectorNamesTheFirstKeyThatDiffers) {
  PodBuilder selective = asks();
  selective.selector("disk", "ssd").selector("zone", "a");
  EXPECT_EQ(reasonFor(gpu().label("disk", "ssd").label("zone", "a"), selective), "fits");
  EXPECT_EQ(reasonFor(gpu().label("disk", "ssd").label("zone", "b"), selective),
            "NodeSelectorMismatch zone=a, not b never");
  EXPECT_EQ(reasonFor(gpu(), selective), "NodeSelectorMismatch disk=ssd never");
}

TEST(KubernetesFilters, RequiredAffinityKnowsEveryOperator) {
  const NodeBuilder labelled = gpu().label("zone", "a").label("size", "8").label("text", "x");
  const std::vector<std::pair<NodeSelectorTerm, bool>> cases = {
      {term("zone", "In", {"b", "a"}), true},   {term("zone", "In", {"b"}), false},
      {term("none", "In", {"a"}), false},       {term("zone", "NotIn", {"b"}), true},
      {term("zone", "NotIn", {"a"}), false},    {term("none", "NotIn", {"a"}), true},
      {term("zone", "Exists", {}), true},       {term("none", "Exists", {}), false},
      {term("none", "DoesNotExist", {}), true}, {term("zone", "DoesNotExist", {}), false},
      {term("size", "Gt", {"7"}), true},        {term("size", "Gt", {"8"}), false},
      {term("size", "Lt", {"9"}), true},        {term("size", "Lt", {"8"}), false},
      {term("text", "Gt", {"1"}), false},       {term("none", "Lt", {"1"}), false},
      {term("size", "Gt", {"x"}), false},       {term("zone", "Bogus", {"a"}), false}};
  for (const auto& [one, matches] : cases) {
    EXPECT_EQ(reasonFor(labelled, affine({one})), matches ? "fits" : "NodeAffinityMismatch never")
        << one.matchExpressions[0].key << one.matchExpressions[0].op;
  }
}

TEST(KubernetesFilters, AffinityTermsAreAlternativesAndAnEmptyTermMatchesNothing) {
  const NodeBuilder labelled = gpu().label("zone", "a");
  EXPECT_EQ(reasonFor(labelled, affine({term("zone", "In", {"b"}), term("zone", "In", {"a"})})), "fits");
  EXPECT_EQ(reasonFor(labelled, affine({{}})), "NodeAffinityMismatch never");
  EXPECT_EQ(reasonFor(labelled, affine({})), "NodeAffinityMismatch never");
  NodeSelectorTerm both = term("zone", "In", {"a"});
  both.matchExpressions.push_back({"none", "Exists", {}});
  EXPECT_EQ(reasonFor(labelled, affine({both})), "NodeAffinityMismatch never");
}

TEST(KubernetesFilters, FieldsMatchTheNameOfTheNode) {
  const NodeSelectorTerm name{{}, {{"metadata.name", "In", {"n"}}}};
  const NodeSelectorTerm others{{}, {{"metadata.name", "NotIn", {"n"}}}};
  EXPECT_EQ(reasonFor(gpu("n"), affine({name})), "fits");
  EXPECT_EQ(reasonFor(gpu("m"), affine({name})), "NodeAffinityMismatch never");
  EXPECT_EQ(reasonFor(gpu("n"), affine({others})), "NodeAffinityMismatch never");
}

TEST(KubernetesFilters, ResourcesAreSummedOverTheNode) {
  const auto cluster = snapshotOf({gpu()}, {pod("busy").cpuMilli(63'000).on("n")});
  PodBuilder one = asks();
  one.cpuMilli(1000);
  EXPECT_EQ(places(ask(cluster, one), cluster), "n[0]");
  PodBuilder two = asks();
  two.cpuMilli(1500);
  EXPECT_EQ(why(ask(cluster, two), cluster, "n"), "InsufficientResource 1500/1000 cpu");
  PodBuilder never = asks();
  never.cpuMilli(65'000);
  EXPECT_EQ(why(ask(cluster, never), cluster, "n"), "InsufficientResource 65000/1000 cpu never");
  PodBuilder memory = asks();
  memory.resource("memory", 300LL << 30);
  EXPECT_EQ(why(ask(cluster, memory), cluster, "n"), "InsufficientResource 322122547200/274877906944 memory never");
  PodBuilder storage = asks();
  storage.resource("ephemeral-storage", 1);
  EXPECT_EQ(why(ask(cluster, storage), cluster, "n"), "InsufficientResource 1/0 ephemeral-storage never");
  PodBuilder foreign = asks();
  foreign.resource("aliyun/erdma", 1);
  EXPECT_EQ(why(ask(cluster, foreign), cluster, "n"), "InsufficientResource 1/0 aliyun/erdma never");
}

TEST(KubernetesFilters, InitContainersAndOverheadCount) {
  PodBuilder init = asks();
  init.cpuMilli(1000);
  init.edit().spec.initContainers.push_back({"i", "image", {{"cpu", Quantity::fromInteger(70)}}, {}, false});
  EXPECT_EQ(reasonFor(gpu(), init), "InsufficientResource 70000/64000 cpu never");
  PodBuilder overhead = asks();
  overhead.cpuMilli(63'900);
  overhead.edit().spec.overhead.push_back({"cpu", Quantity::fromMilli(200)});
  EXPECT_EQ(reasonFor(gpu(), overhead), "InsufficientResource 64100/64000 cpu never");
}

TEST(KubernetesFilters, LimitsStandForMissingRequests) {
  PodBuilder limited = asks();
  limited.edit().spec.containers[0].limits.push_back({"cpu", Quantity::fromInteger(65)});
  EXPECT_EQ(reasonFor(gpu(), limited), "InsufficientResource 65000/64000 cpu never");
}

TEST(KubernetesFilters, ThePodLimitOfTheNodeIsCounted) {
  std::vector<PodBuilder> pods;
  for (int i = 0; i < 3; ++i) pods.push_back(pod("p" + std::to_string(i)).on("n"));
  const auto cluster = snapshotOf({gpu().resource("pods", 3)}, pods);
  EXPECT_EQ(why(ask(cluster, asks()), cluster, "n"), "TooManyPods 1/0");
}

}  // namespace
}  // namespace cardinal::testing
