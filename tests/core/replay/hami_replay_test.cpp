// SPDX-License-Identifier: Apache-2.0
// Decisions recorded from HAMi v2.10.0's own scheduler extender.
#include <gtest/gtest.h>

#include <cstdio>

#include "core/replay/recording/recording_files.h"
#include "core/replay/replayers.h"
#include "tests/support/test_data.h"

namespace cardinal::testing {
namespace {

std::filesystem::path hamiData() {
  return std::filesystem::path(CARDINAL_TEST_DATA) / "hami" / "2.10.0";
}

ReplayResult replayed(const std::string& text, const std::string& file) {
  const auto recording = replayText(text, file, "hami");
  if (!recording || !*recording) {
    ADD_FAILURE() << file << ": " << (recording ? "no recording of HAMi" : describe(recording.error()));
    return {};
  }
  return (*recording)->result;
}

/// One recording with one piece of its text changed.
ReplayResult changed(const std::string& name, const std::string& from, const std::string& to) {
  std::string text = readTestFile(hamiData() / name / "scenario.json");
  const auto at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return replayed(text.replace(at, from.size(), to), name);
}

TEST(RecordedHamiDecisions, EveryOneIsMetCardByCard) {
  int decisions = 0;
  int mismatches = 0;
  const auto files = recordingFiles(hamiData().string());
  ASSERT_TRUE(files);
  for (const std::string& file : *files) {
    const ReplayResult result = replayed(readTestFile(file), file);
    decisions += result.decisions;
    mismatches += result.mismatches;
    for (std::size_t i = 0; i < result.differences.size() && i < 5; ++i) {
      const ReplayDifference& d = result.differences[i];
      ADD_FAILURE() << file << " step " << d.step.value_or(-1) << " " << d.what << ": recorded " << d.recorded
                    << ", ours " << d.ours;
    }
  }
  std::printf("%d decisions, %d mismatches\n", decisions, mismatches);
  EXPECT_EQ(mismatches, 0);
  EXPECT_EQ(decisions, 2437);
}

TEST(RecordedHamiDecisions, AnotherReasonTextIsAMismatchOfItsNode) {
  const ReplayResult result = changed("h17-texts", "1/3 CardInsufficientCore", "2/3 CardInsufficientCore");
  ASSERT_EQ(result.differences.size(), 1U);
  EXPECT_EQ(result.differences[0].what, "failed_nodes[odd]");
}

TEST(RecordedHamiDecisions, TheLastBitOfAScoreIsCompared) {
  const ReplayResult result = changed("h01-facts", "1.9155273", "1.9155275");
  ASSERT_EQ(result.differences.size(), 1U);
  EXPECT_EQ(result.differences[0].what.rfind("fit[", 0), 0U);
}

TEST(RecordedHamiDecisions, RegistrationTurnsAreCompared) {
  const ReplayResult result =
      changed("h17-texts", R"([{"cards":0,"handshake":""}])", R"([{"cards":2,"handshake":""}])");
  ASSERT_EQ(result.differences.size(), 1U);
  EXPECT_EQ(result.differences[0].what, "turns");
}

}  // namespace
}  // namespace cardinal::testing
