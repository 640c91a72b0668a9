// SPDX-License-Identifier: Apache-2.0
// Decisions recorded from the KAI-Scheduler 0.17.0.
#include <gtest/gtest.h>

#include <cstdio>

#include "core/replay/recording/recording_files.h"
#include "core/replay/replayers.h"
#include "tests/support/test_data.h"

namespace cardinal::testing {
namespace {

std::filesystem::path kaiData() {
  return std::filesystem::path(CARDINAL_TEST_DATA) / "kai" / "0.17.0";
}

ReplayResult replayed(const std::string& text) {
  const auto recording = replayText(text, "scenario.json", "kai");
  if (!recording || !*recording) {
    ADD_FAILURE() << (recording ? "not read" : describe(recording.error()));
    return {};
  }
  return (*recording)->result;
}

ReplayResult replayedWith(const std::string& name, const std::string& from, const std::string& to) {
  std::string text = readTestFile(kaiData() / name / "scenario.json");
  const auto at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return replayed(text.replace(at, from.size(), to));
}

TEST(KaiRecordings, EveryDecisionIsMetGroupByGroup) {
  int decisions = 0;
  int mismatches = 0;
  const auto files = recordingFiles(kaiData().string());
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
  EXPECT_EQ(decisions, 3701);
}

TEST(KaiRecordings, AnotherReasonIsAMismatch) {
  const ReplayResult result = replayedWith("f01-facts", "resources: GPU memory", "resources: GPUs memory");
  EXPECT_EQ(result.mismatches, 1);
}

TEST(KaiRecordings, AnotherAmountInALimitsTextIsAMismatch) {
  EXPECT_EQ(
      replayedWith("q01-limits", "Limit is 4 GPUs, currently 3 GPUs", "Limit is 4 GPUs, currently 2 GPUs").mismatches,
      1);
}

TEST(KaiRecordings, AnotherFairShareIsAMismatch) {
  EXPECT_GT(replayedWith("q03-fair-share", "\"overQuotaWeight\":3", "\"overQuotaWeight\":1").mismatches, 0);
}

TEST(KaiRecordings, ASmallerGangThanItsMinimumIsAMismatch) {
  EXPECT_GT(replayedWith("q02-gangs", "\"minMember\":3", "\"minMember\":2").mismatches, 0);
}

TEST(KaiRecordings, AVictimThatNobodyMayEvictIsAMismatch) {
  EXPECT_GT(
      replayedWith("q05-preempt", "\"priorityClassName\":\"build\"", "\"priorityClassName\":\"train\"").mismatches, 0);
}

}  // namespace
}  // namespace cardinal::testing
