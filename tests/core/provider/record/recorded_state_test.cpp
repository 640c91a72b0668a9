// SPDX-License-Identifier: Apache-2.0
// The cards that the real extender reported at the end of each recorded scenario are the cards that we read.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/support/test_data.h"

namespace cardinal {
namespace {

using nlohmann::json;

// The scenario of extender faults records a cache that no longer agrees with the API objects.
constexpr std::string_view kFaults = "s8-extender-quirks";

int expectSameCards(const ClusterSnapshot& snapshot, const json& nodes) {
  int compared = 0;
  for (const auto& [name, cards] : nodes.items()) {
    const auto index = snapshot.findNode(name);
    EXPECT_TRUE(index.has_value()) << name;
    if (!index) continue;
    const auto ours = snapshot.cardsOf(*index);
    // A node whose gpu-mem is 0 has cards for the extender only.
    if (ours.empty()) {
      for (const json& card : cards) EXPECT_EQ(card.at("total"), 0) << name;
      continue;
    }
    EXPECT_EQ(ours.size(), cards.size()) << name;
    for (std::size_t i = 0; i < std::min(ours.size(), cards.size()); ++i, ++compared) {
      EXPECT_EQ(ours[i].memTotal.value, cards[i].at("total").get<std::int64_t>()) << name << " card " << i;
      EXPECT_EQ(ours[i].memScheduler.value, cards[i].at("used").get<std::int64_t>()) << name << " card " << i;
    }
  }
  return compared;
}

TEST(RecordedState, CardsAreThoseOfTheExtender) {
  int compared = 0;
  for (const std::string& name : testing::recordedScenarios()) {
    if (name == kFaults) continue;
    SCOPED_TRACE(name);
    const json scenario = json::parse(testing::readTestFile(testing::gpushareData() / name / "scenario.json"));
    compared += expectSameCards(*testing::recordedSnapshot(name), scenario.at("final_extender_cards"));
  }
  EXPECT_GE(compared, 500);
}

TEST(RecordedState, RecordedObjectsAreInOrder) {
  for (const std::string& name : testing::recordedScenarios()) {
    if (name == kFaults) continue;
    SCOPED_TRACE(name);
    const SnapshotPtr snapshot = testing::recordedSnapshot(name);
    for (const NodePtr& node : snapshot->nodes) {
      for (const Finding& finding : node->findings) {
        EXPECT_NE(finding.code, FindingCode::MalformedAllocation) << node->name << " " << finding.detail;
        EXPECT_NE(finding.code, FindingCode::FieldUnreadable) << node->name << " " << finding.detail;
        EXPECT_NE(finding.code, FindingCode::CardOutOfRange) << node->name;
      }
    }
  }
}

// There a pod was bound with card index 5 to a node of two cards.
TEST(RecordedState, CardThatTheNodeDoesNotHaveIsReported) {
  const SnapshotPtr snapshot = testing::recordedSnapshot(std::string(kFaults));
  const auto node = snapshot->findNode("two-2x15");
  ASSERT_TRUE(node.has_value());
  const auto& findings = snapshot->node(*node).findings;
  EXPECT_TRUE(std::any_of(findings.begin(), findings.end(),
                          [](const Finding& f) { return f.code == FindingCode::CardOutOfRange; }));
}

}  // namespace
}  // namespace cardinal
