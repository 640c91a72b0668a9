// SPDX-License-Identifier: Apache-2.0
// How many more fit of a workload whose replicas have rules between themselves.
#include <gtest/gtest.h>

#include <algorithm>

#include "core/alloc/engine/allocator.h"
#include "core/plan/capacity/capacity.h"
#include "core/plan/drain/group_placement.h"
#include "core/plan/what_if/what_if.h"
#include "tests/support/pod_rules.h"

namespace cardinal::testing {
namespace {

using Kind = PodAffinityTerm::Kind;

CapacityAnswer capacityOf(const PodBuilder& incoming, const SnapshotPtr& cluster) {
  return answerCapacity(makeRequest(incoming.raw()), *cluster);
}

SnapshotPtr twoZones() {
  return snapshotOf({zoned("a1", "a"), zoned("a2", "a"), zoned("b1", "b")});
}

bool has(const std::vector<Caveat>& caveats, Caveat caveat) {
  return std::find(caveats.begin(), caveats.end(), caveat) != caveats.end();
}

TEST(ReplicaCapacity, ThoseThatAvoidOneAnotherByHostTakeOneNodeEach) {
  PodBuilder incoming = replica();
  addTerm(incoming, termOn("w", kByHost, Kind::RequiredAntiAffinity));
  const CapacityAnswer answer = capacityOf(incoming, twoZones());
  EXPECT_EQ(answer.fits, 3);
  EXPECT_FALSE(answer.isLeast);
  ASSERT_FALSE(answer.bindings.empty());
  EXPECT_EQ(answer.bindings[0].code, ReasonCode::PodAntiAffinityConflict);
  EXPECT_EQ(answer.bindings[0].tookSome, 3U);
  ASSERT_FALSE(answer.gains.empty());
  EXPECT_EQ(answer.gains[0].withOne, 1);
  EXPECT_EQ(answer.gains[0].withTen, 10);
}

TEST(ReplicaCapacity, ThoseThatAvoidOneAnotherByZoneGainNothingByNodesOfTheSameZone) {
  PodBuilder incoming = replica();
  addTerm(incoming, termOn("w", "zone", Kind::RequiredAntiAffinity));
  const CapacityAnswer answer = capacityOf(incoming, twoZones());
  EXPECT_EQ(answer.fits, 2);
  EXPECT_FALSE(answer.isLeast);
  ASSERT_FALSE(answer.gains.empty());
  EXPECT_EQ(answer.gains[0].withTen, 0);
}

TEST(ReplicaCapacity, ThoseThatFollowTheFirstAreAtLeastWhatTheSmallestZoneTakes) {
  PodBuilder incoming = replica();
  addTerm(incoming, termOn("w", "zone", Kind::RequiredAffinity));
  const CapacityAnswer answer = capacityOf(incoming, twoZones());
  EXPECT_EQ(answer.fits, 8) << "16 where the first goes to zone a, 8 in zone b";
  EXPECT_TRUE(answer.isLeast);
  EXPECT_TRUE(has(answer.caveats, Caveat::ReplicasInteract));
  const auto even = snapshotOf({zoned("a1", "a"), zoned("b1", "b")});
  EXPECT_EQ(capacityOf(incoming, even).fits, 8);
  EXPECT_FALSE(capacityOf(incoming, even).isLeast) << "8 wherever it goes";
}

TEST(ReplicaCapacity, AFileWithoutANamespaceIsCountedAsOneWithIt) {
  PodBuilder incoming = replica();
  incoming.edit().meta.uid.clear();
  incoming.edit().meta.key.ns.clear();
  addTerm(incoming, termOn("w", "zone", Kind::RequiredAffinity));
  const CapacityAnswer answer = capacityOf(incoming, twoZones());
  EXPECT_EQ(answer.fits, 8);
  EXPECT_TRUE(answer.isLeast);
}

TEST(ReplicaCapacity, AHardSpreadFillsTheZonesInTurns) {
  PodBuilder incoming = replica();
  addSpread(incoming, "w", "zone", 1);
  const auto cluster = snapshotOf({zoned("a1", "a"), zoned("b1", "b"), zoned("c1", "c")},
                                  {pod("one").nvidia(1).label("app", "w").on("a1")});
  const CapacityAnswer answer = capacityOf(incoming, cluster);
  EXPECT_EQ(answer.fits, 23) << "8 + 8 + 7";
  EXPECT_FALSE(answer.isLeast);
  EXPECT_EQ(answer.nodesUsed, 3U) << "zone a is refused at first only";
  for (const CapacityBinding& binding : answer.bindings)
    EXPECT_NE(binding.code, ReasonCode::TopologySpreadSkew) << "all nodes are full in the end";
}

TEST(ReplicaCapacity, ANodeInTheDomainOfThePodsThatItFollowsBringsRoom) {
  PodBuilder incoming = replica();
  addTerm(incoming, termOn("db", "zone", Kind::RequiredAffinity));
  const auto cluster = snapshotOf({zoned("a1", "a")}, {pod("db").label("app", "db").cpuMilli(10).on("a1")});
  const CapacityAnswer answer = capacityOf(incoming, cluster);
  EXPECT_EQ(answer.fits, 8);
  ASSERT_EQ(answer.gains.size(), 1U);
  EXPECT_FALSE(answer.gains[0].refusal) << "alone it would lack the pod to follow";
  EXPECT_EQ(answer.gains[0].withOne, 8);
}

TEST(ReplicaCapacity, ANodeWhereAPodAvoidsThemBringsNone) {
  PodBuilder guard = pod("guard");
  guard.cpuMilli(10).on("a1");
  addTerm(guard, termOn("w", "zone", Kind::RequiredAntiAffinity));
  const CapacityAnswer answer = capacityOf(replica(), snapshotOf({zoned("a1", "a"), zoned("b1", "b", 4)}, {guard}));
  EXPECT_EQ(answer.fits, 4);
  for (const CapacityGain& gain : answer.gains)
    EXPECT_EQ(gain.withOne, gain.like.value == 0 ? 0 : 4) << "a copy of a1 is in the zone that the guard keeps";
}

TEST(ReplicaCapacity, RolesOfOneWorkloadSeeOneAnother) {
  PodBuilder workers = replica();
  addTerm(workers, termOn("w", kByHost, Kind::RequiredAntiAffinity));
  PodBuilder leader = workers;
  leader.edit().meta.key.name = "leader";
  const auto cluster = twoZones();
  const std::vector<AllocationRequest> roles = {makeRequest(leader.raw(), 1), makeRequest(workers.raw(), 3)};
  const auto answers = allocateInOrder(roles, *cluster);
  EXPECT_EQ(answers[0].placements.size(), 1U);
  EXPECT_EQ(answers[1].placements.size(), 2U) << "the leader, which they avoid too, has one of three nodes";
}

/// Of a Deployment that is yet to be created; one of those with its hash on a node.
PodBuilder podOfNew(const char* deployment) {
  PodBuilder out = replica();
  out.version({}).edit().meta.uid.clear();
  out.edit().meta.owners = {{"Deployment", deployment, "", true}};
  PodAffinityTerm own = termOn("w", kByHost, Kind::RequiredAntiAffinity);
  own.matchLabelKeys = {"pod-template-hash"};
  addTerm(out, own);
  return out;
}

/// Each will have a hash of its own, though nobody knows which.
TEST(ReplicaCapacity, RolesOfTwoNewDeploymentsDoNotHaveOneHash) {
  const std::vector<AllocationRequest> roles = {makeRequest(podOfNew("x").raw(), 3),
                                                makeRequest(podOfNew("y").raw(), 4)};
  const auto answers = allocateInOrder(roles, *twoZones());
  EXPECT_EQ(answers[0].placements.size(), 3U);
  EXPECT_EQ(answers[1].placements.size(), 3U) << "one on each node beside those of the other";
}

/// Pods of further gangs are of the Deployments that those of the first one brought.
TEST(ReplicaCapacity, FurtherGangsOfNewDeploymentsKeepTheirHashes) {
  const std::vector<AllocationRequest> roles = {makeRequest(podOfNew("x").raw(), 3),
                                                makeRequest(podOfNew("y").raw(), 3)};
  const auto answers = allocateInOrder(roles, *twoZones(), {}, 3);
  EXPECT_EQ(answers[0].placements.size(), 3U);
  EXPECT_EQ(answers[1].placements.size(), 3U) << "one on each node beside those of the other";
}

/// With the first one placed its Deployment is still the new one, whose hash no other pod has.
TEST(ReplicaCapacity, ANewDeploymentFollowsItsOwnPodsAlone) {
  PodBuilder incoming = replica();
  incoming.version({}).edit().meta.uid.clear();
  incoming.edit().meta.owners = {{"Deployment", "new", "", true}};
  PodAffinityTerm own = termOn("w", "zone", Kind::RequiredAffinity);
  own.matchLabelKeys = {"pod-template-hash"};
  addTerm(incoming, own);
  PodBuilder other = replica();
  other.edit().meta.key.name = "other";
  const auto cluster = snapshotOf({zoned("a1", "a"), zoned("a2", "a"), zoned("b1", "b")}, {other.on("a1")});
  const CapacityAnswer answer = capacityOf(incoming, cluster);
  EXPECT_EQ(answer.fits, 8) << "15 in zone a, 8 in zone b";
  EXPECT_TRUE(answer.isLeast);
}

TEST(ReplicaCapacity, SubmittedReplicasOfAScenarioDoToo) {
  const char* const manifest = R"(apiVersion: apps/v1
kind: Deployment
metadata: {name: q, namespace: default}
spec:
  replicas: 2
  selector: {matchLabels: {app: q}}
  template:
    metadata: {labels: {app: q}}
    spec:
      containers: [{name: c, image: x, resources: {limits: {nvidia.com/gpu: 1}}}]
      affinity:
        podAntiAffinity:
          requiredDuringSchedulingIgnoredDuringExecution:
          - labelSelector: {matchLabels: {app: q}}
            topologyKey: kubernetes.io/hostname
)";
  SubmitWorkload submit;
  submit.manifest = manifest;
  submit.ns = "default";
  const WhatIfResult result = runWhatIf(snapshotOf({zoned("n", "a")}), {submit});
  ASSERT_FALSE(result.failure);
  EXPECT_EQ(result.steps[0].placed, 1U);
  EXPECT_EQ(result.steps[0].pending, 1U);
}

TEST(ReplicaCapacity, AMirrorPodGoesWithItsNode) {
  PodBuilder mirror = pod("static");
  mirror.cpuMilli(100).annotation("kubernetes.io/config.mirror", "x").on("a1");
  mirror.edit().meta.owners.push_back({"Node", "a1", "uid-a1", true});
  PodBuilder web = replica();
  web.on("a1");
  web.edit().meta.owners.push_back({"ReplicaSet", "web", "uid-web", true});
  const auto cluster = snapshotOf({zoned("a1", "a"), zoned("b1", "b")}, {mirror, web});
  const WhatIfResult result = runWhatIf(cluster, {RemoveNode{"a1"}});
  ASSERT_FALSE(result.failure);
  ASSERT_EQ(result.steps[0].pods.size(), 2U);
  for (const WhatIfPod& one : result.steps[0].pods)
    EXPECT_EQ(one.outcome, one.pod.name == "static" ? PodOutcome::Gone : PodOutcome::Placed) << one.pod.name;
}

}  // namespace
}  // namespace cardinal::testing
