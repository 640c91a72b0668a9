// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "record_fixture.h"

namespace cardinal::testing {
namespace {

constexpr UnixSeconds kHour = 3600;
constexpr UnixSeconds kDay = 24 * kHour;

using StoreThinning = StoreOnDisk;

/// What changes every time: 1..15 GiB.
std::int64_t heldIn(UnixSeconds at) {
  return 1 + (at / 60 + at / kHour) % 15;
}

/// How many states begin in this time.
std::size_t momentsIn(AllocationStore& store, UnixSeconds start, UnixSeconds end) {
  const auto moments = store.moments();
  return static_cast<std::size_t>(std::count_if(
      moments->begin(), moments->end(), [&](const PastMoment& one) { return one.at >= start && one.at < end; }));
}

/// A day of states in memory, every five minutes or every hour.
void addDay(AllocationStore& store, UnixSeconds day, UnixSeconds step) {
  for (UnixSeconds at = day; at < day + kDay; at += step) {
    ASSERT_TRUE(addTo(store, at, cluster(heldIn(at)), at > day));
  }
  ASSERT_TRUE(store.extend(day + kDay));
}

TEST_F(StoreThinning, AMinuteForADayAQuarterForAMonthAnHourForAYear) {
  auto store = open(StoreOptions{});
  const UnixSeconds now = kStart + 400 * kDay;
  addDay(*store, now - 380 * kDay, kHour);
  addDay(*store, now - 200 * kDay, kHour);
  for (const int days : {35, 20, 10, 2, 1}) addDay(*store, now - days * kDay, 300);
  for (UnixSeconds at = now; at < now + 3 * kHour; at += 60) ASSERT_TRUE(addTo(*store, at, cluster(heldIn(at))));
  EXPECT_EQ(momentsIn(*store, now + kHour, now + 2 * kHour), 60U);
  EXPECT_EQ(momentsIn(*store, now - kDay + 5 * kHour, now - kDay + 6 * kHour), 12U);
  EXPECT_EQ(momentsIn(*store, now - 10 * kDay, now - 10 * kDay + kHour), 4U);
  EXPECT_EQ(momentsIn(*store, now - 35 * kDay, now - 34 * kDay), 24U);
  EXPECT_EQ(momentsIn(*store, now - 200 * kDay, now - 199 * kDay), 24U);
  EXPECT_EQ(momentsIn(*store, 0, now - 300 * kDay), 0U);
  // What is kept is what was, to the card; and the days of a console that ran all the time have no gap.
  const auto moments = store->moments();
  UnixSeconds before = 0;
  for (const PastMoment& moment : *moments) {
    EXPECT_EQ(heldAt(*store, moment), heldIn(moment.at)) << moment.at;
    EXPECT_TRUE(moment.at % kDay == 0 || moment.at == before) << moment.at;
    before = moment.until;
  }
}

TEST_F(StoreThinning, AGapStaysAGap) {
  auto store = open(StoreOptions{});
  for (int day = 0; day < 4; ++day) {
    for (int i = 0; i < 60; ++i)
      ASSERT_TRUE(addTo(*store, kStart + day * kDay + 60 * i, cluster(heldIn(kStart + 60 * i)), i > 0));
  }
  const auto moments = store->moments();
  ASSERT_TRUE(moments);
  EXPECT_LT(moments->size(), 240U);
  EXPECT_EQ(moments->front().at, kStart);
  int gaps = 0;
  for (std::size_t i = 1; i < moments->size(); ++i) {
    const UnixSeconds gap = (*moments)[i].at - (*moments)[i - 1].until;
    if (gap == 0) continue;
    ++gaps;
    EXPECT_EQ(gap, kDay - 59 * 60);
  }
  EXPECT_EQ(gaps, 3);
}

TEST_F(StoreThinning, TheFileStaysWithinItsRoomAndTheOldestLosesFirst) {
  StoreOptions small = options();
  small.bytes = 160 * 1024;
  auto store = open(small);
  std::vector<NodeBuilder> nodes;
  for (int i = 0; i < 60; ++i) nodes.push_back(gpushareNode("node-" + std::to_string(i), 8, 16));
  UnixSeconds at = kStart;
  for (int i = 0; i < 420; ++i, at += 60) {
    std::vector<PodBuilder> pods;
    for (int k = 0; k < 60; ++k) {
      const int held = 1 + (i * 7 + k * 3) % 16;
      pods.push_back(
          pod("ns", "p" + std::to_string(k)).gpuMem(held).on("node-" + std::to_string(k)).card((i + k) % 8, 16));
    }
    ASSERT_TRUE(addTo(*store, at, snapshotOf(nodes, pods))) << i;
    ASSERT_LE(std::filesystem::file_size(path()), static_cast<std::uintmax_t>(small.bytes)) << i;
  }
  // The last hour is whole, the first has become coarser but is still there.
  EXPECT_EQ(momentsIn(*store, at - kHour, at), 60U);
  const std::size_t first = momentsIn(*store, kStart, kStart + kHour);
  EXPECT_LT(first, 10U);
  EXPECT_GE(store->sums(kStart, at)->size(), 70U);
  EXPECT_TRUE(store->moments()->back().hasCards);
}

TEST_F(StoreThinning, OfWhatIsTooOldForItsRoomTheSumsStay) {
  StoreOptions small;
  small.tiers = {{60, kHour, kHour, 0.4}, {900, 6 * kHour, 3 * kHour, 0.0}};
  auto store = open(small);
  for (int i = 0; i < 300; ++i) ASSERT_TRUE(addTo(*store, kStart + 60 * i, cluster(heldIn(kStart + 60 * i))));
  const auto moments = store->moments();
  ASSERT_TRUE(moments);
  EXPECT_FALSE(moments->front().hasCards);
  EXPECT_TRUE(moments->back().hasCards);
  EXPECT_EQ(store->nodes(moments->front().id).error().code, ErrorCode::NotFound);
  EXPECT_EQ(store->sums(kStart, kStart)->front().sums.held.memoryMib, heldIn(kStart) * 1024);
}

TEST_F(StoreThinning, AfterALeapOfTheClockNothingIsThrownAwayAtOnce) {
  auto store = open(StoreOptions{});
  for (int i = 0; i < 120; ++i) ASSERT_TRUE(addTo(*store, kStart + 60 * i, cluster(heldIn(kStart + 60 * i))));
  // A clock that is wrong by ten years, for ten minutes.
  const UnixSeconds wrong = kStart + 3650 * kDay;
  for (int i = 0; i < 10; ++i) ASSERT_TRUE(addTo(*store, wrong + 60 * i, cluster(3 + i), i > 0));
  ASSERT_TRUE(addTo(*store, kStart + 60 * 200, cluster(1), false));
  EXPECT_EQ(momentsIn(*store, kStart, kStart + 60 * 120), 120U);
}

}  // namespace
}  // namespace cardinal::testing
