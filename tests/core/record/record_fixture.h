// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/record/allocation_store.h"
#include "tests/support/builders.h"
#include "tests/support/temporary_folder.h"

namespace cardinal::testing {

/// 2026-01-15 00:00:00 UTC: the begin of a day.
inline constexpr UnixSeconds kStart = 1'768'435'200;

/// Two nodes of 4 cards with 16 GiB; `held`: GiB on card 0 of "a".
inline SnapshotPtr cluster(std::int64_t held) {
  std::vector<PodBuilder> pods;
  if (held > 0) pods.push_back(pod("team-a", "web").gpuMem(held).on("a").card(0, 16));
  return snapshotOf({gpushareNode("a", 4, 16), gpushareNode("b", 4, 16)}, pods);
}

inline PastNodes past(const SnapshotPtr& snapshot) {
  PastReader reader;
  return reader.read(*snapshot);
}

inline Result<void> addTo(AllocationStore& store, UnixSeconds at, const SnapshotPtr& snapshot, bool continues = true) {
  return store.add(at, sumAllocation(*snapshot), past(snapshot), continues);
}

/// GiB on card 0 of node "a" as the store tells of a moment; -1 = it tells nothing.
inline std::int64_t heldAt(AllocationStore& store, const PastMoment& moment) {
  const auto nodes = store.nodes(moment.id);
  if (!nodes) return -1;
  for (const PastNodePtr& node : *nodes) {
    if (node->name == "a") return node->cards.at(0).memAllocated.value;
  }
  return -1;
}

inline void expectSame(const PastNodes& a, const PastNodes& b) {
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t i = 0; i < a.size(); ++i) EXPECT_EQ(*a[i], *b[i]) << a[i]->name;
}

class StoreOnDisk : public ::testing::Test {
 protected:
  StoreOptions options() const {
    StoreOptions made;
    made.path = path();
    return made;
  }
  std::string path() const { return (m_folder.path() / "history" / "ctx.sqlite").string(); }
  std::unique_ptr<AllocationStore> open() { return open(options()); }
  static std::unique_ptr<AllocationStore> open(const StoreOptions& options) {
    auto opened = AllocationStore::open(options);
    EXPECT_TRUE(opened.has_value()) << (opened ? "" : describe(opened.error()));
    return opened ? std::move(*opened) : nullptr;
  }

  test::TemporaryFolder m_folder;
};

}  // namespace cardinal::testing
