// SPDX-License-Identifier: Apache-2.0
// Groups of pods on ACK's topology nodes, and pods that ask for NUMA alignment: traps K5 to K7, K10 and K11 of
// docs/scenarios.md.
#include <gtest/gtest.h>

#include "tests/core/alloc/answer_text.h"
#include "tests/support/extras.h"

namespace cardinal::testing {
namespace {

constexpr const char* kGroup = "gputopology.alibabacloud.com/pod-group";
constexpr const char* kReplica = "gputopology.alibabacloud.com/replica";

NodeBuilder linkedNode(const std::string& name, int cards) {
  return ackNode(name, "topology", cards, 0);
}

/// To be created: without a uid.
PodBuilder member(int cards, const char* replica, const std::string& name = "asked") {
  PodBuilder out = pod(name);
  out.topology(cards).label(kGroup, "job").label(kReplica, replica);
  out.edit().meta.uid.clear();
  out.edit().meta.resourceVersion.clear();
  return out;
}

/// It exists and waits.
PodBuilder waiting(int cards, const char* replica, const std::string& name) {
  PodBuilder out = member(cards, replica, name);
  out.edit().meta.uid = "uid-" + name;
  return out;
}

TEST(StackTraps, K5AGroupGoesToTheNodeWhoseFreeCardsItUsesBest) {
  const auto cluster = snapshotOf({linkedNode("a", 4), linkedNode("b", 8)});
  const AllocationAnswer answer = ask(cluster, member(2, "2"), 2);
  EXPECT_EQ(plan(answer, cluster), "a[] a[]") << "4 of 4 free cards are better than 4 of 8";
  EXPECT_EQ(places(answer, cluster), "a[] b[]");
  EXPECT_EQ(answer.certainty, Certainty::Modelled);
  EXPECT_EQ(answer.tied, 1U);
  // The larger node where the smaller one is in use.
  const auto busy = snapshotOf({linkedNode("a", 4), linkedNode("b", 8)}, {pod("x").topology(1).on("a")});
  EXPECT_EQ(plan(ask(busy, member(2, "2"), 2), busy), "b[] b[]");
}

TEST(StackTraps, K6AGroupThatNeedsTwoNodesIsSpreadOverBoth) {
  const auto cluster = snapshotOf({linkedNode("a", 4), linkedNode("b", 8)});
  const AllocationAnswer answer = ask(cluster, member(4, "3"), 3);
  EXPECT_EQ(plan(answer, cluster), "a[] b[] b[]") << "each pod to the node that is left with least";
  const auto small = snapshotOf({linkedNode("a", 4), linkedNode("b", 4)});
  const AllocationAnswer refused = ask(small, member(4, "3"), 3);
  EXPECT_TRUE(refused.candidates.empty());
  EXPECT_EQ(why(refused, small, "a"), "StackRefused Insufficient gpus to allocate for the topology group job ?");
  EXPECT_EQ(why(refused, small, "b"), "StackRefused Insufficient gpus to allocate for the topology group job ?");
  EXPECT_TRUE(refused.placements.empty());
}

TEST(StackTraps, K7AGroupWaitsUntilItHasAsManyPodsAsItsLabelSays) {
  const std::string words =
      "StackRefused Number(2) of of GPUTopologyGroup(job) pods is not equal to label replica(3) ?";
  const auto two = snapshotOf({linkedNode("a", 8)}, {waiting(2, "3", "one"), waiting(2, "3", "two")});
  EXPECT_EQ(why(ask(two, waiting(2, "3", "one")), two, "a"), words) << "they exist, and they are two";
  const auto three =
      snapshotOf({linkedNode("a", 8)}, {waiting(2, "3", "one"), waiting(2, "3", "two"), waiting(2, "3", "three")});
  EXPECT_EQ(places(ask(three, waiting(2, "3", "one")), three), "a[]");
  // What is to be created may be one role of several: it waits for the others.
  const auto empty = snapshotOf({linkedNode("a", 8)});
  EXPECT_TRUE(has(ask(empty, member(2, "3"), 2), Caveat::GroupIncomplete));
  EXPECT_FALSE(has(ask(empty, member(2, "2"), 2), Caveat::GroupIncomplete));
  EXPECT_EQ(why(ask(empty, member(2, "1"), 2), empty, "a"),
            "StackRefused Number(2) of of GPUTopologyGroup(job) pods is not equal to label replica(1) ?");
  // Ended and terminating pods are no members any more.
  const auto ended = snapshotOf({linkedNode("a", 8)},
                                {waiting(2, "2", "one"), waiting(2, "2", "old").on("a").phase(PodPhase::Succeeded)});
  EXPECT_EQ(why(ask(ended, waiting(2, "2", "one")), ended, "a"),
            "StackRefused Number(1) of of GPUTopologyGroup(job) pods is not equal to label replica(2) ?");
}

TEST(TopologyGroup, LabelsThatContradictEachOtherAreRefusedInTheSchedulersWords) {
  const auto cluster = snapshotOf({linkedNode("a", 8)});
  EXPECT_EQ(why(ask(cluster, member(2, "0")), cluster, "a"), "StackRefused invalid replica 0,it should great than 0 ?");
  PodBuilder both = member(2, "1");
  both.label("pod-group.scheduling.sigs.k8s.io/name", "gang");
  EXPECT_EQ(why(ask(cluster, both), cluster, "a"),
            "StackRefused gang group label and gpu topology group label cannot appear together ?");
  PodBuilder gang = pod("asked").topology(2);
  gang.label("pod-group.scheduling.sigs.k8s.io/name", "gang")
      .label("pod-group.scheduling.sigs.k8s.io/min-available", "2");
  gang.edit().meta.uid.clear();
  gang.edit().meta.resourceVersion.clear();
  EXPECT_EQ(plan(ask(cluster, gang, 2), cluster), "a[] a[]");
}

TEST(TopologyGroup, PodsOfOneNodeShareTheBestSetOfItsCards) {
  // Pairs 0-1 and 2-3 are fast; the set of four is cut into them.
  constexpr const char* kPairs = "[[0,50,25,10],[50,0,10,25],[25,10,0,50],[10,25,50,0]]";
  const auto cluster = snapshotOf({linkedNode("n", 4)}, {}, {links("n", kPairs)});
  EXPECT_EQ(plan(ask(cluster, member(2, "2"), 2), cluster), "n[0,1] n[2,3]");
}

TEST(TopologyGroup, OnceAPodOfItRunsTheOthersAreChosenOneByOne) {
  const auto cluster = snapshotOf({linkedNode("a", 4), linkedNode("b", 8)},
                                  {waiting(2, "2", "first").on("b"), waiting(2, "2", "second")});
  EXPECT_EQ(ask(cluster, waiting(2, "2", "second")).candidates.size(), 2U);
}

// NUMA.

constexpr const char* kAckSpec = "scheduling.alibabacloud.com/numa-topology-spec";

PodBuilder aligned(std::int64_t cpuMilli) {
  PodBuilder out = pod("asked").topology(2);
  out.annotation(kAckSpec, R"({"numaTopologyPolicy":"SingleNUMANode"})");
  Container& container = *out.edit().spec.containers.begin();
  for (ResourceList* list : {&container.requests, &container.limits}) {
    eraseIf(*list, [](const ResourceAmount& entry) { return entry.name == "cpu"; });
    list->push_back({"cpu", Quantity::fromMilli(cpuMilli)});
  }
  return out;
}

TEST(StackTraps, K11AnAckPodWithPartsOfCpusAsksForNoNumaNode) {
  const auto cluster = snapshotOf({linkedNode("a", 8)});
  const AllocationAnswer whole = ask(cluster, aligned(24'000));
  EXPECT_EQ(places(whole, cluster), "a[]");
  EXPECT_TRUE(has(whole, Caveat::NumaNotEvaluated)) << "ACK does not say on which NUMA node a card is";
  const AllocationAnswer part = ask(cluster, aligned(2'500));
  ASSERT_EQ(part.requestProblems.size(), 1U);
  EXPECT_EQ(part.requestProblems[0].detail, "2500m");
  EXPECT_TRUE(part.requestProblems[0].subject.ends_with(".resources.requests.cpu")) << part.requestProblems[0].subject;
  PodBuilder burst = aligned(2'000);
  for (ResourceAmount& entry : burst.edit().spec.containers.begin()->limits) {
    if (entry.name == "cpu") entry.amount = Quantity::fromMilli(4'000);
  }
  ASSERT_EQ(ask(cluster, burst).requestProblems.size(), 1U) << "requests must be the limits";
}

TEST(StackTraps, K11ASpecThatIsNoJsonOrHasAnotherPolicyIsSaid) {
  const auto problems = [](const char* spec) {
    PodBuilder out = aligned(2'000);
    out.edit().meta.annotations = {{kAckSpec, spec}};
    return ask(snapshotOf({linkedNode("a", 8)}), out).requestProblems.size();
  };
  EXPECT_EQ(problems(R"({"numaTopologyPolicy":"SingleNUMANode","singleNUMANodeExclusive":"Preferred"})"), 0U);
  EXPECT_EQ(problems(R"({"numaTopologyPolicy":"SingleNUMANode",})"), 1U) << "a comma too many";
  EXPECT_EQ(problems(R"({"numaTopologyPolicy":"Strict"})"), 1U);
  EXPECT_EQ(problems(R"({"numaTopologyPolicy":"Restricted","singleNUMANodeExclusive":"Maybe"})"), 1U);
  EXPECT_EQ(problems("{}"), 1U);
}

// Koordinator.

constexpr const char* kSpec = "scheduling.koordinator.sh/numa-topology-spec";
constexpr const char* kPolicy = "node.koordinator.sh/numa-topology-policy";

/// Four cards: 0 and 1 on NUMA node 0, 2 and 3 on NUMA node 1.
RawKoordinatorDevice twoSockets() {
  RawKoordinatorDevice device = koordinatorDevice("n", 4);
  for (RawDeviceEntry& entry : device.devices) {
    RawDeviceTopology place;
    place.nodeId = *entry.minor / 2;
    place.socketId = place.nodeId;
    place.pcieId = "pcie-" + std::to_string(place.nodeId);
    entry.topology = place;
  }
  return device;
}

NodeBuilder koordinatorNode() {
  return node("n")
      .resource("koordinator.sh/gpu-core", 400)
      .resource("koordinator.sh/gpu-memory-ratio", 400)
      .resource("koordinator.sh/gpu-memory", (std::int64_t{16} << 30) * 4);
}

PodBuilder wholeCards(int cards, const char* policy) {
  PodBuilder out = pod("asked");
  out.resource("koordinator.sh/gpu-core", 100 * cards).resource("koordinator.sh/gpu-memory-ratio", 100 * cards);
  if (*policy != 0) out.annotation(kSpec, std::string(R"({"numaTopologyPolicy":")") + policy + "\"}");
  return out;
}

PodBuilder onCard(int minor) {
  PodBuilder out = wholeCards(1, "");
  out.edit().meta.key.name = "held-" + std::to_string(minor);
  out.edit().meta.uid = "uid-" + out.edit().meta.key.name;
  return out.on("n").annotation("scheduling.koordinator.sh/device-allocated", koordinatorShare(minor, 100));
}

SnapshotPtr sockets(const char* nodePolicy, const std::vector<PodBuilder>& pods = {}) {
  NodeBuilder builder = koordinatorNode();
  if (*nodePolicy != 0) builder.label(kPolicy, nodePolicy);
  return snapshotOf({builder}, pods, {upsertExtra(twoSockets())});
}

TEST(StackTraps, K10DifferentNumaPoliciesOfPodAndNodeDoNotMatch) {
  const auto single = sockets("SingleNUMANode");
  EXPECT_EQ(why(ask(single, wholeCards(1, "Restricted")), single, "n"),
            "StackRefused node(s) NUMA Topology policy not match never");
  EXPECT_EQ(ask(single, wholeCards(1, "SingleNUMANode")).candidates.size(), 1U);
  EXPECT_EQ(ask(single, wholeCards(1, "")).candidates.size(), 1U) << "the node's policy counts";
  const auto free = sockets("");
  EXPECT_EQ(ask(free, wholeCards(1, "Restricted")).candidates.size(), 1U) << "the pod's policy counts";
  EXPECT_TRUE(has(ask(free, wholeCards(1, "Restricted")), Caveat::NumaNotEvaluated));
  EXPECT_FALSE(has(ask(free, wholeCards(1, "")), Caveat::NumaNotEvaluated));
}

TEST(StackTraps, K10PoliciesCountOnCardsWithoutATopologyToo) {
  const auto cluster = [](const char* policy) {
    NodeBuilder builder = koordinatorNode();
    if (*policy != 0) builder.label(kPolicy, policy);
    return snapshotOf({builder}, {}, {upsertExtra(koordinatorDevice("n", 4))});
  };
  const auto single = cluster("SingleNUMANode");
  EXPECT_EQ(why(ask(single, wholeCards(1, "Restricted")), single, "n"),
            "StackRefused node(s) NUMA Topology policy not match never");
  EXPECT_TRUE(has(ask(single, wholeCards(1, "")), Caveat::NumaNotEvaluated)) << "the node's policy counts";
  EXPECT_TRUE(has(ask(cluster(""), wholeCards(1, "Restricted")), Caveat::NumaNotEvaluated));
  EXPECT_FALSE(has(ask(cluster(""), wholeCards(1, "")), Caveat::NumaNotEvaluated));
}

TEST(KoordinatorNuma, OnlyOneNumaNodeGivesCardsToAPodThatAsksForOne) {
  const auto half = sockets("", {onCard(0), onCard(2)});
  const AllocationAnswer refused = ask(half, wholeCards(2, "SingleNUMANode"));
  EXPECT_EQ(why(refused, half, "n"), "StackRefused Unaligned NUMA Hint");
  EXPECT_EQ(places(ask(half, wholeCards(2, "Restricted")), half), "n[1,3]") << "two NUMA nodes are the fewest";
  EXPECT_EQ(places(ask(half, wholeCards(2, "")), half), "n[1,3]");
  const auto one = sockets("", {onCard(0)});
  EXPECT_EQ(places(ask(one, wholeCards(2, "SingleNUMANode")), one), "n[2,3]");
}

TEST(KoordinatorNuma, ANodeThatReportsNoZonesTakesNoPodThatMustBeAligned) {
  RawNodeTopology empty;
  empty.meta.key.name = "n";
  const auto cluster = snapshotOf({koordinatorNode()}, {}, {upsertExtra(twoSockets()), upsertExtra(empty)});
  EXPECT_EQ(why(ask(cluster, wholeCards(1, "Restricted")), cluster, "n"),
            "StackRefused node(s) missing NUMA resources never");
  EXPECT_EQ(ask(cluster, wholeCards(1, "BestEffort")).candidates.size(), 1U);
  // The kubelet's policy, where the node has no label.
  RawNodeTopology reported = empty;
  reported.policies = {"SingleNUMANodePodLevel"};
  reported.zones = {{"node-0", "Node", {}, {}, {}}, {"node-1", "Node", {}, {}, {}}};
  const auto strict = snapshotOf({koordinatorNode()}, {}, {upsertExtra(twoSockets()), upsertExtra(reported)});
  EXPECT_EQ(why(ask(strict, wholeCards(1, "Restricted")), strict, "n"),
            "StackRefused node(s) NUMA Topology policy not match never");
}

// Slots of a time-sliced node.

TEST(SlotCaveat, SeveralSlotsOfANodeWhoseConfigurationIsNotKnownMayFail) {
  NodeBuilder sliced = nvidiaNode("n", 16);
  sliced.label("nvidia.com/gpu.count", "4").label("nvidia.com/gpu.replicas", "4");
  sliced.label("nvidia.com/gpu.sharing-strategy", "time-slicing");
  const auto cluster = snapshotOf({sliced});
  EXPECT_TRUE(has(ask(cluster, pod("asked").nvidia(2)), Caveat::SlotsMayFail));
  EXPECT_FALSE(has(ask(cluster, pod("asked").nvidia(1)), Caveat::SlotsMayFail));
  EXPECT_FALSE(has(ask(snapshotOf({nvidiaNode("n", 4)}), pod("asked").nvidia(2)), Caveat::SlotsMayFail));
}

TEST(SlotCaveat, InstancesThatNobodySharesAreSecondInstances) {
  NodeBuilder single = nvidiaNode("n", 14);
  single.label("nvidia.com/gpu.product", "NVIDIA-A100-SXM4-80GB-MIG-1g.10gb").label("nvidia.com/gpu.count", "14");
  single.label("nvidia.com/gpu.replicas", "1").label("nvidia.com/gpu.sharing-strategy", "none");
  EXPECT_FALSE(has(ask(snapshotOf({single}), pod("asked").nvidia(2)), Caveat::SlotsMayFail));
  NodeBuilder shared = nvidiaNode("n", 28);
  shared.label("nvidia.com/gpu.product", "NVIDIA-A100-SXM4-80GB-MIG-1g.10gb-SHARED");
  shared.label("nvidia.com/gpu.replicas", "2").label("nvidia.com/gpu.sharing-strategy", "time-slicing");
  EXPECT_TRUE(has(ask(snapshotOf({shared}), pod("asked").nvidia(2)), Caveat::SlotsMayFail));
}

TEST(WholeCards, ANodeThatHasNoneOfItsOwnFormNowDoesNotTakeAnotherForm) {
  NodeBuilder invalid = node("n").resource("nvidia.com/gpu", 0);
  invalid.label("nvidia.com/gpu.product", "NVIDIA-A100-SXM4-40GB-MIG-INVALID").label("nvidia.com/gpu.count", "4");
  const AllocationAnswer answer = ask(snapshotOf({invalid}), pod("asked").nvidia(1));
  ASSERT_EQ(answer.rejections.size(), 1U);
  const Rejection& reason = answer.rejections[0].reason;
  EXPECT_EQ(reason.code, ReasonCode::InsufficientResource);
  EXPECT_EQ(reason.detail, "nvidia.com/gpu");
  EXPECT_EQ(reason.found, 0);
  EXPECT_EQ(reason.waiting, Waiting::Unknown) << "another layout may help, the end of a pod does not";
  const AllocationAnswer bare =
      ask(snapshotOf({node("n").label("nvidia.com/gpu.present", "true")}), pod("asked").nvidia(1));
  EXPECT_EQ(bare.rejections.at(0).reason.code, ReasonCode::InsufficientResource) << "a plugin that is missing offers 0";
}

}  // namespace
}  // namespace cardinal::testing
