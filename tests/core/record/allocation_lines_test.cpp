// SPDX-License-Identifier: Apache-2.0
#include "core/record/allocation_lines.h"

#include "record_fixture.h"

namespace cardinal::testing {
namespace {

PastSums state(UnixSeconds at, UnixSeconds until, std::vector<std::pair<std::string, std::int64_t>> namespaces) {
  PastSums out;
  out.when = {at, at, until, true};
  out.sums.total.memoryMib = 1000;
  for (auto& [name, mib] : namespaces) {
    AllocationGroup group;
    group.name = name;
    if (name.empty()) group.kind = AllocationGroup::Kind::Other;
    group.held.memoryMib = mib;
    out.sums.held.memoryMib += mib;
    out.sums.namespaces.push_back(group);
  }
  return out;
}

LinesQuestion question(AllocationBy by, UnixSeconds start, UnixSeconds end, int points = 600) {
  LinesQuestion out;
  out.by = by;
  out.start = start;
  out.end = end;
  out.points = points;
  return out;
}

std::vector<std::pair<UnixSeconds, float>> pairs(const std::vector<HistoryPoint>& points) {
  std::vector<std::pair<UnixSeconds, float>> out;
  for (const HistoryPoint& point : points) out.emplace_back(point.at, point.value);
  return out;
}
using Pairs = std::vector<std::pair<UnixSeconds, float>>;

TEST(AllocationLines, AStateHoldsUntilTheNextAndAGapHasNoPoints) {
  const std::vector<PastSums> recorded = {state(600, 720, {{"a", 10}}), state(720, 780, {{"a", 20}}),
                                          state(1200, 1260, {{"a", 5}})};
  const auto lines = makeLines(recorded, question(AllocationBy::Total, 480, 1380));
  EXPECT_EQ(lines.step, 60);
  ASSERT_EQ(lines.lines.size(), 1U);
  EXPECT_EQ(pairs(lines.lines[0].points), (Pairs{{600, 10}, {660, 10}, {720, 20}, {780, 20}, {1200, 5}, {1260, 5}}));
  EXPECT_EQ(lines.total.size(), 6U);
  EXPECT_EQ(lines.total.front().value, 1000);
}

TEST(AllocationLines, TheLargestGroupsHaveALineAndTheRestOne) {
  std::vector<PastSums> recorded = {state(0, 60, {{"a", 50}, {"b", 40}, {"c", 3}, {"d", 2}}),
                                    state(60, 120, {{"a", 50}, {"c", 4}, {"d", 2}})};
  LinesQuestion asked = question(AllocationBy::Namespace, 0, 60);
  asked.lines = 3;
  const auto lines = makeLines(recorded, asked);
  ASSERT_EQ(lines.lines.size(), 3U);
  EXPECT_EQ(lines.lines[0].name, "a");
  EXPECT_EQ(lines.lines[1].name, "b");
  EXPECT_EQ(pairs(lines.lines[1].points), (Pairs{{0, 40}, {60, 0}}));  // whoever is not in a whole state holds nothing
  EXPECT_EQ(lines.lines[2].kind, AllocationGroup::Kind::Other);
  EXPECT_EQ(pairs(lines.lines[2].points), (Pairs{{0, 5}, {60, 6}}));
}

TEST(AllocationLines, WhoStandsAmongTheManyIsNotSaidToHoldNothing) {
  const std::vector<PastSums> recorded = {state(0, 60, {{"a", 50}, {"b", 40}, {"", 9}}),
                                          state(60, 120, {{"a", 50}, {"", 30}})};
  const auto lines = makeLines(recorded, question(AllocationBy::Namespace, 0, 60));
  ASSERT_EQ(lines.lines.size(), 3U);
  EXPECT_EQ(lines.lines[1].name, "b");
  EXPECT_EQ(pairs(lines.lines[1].points), (Pairs{{0, 40}}));
  EXPECT_EQ(pairs(lines.lines[2].points), (Pairs{{0, 9}, {60, 30}}));
}

TEST(AllocationLines, ThereAreNeverMorePointsThanAsked) {
  const std::vector<PastSums> recorded = {state(0, 30 * 86'400, {{"a", 10}})};
  for (const int points : {3, 100, 601, 1000}) {
    const auto lines = makeLines(recorded, question(AllocationBy::Total, 100, 30 * 86'400, points));
    ASSERT_EQ(lines.lines.size(), 1U);
    EXPECT_LE(lines.lines[0].points.size(), static_cast<std::size_t>(points)) << points;
    EXPECT_EQ(lines.step % 60, 0);
  }
}

TEST(AllocationLines, NothingRecordedGivesNoLine) {
  EXPECT_TRUE(makeLines({}, question(AllocationBy::Total, 0, 3600)).lines.empty());
  EXPECT_TRUE(makeLines({}, question(AllocationBy::Owner, 0, 3600)).lines.empty());
}

}  // namespace
}  // namespace cardinal::testing
