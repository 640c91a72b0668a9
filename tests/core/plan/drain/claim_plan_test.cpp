// SPDX-License-Identifier: Apache-2.0
// Pods with device claims in what-if, in drains and in defragmentation: the claim that was made for a pod goes with it,
// its successor gets another one, and one device is never given twice.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "core/alloc/engine/allocator.h"
#include "core/plan/drain/eviction_target.h"
#include "core/plan/drain/group_placement.h"
#include "core/plan/what_if/defragment.h"
#include "core/plan/what_if/what_if.h"
#include "core/service/read/claim_objects.h"
#include "tests/support/builders.h"
#include "tests/support/dra.h"

namespace cardinal::testing {
namespace {

PodBuilder claimingPod(const std::string& name, const std::string& node, const std::string& claim = {}) {
  PodBuilder out = pod(name);
  out.edit().meta.uid = "uid-" + name;
  out.edit().meta.owners.push_back({"ReplicaSet", "web", "uid-web", true});
  out.edit().spec.deviceClaims.push_back({"gpu", claim, claim.empty() ? "one" : ""});
  if (!node.empty()) out.on(node);
  return out;
}

/// The claim that the controller made from the template for the pod of that name.
RawResourceClaim madeFor(const std::string& podName, const std::string& node, const std::string& device) {
  RawResourceClaim out = draClaim(podName + "-gpu-x7k2p", node, {device}, {podName});
  out.meta.owners = {{"Pod", podName, "uid-" + podName, true}};
  out.meta.annotations.emplace_back("resource.kubernetes.io/pod-claim-name", "gpu");
  out.reservedFor.front().uid = "uid-" + podName;
  return out;
}

/// Nodes "a" and "b" with two cards each; template "one" asks for one card.
SnapshotPtr cluster(const std::vector<PodBuilder>& pods, const std::vector<RawResourceClaim>& claims,
                    bool readsClaims = true) {
  std::vector<ClusterDelta> extras = {
      draSlices({draSlice("sa", "a", draGpu(0) + "," + draGpu(1)), draSlice("sb", "b", draGpu(0) + "," + draGpu(1))}),
      draTemplates({draTemplate("one", draAsk("gpu.nvidia.com"))}), draClasses({draClass("gpu.nvidia.com", "gpu")})};
  if (readsClaims) extras.push_back(draClaims(claims));
  return snapshotOf({node("a"), node("b")}, pods, std::move(extras));
}

std::size_t heldOn(const SnapshotPtr& state, const std::string& node) {
  const auto cards = state->cardsOf(*state->findNode(node));
  return static_cast<std::size_t>(
      std::count_if(cards.begin(), cards.end(), [](const Card& card) { return card.held; }));
}

TEST(ClaimPlan, ADrainMovesAPodWithAClaimToADeviceThatIsFree) {
  const auto before =
      cluster({claimingPod("p", "a"), claimingPod("q", "b")}, {madeFor("p", "a", "gpu-0"), madeFor("q", "b", "gpu-0")});
  const WhatIfResult result = runWhatIf(before, {DrainNode{"a"}});
  ASSERT_FALSE(result.failure);
  ASSERT_EQ(result.steps[0].pods.size(), 1U);
  const WhatIfPod& moved = result.steps[0].pods[0];
  EXPECT_EQ(moved.outcome, PodOutcome::Placed) << "its claim was made for it and does not bind its successor";
  EXPECT_EQ(moved.to, "b");
  EXPECT_EQ(moved.cards, std::vector<CardIndex>{1});
  EXPECT_NE(moved.certainty, Certainty::Certain);
  EXPECT_EQ(heldOn(result.after, "a"), 0U);
  EXPECT_EQ(heldOn(result.after, "b"), 2U);
  EXPECT_EQ(heldOn(before, "a"), 1U) << "the snapshot is never touched";
  EXPECT_EQ(before->extras->claims.size(), 2U);
}

TEST(ClaimPlan, ADeviceIsGivenOnceAndTheNextPodWaits) {
  const auto before = cluster({claimingPod("p1", "a"), claimingPod("p2", "a"), claimingPod("q", "b")},
                              {madeFor("p1", "a", "gpu-0"), madeFor("p2", "a", "gpu-1"), madeFor("q", "b", "gpu-0")});
  const WhatIfResult result = runWhatIf(before, {DrainNode{"a"}});
  ASSERT_FALSE(result.failure);
  EXPECT_EQ(result.steps[0].placed, 1U);
  EXPECT_EQ(result.steps[0].pending, 1U);
  const auto targets = predictEvictionTargets(*before, {{"a", {{"default", "p1"}, {"default", "p2"}}}});
  EXPECT_EQ(targets[0].kind, EvictionTargetKind::Placed);
  EXPECT_EQ(targets[0].node, "b");
  EXPECT_EQ(targets[1].kind, EvictionTargetKind::WaitsForRoom);
}

TEST(ClaimPlan, PodsOfOtherControllersDoNotGetTheSameDevice) {
  PodBuilder other = claimingPod("p2", "a");
  other.edit().meta.owners.front().name = other.edit().meta.owners.front().uid = "db";
  const auto before =
      cluster({claimingPod("p1", "a"), other}, {madeFor("p1", "a", "gpu-0"), madeFor("p2", "a", "gpu-1")});
  const auto targets = predictEvictionTargets(*before, {{"a", {{"default", "p1"}, {"default", "p2"}}}});
  ASSERT_EQ(targets[0].kind, EvictionTargetKind::Placed);
  ASSERT_EQ(targets[1].kind, EvictionTargetKind::Placed);
  EXPECT_NE(targets[0].cards, targets[1].cards);
}

TEST(ClaimPlan, AClaimOfItsOwnNameIsGivenUpWithItsLastUser) {
  RawResourceClaim claim = draClaim("mine", "a", {"gpu-0"}, {"p"});
  EXPECT_EQ(runWhatIf(cluster({claimingPod("p", "a", "mine")}, {claim}), {DrainNode{"a"}}).steps.at(0).pods.at(0).to,
            "b");
  claim.reservedFor.push_back({"pods", "other", {}});
  const WhatIfResult shared = runWhatIf(cluster({claimingPod("p", "a", "mine")}, {claim}), {DrainNode{"a"}});
  EXPECT_EQ(shared.steps.at(0).pods.at(0).outcome, PodOutcome::Pending)
      << "a pod that stays uses the claim, which holds a device of the drained node";
}

TEST(ClaimPlan, ClaimsThatWereNotReadAreTheReasonWhyNothingIsSaid) {
  const auto before = cluster({claimingPod("p", "a")}, {}, false);
  const WhatIfResult result = runWhatIf(before, {DrainNode{"a"}});
  ASSERT_FALSE(result.failure);
  const WhatIfPod& left = result.steps.at(0).pods.at(0);
  EXPECT_EQ(left.outcome, PodOutcome::Pending);
  ASSERT_FALSE(left.problems.empty());
  EXPECT_EQ(left.problems[0].code, ErrorCode::Unsupported);
  EXPECT_EQ(predictEvictionTargets(*before, {{"a", {{"default", "p"}}}})[0].kind, EvictionTargetKind::Unknown);
}

TEST(ClaimPlan, AWorkloadBringsItsOwnTemplateAndHoldsItsDevicesAfterwards) {
  const std::string file = R"(apiVersion: resource.k8s.io/v1
kind: ResourceClaimTemplate
metadata: {name: two}
spec: {spec: {devices: {requests: [{name: r, exactly: {deviceClassName: gpu.nvidia.com, count: 2}}]}}}
---
apiVersion: batch/v1
kind: Job
metadata: {name: train}
spec:
  parallelism: 3
  completions: 3
  template:
    spec:
      restartPolicy: Never
      resourceClaims: [{name: gpus, resourceClaimTemplateName: two}]
      containers: [{name: main, image: x, resources: {claims: [{name: gpus}]}}]
)";
  const WhatIfResult result =
      runWhatIf(cluster({}, {}), {SubmitWorkload{file, {}, "default"}, RetryPending{}}, {}, {}, claimObjectsOf);
  ASSERT_FALSE(result.failure);
  EXPECT_EQ(result.steps.at(0).placed, 2U) << "two cards on each of two nodes";
  EXPECT_EQ(result.steps.at(0).pending, 1U);
  EXPECT_EQ(heldOn(result.after, "a") + heldOn(result.after, "b"), 4U);
  EXPECT_EQ(result.steps.at(1).placed, 0U) << "nothing is free for the third";
  EXPECT_EQ(result.steps.at(1).pending, 1U);
}

TEST(ClaimPlan, AnAddedNodePublishesDevicesThatNobodyHolds) {
  const auto before = cluster(
      {claimingPod("p1", "a"), claimingPod("p2", "a"), claimingPod("waits", "")},
      {madeFor("p1", "a", "gpu-0"), madeFor("p2", "a", "gpu-1"), draClaim("kept", "b", {"gpu-0", "gpu-1"}, {"other"})});
  const WhatIfResult result = runWhatIf(before, {RetryPending{}, AddNodes{"a", 1}, RetryPending{}});
  ASSERT_FALSE(result.failure);
  EXPECT_EQ(result.steps.at(0).pending, 1U);
  EXPECT_EQ(result.after->cardsOf(*result.after->findNode("a-new-1")).size(), 2U);
  EXPECT_EQ(result.steps.at(2).pods.at(0).to, "a-new-1");
}

TEST(ClaimPlan, DefragmentationFreesACardOfClaimedDevicesToo) {
  const auto before =
      cluster({claimingPod("p", "a"), claimingPod("q", "a")},
              {madeFor("p", "a", "gpu-0"), madeFor("q", "a", "gpu-1"), draClaim("kept", "b", {"gpu-0"}, {"bare"})});
  DefragGoal goal;
  goal.node = "a";
  const DefragAnswer answer = defragment(before, goal);
  EXPECT_EQ(answer.verdict, DefragVerdict::ProvenFewest);
  ASSERT_EQ(answer.moves.size(), 1U);
  EXPECT_EQ(answer.places.at(0).to, "b");
  EXPECT_EQ(answer.places.at(0).cards, std::vector<CardIndex>{1});
  EXPECT_EQ(answer.tried, 1U);
}

TEST(ClaimPlan, ACardThatAClaimWithoutPodsHoldsCannotBeFreedByMoves) {
  const auto before = cluster({}, {draClaim("x", "a", {"gpu-0"}), draClaim("y", "a", {"gpu-1"})});
  DefragGoal goal;
  goal.node = "a";
  const DefragAnswer answer = defragment(before, goal);
  EXPECT_EQ(answer.verdict, DefragVerdict::NoneFound);
  EXPECT_EQ(answer.blocked, 2U);
}

TEST(ClaimPlan, TheNextRoleOfAWorkloadGetsOtherDevices) {
  const auto state = cluster({}, {});
  PodBuilder leader = claimingPod("leader", "");
  leader.edit().meta.uid.clear();
  const std::vector<AllocationRequest> requests = {makeRequest(leader.raw(), 3), makeRequest(leader.raw(), 3)};
  const auto answers = allocateInOrder(requests, *state);
  EXPECT_EQ(answers[0].placements.size(), 3U);
  EXPECT_EQ(answers[1].placements.size(), 1U) << "four cards in all";
}

/// A pool that both nodes reach is on the cards of neither.
TEST(ClaimPlan, TheNextRoleOfAWorkloadFindsSharedDevicesTaken) {
  RawResourceSlice pool = draSlice("pool", "pool", draGpu(0) + "," + draGpu(1) + "," + draGpu(2));
  pool.nodes = {};
  pool.nodes.allNodes = true;
  const auto state = snapshotOf({node("a"), node("b")}, {},
                                {draSlices({pool}), draTemplates({draTemplate("one", draAsk("gpu.nvidia.com"))}),
                                 draClasses({draClass("gpu.nvidia.com", "gpu")}), draClaims({})});
  PodBuilder leader = claimingPod("leader", "");
  leader.edit().meta.uid.clear();
  const std::vector<AllocationRequest> requests = {makeRequest(leader.raw(), 1), makeRequest(leader.raw(), 3)};
  const auto answers = allocateInOrder(requests, *state);
  EXPECT_EQ(answers[0].placements.size(), 1U);
  EXPECT_EQ(answers[1].placements.size(), 2U) << "three devices in all, whatever number of nodes reaches them";
}

}  // namespace
}  // namespace cardinal::testing
