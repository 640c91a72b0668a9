// SPDX-License-Identifier: Apache-2.0
#include "core/plan/capacity/whole_workloads.h"

#include <gtest/gtest.h>

#include "core/alloc/engine/allocator.h"
#include "tests/support/builders.h"

namespace cardinal::testing {
namespace {

AllocationRequest asking(int cards, int replicas) {
  return makeRequest(pod("p").nvidia(cards).raw(), replicas);
}

TEST(WholeWorkloads, CountsThoseWhoseEveryPodFits) {
  const auto cluster = snapshotOf({nvidiaNode("a", 8), nvidiaNode("b", 8)}, {});
  // a leader with four cards and two workers with four each: twelve of the sixteen cards
  const std::vector<AllocationRequest> group = {asking(4, 1), asking(4, 2)};
  EXPECT_EQ(countWholeWorkloads(group, *cluster).fits, 1);
  EXPECT_FALSE(countWholeWorkloads(group, *cluster).isLeast);
  const std::vector<AllocationRequest> large = {asking(4, 1), asking(16, 1)};
  EXPECT_EQ(countWholeWorkloads(large, *cluster).fits, 0) << "the leader alone is no workload";
  const std::vector<AllocationRequest> small = {asking(1, 1), asking(1, 1)};
  EXPECT_EQ(countWholeWorkloads(small, *cluster).fits, 8);
  const WholeWorkloads stopped = countWholeWorkloads(small, *cluster, {}, 3);
  EXPECT_EQ(stopped.fits, 3);
  EXPECT_TRUE(stopped.isLeast);
}

}  // namespace
}  // namespace cardinal::testing
