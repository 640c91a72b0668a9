// SPDX-License-Identifier: Apache-2.0
// Decisions recorded from the real kube-scheduler 1.20.2 with the real gpushare extender.
#include <gtest/gtest.h>

#include <cstdio>

#include "tests/core/alloc/golden_scenario.h"

namespace cardinal::testing {
namespace {

TEST(GoldenReplay, EveryRecordedDecisionIsMetCardByCard) {
  int decisions = 0;
  int mismatches = 0;
  for (const auto& directory : recordedScenarios()) {
    GoldenReplay replay(directory);
    replay.run();
    decisions += replay.decisions();
    mismatches += replay.mismatches();
    for (std::size_t i = 0; i < replay.differences().size() && i < 5; ++i) ADD_FAILURE() << replay.differences()[i];
  }
  std::printf("%d decisions, %d mismatches\n", decisions, mismatches);
  EXPECT_EQ(mismatches, 0);
  EXPECT_GE(decisions, 2346) << "recordings are missing";
}

}  // namespace
}  // namespace cardinal::testing
