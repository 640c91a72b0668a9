// SPDX-License-Identifier: Apache-2.0
// Decisions recorded from Kueue 0.19.2.
#include <gtest/gtest.h>

#include "tests/core/replay/stack_recordings.h"

namespace cardinal::testing {
namespace {

constexpr const char* kKueue = "kueue/0.19.2";

std::filesystem::path recordingOf(const std::string& name) {
  return stackData(kKueue) / name / "scenario.json";
}

TEST(KueueRecordings, EveryAttemptIsMetWithOrderFlavorsQuotaTextsAndVictims) {
  EXPECT_EQ(replayFolder(kKueue, "kueue"), 3492);
}

TEST(KueueRecordings, AnotherAmountInATextIsAMismatch) {
  EXPECT_EQ(differencesAfter(recordingOf("k01-facts"), "in flavor h100, 2 more needed\"],\"order\":[\"sel-h\"]",
                             "in flavor h100, 3 more needed\"],\"order\":[\"sel-h\"]"),
            std::vector<std::string>{"sel-h"});
}

TEST(KueueRecordings, AnotherQuotaIsAMismatch) {
  EXPECT_FALSE(differencesAfter(recordingOf("k03-cohort"), "\"nominalQuota\":\"2\"", "\"nominalQuota\":\"3\"").empty());
}

TEST(KueueRecordings, AnotherFlavorIsAMismatch) {
  const auto differences = differencesAfter(recordingOf("k02-fungibility"), "\"whenCanBorrow\":\"TryNextFlavor\"",
                                            "\"whenCanBorrow\":\"MayStopSearch\"");
  EXPECT_FALSE(differences.empty());
}

}  // namespace
}  // namespace cardinal::testing
