// SPDX-License-Identifier: Apache-2.0
// Decisions recorded from the real kube-scheduler 1.20.2 with the real gpushare extender.
#include <gtest/gtest.h>

#include <cstdio>

#include "core/replay/recording/recording_files.h"
#include "core/replay/recording/replay.h"
#include "tests/support/test_data.h"

namespace cardinal::testing {
namespace {

std::string scenarioText(const std::string& name) {
  return readTestFile(gpushareData() / name / "scenario.json");
}

/// One recording with one piece of its text changed.
std::string changed(const std::string& name, const std::string& from, const std::string& to) {
  std::string text = scenarioText(name);
  const auto at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

ReplayResult replayText(const std::string& text) {
  const auto recording = parseRecording(text, "scenario.json");
  if (!recording || !*recording) {
    ADD_FAILURE() << "not read";
    return {};
  }
  auto result = replayRecording(**recording);
  if (!result) {
    ADD_FAILURE() << describe(result.error());
    return {};
  }
  return std::move(result).value();
}

Error faultOf(const std::string& text) {
  const auto recording = parseRecording(text, "scenario.json");
  if (recording) return {};
  return recording.error();
}

TEST(RecordedDecisions, EveryOneIsMetCardByCard) {
  int decisions = 0;
  int mismatches = 0;
  const auto files = recordingFiles(gpushareData().string());
  ASSERT_TRUE(files);
  for (const std::string& file : *files) {
    const auto recording = parseRecording(readTestFile(file), file);
    ASSERT_TRUE(recording) << describe(recording.error());
    if (!*recording || (*recording)->recordsFaults()) continue;
    const auto result = replayRecording(**recording);
    ASSERT_TRUE(result) << describe(result.error());
    decisions += result->decisions;
    mismatches += result->mismatches;
    for (std::size_t i = 0; i < result->differences.size() && i < 5; ++i) {
      const ReplayDifference& d = result->differences[i];
      ADD_FAILURE() << file << " step " << d.step.value_or(-1) << " " << d.what << ": recorded " << d.recorded
                    << ", ours " << d.ours;
    }
  }
  std::printf("%d decisions, %d mismatches\n", decisions, mismatches);
  EXPECT_EQ(mismatches, 0);
  EXPECT_EQ(decisions, 2346);
}

TEST(RecordedDecisions, AnotherCardIsAMismatchOfItsStep) {
  const ReplayResult result = replayText(changed("s2-four-cards", "\"card_idx\": 1", "\"card_idx\": 2"));
  EXPECT_EQ(result.mismatches, 1);
  ASSERT_EQ(result.differences.size(), 1U);
  EXPECT_EQ(result.differences[0].what, "card_idx");
  EXPECT_EQ(result.differences[0].recorded, "2");
  EXPECT_EQ(result.differences[0].ours, "1");
}

TEST(RecordedDecisions, AnotherRefusalTextIsAMismatch) {
  const ReplayResult result = replayText(changed("s1-blog-two-nodes-refused", "2 Insufficient", "1 Insufficient"));
  ASSERT_EQ(result.differences.size(), 1U);
  EXPECT_EQ(result.differences[0].what, "message");
}

TEST(RecordedDecisions, UsedUnitsAreCompared) {
  const ReplayResult result = replayText(changed("s2-four-cards", "\"used\": 14", "\"used\": 13"));
  ASSERT_EQ(result.differences.size(), 1U);
  EXPECT_EQ(result.differences[0].what, "final_extender_cards");
  EXPECT_FALSE(result.differences[0].step);
}

TEST(RecordedDecisions, ListsOfNodesAreNoRecordings) {
  const auto nodes = parseRecording(readTestFile(gpushareData() / "s2-four-cards" / "nodes.json"), "nodes.json");
  ASSERT_TRUE(nodes);
  EXPECT_FALSE(*nodes);
}

TEST(RecordedDecisions, FaultsOfTheExtenderAreKnownByName) {
  const auto recording = parseRecording(scenarioText("s8-extender-quirks"), "scenario.json");
  ASSERT_TRUE(recording);
  ASSERT_TRUE(*recording);
  EXPECT_TRUE((*recording)->recordsFaults());
}

TEST(RecordedDecisions, AnUnknownActionNamesItsPlace) {
  const Error fault = faultOf(changed("s2-four-cards", "\"action\": \"create\"", "\"action\": \"evict\""));
  EXPECT_EQ(fault.code, ErrorCode::InvalidField);
  EXPECT_NE(fault.subject.find("].action"), std::string::npos) << fault.subject;
  EXPECT_EQ(fault.place, "scenario.json");
  EXPECT_EQ(fault.detail, "\"evict\"");
}

TEST(RecordedDecisions, AFieldOfAnotherTypeNamesItsPlace) {
  const Error fault = faultOf(changed("s2-four-cards", "\"filter_called\": true", "\"filter_called\": 1"));
  EXPECT_EQ(fault.code, ErrorCode::InvalidField);
  EXPECT_NE(fault.subject.find("result.filter_called"), std::string::npos) << fault.subject;
}

TEST(RecordedDecisions, BrokenJsonNamesTheByte) {
  const Error fault = faultOf(scenarioText("s2-four-cards").substr(0, 100));
  EXPECT_EQ(fault.code, ErrorCode::ParseFailed);
  EXPECT_EQ(fault.place.rfind("byte ", 0), 0U);
}

TEST(RecordedDecisions, AStepAboutAPodThatIsNotThereIsAnError) {
  const auto recording = parseRecording(
      R"({"name":"x","nodes":[],"steps":[{"i":4,"action":"delete","pod":{"namespace":"a","name":"gone"},)"
      R"("result":{"phase":"Running"}}]})",
      "x.json");
  ASSERT_TRUE(recording);
  const auto result = replayRecording(**recording);
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().subject, "steps[4].pod");
  EXPECT_EQ(result.error().detail, "gone");
}

}  // namespace
}  // namespace cardinal::testing
