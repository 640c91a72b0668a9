// SPDX-License-Identifier: Apache-2.0
// Decisions recorded from the allocator of dynamic resource allocation (Kubernetes 1.35) and from
// NodeResourceTopologyMatch (scheduler-plugins 0.34).
#include "tests/core/replay/stack_recordings.h"

namespace cardinal::testing {
namespace {

const std::string kDra = "dra/1.35.4";
const std::string kNuma = "numa/0.34.7";

TEST(DeviceClaimsReplay, EveryDecisionIsMetDeviceByDevice) {
  EXPECT_EQ(replayFolder(kDra, "dra"), 602);
}

TEST(DeviceClaimsReplay, AnotherDeviceIsAMismatchOfItsStep) {
  const ReplayResult result =
      replayChanged(stackData(kDra) / "d01-facts" / "scenario.json", R"("pool":"node1","device":"gpu-0"}])",
                    R"("pool":"node1","device":"gpu-9"}])");
  ASSERT_FALSE(result.differences.empty());
  EXPECT_EQ(result.differences[0].step, 0);
  EXPECT_EQ(result.differences[0].what, "nodes.node1.picks");
}

TEST(DeviceClaimsReplay, AnotherRefusalIsAMismatch) {
  const ReplayResult result =
      replayChanged(stackData(kDra) / "d01-facts" / "scenario.json", "currently being updated", "currently invalid");
  ASSERT_EQ(result.differences.size(), 1U);
  EXPECT_EQ(result.differences[0].what, "nodes.node3.error");
}

TEST(NodeTopologyReplay, EveryDecisionIsMet) {
  EXPECT_EQ(replayFolder(kNuma, "numa"), 620);  // 590 pods, and 30 asked at the ends
}

TEST(NodeTopologyReplay, AnotherScoreIsAMismatch) {
  const ReplayResult result =
      replayChanged(stackData(kNuma) / "n02-least" / "scenario.json", R"("score":41)", R"("score":42)");
  ASSERT_EQ(result.mismatches, 1);
  EXPECT_NE(result.differences[0].what.find(".score"), std::string::npos);
}

}  // namespace
}  // namespace cardinal::testing
