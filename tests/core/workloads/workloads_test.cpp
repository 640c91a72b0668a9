// SPDX-License-Identifier: Apache-2.0
#include "core/workloads/workloads.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "core/model/extras/kueue.h"
#include "core/workloads/workload_export.h"
#include "core/workloads/workload_objects.h"
#include "tests/support/builders.h"
#include "tests/support/extras.h"

namespace cardinal {
namespace {

using testing::nvidiaNode;
using testing::pod;
using testing::PodBuilder;
using testing::snapshotOf;

PodBuilder owned(const std::string& ns, const std::string& name, const std::string& kind, const std::string& owner) {
  PodBuilder out = pod(ns, name);
  out.nvidia(1);
  out.edit().meta.owners.push_back({kind, owner, "uid-" + ns + "-" + kind + "-" + owner, true});
  return out;
}

std::string number(const std::optional<std::int64_t>& value) {
  return value ? std::to_string(*value) : "?";
}

/// "team-a/PyTorchJob/bert 2 pods, wanted ?"
std::vector<std::string> linesOf(const std::vector<WorkloadPtr>& workloads) {
  std::vector<std::string> out;
  for (const WorkloadPtr& one : workloads)
    out.push_back(one->ns + "/" + one->kind + "/" + one->name + " " + std::to_string(one->pods.size()) +
                  " pods, wanted " + number(one->wanted));
  return out;
}

using Lines = std::vector<std::string>;

TEST(Workloads, EventsAreAskedOfItsOwnObjectsAndNotOfNamesThatNoObjectHas) {
  PodBuilder worker = owned("team-a", "bert-worker-0", "Job.batch.volcano.sh", "bert");
  worker.annotation("scheduling.k8s.io/group-name", "podgroup-1");
  PodBuilder replica = owned("team-a", "chat-7c9f5d6b8-x2x4z", "ReplicaSet", "chat-7c9f5d6b8");
  replica.label("pod-template-hash", "7c9f5d6b8");
  PodBuilder hostile = owned("team-b", "odd-0", "PyTorchJob", "odd");
  hostile.annotation("scheduling.k8s.io/group-name", "x,involvedObject.kind=Secret");
  PodBuilder bare = pod("team-b", "zz-bare");
  bare.nvidia(1);
  const auto rows = workloadsOf(*snapshotOf({nvidiaNode("a", 8)}, {worker, replica, hostile, bare}));
  ASSERT_EQ(rows.size(), 4U);
  using Objects = std::vector<ObjectRef>;
  EXPECT_EQ(eventObjectsOf(*rows[0]),
            (Objects{{"Deployment", {"team-a", "chat"}}, {"ReplicaSet", {"team-a", "chat-7c9f5d6b8"}}}));
  EXPECT_EQ(eventObjectsOf(*rows[1]), (Objects{{"Job", {"team-a", "bert"}}, {"PodGroup", {"team-a", "podgroup-1"}}}));
  EXPECT_EQ(eventObjectsOf(*rows[2]), (Objects{{"Pod", {"team-b", "zz-bare"}}}));
  EXPECT_EQ(eventObjectsOf(*rows[3]), (Objects{{"PyTorchJob", {"team-b", "odd"}}}));
}

TEST(Workloads, AKindThatASelectorWouldReadAsSomethingElseIsNotAskedAbout) {
  const auto rows = workloadsOf(
      *snapshotOf({nvidiaNode("a", 8)}, {owned("team-a", "x-0", "Job,involvedObject.kind=Secret", "x").on("a")}));
  ASSERT_EQ(rows.size(), 1U);
  EXPECT_TRUE(eventObjectsOf(*rows[0]).empty());
}

TEST(Workloads, ATableForOtherProgramsKeepsUnknownApartFromZero) {
  const auto rows =
      workloadsOf(*snapshotOf({nvidiaNode("a", 8)}, {owned("team-a", "bert-0", "PyTorchJob", "bert").on("a"),
                                                     owned("team-a", "bert-1", "PyTorchJob", "bert")}));
  const ExportTable table = workloadTable(rows);
  ASSERT_EQ(table.rows.size(), 1U);
  ASSERT_EQ(table.rows[0].size(), table.keys.size());
  const auto value = [&](const char* key) {
    const auto at = std::find(table.keys.begin(), table.keys.end(), key) - table.keys.begin();
    const ExportCell& cell = table.rows[0].at(static_cast<std::size_t>(at));
    return cell.known ? cell.text : "?";
  };
  EXPECT_EQ(value("namespace") + "/" + value("kind") + "/" + value("name"), "team-a/PyTorchJob/bert");
  EXPECT_EQ(value("pods_running"), "1");
  EXPECT_EQ(value("pods_failed"), "0");
  EXPECT_EQ(value("pods_wanted"), "?");
  EXPECT_EQ(value("queue"), "?");
  EXPECT_EQ(value("queue_system"), "?");
}

TEST(Workloads, PodsOfOneOwnerAreOneRowWithCountsByWhatTheyDo) {
  const SnapshotPtr state =
      snapshotOf({nvidiaNode("a", 8)},
                 {owned("team-a", "bert-worker-0", "PyTorchJob", "bert").on("a"),
                  owned("team-a", "bert-worker-1", "PyTorchJob", "bert").on("a").phase(PodPhase::Pending),
                  owned("team-a", "bert-worker-2", "PyTorchJob", "bert"),
                  owned("team-a", "bert-worker-3", "PyTorchJob", "bert").on("a").phase(PodPhase::Succeeded)});
  const auto rows = workloadsOf(*state);
  ASSERT_EQ(rows.size(), 1U);
  const Workload& bert = *rows[0];
  EXPECT_EQ(bert.running, 1);
  EXPECT_EQ(bert.starting, 1);
  EXPECT_EQ(bert.waiting, 1);
  EXPECT_EQ(bert.succeeded, 1);
  EXPECT_EQ(bert.cardsHeld, 2);
  EXPECT_EQ(bert.cardsRequested, 3);
  EXPECT_EQ(bert.wanted, std::nullopt) << "the job itself is not read: unknown, not 0 and not 4";
  EXPECT_EQ(bert.pods[2].pod->key().name, "bert-worker-2");
  EXPECT_EQ(bert.pods[2].node, nullptr);
}

TEST(Workloads, NamesakesInTwoNamespacesAndOfTwoKindsAreTwoRows) {
  const SnapshotPtr state =
      snapshotOf({nvidiaNode("a", 8)}, {owned("team-a", "p", "Job", "train"), owned("team-b", "p", "Job", "train"),
                                        owned("team-a", "q", "PyTorchJob", "train"), pod("team-a", "train").nvidia(1),
                                        owned("team-a", "v", "Job", "train").label("volcano.sh/job-name", "train")});
  EXPECT_EQ(linesOf(workloadsOf(*state)),
            (Lines{"team-a/Job/train 1 pods, wanted ?", "team-a/Job.batch.volcano.sh/train 1 pods, wanted ?",
                   "team-a/Pod/train 1 pods, wanted 1", "team-a/PyTorchJob/train 1 pods, wanted ?",
                   "team-b/Job/train 1 pods, wanted ?"}));
}

TEST(Workloads, PodsThatAskForNoGpuAreNotCounted) {
  const SnapshotPtr state = snapshotOf({nvidiaNode("a", 8)}, {pod("team-a", "web").cpuMilli(100).on("a")});
  EXPECT_TRUE(workloadsOf(*state).empty());
}

TEST(Workloads, APodThatKeepsACardForOthersIsNoWorkload) {
  PodBuilder reservation = pod("kai-resource-reservation", "gpu-reservation-1");
  reservation.nvidia(1).on("a").label("runai-gpu-group", "g1");
  PodBuilder sharer = pod("team", "half");
  sharer.on("a").annotation("gpu-fraction", "0.5").label("runai-gpu-group", "g1");
  const auto lines = linesOf(workloadsOf(*snapshotOf({nvidiaNode("a", 2)}, {reservation, sharer})));
  EXPECT_EQ(lines, (Lines{"team/Pod/half 1 pods, wanted 1"}));
}

TEST(Workloads, APodThatAPodMadeBelongsToTheWorkloadOfThatPod) {
  // Executors are owned by the driver, which asks for no GPU itself.
  PodBuilder driver = pod("team-a", "etl-driver");
  driver.cpuMilli(100).on("a").edit().meta.owners.push_back({"SparkApplication", "etl", "uid-app", true});
  PodBuilder executor = pod("team-a", "etl-exec-1");
  executor.nvidia(1).on("a").edit().meta.owners.push_back({"Pod", "etl-driver", "uid-pod-team-a-etl-driver", true});
  EXPECT_EQ(linesOf(workloadsOf(*snapshotOf({nvidiaNode("a", 8)}, {driver, executor}))),
            (Lines{"team-a/SparkApplication/etl 1 pods, wanted ?"}));
  // The driver is gone, and another pod has its name.
  EXPECT_EQ(linesOf(workloadsOf(*snapshotOf({nvidiaNode("a", 8)}, {driver.uid("uid-new"), executor}))),
            (Lines{"team-a/Pod/etl-driver 1 pods, wanted ?"}));
}

TEST(Workloads, OwnersThatOwnEachOtherEnd) {
  PodBuilder a = pod("team-a", "a");
  a.nvidia(1).edit().meta.owners.push_back({"Pod", "b", "uid-pod-team-a-b", true});
  PodBuilder b = pod("team-a", "b");
  b.nvidia(1).edit().meta.owners.push_back({"Pod", "a", "uid-pod-team-a-a", true});
  std::size_t pods = 0;
  for (const WorkloadPtr& row : workloadsOf(*snapshotOf({nvidiaNode("a", 8)}, {a, b}))) pods += row->pods.size();
  EXPECT_EQ(pods, 2U);
}

TEST(Workloads, GangsAreCountedByNameAndTellWhatIsWanted) {
  std::vector<PodBuilder> pods;
  for (int i = 0; i < 3; ++i) {
    PodBuilder one = owned("team-a", "p" + std::to_string(i), "PyTorchJob", "bert");
    one.annotation("gang.scheduling.koordinator.sh/name", "g")
        .annotation("gang.scheduling.koordinator.sh/min-available", "4");
    one.annotation("gang.scheduling.koordinator.sh/total-number", "5");
    if (i == 0) one.on("a");
    pods.push_back(one);
  }
  auto rows = workloadsOf(*snapshotOf({nvidiaNode("a", 8)}, pods));
  ASSERT_EQ(rows.size(), 1U);
  EXPECT_EQ(rows[0]->gangs, (std::vector<WorkloadGang>{{"g", 4, 3, 1}}));
  EXPECT_EQ(rows[0]->wanted, 5);
  // Members that contradict each other: nobody knows.
  pods[1].annotation("gang.scheduling.koordinator.sh/min-available", "2");
  pods[2].annotation("gang.scheduling.koordinator.sh/total-number", "lots");
  rows = workloadsOf(*snapshotOf({nvidiaNode("a", 8)}, pods));
  EXPECT_EQ(rows[0]->gangs[0].min, std::nullopt);
  EXPECT_EQ(rows[0]->wanted, std::nullopt);
  // Fewer wanted than there are: it is not believed.
  for (PodBuilder& one : pods) one.annotation("gang.scheduling.koordinator.sh/total-number", "1");
  EXPECT_EQ(workloadsOf(*snapshotOf({nvidiaNode("a", 8)}, pods))[0]->wanted, std::nullopt);
}

TEST(Workloads, TheQueueIsThatOfTheFirstPodThatNamesOne) {
  const SnapshotPtr state =
      snapshotOf({nvidiaNode("a", 8)}, {owned("team-a", "a", "Job", "train"),
                                        owned("team-a", "b", "Job", "train").label("kai.scheduler/queue", "research")});
  EXPECT_EQ(workloadsOf(*state)[0]->queueSystem, QueueSystem::Kai);
  EXPECT_EQ(workloadsOf(*state)[0]->queue, "research");
}

TEST(Workloads, CardsAreUnknownWhereTheRequestIsOfPartsThatAreNoCards) {
  const SnapshotPtr state =
      snapshotOf({nvidiaNode("a", 8)},
                 {owned("team-a", "a", "Job", "train"), pod("team-a", "slice").resource("nvidia.com/mig-1g.5gb", 2)});
  const auto rows = workloadsOf(*state);
  ASSERT_EQ(rows.size(), 2U);
  EXPECT_EQ(rows[0]->cardsRequested, 1);
  EXPECT_EQ(rows[1]->cardsRequested, std::nullopt);
  EXPECT_EQ(rows[1]->cardsHeld, 0) << "it has no place, so it holds none";
}

/// A Workload of Kueue for `count` pods of one card, owned by kind and name.
RawKueueWorkload kueue(const std::string& name, const std::string& kind, const std::string& owner, std::int32_t count) {
  RawKueueWorkload out;
  out.meta.key = {"team-a", name};
  out.meta.uid = "uid-" + name;
  out.meta.created = 1'000;
  out.meta.owners.push_back({kind, owner, "uid-team-a-" + kind + "-" + owner, true});
  out.queueName = "main";
  RawKueuePodSet cards;
  cards.name = "workers";
  cards.count = count;
  cards.spec.containers.push_back({"main", "image", {{"nvidia.com/gpu", Quantity::fromInteger(1)}}, {}, false});
  RawKueuePodSet launcher;
  launcher.name = "launcher";
  launcher.spec.containers.push_back({"main", "image", {{"cpu", Quantity::fromInteger(1)}}, {}, false});
  out.podSets = {cards, launcher};
  return out;
}

TEST(Workloads, SlotsAndInstancesAreNoCards) {
  const auto heldOn = [](const testing::NodeBuilder& builder) {
    const auto rows = workloadsOf(*snapshotOf({builder}, {owned("team", "p", "Job", "j").on("n")}));
    return number(rows.at(0)->cardsHeld);
  };
  EXPECT_EQ(heldOn(nvidiaNode("n", 8)), "1");
  EXPECT_EQ(heldOn(nvidiaNode("n", 8).label("nvidia.com/gpu.count", "2").label("nvidia.com/gpu.replicas", "4")), "?");
  EXPECT_EQ(heldOn(nvidiaNode("n", 7).label("nvidia.com/gpu.product", "NVIDIA-A100-SXM4-40GB-MIG-1g.5gb")), "?");
}

TEST(Workloads, PartitionsAreNoCardsAndWholeCardsOfAnotherVendorAre) {
  const auto heldOn = [](const char* layout) {
    const auto on = testing::node("n").resource("amd.com/gpu", 8).label("amd.com/gpu.compute-memory-partition", layout);
    const auto rows = workloadsOf(*snapshotOf({on}, {testing::pod("team", "p").resource("amd.com/gpu", 3).on("n")}));
    return number(rows.at(0)->cardsHeld);
  };
  EXPECT_EQ(heldOn("spx_nps1"), "3");
  EXPECT_EQ(heldOn("cpx_nps4"), "?");
}

TEST(Workloads, KueueTellsQueueAndWantedPodsOfWhatItHolds) {
  const auto rows = workloadsOf(*snapshotOf({nvidiaNode("a", 8)}, {owned("team-a", "train-0", "Job", "train").on("a")},
                                            {testing::upsertExtra(kueue("job-train", "Job", "train", 4)),
                                             testing::upsertExtra(kueue("job-next", "Job", "next", 2))}));
  ASSERT_EQ(linesOf(rows), (Lines{"team-a/Job/next 0 pods, wanted 2", "team-a/Job/train 1 pods, wanted 4"}))
      << "one waits for quota and has no pods yet; pods without a GPU are not counted";
  EXPECT_EQ(rows[0]->queue, "main");
  EXPECT_EQ(rows[0]->queueSystem, QueueSystem::Kueue);
  EXPECT_EQ(rows[0]->cardsRequested, 2);
  EXPECT_EQ(rows[0]->created, 1'000);
  EXPECT_EQ(rows[1]->cardsRequested, 4);
  EXPECT_EQ(rows[1]->cardsHeld, 1);
  ASSERT_EQ(rows[1]->admissions.size(), 1U);
}

TEST(Workloads, TheAdmittedCountIsWhatIsWanted) {
  RawKueueWorkload partial = kueue("job-train", "Job", "train", 20);
  partial.admission = RawKueueAdmission{"team-a", {{"workers", 9, {}, {}}}};
  const auto rows = workloadsOf(*snapshotOf({nvidiaNode("a", 8)}, {}, {testing::upsertExtra(partial)}));
  ASSERT_EQ(rows.size(), 1U);
  EXPECT_EQ(rows[0]->wanted, 9);
}

TEST(Workloads, WhatIsFinishedWantsNothingMoreAndMakesNoRowWithoutPods) {
  RawKueueWorkload done = kueue("job-train", "Job", "train", 2);
  done.conditions.push_back({"Finished", "True", "JobFinished", "", 0});
  EXPECT_TRUE(workloadsOf(*snapshotOf({nvidiaNode("a", 8)}, {}, {testing::upsertExtra(done)})).empty());
  const auto rows = workloadsOf(
      *snapshotOf({nvidiaNode("a", 8)}, {owned("team-a", "train-0", "Job", "train").on("a").phase(PodPhase::Succeeded)},
                  {testing::upsertExtra(done)}));
  EXPECT_EQ(linesOf(rows), (Lines{"team-a/Job/train 1 pods, wanted 0"}));
}

TEST(Workloads, AWorkloadOfKueueLiftsItsPodsToItsOwner) {
  const auto made = [](const char* cluster, const char* owner) {
    PodBuilder out = owned("team-a", "head", "RayCluster", cluster);
    out.annotation("kueue.x-k8s.io/workload", "rayjob-tune");
    return linesOf(workloadsOf(
        *snapshotOf({nvidiaNode("a", 8)}, {out}, {testing::upsertExtra(kueue("rayjob-tune", "RayJob", owner, 3))})));
  };
  EXPECT_EQ(made("tune-x7k2p", "tune"), (Lines{"team-a/RayJob/tune 1 pods, wanted 3"}));
  // A pod that names the Workload of somebody else stays where its controller says.
  EXPECT_EQ(made("mine", "tune"),
            (Lines{"team-a/RayCluster/mine 1 pods, wanted ?", "team-a/RayJob/tune 0 pods, wanted 3"}));
}

TEST(Workloads, AsManyAreCountedAsAreListed) {
  PodBuilder reservation = pod("kai-resource-reservation", "gpu-reservation-1");
  reservation.nvidia(1).on("a").label("runai-gpu-group", "g1");
  PodBuilder sharer = pod("team", "half");
  sharer.on("a").annotation("gpu-fraction", "0.5").label("runai-gpu-group", "g1");
  PodBuilder driver = pod("team-a", "etl-driver");
  driver.cpuMilli(100).on("a").edit().meta.owners.push_back({"SparkApplication", "etl", "uid-app", true});
  PodBuilder executor = pod("team-a", "etl-exec-1");
  executor.nvidia(1).on("a").edit().meta.owners.push_back({"Pod", "etl-driver", "uid-pod-team-a-etl-driver", true});
  PodBuilder bare = pod("team-a", "bare");
  bare.nvidia(1);
  const std::vector<PodBuilder> pods = {reservation,
                                        sharer,
                                        driver,
                                        executor,
                                        bare,
                                        owned("team-a", "train-0", "Job", "train").on("a"),
                                        owned("team-a", "train-1", "Job", "train"),
                                        owned("team-b", "train-0", "Job", "train").on("a")};
  const SnapshotPtr plain = snapshotOf({nvidiaNode("a", 8)}, pods);
  EXPECT_EQ(workloadsOf(*plain).size(), 5U);
  EXPECT_EQ(countWorkloads(*plain), 5U);
  const SnapshotPtr held = snapshotOf({nvidiaNode("a", 8)}, pods,
                                      {testing::upsertExtra(kueue("job-train", "Job", "train", 4)),
                                       testing::upsertExtra(kueue("job-next", "Job", "next", 2))});
  EXPECT_EQ(workloadsOf(*held).size(), 6U);
  EXPECT_EQ(countWorkloads(*held), 6U);
  EXPECT_EQ(countWorkloads(*snapshotOf({nvidiaNode("a", 8)}, {})), 0U);
}

}  // namespace
}  // namespace cardinal
