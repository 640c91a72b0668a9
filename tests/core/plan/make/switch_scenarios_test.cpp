// SPDX-License-Identifier: Apache-2.0
// The worked scenarios about changing a node's mode, by their numbers.
#include <gtest/gtest.h>

#include <algorithm>

#include "core/plan/make/make_plan.h"
#include "tests/support/builders.h"

namespace cardinal {
namespace {

using testing::ackNode;
using testing::NodeBuilder;

SwitchAssessment assess(const NodeBuilder& node, const std::string& word) {
  return assessSwitch(*node.raw(), parseSwitchTarget(word).value());
}

TEST(SwitchScenarios, T64ARemovedLabelDoesNotMakeANodeExclusive) {
  // The plugin goes on publishing what it did: the node stays a shared one.
  NodeBuilder unlabelled("a");
  unlabelled.shared(2, 30).resource("nvidia.com/gpu", 0);
  const auto cluster = testing::snapshotOf({unlabelled}, {});
  EXPECT_NE(cluster->nodes[0]->gpu.mode, GpuMode::Exclusive);
  // So the way back is a label, never its removal.
  const auto back = assess(ackNode("a", "cgpu", 2, 15), "default");
  EXPECT_EQ(back.way, SwitchWay::AfterDrain);
}

TEST(SwitchScenarios, T65CoreMemIsNotReachedByALabel) {
  EXPECT_EQ(assess(ackNode("a", "default", 8, 0), "core_mem").way, SwitchWay::ReAdd);
}

TEST(SwitchScenarios, T66ShareToTopologyWaitsForThePodsOnTheCards) {
  EXPECT_EQ(assess(ackNode("a", "share", 2, 15), "topology").way, SwitchWay::AfterDrain);
}

TEST(SwitchScenarios, T67MigIsNotLeft) {
  NodeBuilder mig("a");
  mig.label("ack.node.gpu.schedule", "mig").resource("nvidia.com/mig-1g.5gb", 7);
  for (const char* word : {"default", "cgpu", "core_mem", "share", "topology"})
    EXPECT_EQ(assess(mig, word).way, SwitchWay::Refused) << word;
}

TEST(SwitchScenarios, T68SpreadToBinpackIsAllowedAtOnce) {
  EXPECT_EQ(assess(ackNode("a", "cgpu", 4, 15, "spread"), "binpack").way, SwitchWay::Directly);
}

}  // namespace
}  // namespace cardinal
