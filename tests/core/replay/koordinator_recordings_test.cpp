// SPDX-License-Identifier: Apache-2.0
// Decisions recorded from the DeviceShare plugin of Koordinator 1.8.0.
#include <gtest/gtest.h>

#include <cstdio>

#include "core/replay/recording/recording_files.h"
#include "core/replay/replayers.h"
#include "tests/support/test_data.h"

namespace cardinal::testing {
namespace {

std::filesystem::path koordinatorData() {
  return std::filesystem::path(CARDINAL_TEST_DATA) / "koordinator" / "1.8.0";
}

ReplayResult replayed(const std::string& text) {
  const auto recording = replayText(text, "scenario.json", "koordinator");
  if (!recording || !*recording) {
    ADD_FAILURE() << (recording ? "not read" : describe(recording.error()));
    return {};
  }
  return (*recording)->result;
}

ReplayResult replayedWith(const std::string& name, const std::string& from, const std::string& to) {
  std::string text = readTestFile(koordinatorData() / name / "scenario.json");
  const auto at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return replayed(text.replace(at, from.size(), to));
}

TEST(KoordinatorRecordings, EveryDecisionIsMetCardByCard) {
  int decisions = 0;
  int mismatches = 0;
  const auto files = recordingFiles(koordinatorData().string());
  ASSERT_TRUE(files);
  for (const std::string& file : *files) {
    const ReplayResult result = replayed(readTestFile(file));
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
  EXPECT_EQ(decisions, 1426);
}

TEST(KoordinatorRecordings, AnotherRefusalTextIsAMismatch) {
  const ReplayResult result = replayedWith("k13-late-refusals", "Joint-Allocate rules violation", "Joint-Allocate");
  EXPECT_EQ(result.mismatches, 1);
}

}  // namespace
}  // namespace cardinal::testing
