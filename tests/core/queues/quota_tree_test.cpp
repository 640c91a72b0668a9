// SPDX-License-Identifier: Apache-2.0
#include "core/queues/kueue/quota_tree.h"

#include <gtest/gtest.h>

#include "core/queues/kueue/kueue_state.h"
#include "tests/core/queues/kueue_builder.h"

namespace cardinal::queues {
namespace {

TEST(QuotaTree, AQueueBorrowsWhatItsCohortLends) {
  KueueObjects objects;
  addQueue(objects, "a", 4, "pool");
  addQueue(objects, "b", 8, "pool");
  objects.clusterQueues["b"].groups[0].flavors[0].resources[kGpu].lendingLimit = 3;
  addHolder(objects, "running", "b", 6);
  const KueueState state(objects);
  const QuotaTree& tree = state.tree();
  const int cell = state.holders().at(0).cells.at(0);
  // b keeps 5 to itself, so that one of its 6 counts in the pool of 4 + 3
  EXPECT_EQ(tree.subtreeQuota(tree.cohort("pool"), cell), 7);
  EXPECT_EQ(tree.usage(tree.cohort("pool"), cell), 1);
  EXPECT_EQ(tree.available(tree.queue("a"), cell), 6);
  EXPECT_EQ(tree.available(tree.queue("b"), cell), 6);
  EXPECT_EQ(tree.potential(tree.queue("a"), cell), 7);
  EXPECT_EQ(tree.potential(tree.queue("b"), cell), 12);
}

/// Two queues below a cohort of a cohort, which lend and borrow within limits.
KueueObjects nestedCohorts() {
  KueueObjects objects;
  addQueue(objects, "a", 4, "left");
  addQueue(objects, "b", 8, "left");
  addQueue(objects, "c", 6, "right");
  objects.cohorts["left"] = {"left", "all", {}, 1};
  objects.cohorts["right"] = {"right", "all", {}, 1};
  KueueQuota& lends = objects.clusterQueues["b"].groups[0].flavors[0].resources[kGpu];
  lends.lendingLimit = 3;
  lends.borrowingLimit = 2;
  addHolder(objects, "first", "b", 9);
  addHolder(objects, "second", "c", 8);
  return objects;
}

TEST(QuotaTree, RaisedQuotaIsAsInATreeThatHasItAndIsTakenBack) {
  for (const Amount more : {1, 3, 20}) {
    KueueObjects objects = nestedCohorts();
    KueueState state(objects);
    KueueObjects changed = nestedCohorts();
    changed.clusterQueues["b"].groups[0].flavors[0].resources[kGpu].nominal += more;
    const KueueState expected(changed);
    const KueueState before(objects);
    const int cell = state.tree().cellOf("a100", kGpu);
    const auto expectLike = [&](const QuotaTree& tree) {
      for (const char* name : {"a", "b", "c"}) {
        EXPECT_EQ(state.tree().available(state.tree().queue(name), cell), tree.available(tree.queue(name), cell))
            << name;
        EXPECT_EQ(state.tree().potential(state.tree().queue(name), cell), tree.potential(tree.queue(name), cell))
            << name;
      }
      for (const char* name : {"left", "right", "all"}) {
        const QuotaTree::Node node = tree.cohort(name);
        EXPECT_EQ(state.tree().subtreeQuota(node, cell), tree.subtreeQuota(node, cell)) << name;
        EXPECT_EQ(state.tree().usage(node, cell), tree.usage(node, cell)) << name;
      }
    };
    {
      const RaisedQuota raised(state.tree(), state.tree().queue("b"), cell, more);
      expectLike(expected.tree());
    }
    expectLike(before.tree());
  }
}

TEST(QuotaTree, ADebtShowsAsNothingFree) {
  KueueObjects objects;
  addQueue(objects, "a", 2);
  addHolder(objects, "running", "a", 5);
  KueueState state(objects);
  EXPECT_EQ(state.tree().available(state.tree().queue("a"), state.holders().at(0).cells.at(0)), 0);
}

TEST(QuotaTree, CohortsAboveThemselvesEndNoWalkAndAdmitNothing) {
  KueueObjects objects;
  addQueue(objects, "a", 2, "left");
  objects.cohorts["left"] = {"left", "right", {}, 1};
  objects.cohorts["right"] = {"right", "left", {}, 1};
  const KueueState state(objects);
  EXPECT_TRUE(state.tree().isCyclic(state.tree().queue("a")));
  EXPECT_FALSE(state.tree().isActive(state.tree().queue("a")));
}

TEST(QuotaTree, AbsurdQuotasSaturate) {
  KueueObjects objects;
  addQueue(objects, "a", kUnlimited, "pool");
  addQueue(objects, "b", kUnlimited - 1, "pool");
  KueueState state(objects);
  const int cell = state.tree().cellOf("a100", kGpu);
  EXPECT_EQ(state.tree().potential(state.tree().queue("b"), cell), kUnlimited);
}

}  // namespace
}  // namespace cardinal::queues
