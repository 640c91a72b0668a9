// SPDX-License-Identifier: Apache-2.0
// What would let a gang start: each change is tried on the cluster as it is.
#include <gtest/gtest.h>

#include <optional>

#include "core/alloc/pending/pending.h"
#include "core/service/read/gangs/gang_waits.h"
#include "tests/support/builders.h"
#include "tests/support/dra.h"

namespace cardinal::testing {
namespace {

using namespace queues;

PodBuilder member(const std::string& gang, int index, int of) {
  PodBuilder out = pod(gang + "-" + std::to_string(index));
  out.annotation("gang.scheduling.koordinator.sh/name", gang);
  out.annotation("gang.scheduling.koordinator.sh/min-available", std::to_string(of));
  out.edit().spec.schedulerName = "koord-scheduler";
  return out;
}

PodBuilder claiming(PodBuilder out, const std::string& claim = {}) {
  out.edit().spec.deviceClaims.push_back({"dev", claim, claim.empty() ? "one" : ""});
  return out;
}

std::optional<GroupWait> waitOf(const SnapshotPtr& snapshot, const std::string& name) {
  const PendingReport report = explainPending(*snapshot);
  GangWaits gangs(*snapshot);
  for (std::size_t i = 0; i < snapshot->unboundPods.size(); ++i) {
    const RawPod& pod = *snapshot->unboundPods[i]->raw;
    if (pod.meta.key.name != name) continue;
    const auto wait = gangs.of(pod, report.of(i).outlook == Outlook::FitsNow);
    return wait ? wait->other : std::nullopt;
  }
  return std::nullopt;
}

/// Node "n": `cards` of the device plugin beside devices "nic-0" and "nic-1" that are claimed.
SnapshotPtr withNics(int cards, const std::vector<PodBuilder>& pods, const std::vector<RawResourceClaim>& claims) {
  const std::string nic = R"({"name":"nic-%","attributes":{"type":{"string":"nic"}}})";
  const auto numbered = [&](const char* number) { return std::string(nic).replace(nic.find('%'), 1, number); };
  return snapshotOf(
      {nvidiaNode("n", cards)}, pods,
      {draSlices({draSlice("s", "n", numbered("0") + "," + numbered("1"))}),
       draTemplates({draTemplate("one", draAsk("nic"))}), draClasses({draClass("nic", "nic")}), draClaims(claims)});
}

TEST(GangRemedies, AWorkloadWhoseEndWasTriedHasItsDevicesAgain) {
  const std::string ask = draAsk("nic");
  const auto cluster =
      withNics(16,
               {claiming(pod("first").nvidia(4).on("n"), "c0"), claiming(pod("second").nvidia(6).on("n"), "c1"),
                claiming(member("g", 0, 2).nvidia(3)), claiming(member("g", 1, 2).nvidia(3))},
               {draClaim("c0", "n", {"nic-0"}, {"first"}, ask), draClaim("c1", "n", {"nic-1"}, {"second"}, ask)});
  // six cards and no NIC are free: by itself each end frees one of the two NICs
  const PendingReport report = explainPending(*cluster);
  GangWaits gangs(*cluster);
  const auto wait = gangs.of(*cluster->unboundPods.front()->raw, true);
  ASSERT_TRUE(wait && wait->other);
  EXPECT_EQ(wait->other->fits, 0);
  ASSERT_EQ(wait->other->remedies.size(), 1U);
  EXPECT_EQ(wait->other->remedies[0].ending.size(), 2U) << "neither of the two alone";
}

TEST(GangRemedies, GangsOfOneFormFindTheClusterAsItIs) {
  std::vector<PodBuilder> pods;
  for (const char* name : {"first", "second"}) pods.push_back(pod(name).nvidia(4).on("n"));
  for (const char* gang : {"g", "h"}) {
    for (int i = 0; i < 2; ++i) pods.push_back(member(gang, i, 2).nvidia(8));
  }
  const auto cluster = snapshotOf({nvidiaNode("n", 8), nvidiaNode("m", 8)}, pods);
  for (const char* name : {"g-0", "h-1"}) {
    const auto wait = waitOf(cluster, name);
    ASSERT_TRUE(wait) << name;
    ASSERT_EQ(wait->remedies.size(), 1U) << name;
    EXPECT_EQ(wait->remedies[0].ending.size(), 2U) << name;
  }
}

TEST(GangRemedies, ForClaimsAloneNobodyIsSaidToHoldCpu) {
  const std::string ask = draAsk("gpu.nvidia.com");
  std::vector<PodBuilder> pods = {claiming(pod("holder").cpuMilli(8000).on("n"), "c0")};
  for (int i = 0; i < 2; ++i) pods.push_back(claiming(member("g", i, 2).cpuMilli(8000)));
  const auto cluster = snapshotOf(
      {node("n")}, pods,
      {draSlices({draSlice("s", "n", draGpu(0) + "," + draGpu(1))}), draTemplates({draTemplate("one", ask)}),
       draClasses({draClass("gpu.nvidia.com", "gpu")}), draClaims({draClaim("c0", "n", {"gpu-0"}, {"holder"}, ask)})});
  const auto wait = waitOf(cluster, "g-0");
  ASSERT_TRUE(wait);
  EXPECT_EQ(wait->fits, 1);
  EXPECT_TRUE(wait->remedies.empty());
}

TEST(GangRemedies, ACardThatKaiSharesOutIsFreeWhenAllWhoShareItHaveEnded) {
  const auto waitBeside = [](const std::vector<std::string>& sharers) {
    std::vector<PodBuilder> pods;
    for (const std::string& name : sharers) {
      pods.push_back(pod(name).annotation("gpu-fraction", "0.5").label("runai-gpu-group", "shared").on("n"));
      pods.back().edit().spec.schedulerName = "kai-scheduler";
    }
    pods.push_back(pod("kai-resource-reservation", "gpu-reservation-shared")
                       .nvidia(1)
                       .label("runai-gpu-group", "shared")
                       .annotation("run.ai/reserve_for_gpu_index", "0")
                       .on("n"));
    for (int i = 0; i < 2; ++i) pods.push_back(member("g", i, 2).nvidia(1));
    return waitOf(snapshotOf({nvidiaNode("n", 2).label("nvidia.com/gpu.memory", "40000")}, pods), "g-0");
  };
  const auto one = waitBeside({"first"});
  ASSERT_TRUE(one);
  ASSERT_EQ(one->remedies.size(), 1U);
  ASSERT_EQ(one->remedies[0].ending.size(), 1U);
  EXPECT_EQ(one->remedies[0].ending[0].key.name, "first") << "not the pod that holds the card for it";
  EXPECT_EQ(one->remedies[0].ending[0].amount, 0.5);
  const auto two = waitBeside({"first", "second"});
  ASSERT_TRUE(two);
  ASSERT_EQ(two->remedies.size(), 1U);
  EXPECT_EQ(two->remedies[0].ending.size(), 2U);
}

TEST(GangRemedies, FewerPodsAreNotTheRemedyWhereOthersHaveGates) {
  std::vector<PodBuilder> pods = {member("g", 0, 2).nvidia(1), member("g", 1, 2).nvidia(1)};
  EXPECT_FALSE(waitOf(snapshotOf({nvidiaNode("n", 8)}, pods), "g-0"));
  pods[1].edit().spec.hasSchedulingGates = true;
  const auto wait = waitOf(snapshotOf({nvidiaNode("n", 8)}, pods), "g-0");
  ASSERT_TRUE(wait);
  EXPECT_EQ(wait->cause, GroupCause::GangGated);
  EXPECT_EQ(wait->fits, 1);
  EXPECT_EQ(wait->members, 2);
  EXPECT_TRUE(wait->remedies.empty());
}

TEST(GangRemedies, OfUnlikePodsTheOrderDecidesSoThatNothingIsCertain) {
  // the pods of 4 on the small nodes, or on a large one
  std::vector<PodBuilder> pods;
  for (int i = 0; i < 4; ++i) pods.push_back(member("g", i, 4).nvidia(i < 2 ? 4 : 8));
  const auto open =
      waitOf(snapshotOf({nvidiaNode("a", 8), nvidiaNode("b", 8), nvidiaNode("c", 4), nvidiaNode("d", 4)}, pods), "g-0");
  ASSERT_TRUE(open);
  EXPECT_LT(open->fits, 4);
  EXPECT_TRUE(open->isModelled);
  const auto never = waitOf(snapshotOf({nvidiaNode("n", 8), nvidiaNode("m", 4)}, pods), "g-0");
  ASSERT_TRUE(never);
  EXPECT_FALSE(never->isModelled) << "one node alone takes pods of 8, whoever comes first";
}

TEST(GangRemedies, TheDevicesOfAGangCountWhosePodsDoNotAllAskForSome) {
  std::vector<PodBuilder> pods = {pod("holder").cpuMilli(1000).nvidia(8).on("n"), member("g", 0, 2).cpuMilli(1000),
                                  member("g", 1, 2).cpuMilli(1000).nvidia(8),
                                  member("g", 2, 2).cpuMilli(2000).nvidia(8)};
  pods[1].edit().meta.annotations[1].second = pods[2].edit().meta.annotations[1].second = "3";
  pods[3].edit().meta.annotations[1].second = "3";
  const auto wait = waitOf(snapshotOf({nvidiaNode("n", 8), nvidiaNode("m", 8)}, pods), "g-1");
  ASSERT_TRUE(wait);
  ASSERT_EQ(wait->remedies.size(), 1U);
  EXPECT_EQ(wait->remedies[0].resource, "nvidia.com/gpu");
}

}  // namespace
}  // namespace cardinal::testing
