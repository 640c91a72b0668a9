// SPDX-License-Identifier: Apache-2.0
// Decisions recorded from the KAI-Scheduler 0.17.0.
#include "tests/core/replay/stack_recordings.h"

namespace cardinal::testing {
namespace {

std::filesystem::path recordingOf(const std::string& name) {
  return stackData("kai/0.17.0") / name / "scenario.json";
}

TEST(KaiRecordings, EveryDecisionIsMetGroupByGroup) {
  EXPECT_EQ(replayFolder("kai/0.17.0", "kai"), 3701);
}

TEST(KaiRecordings, AnotherReasonIsAMismatch) {
  const ReplayResult result =
      replayChanged(recordingOf("f01-facts"), "resources: GPU memory", "resources: GPUs memory");
  EXPECT_EQ(result.mismatches, 1);
}

TEST(KaiRecordings, AnotherAmountInALimitsTextIsAMismatch) {
  EXPECT_EQ(
      replayChanged(recordingOf("q01-limits"), "Limit is 4 GPUs, currently 3 GPUs", "Limit is 4 GPUs, currently 2 GPUs")
          .mismatches,
      1);
}

TEST(KaiRecordings, AnotherFairShareIsAMismatch) {
  EXPECT_GT(replayChanged(recordingOf("q03-fair-share"), "\"overQuotaWeight\":3", "\"overQuotaWeight\":1").mismatches,
            0);
}

TEST(KaiRecordings, ASmallerGangThanItsMinimumIsAMismatch) {
  EXPECT_GT(replayChanged(recordingOf("q02-gangs"), "\"minMember\":3", "\"minMember\":2").mismatches, 0);
}

TEST(KaiRecordings, AVictimThatNobodyMayEvictIsAMismatch) {
  EXPECT_GT(
      replayChanged(recordingOf("q05-preempt"), "\"priorityClassName\":\"build\"", "\"priorityClassName\":\"train\"")
          .mismatches,
      0);
}

}  // namespace
}  // namespace cardinal::testing
