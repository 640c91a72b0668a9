// SPDX-License-Identifier: Apache-2.0
// Pods that exist and start together or not at all, and tasks of queues that are full: from objects in a file to why a
// pod waits that a node would take.
#include "core/service/read/gangs/gang_waits.h"

#include <gtest/gtest.h>

#include <map>
#include <string>

#include "core/alloc/pending/pending.h"
#include "core/model/extras/group_queues.h"
#include "core/service/snapshots/snapshot_compare.h"

namespace cardinal {
namespace {

using namespace queues;

SnapshotPtr snapshotIn(const std::string& file) {
  auto read = snapshotOfFile(std::string(CARDINAL_TEST_DATA) + "/queues/" + file);
  EXPECT_TRUE(read) << describe(read.error());
  return read ? *read : std::make_shared<const ClusterSnapshot>();
}

/// Why each pod waits, by "namespace/name", with what the nodes say of it.
std::map<std::string, PodQueueWait> waitsIn(const ClusterSnapshot& snapshot) {
  const PendingReport report = explainPending(snapshot);
  const GroupWaits queues(snapshot);
  GangWaits gangs(snapshot, {}, &queues);
  std::map<std::string, PodQueueWait> out;
  for (std::size_t i = 0; i < snapshot.unboundPods.size(); ++i) {
    const RawPod& pod = *snapshot.unboundPods[i]->raw;
    auto wait = queues.of(pod);
    if (!wait) wait = gangs.of(pod, report.of(i).outlook == Outlook::FitsNow);
    if (wait) out.emplace(pod.meta.key.ns + "/" + pod.meta.key.name, *wait);
  }
  return out;
}

GroupWait waitOf(const std::map<std::string, PodQueueWait>& waits, const std::string& pod) {
  const auto found = waits.find(pod);
  return found != waits.end() ? *found->second.other : GroupWait();
}

TEST(GangWaits, AGangOfEachSystemWaitsWhereTooFewOfItsPodsFitAtOnce) {
  const auto waits = waitsIn(*snapshotIn("gangs.yaml"));
  const std::map<std::string, GroupSystem> systems = {{"volcano/p-0", GroupSystem::Volcano},
                                                      {"volcano/p-3", GroupSystem::Volcano},
                                                      {"kai/p-1", GroupSystem::Kai},
                                                      {"koordinator/p-2", GroupSystem::Koordinator},
                                                      {"yunikorn/tg-0", GroupSystem::Yunikorn},
                                                      {"yunikorn/real-0", GroupSystem::Yunikorn}};
  for (const auto& [pod, system] : systems) {
    const GroupWait wait = waitOf(waits, pod);
    EXPECT_EQ(wait.cause, GroupCause::GangNoRoom) << pod;
    EXPECT_EQ(wait.minMember, 4) << pod;
    EXPECT_EQ(wait.members, 4) << pod;
    EXPECT_EQ(wait.fits, 2) << pod << ": two of four cards on one node of eight";
    EXPECT_EQ(wait.isModelled, system == GroupSystem::Yunikorn) << pod;
    ASSERT_TRUE(waits.count(pod));
    EXPECT_EQ(waits.at(pod).otherSystem, system) << pod;
  }
}

TEST(GangWaits, WhatWouldLetAGangStartWasTried) {
  const auto waits = waitsIn(*snapshotIn("three-that-wait.yaml"));
  // two nodes of eight cards, one of them held by Job/pretrain
  const GroupWait later = waitOf(waits, "team-a/finetune-worker-0");
  EXPECT_EQ(later.cause, GroupCause::GangNoRoom);
  EXPECT_EQ(later.fits, 1);
  ASSERT_EQ(later.remedies.size(), 1U);
  EXPECT_EQ(later.remedies[0].kind, GroupRemedy::Kind::OthersEnd);
  ASSERT_EQ(later.remedies[0].ending.size(), 1U);
  EXPECT_EQ(later.remedies[0].ending[0].key, (ObjectKey{"team-a", "Job/pretrain"}));
  EXPECT_EQ(later.remedies[0].ending[0].amount, 8);
  EXPECT_EQ(later.remedies[0].resource, "nvidia.com/gpu");
  // four nodes' worth: whoever ends, two fit; as it is now, one does
  const GroupWait never = waitOf(waits, "team-a/foundation-worker-3");
  EXPECT_EQ(never.fits, 1);
  ASSERT_EQ(never.remedies.size(), 1U);
  EXPECT_EQ(never.remedies[0].kind, GroupRemedy::Kind::FewerPods);
  EXPECT_EQ(never.remedies[0].pods, 1);
}

TEST(GangWaits, WhoseEndIsTriedAloneIsThereAgainForTheNext) {
  const GroupWait wait = waitOf(waitsIn(*snapshotIn("two-hold-a-node.yaml")), "team/gang-0");
  ASSERT_EQ(wait.remedies.size(), 1U);
  EXPECT_EQ(wait.remedies[0].kind, GroupRemedy::Kind::OthersEnd);
  EXPECT_EQ(wait.remedies[0].ending.size(), 2U) << "neither of the two alone frees the node";
}

TEST(GangWaits, AGangWithFewerPodsThanItNeedsIsIncomplete) {
  const GroupWait wait = waitOf(waitsIn(*snapshotIn("gangs.yaml")), "plugins/p-0");
  EXPECT_EQ(wait.cause, GroupCause::GangIncomplete);
  EXPECT_EQ(wait.members, 3);
  EXPECT_EQ(wait.minMember, 4);
  EXPECT_TRUE(wait.isModelled) << "whether the default scheduler has the plugin is not known";
}

TEST(GangWaits, AGangThatFitsIsNotHeldBack) {
  const auto waits = waitsIn(*snapshotIn("gangs.yaml"));
  EXPECT_EQ(waits.count("fits/p-0"), 0U);
  EXPECT_EQ(waits.count("mixed/p-0"), 0U) << "the master asks for no GPU and is one of the three";
  EXPECT_EQ(waits.count("elastic/p-1"), 0U) << "the other one runs";
}

TEST(GangWaits, AGroupThatWasNotReadLeavesItOpen) {
  const auto waits = waitsIn(*snapshotIn("gangs.yaml"));
  EXPECT_EQ(waitOf(waits, "native/p-0").cause, GroupCause::GangNotKnown) << "Kubernetes' own PodGroups are not read";
  EXPECT_EQ(waits.at("native/p-0").otherSystem, GroupSystem::Kubernetes);
  EXPECT_EQ(waitOf(waits, "unread/p-0").cause, GroupCause::GangNotKnown);
}

TEST(GangWaits, WherePodsNameNoGroupThereIsNothingToAsk) {
  EXPECT_TRUE(GangWaits::hasAny(*snapshotIn("gangs.yaml")));
  EXPECT_FALSE(GangWaits::hasAny(ClusterSnapshot()));
}

// ssn.Allocatable(queue, task) of Volcano counts each task, also of groups that were let in.
TEST(FullQueues, AFurtherTaskOfAGroupThatWasLetInIsCountedAgainstItsQueue) {
  const auto waits = waitsIn(*snapshotIn("full-queues.yaml"));
  const GroupWait full = waitOf(waits, "elastic/p-4");
  EXPECT_EQ(full.cause, GroupCause::AboveFree);
  EXPECT_EQ(full.queue, "full");
  EXPECT_EQ(full.free, 0);
  EXPECT_FALSE(full.isModelled);
  const GroupWait large = waitOf(waits, "inqueue/large");
  EXPECT_EQ(large.cause, GroupCause::AboveFree);
  EXPECT_EQ(large.requested, 2);
  EXPECT_EQ(large.free, 1);
  EXPECT_EQ(waits.count("inqueue/small"), 0U);
}

TEST(FullQueues, AQueueThatLetsInOnePodOfAGangHoldsTheOthersAndSoAll) {
  const auto waits = waitsIn(*snapshotIn("gangs-of-full-queues.yaml"));
  for (const char* system : {"koordinator", "volcano", "plugins"}) {
    const GroupWait wait = waitOf(waits, std::string(system) + "-short/p-1");
    EXPECT_EQ(wait.cause, GroupCause::AboveFree) << system;
    EXPECT_EQ(wait.requested, 6) << system << ": three pods of two cards";
    EXPECT_EQ(wait.free, 2) << system;
    EXPECT_EQ(waits.count(std::string(system) + "-wide/p-1"), 0U) << system;
  }
  const GroupWait quota = waitOf(waits, "koordinator-short/p-0");
  EXPECT_FALSE(quota.remedies.empty());
  for (const GroupRemedy& remedy : quota.remedies)
    EXPECT_NE(remedy.kind, GroupRemedy::Kind::RequestLess) << "less of one pod is not enough";
}

TEST(FullQueues, AnElasticQuotaOfSchedulerPluginsAtItsMaxRefusesFurtherPods) {
  const auto waits = waitsIn(*snapshotIn("full-queues.yaml"));
  const GroupWait wait = waitOf(waits, "full-quota/w");
  EXPECT_EQ(wait.cause, GroupCause::AboveFree);
  EXPECT_EQ(wait.free, 0);
  EXPECT_TRUE(wait.isModelled);
  EXPECT_EQ(waits.count("open-quota/v"), 0U);
}

TEST(FullQueues, AQueueOfKaiThatHasQueuesBelowItTakesNoGroups) {
  const auto waits = waitsIn(*snapshotIn("full-queues.yaml"));
  EXPECT_EQ(waitOf(waits, "kai/parent-0").cause, GroupCause::QueueNotLeaf);
  EXPECT_EQ(waits.count("kai/leaf-0"), 0U);
}

}  // namespace
}  // namespace cardinal
