// SPDX-License-Identifier: Apache-2.0
#include "core/metrics/history.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace cardinal::testing {
namespace {

HistorySeries line(int card, std::vector<HistoryPoint> points) {
  return {{"n", card}, std::move(points)};
}

TEST(FoldSeries, SumsSayHowManyCardsTheyAreMadeOf) {
  const auto folded =
      foldSeries({line(0, {{0, 10}, {60, 10}, {120, 10}}), line(1, {{0, 5}, {120, 7}})}, HistoryFold::Sum, 60);
  ASSERT_EQ(folded.points.size(), 3U);
  EXPECT_EQ(folded.points[0].value, 15.0F);
  EXPECT_EQ(folded.points[1].value, 10.0F);
  EXPECT_EQ(folded.cards[1], 1U)
      << "one card was not measured: it is not 0, and the smaller sum is seen to be one of fewer cards";
  EXPECT_EQ(folded.points[2].value, 17.0F);
  EXPECT_EQ(folded.most, 2U);
}

TEST(FoldSeries, AveragesAndTheHottest) {
  const std::vector<HistorySeries> two = {line(0, {{0, 10}}), line(1, {{3, 50}})};
  EXPECT_EQ(foldSeries(two, HistoryFold::Average, 15).points.at(0).value, 30.0F)
      << "points of one step belong together";
  EXPECT_EQ(foldSeries(two, HistoryFold::Most, 15).points.at(0).value, 50.0F);
  EXPECT_EQ(foldSeries({line(0, {{0, -5}})}, HistoryFold::Most, 15).points.at(0).value, -5.0F) << "frost is no 0";
}

TEST(FoldSeries, AGapOfAllStaysAGap) {
  const auto folded = foldSeries({line(0, {{0, 1}, {600, 1}})}, HistoryFold::Sum, 60);
  EXPECT_EQ(folded.points.size(), 2U);
  EXPECT_TRUE(foldSeries({}, HistoryFold::Sum, 60).points.empty());
}

TEST(ReducePoints, KeepsPeaksValleysAndEnds) {
  std::vector<HistoryPoint> many;
  for (int i = 0; i < 10'000; ++i) many.push_back({i * 60, i == 4321 ? 99.0F : i == 7000 ? 1.0F : 50.0F});
  const auto few = reducePoints(many, many.front().at, many.back().at, 300);
  EXPECT_LE(few.size(), 602U);
  const auto has = [&few](float value) {
    return std::any_of(few.begin(), few.end(), [value](const HistoryPoint& p) { return p.value == value; });
  };
  EXPECT_TRUE(has(99));
  EXPECT_TRUE(has(1));
  EXPECT_EQ(few.front().at, many.front().at);
  EXPECT_EQ(few.back().at, many.back().at);
  EXPECT_TRUE(std::is_sorted(few.begin(), few.end(), [](const auto& a, const auto& b) { return a.at < b.at; }));
}

TEST(ReducePoints, FewPointsStayAsTheyAre) {
  const std::vector<HistoryPoint> few = {{0, 1}, {60, 2}};
  EXPECT_EQ(reducePoints(few, 0, 60, 300).size(), 2U);
  EXPECT_TRUE(reducePoints({}, 0, 60, 300).empty());
  EXPECT_EQ(reducePoints(few, 0, 0, 0).size(), 2U) << "no width and no range are no accident";
}

}  // namespace
}  // namespace cardinal::testing
