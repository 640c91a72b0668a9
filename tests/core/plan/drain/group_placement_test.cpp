// SPDX-License-Identifier: Apache-2.0
#include "core/plan/drain/group_placement.h"

#include <gtest/gtest.h>

#include "core/alloc/engine/allocator.h"
#include "core/model/namespace_rules.h"
#include "tests/support/builders.h"
#include "tests/support/extras.h"

namespace cardinal::testing {
namespace {

AllocationRequest asking(int cards, int replicas) {
  return makeRequest(pod("p").nvidia(cards).raw(), replicas);
}

TEST(GroupPlacement, LaterRolesFindThePlacesOfEarlierOnesTaken) {
  const auto cluster = snapshotOf({nvidiaNode("a", 8), nvidiaNode("b", 8)}, {});
  const std::vector<AllocationRequest> roles = {asking(8, 1), asking(8, 3)};
  const auto answers = allocateInOrder(roles, *cluster);
  ASSERT_EQ(answers.size(), 2U);
  ASSERT_EQ(answers[0].placements.size(), 1U);
  ASSERT_EQ(answers[1].placements.size(), 1U);
  EXPECT_NE(answers[0].placements[0].place.node, answers[1].placements[0].place.node);
  const GroupOutcome all = outcomeOf(roles, answers, std::nullopt, {});
  EXPECT_EQ(all, (GroupOutcome{4, 2, std::nullopt, false, 16}));
}

/// Which of two equal nodes the first pod takes is a draw: the second takes the other one, whichever that is.
TEST(GroupPlacement, WhatFollowsADrawIsNotCertain) {
  const auto equal = snapshotOf({nvidiaNode("a", 8), nvidiaNode("b", 8)}, {});
  const std::vector<AllocationRequest> roles = {asking(8, 1), asking(8, 1)};
  const auto answers = allocateInOrder(roles, *equal);
  EXPECT_EQ(answers[0].tied, 2U);
  ASSERT_FALSE(answers[1].candidates.empty());
  EXPECT_EQ(answers[1].certainty, Certainty::OneOf);
  EXPECT_EQ(answers[1].tied, kTiedUnknown);
  EXPECT_EQ(answers[1].placements[0].tied, kTiedUnknown);
  // a place that nothing competes with leaves the next as certain as it would be
  const auto single = snapshotOf({nvidiaNode("a", 16)}, {});
  const auto sure = allocateInOrder(roles, *single);
  EXPECT_EQ(sure[1].tied, 1U);
}

TEST(GroupPlacement, GangsOfOneShapeStartOneByOne) {
  // four leaders with a worker each on four cards: two gangs are whole, where all leaders first would leave none
  const auto cluster = snapshotOf({nvidiaNode("a", 2), nvidiaNode("b", 2)}, {});
  const std::vector<AllocationRequest> roles = {asking(1, 4), asking(1, 4)};
  const std::vector<std::optional<std::int64_t>> each = {1, 1};
  const auto answers = allocateInOrder(roles, *cluster, {}, 4);
  ASSERT_EQ(answers[0].placements.size(), 2U);
  ASSERT_EQ(answers[1].placements.size(), 2U);
  EXPECT_EQ(answers[1].placements[1].replica, 1);
  EXPECT_TRUE(answers[1].firstMiss.has_value());
  const GroupOutcome outcome = outcomeOf(roles, answers, 2, each, 4);
  EXPECT_TRUE(outcome.starts);
  EXPECT_EQ(outcome.gangsThatStart, 2);
  EXPECT_EQ(outcome.fits, 4);
}

TEST(GroupPlacement, AQuotaCountsThePodsOfAllGangs) {
  const auto cluster = snapshotOf({nvidiaNode("a", 8)}, {});
  NamespaceRules rules;
  rules.ns = "default";
  rules.limitRanges.emplace();
  rules.claims.emplace();
  rules.volumes.emplace();
  RawQuota quota;
  quota.meta.key = {"default", "gpus"};
  quota.hard = {{"requests.nvidia.com/gpu", Quantity::fromInteger(3)}};
  rules.quotas = std::vector<RawQuota>{quota};
  std::vector<AllocationRequest> roles = {asking(1, 4), asking(1, 2)};
  for (AllocationRequest& role : roles) {
    PodBuilder fresh = pod("p").nvidia(1);
    fresh.edit().meta.uid.clear();
    role = makeRequest(fresh.raw(), role.replicas);
    role.rules = std::make_shared<const NamespaceRules>(rules);
  }
  const auto answers = allocateInOrder(roles, *cluster, {}, 2);
  EXPECT_EQ(answers[0].placements.size(), 3U) << "two of the first gang and one of the second";
  EXPECT_EQ(answers[0].placements.back().replica, 2);
  EXPECT_EQ(answers[0].admitted, 3U);
  ASSERT_TRUE(answers[0].admission.has_value());
  EXPECT_EQ(answers[0].admission->code, ErrorCode::QuotaExceeded);
  EXPECT_EQ(answers[1].placements.size(), 2U);
}

/// Cards of 10,000 MiB; each container stands on a card of its own, and the second role finds what is left of it.
TEST(GroupPlacement, LaterRolesFindWhatEachContainerTook) {
  const auto cluster =
      snapshotOf({node("n")
                      .resource("volcano.sh/vgpu-number", 20)
                      .resource("volcano.sh/vgpu-memory", 30000)
                      .resource("volcano.sh/vgpu-cores", 200)
                      .annotation("volcano.sh/node-vgpu-register",
                                  "A,10,10000,NVIDIA-T4,true,hami-core:B,10,10000,NVIDIA-T4,true,hami-core:")},
                 {});
  const auto slice = [](const char* name, std::int64_t mib) {
    return pod(name).resource("volcano.sh/vgpu-number", 1).resource("volcano.sh/vgpu-memory", mib);
  };
  PodBuilder both = slice("both", 3000);
  both.container().resource("volcano.sh/vgpu-number", 1).resource("volcano.sh/vgpu-memory", 8000);
  const std::vector<AllocationRequest> roles = {makeRequest(both.raw()), makeRequest(slice("next", 5000).raw(), 2)};
  const auto answers = allocateInOrder(roles, *cluster);
  ASSERT_EQ(answers[0].placements.size(), 1U);
  // 7,000 are left beside the first container and 2,000 beside the second: one of 5,000 fits.
  EXPECT_EQ(answers[1].placements.size(), 1U);
}

TEST(GroupPlacement, WhatHamiHasAssignedToAPodThatIsNotBoundStaysTaken) {
  const NodeBuilder card = nvidiaNode("n", 10).annotation(
      "hami.io/node-nvidia-register",
      R"([{"id":"A","index":0,"count":10,"devmem":10000,"devcore":100,"type":"NVIDIA-T4","health":true}])");
  const auto slice = [](const char* name, std::int64_t mib) {
    PodBuilder out = pod(name).nvidia(1).resource("nvidia.com/gpumem", mib);
    out.edit().spec.schedulerName = "hami-scheduler";
    return out;
  };
  PodBuilder assigned = slice("assigned", 6000);
  assigned.annotation("hami.io/vgpu-node", "n").annotation("hami.io/vgpu-devices-allocated", "A,NVIDIA,6000,0:;");
  const std::vector<AllocationRequest> roles = {makeRequest(slice("first", 2000).raw()),
                                                makeRequest(slice("next", 3000).raw())};
  const auto answers = allocateInOrder(roles, *snapshotOf({card}, {assigned}));
  EXPECT_EQ(answers[0].placements.size(), 1U);
  EXPECT_TRUE(answers[1].placements.empty()) << "10,000 - 6,000 - 2,000 are left";
  EXPECT_EQ(allocateInOrder(roles, *snapshotOf({card}, {}))[1].placements.size(), 1U);
}

TEST(GroupPlacement, LaterRolesFindTheInstancesAndNicsOfEarlierOnesTaken) {
  // HAMi cuts a 2g.10gb for 8,000 MiB: three start positions, two of which the first role takes.
  const std::string cut =
      R"([{"id":"C","count":10,"devcore":100,"type":"NVIDIA-A100","health":true,"devmem":40960,"index":0,)"
      R"("mode":"mig","migProfiles":[{"name":"2g.10gb","memoryMB":9856,"core":28,"sliceCount":2,)"
      R"("placements":[{"start":0,"size":2},{"start":2,"size":2},{"start":4,"size":2}]}]}])";
  const auto cluster = snapshotOf({nvidiaNode("mig", 20).annotation("hami.io/node-nvidia-register", cut)}, {});
  PodBuilder instance = pod("i").nvidia(1).resource("nvidia.com/gpumem", 8000);
  instance.edit().spec.schedulerName = "hami-scheduler";
  const std::vector<AllocationRequest> roles = {makeRequest(instance.raw(), 2), makeRequest(instance.raw(), 2)};
  const auto answers = allocateInOrder(roles, *cluster);
  EXPECT_EQ(answers[0].placements.size(), 2U);
  EXPECT_EQ(answers[1].placements.size(), 1U);
  // Koordinator: two NICs of 100, each of which takes 60 once.
  RawKoordinatorDevice device = koordinatorDevice("n", 4);
  for (int minor = 0; minor < 2; ++minor) {
    RawDeviceEntry nic{"rdma", "nic" + std::to_string(minor), minor, true, {}, {}, {}, {}};
    nic.resources = {{"koordinator.sh/rdma", Quantity::fromInteger(100)}};
    device.devices.push_back(std::move(nic));
  }
  const auto linked = snapshotOf({node("n")
                                      .resource("koordinator.sh/gpu-core", 400)
                                      .resource("koordinator.sh/gpu-memory-ratio", 400)
                                      .resource("koordinator.sh/gpu-memory", std::int64_t{4} * 16 * 1024 * 1024 * 1024)
                                      .resource("koordinator.sh/rdma", 200)},
                                 {}, {upsertExtra(device)});
  PodBuilder part = pod("k").resource("koordinator.sh/gpu-core", 100).resource("koordinator.sh/gpu-memory-ratio", 100);
  part.resource("koordinator.sh/rdma", 60);
  part.edit().spec.schedulerName = "koord-scheduler";
  const std::vector<AllocationRequest> pair = {makeRequest(part.raw()), makeRequest(part.raw(), 2)};
  const auto joint = allocateInOrder(pair, *linked);
  EXPECT_EQ(joint[0].placements.size(), 1U);
  EXPECT_EQ(joint[1].placements.size(), 1U);
}

TEST(GroupPlacement, ReplicasThatCannotBeSharedOutEvenlyAreAskedRoleByRole) {
  const auto cluster = snapshotOf({nvidiaNode("a", 4)}, {});
  const std::vector<AllocationRequest> roles = {asking(1, 3), asking(1, 2)};
  EXPECT_EQ(allocateInOrder(roles, *cluster, {}, 2)[0].placements.size(), 3U);
}

TEST(GroupPlacement, AGangStartsWithItsLeastNumberOfEveryRole) {
  const auto cluster = snapshotOf({nvidiaNode("a", 8), nvidiaNode("b", 8)}, {});
  const std::vector<AllocationRequest> roles = {asking(8, 2), asking(8, 2)};
  const auto answers = allocateInOrder(roles, *cluster);
  EXPECT_TRUE(outcomeOf(roles, answers, 2, {}).starts);
  EXPECT_FALSE(outcomeOf(roles, answers, 3, {}).starts);
  const std::vector<std::optional<std::int64_t>> each = {1, 1};
  EXPECT_FALSE(outcomeOf(roles, answers, 2, each).starts) << "no pod of the second role fits";
}

}  // namespace
}  // namespace cardinal::testing
