// SPDX-License-Identifier: Apache-2.0
// Decisions recorded from HAMi v2.10.0's own scheduler extender.
#include "tests/core/replay/stack_recordings.h"

namespace cardinal::testing {
namespace {

std::filesystem::path recordingOf(const std::string& name) {
  return stackData("hami/2.10.0") / name / "scenario.json";
}

TEST(RecordedHamiDecisions, EveryOneIsMetCardByCard) {
  EXPECT_EQ(replayFolder("hami/2.10.0", "hami"), 2437);
}

TEST(RecordedHamiDecisions, AnotherReasonTextIsAMismatchOfItsNode) {
  const ReplayResult result =
      replayChanged(recordingOf("h17-texts"), "1/3 CardInsufficientCore", "2/3 CardInsufficientCore");
  ASSERT_EQ(result.differences.size(), 1U);
  EXPECT_EQ(result.differences[0].what, "failed_nodes[odd]");
}

TEST(RecordedHamiDecisions, TheLastBitOfAScoreIsCompared) {
  const ReplayResult result = replayChanged(recordingOf("h01-facts"), "1.9155273", "1.9155275");
  ASSERT_EQ(result.differences.size(), 1U);
  EXPECT_EQ(result.differences[0].what.rfind("fit[", 0), 0U);
}

TEST(RecordedHamiDecisions, RegistrationTurnsAreCompared) {
  const ReplayResult result =
      replayChanged(recordingOf("h17-texts"), R"([{"cards":0,"handshake":""}])", R"([{"cards":2,"handshake":""}])");
  ASSERT_EQ(result.differences.size(), 1U);
  EXPECT_EQ(result.differences[0].what, "turns");
}

}  // namespace
}  // namespace cardinal::testing
