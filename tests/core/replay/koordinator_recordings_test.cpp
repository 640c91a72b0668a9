// SPDX-License-Identifier: Apache-2.0
// Decisions recorded from the DeviceShare plugin of Koordinator 1.8.0.
#include "tests/core/replay/stack_recordings.h"

namespace cardinal::testing {
namespace {

std::filesystem::path recordingOf(const std::string& name) {
  return stackData("koordinator/1.8.0") / name / "scenario.json";
}

TEST(KoordinatorRecordings, EveryDecisionIsMetCardByCard) {
  EXPECT_EQ(replayFolder("koordinator/1.8.0", "koordinator"), 1426);
}

TEST(KoordinatorRecordings, AnotherRefusalTextIsAMismatch) {
  const ReplayResult result =
      replayChanged(recordingOf("k13-late-refusals"), "Joint-Allocate rules violation", "Joint-Allocate");
  EXPECT_EQ(result.mismatches, 1);
}

}  // namespace
}  // namespace cardinal::testing
