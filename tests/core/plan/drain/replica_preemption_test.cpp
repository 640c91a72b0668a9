// SPDX-License-Identifier: Apache-2.0
// Whom the scheduler would evict for the first replica that no node takes.
#include "core/plan/drain/replica_preemption.h"

#include <gtest/gtest.h>

#include "core/alloc/engine/allocator.h"
#include "tests/support/builders.h"

namespace cardinal {
namespace {

using namespace cardinal::testing;

PodBuilder running(const std::string& name, const std::string& node, int priority, std::int64_t cpuMilli) {
  PodBuilder out = pod(name);
  out.cpuMilli(cpuMilli).on(node);
  out.edit().spec.priority = priority;
  return out;
}

NodeBuilder small(const std::string& name) {
  return node(name).resource("cpu", 4);
}

std::optional<Preemption> ask(const SnapshotPtr& cluster, std::int64_t cpuMilli, int replicas) {
  PodBuilder asked = pod("asked");
  asked.cpuMilli(cpuMilli);
  asked.edit().spec.priority = 5;
  const AllocationRequest request = makeRequest(asked.raw(), replicas);
  return replicaPreemption(request, allocate(request, *cluster), *cluster);
}

TEST(ReplicaPreemption, TheReplicasBeforeItTakeTheirPlacesFirst) {
  const auto cluster = snapshotOf({small("a")}, {running("low", "a", 1, 1000), running("mid", "a", 2, 1000)});
  const auto first = ask(cluster, 2000, 1);
  EXPECT_FALSE(first) << "one fits";
  const auto second = ask(cluster, 2000, 2);
  ASSERT_TRUE(second);
  EXPECT_EQ(second->placed, 1);
  EXPECT_EQ(second->further, 0);
  EXPECT_FALSE(second->afterADraw);
  ASSERT_EQ(second->victims.size(), 2U) << "without the first replica one of them could stay";
  EXPECT_EQ(second->victims[0]->meta.key.name, "mid");
  EXPECT_EQ(second->victims[1]->meta.key.name, "low");
}

TEST(ReplicaPreemption, WhatFollowsIsCountedAndNotPredicted) {
  const auto cluster = snapshotOf({small("a")}, {running("low", "a", 1, 4000)});
  const auto found = ask(cluster, 1000, 3);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->placed, 0);
  EXPECT_EQ(found->further, 2);
}

TEST(ReplicaPreemption, ItSaysThatPlacesBeforeItWereDrawn) {
  const auto cluster =
      snapshotOf({small("a"), small("b")}, {running("low", "a", 1, 2000), running("mid", "b", 2, 2000)});
  const auto found = ask(cluster, 2000, 3);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->placed, 2);
  EXPECT_TRUE(found->afterADraw);
  EXPECT_EQ(cluster->node(found->node).name, "a");
}

}  // namespace
}  // namespace cardinal
