// SPDX-License-Identifier: Apache-2.0
#include "core/record/allocation_store.h"

#include <sys/stat.h>

#include "record_fixture.h"

namespace cardinal::testing {
namespace {

using AllocationStoreTest = StoreOnDisk;

TEST_F(AllocationStoreTest, WhatWasRecordedIsThereAfterARestart) {
  {
    auto store = open();
    ASSERT_TRUE(addTo(*store, kStart, cluster(1)));
    ASSERT_TRUE(addTo(*store, kStart + 60, cluster(2)));
    ASSERT_TRUE(store->extend(kStart + 300));
  }
  auto store = open();
  const auto moments = store->moments();
  ASSERT_TRUE(moments);
  ASSERT_EQ(moments->size(), 2U);
  EXPECT_EQ((*moments)[0].at, kStart);
  EXPECT_EQ((*moments)[0].until, kStart + 60);
  EXPECT_EQ((*moments)[1].until, kStart + 300);
  EXPECT_EQ(heldAt(*store, (*moments)[0]), 1);
  EXPECT_EQ(heldAt(*store, (*moments)[1]), 2);
  const auto sums = store->sums(kStart + 100, kStart + 200);
  ASSERT_TRUE(sums);
  ASSERT_EQ(sums->size(), 1U);
  EXPECT_EQ(sums->front().sums.held.memoryMib, 2 * 1024);
}

TEST_F(AllocationStoreTest, BetweenTwoRunsOfTheConsoleIsAGap) {
  {
    auto store = open();
    ASSERT_TRUE(addTo(*store, kStart, cluster(1)));
    ASSERT_TRUE(store->extend(kStart + 60));
  }
  auto store = open();
  // A new console cannot say what was before: "continues" counts from what it recorded itself.
  ASSERT_TRUE(addTo(*store, kStart + 7200, cluster(1), true));
  const auto moments = store->moments();
  ASSERT_TRUE(moments);
  ASSERT_EQ(moments->size(), 2U);
  EXPECT_EQ((*moments)[0].until, kStart + 60);
  EXPECT_EQ((*moments)[1].at, kStart + 7200);
}

TEST_F(AllocationStoreTest, MomentsMayBeReadInAnyOrder) {
  auto store = open();
  for (int i = 0; i < 100; ++i) ASSERT_TRUE(addTo(*store, kStart + 60 * i, cluster(1 + i % 15)));
  const auto moments = store->moments();
  ASSERT_TRUE(moments);
  ASSERT_EQ(moments->size(), 100U);
  for (const int i : {99, 0, 50, 51, 49, 61, 59, 60, 3}) {
    EXPECT_EQ(heldAt(*store, (*moments)[static_cast<std::size_t>(i)]), 1 + i % 15) << i;
  }
}

TEST_F(AllocationStoreTest, AClockThatWentBackStandsBesideWhatIsThereAndTheLaterCounts) {
  auto store = open();
  for (int i = 0; i < 10; ++i) ASSERT_TRUE(addTo(*store, kStart + 600 * i, cluster(1)));
  // Back by an hour: 12 GiB from then on.
  ASSERT_TRUE(addTo(*store, kStart + 1800, cluster(12), false));
  ASSERT_TRUE(addTo(*store, kStart + 2400, cluster(13)));
  ASSERT_TRUE(store->extend(kStart + 2460));
  const auto moments = store->moments();
  ASSERT_TRUE(moments);
  UnixSeconds last = 0;
  for (const PastMoment& moment : *moments) {
    EXPECT_GE(moment.at, last);
    last = moment.until;
    const std::int64_t held = moment.at < kStart + 1800 || moment.at > kStart + 2460 ? 1
                              : moment.at < kStart + 2400                            ? 12
                                                                                     : 13;
    EXPECT_EQ(heldAt(*store, moment), held) << moment.at - kStart;
  }
  EXPECT_EQ(moments->size(), 3U + 2U + 5U);
}

TEST_F(AllocationStoreTest, AClockThatIsCorrectedByASecondChangesNothing) {
  auto store = open();
  ASSERT_TRUE(addTo(*store, kStart, cluster(1)));
  ASSERT_TRUE(store->extend(kStart + 60));
  ASSERT_TRUE(addTo(*store, kStart + 58, cluster(2)));
  const auto moments = store->moments();
  ASSERT_TRUE(moments);
  ASSERT_EQ(moments->size(), 2U);
  EXPECT_EQ((*moments)[1].at, kStart + 60);
}

TEST_F(AllocationStoreTest, OneConsoleWritesAndTheOtherReads) {
  auto first = open();
  ASSERT_TRUE(addTo(*first, kStart, cluster(1)));
  auto second = open();
  EXPECT_TRUE(first->isWriter());
  EXPECT_FALSE(second->isWriter());
  ASSERT_TRUE(addTo(*first, kStart + 60, cluster(2)));
  ASSERT_EQ(second->moments()->size(), 2U);
  EXPECT_EQ(heldAt(*second, second->moments()->back()), 2);
  ASSERT_TRUE(second->becomeWriter());
  EXPECT_FALSE(second->isWriter());
  first.reset();
  ASSERT_TRUE(second->becomeWriter());
  ASSERT_TRUE(second->isWriter());
  ASSERT_TRUE(addTo(*second, kStart + 120, cluster(3)));
  EXPECT_EQ(second->moments()->size(), 3U);
}

TEST_F(AllocationStoreTest, FileAndFolderAreTheOwnersAlone) {
  auto store = open();
  struct stat status {};
  ASSERT_EQ(::stat(path().c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777U, 0600U);
  ASSERT_EQ(::stat((m_folder.path() / "history").c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777U, 0700U);
}

TEST_F(AllocationStoreTest, InMemoryNothingIsWritten) {
  auto store = open(StoreOptions{});
  ASSERT_TRUE(addTo(*store, kStart, cluster(1)));
  EXPECT_EQ(heldAt(*store, store->moments()->front()), 1);
  EXPECT_TRUE(std::filesystem::is_empty(m_folder.path()));
}

TEST_F(AllocationStoreTest, AMomentThatIsGoneIsSaidToBe) {
  auto store = open();
  const auto nodes = store->nodes(42);
  ASSERT_FALSE(nodes);
  EXPECT_EQ(nodes.error().code, ErrorCode::NotFound);
}

}  // namespace
}  // namespace cardinal::testing
