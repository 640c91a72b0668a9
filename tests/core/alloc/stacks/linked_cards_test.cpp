// SPDX-License-Identifier: Apache-2.0
// Worked scenarios of topology mode (docs/scenarios.md T57 to T60).
#include <gtest/gtest.h>

#include "core/alloc/reserve/linked_cards.h"

namespace cardinal::alloc {
namespace {

using Cards = std::vector<CardIndex>;

const LinkMatrix kFour = {{0, 50, 25, 10}, {50, 0, 10, 25}, {25, 10, 0, 50}, {10, 25, 50, 0}};

TEST(LinkedCards, T57TheFastestPairAndTheFirstOfEquals) {
  EXPECT_EQ(bestLinkedCards(kFour, {0, 1, 2, 3}, 2), (Cards{0, 1}));
}

TEST(LinkedCards, T58ABusyCardLeavesTheOtherPair) {
  EXPECT_EQ(bestLinkedCards(kFour, {0, 2, 3}, 2), (Cards{2, 3}));
}

TEST(LinkedCards, T59TheOnlyPairLeftIsTakenHoweverSlow) {
  EXPECT_EQ(bestLinkedCards(kFour, {0, 2}, 2), (Cards{0, 2}));
}

TEST(LinkedCards, T60OfThreeCardsTheSlowestLinkDecides) {
  EXPECT_EQ(bestLinkedCards(kFour, {0, 1, 2, 3}, 3), (Cards{0, 1, 2}));
}

TEST(LinkedCards, OneCardIsChosenByItsDiagonal) {
  EXPECT_EQ(bestLinkedCards({{1, 9}, {9, 2}}, {0, 1}, 1), (Cards{1}));
}

TEST(LinkedCards, NonsenseGivesNothing) {
  EXPECT_EQ(bestLinkedCards(kFour, {0, 1}, 3), Cards{});
  EXPECT_EQ(bestLinkedCards(kFour, {0, 1}, 0), Cards{});
  EXPECT_EQ(bestLinkedCards(kFour, {0, 7}, 2), Cards{});
  EXPECT_EQ(bestLinkedCards({{0, 1}, {1}}, {0, 1}, 2), Cards{});
}

}  // namespace
}  // namespace cardinal::alloc
