// SPDX-License-Identifier: Apache-2.0
// Workloads for AMD's device plugin: kube-scheduler counts, the kubelet chooses, no card is promised.
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/core/alloc/answer_text.h"

namespace cardinal::testing {
namespace {

NodeBuilder whole(const char* name, int cards) {
  return node(name).resource("amd.com/gpu", cards).label("amd.com/gpu.compute-memory-partition", "spx_nps1");
}

NodeBuilder cut(const char* name, int cards) {
  return node(name)
      .resource("amd.com/cpx_nps4", cards * 8)
      .label("amd.com/gpu.compute-memory-partition", "cpx_nps4")
      .label("beta.amd.com/gpu.device-id.74a1", std::to_string(cards));
}

bool has(const AllocationAnswer& answer, Caveat caveat) {
  return std::find(answer.caveats.begin(), answer.caveats.end(), caveat) != answer.caveats.end();
}

TEST(AmdPreview, CardsAreCountedAndNeverNamed) {
  const auto cluster = snapshotOf({whole("w", 4)}, {pod("held").resource("amd.com/gpu", 3).on("w")});
  const auto fits = ask(cluster, pod("p").resource("amd.com/gpu", 1));
  EXPECT_EQ(places(fits, cluster), "w[]");
  EXPECT_EQ(fits.candidates.at(0).cardCount, 1);
  EXPECT_EQ(why(ask(cluster, pod("p").resource("amd.com/gpu", 2)), cluster, "w"),
            "InsufficientResource 2/1 amd.com/gpu");
}

TEST(AmdPreview, PartitionsFitUntilAllAreTaken) {
  const auto cluster = snapshotOf({cut("c", 1), whole("w", 4)}, {pod("held").resource("amd.com/cpx_nps4", 3).on("c")});
  const auto fits = ask(cluster, pod("p").resource("amd.com/cpx_nps4", 5));
  EXPECT_EQ(places(fits, cluster), "c[]");
  EXPECT_FALSE(has(fits, Caveat::SlotsMayFail)) << "several partitions are several partitions";
  EXPECT_EQ(why(ask(cluster, pod("p").resource("amd.com/cpx_nps4", 6)), cluster, "c"),
            "InsufficientResource 6/5 amd.com/cpx_nps4");
  EXPECT_EQ(why(fits, cluster, "w"), "InsufficientResource 5/0 amd.com/cpx_nps4 never");
}

TEST(AmdPreview, AWholeCardOfNvidiaIsNoneOfThem) {
  const auto cluster = snapshotOf({whole("w", 4), cut("c", 1), nvidiaNode("n", 1)});
  const auto answer = ask(cluster, pod("p").nvidia(1));
  EXPECT_EQ(places(answer, cluster), "n[]");
  EXPECT_EQ(refusal(answer, cluster, "w").reason.waiting, Waiting::Never);
}

}  // namespace
}  // namespace cardinal::testing
