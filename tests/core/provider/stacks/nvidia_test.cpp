// SPDX-License-Identifier: Apache-2.0
// Cards of NVIDIA's device plugin by the labels of GPU Feature Discovery, GKE and Karpenter. The label sets are shaped
// like public node dumps (NVIDIA/k8s-device-plugin issues and documents), made by hand.
#include <gtest/gtest.h>

#include <algorithm>

#include "core/provider/readers.h"
#include "tests/support/builders.h"

namespace cardinal {
namespace {

using namespace cardinal::testing;

constexpr const char* kGpu = "nvidia.com/gpu";

NodePtr nodeOf(const NodeBuilder& builder, const std::vector<PodBuilder>& pods = {}) {
  return snapshotOf({builder}, pods)->nodes.at(0);
}

bool has(const NodeRecord& node, FindingCode code) {
  return std::any_of(node.findings.begin(), node.findings.end(), [code](const Finding& f) { return f.code == code; });
}

NodeBuilder timeSliced(int cards, int replicas) {
  return nvidiaNode("n", cards * replicas)
      .label("nvidia.com/gpu.count", std::to_string(cards))
      .label("nvidia.com/gpu.replicas", std::to_string(replicas))
      .label("nvidia.com/gpu.sharing-strategy", "time-slicing")
      .label("nvidia.com/gpu.product", "Tesla-T4-SHARED")
      .label("nvidia.com/gpu.memory", "15360");
}

TEST(TimeSlicing, SlotsAreNoCards) {
  const NodePtr node = nodeOf(timeSliced(4, 4), {pod("a").nvidia(3).on("n"), pod("b").nvidia(2).on("n")});
  EXPECT_EQ(node->gpu.mode, GpuMode::TimeSlicing);
  ASSERT_EQ(node->cards.size(), 4U);
  ASSERT_NE(node->devices, nullptr);
  EXPECT_EQ(node->devices->slotsTotal, 16);
  EXPECT_EQ(node->devices->slotsAllocated, 5);
  for (const Card& card : node->cards) {
    EXPECT_EQ(card.slotsTotal, 4);
    EXPECT_FALSE(card.slotsHeldKnown) << "nobody tells on which card a slot is";
    EXPECT_FALSE(card.memoryKnown);
    EXPECT_FALSE(card.held);
  }
  EXPECT_EQ(node->devices->cards.at(0).memoryMib, 15360);
}

TEST(TimeSlicing, TheOnlyCardHoldsEverySlot) {
  const NodePtr node = nodeOf(timeSliced(1, 10), {pod("a").nvidia(3).on("n")});
  ASSERT_EQ(node->cards.size(), 1U);
  EXPECT_TRUE(node->cards[0].slotsHeldKnown);
  EXPECT_EQ(node->cards[0].slotsHeld, 3);
  EXPECT_EQ(node->cards[0].pods, 1);
  EXPECT_FALSE(node->cards[0].memoryKnown) << "time-slicing limits no memory";
}

TEST(TimeSlicing, NothingOrEverythingTakenIsKnownOnEachCard) {
  EXPECT_TRUE(nodeOf(timeSliced(2, 4))->cards[1].slotsHeldKnown);
  const NodePtr full = nodeOf(timeSliced(2, 4), {pod("a").nvidia(8).on("n")});
  EXPECT_EQ(full->cards[1].slotsHeld, 4);
}

TEST(TimeSlicing, RenamedSlotsAreCounted) {
  const NodePtr record = nodeOf(node("n")
                                    .resource("nvidia.com/gpu.shared", 2)
                                    .resource(kGpu, 0)
                                    .label("nvidia.com/gpu.count", "1")
                                    .label("nvidia.com/gpu.replicas", "2")
                                    .label("nvidia.com/gpu.sharing-strategy", "time-slicing"),
                                {pod("a").resource("nvidia.com/gpu.shared", 1).on("n")});
  EXPECT_EQ(record->gpu.mode, GpuMode::TimeSlicing);
  ASSERT_EQ(record->cards.size(), 1U);
  EXPECT_EQ(record->devices->slotsTotal, 2);
  EXPECT_EQ(record->cards[0].slotsHeld, 1);
}

// renameByDefault was switched on, and the kubelet kept the old name.
TEST(TimeSlicing, TheNameThatTheSlotsHadBeforeIsLeftBehind) {
  const auto both = [](std::int64_t whole) {
    return nodeOf(node("n")
                      .resource("nvidia.com/gpu.shared", 32)
                      .resource(kGpu, whole)
                      .label("nvidia.com/gpu.count", "8")
                      .label("nvidia.com/gpu.replicas", "4")
                      .label("nvidia.com/gpu.sharing-strategy", "time-slicing"));
  };
  const auto staleOf = [](const NodeRecord& record) {
    const auto at = std::find_if(record.findings.begin(), record.findings.end(),
                                 [](const Finding& one) { return one.code == FindingCode::StaleResource; });
    return at != record.findings.end() ? at->detail : std::string();
  };
  EXPECT_EQ(staleOf(*both(8)), kGpu);
  EXPECT_EQ(both(8)->devices->slotsTotal, 32);
  EXPECT_EQ(staleOf(*both(3)), "nvidia.com/gpu, nvidia.com/gpu.shared") << "which of the two is served is not known";
  EXPECT_EQ(staleOf(*both(0)), "");
}

// Strategy none ignores MIG: the plugin offers a card that is cut, and nothing runs on it (NVIDIA/k8s-device-plugin
// README, "MIG strategy"). The label of mig-manager says that every card is.
TEST(Mig, CardsThatAreCutAndOfferedWholeAreNoWholeCards) {
  const auto cut = [](const std::string& config, const std::string& state) {
    return nodeOf(nvidiaNode("n", 8)
                      .label("nvidia.com/gpu.count", "8")
                      .label("nvidia.com/gpu.product", "NVIDIA-A100-SXM4-40GB")
                      .label("nvidia.com/mig.config", config)
                      .label("nvidia.com/mig.config.state", state));
  };
  EXPECT_EQ(cut("all-1g.5gb", "success")->gpu.mode, GpuMode::MigSingle);
  EXPECT_TRUE(has(*cut("all-1g.5gb", "success"), FindingCode::MigLayoutInvalid));
  EXPECT_EQ(cut("all-1g.5gb", "success")->cards.size(), 8U);
  for (const auto& [config, state] :
       {std::pair("all-disabled", "success"), std::pair("all-1g.5gb", "failed"), std::pair("own-layout", "success")}) {
    EXPECT_EQ(cut(config, state)->gpu.mode, GpuMode::Exclusive) << config << ' ' << state;
  }
}

// NVIDIA/k8s-device-plugin issue 732: the label replicas says 1 where the plugin makes ten of a card.
TEST(TimeSlicing, MoreDevicesThanCardsAreParts) {
  const NodePtr node = nodeOf(nvidiaNode("n", 10)
                                  .label("nvidia.com/gpu.count", "1")
                                  .label("nvidia.com/gpu.replicas", "1")
                                  .label("nvidia.com/gpu.product", "NVIDIA-A10G")
                                  .label("nvidia.com/gpu.memory", "23028"));
  EXPECT_EQ(node->gpu.mode, GpuMode::Slots);
  ASSERT_EQ(node->cards.size(), 1U);
  EXPECT_EQ(node->cards[0].slotsTotal, 10);
  EXPECT_TRUE(has(*node, FindingCode::ReplicasLabelWrong));
}

TEST(TimeSlicing, DevicesThatCardsDoNotDivideAreUnknownCards) {
  const NodePtr node = nodeOf(nvidiaNode("n", 10).label("nvidia.com/gpu.count", "3"));
  EXPECT_TRUE(node->cards.empty());
  EXPECT_EQ(node->devices->slotsTotal, 10);
  EXPECT_TRUE(has(*node, FindingCode::SlicedCountUnknown));
}

TEST(Mps, ClientsGetEqualPartsRoundedDown) {
  const NodeBuilder mps = nvidiaNode("n", 3)
                              .label("nvidia.com/gpu.count", "1")
                              .label("nvidia.com/gpu.replicas", "3")
                              .label("nvidia.com/gpu.sharing-strategy", "mps")
                              .label("nvidia.com/gpu.memory", "15360");
  const NodePtr node = nodeOf(mps, {pod("a").nvidia(1).on("n"), pod("b").nvidia(1).on("n")});
  EXPECT_EQ(node->gpu.mode, GpuMode::MpsSlots);
  ASSERT_EQ(node->cards.size(), 1U);
  EXPECT_EQ(node->cards[0].memAllocated, MemUnits(2 * 5120));
  EXPECT_EQ(node->cards[0].memTotal, MemUnits(15360));
  EXPECT_EQ(node->cards[0].coreAllocated, CorePercent(66));
}

TEST(Mig, SingleStrategyCountsInstancesNotCards) {
  const NodePtr node = nodeOf(nvidiaNode("n", 56)
                                  .label("nvidia.com/mig.strategy", "single")
                                  .label("nvidia.com/gpu.product", "NVIDIA-H100-80GB-HBM3-MIG-1g.10gb")
                                  .label("nvidia.com/gpu.count", "56")
                                  .label("nvidia.com/gpu.memory", "9984"),
                              {pod("a").nvidia(5).on("n")});
  EXPECT_EQ(node->gpu.mode, GpuMode::MigSingle);
  EXPECT_TRUE(node->cards.empty()) << "56 instances are not 56 cards";
  ASSERT_EQ(node->devices->instances.size(), 1U);
  const InstanceGroup& group = node->devices->instances[0];
  EXPECT_EQ(group.profile, "1g.10gb");
  EXPECT_EQ(group.total, 56);
  EXPECT_EQ(group.allocated, 5);
  EXPECT_EQ(group.memoryMib, 9984);
  EXPECT_EQ(group.holders, std::vector<std::string>{"default/a"});
}

TEST(Mig, InvalidLayoutIsSaid) {
  const NodePtr node = nodeOf(nvidiaNode("n", 4).label("nvidia.com/gpu.product", "NVIDIA-A100-SXM4-40GB-MIG-INVALID"));
  EXPECT_TRUE(node->cards.empty());
  EXPECT_TRUE(has(*node, FindingCode::MigLayoutInvalid));
}

// What strategy mixed left behind is no card and no instance: feature discovery counts 56 instances, not 56 cards.
TEST(Mig, ProfilesOfBeforeAreLeftOverUnderStrategySingle) {
  const NodePtr node = nodeOf(nvidiaNode("n", 56)
                                  .resource("nvidia.com/mig-1g.10gb", 28)
                                  .resource("nvidia.com/mig-2g.20gb", 12)
                                  .label("nvidia.com/mig.strategy", "single")
                                  .label("nvidia.com/gpu.product", "NVIDIA-H100-80GB-HBM3-MIG-1g.10gb")
                                  .label("nvidia.com/gpu.count", "56"));
  EXPECT_EQ(node->gpu.mode, GpuMode::MigSingle);
  EXPECT_TRUE(node->cards.empty());
  ASSERT_EQ(node->devices->instances.size(), 1U);
  EXPECT_EQ(node->devices->instances[0].resource, kGpu);
  EXPECT_EQ(node->devices->instances[0].total, 56);
  EXPECT_TRUE(has(*node, FindingCode::StaleResource));
}

NodeBuilder mixedMig() {
  return node("n")
      .resource(kGpu, 0)
      .resource("nvidia.com/mig-1g.10gb", 2)
      .resource("nvidia.com/mig-2g.20gb", 1)
      .resource("nvidia.com/mig-3g.40gb", 1)
      .label("nvidia.com/gpu.count", "1")
      .label("nvidia.com/gpu.replicas", "0")
      .label("nvidia.com/gpu.memory", "81559")
      .label("nvidia.com/mig.strategy", "mixed")
      .label("nvidia.com/mig-1g.10gb.memory", "9984")
      .label("nvidia.com/mig-2g.20gb.memory", "20096")
      .label("nvidia.com/mig-3g.40gb.memory", "40320");
}

TEST(Mig, MixedInstancesStandOnTheirCard) {
  const NodePtr node = nodeOf(mixedMig(), {pod("a").resource("nvidia.com/mig-1g.10gb", 1).on("n")});
  EXPECT_EQ(node->gpu.mode, GpuMode::MigMixed);
  ASSERT_EQ(node->cards.size(), 1U);
  const auto& instances = node->devices->cards.at(0).instances;
  ASSERT_EQ(instances.size(), 3U);
  EXPECT_EQ(instances[0].profile, "1g.10gb");
  EXPECT_EQ(instances[0].total, 2);
  EXPECT_EQ(instances[0].allocated, 1);
  EXPECT_EQ(instances[1].allocated, 0);
  EXPECT_TRUE(node->cards[0].memoryKnown);
  EXPECT_EQ(node->cards[0].memAllocated, MemUnits(9984));
  EXPECT_EQ(node->cards[0].memTotal, MemUnits(81559));
  EXPECT_EQ(node->cards[0].pods, 1);
}

TEST(Mig, AStaleWholeCardResourceIsNoCard) {
  const NodePtr node = nodeOf(mixedMig().resource(kGpu, 2));
  EXPECT_EQ(node->cards.size(), 1U);
  EXPECT_TRUE(has(*node, FindingCode::StaleResource));
  const auto& instances = node->devices->cards.at(0).instances;
  EXPECT_TRUE(std::none_of(instances.begin(), instances.end(), [](const auto& one) { return one.resource == kGpu; }));
}

// NVIDIA/k8s-device-plugin issue 240.
TEST(Mig, MoreInstancesThanTheCardsCanHoldAreStale) {
  const NodePtr node = nodeOf(nvidiaNode("n", 8)
                                  .resource("nvidia.com/mig-1g.5gb", 56)
                                  .label("nvidia.com/gpu.count", "8")
                                  .label("nvidia.com/gpu.replicas", "1"));
  EXPECT_EQ(node->gpu.mode, GpuMode::MigMixed);
  EXPECT_TRUE(has(*node, FindingCode::StaleResource));
}

TEST(Mig, SharedInstancesAreSlotsAndNoInstances) {
  const auto shared = [](const char* resource) {
    return nvidiaNode("n", 0)
        .resource(resource, 28)
        .label("nvidia.com/gpu.count", "1")
        .label("nvidia.com/mig-1g.10gb.count", "7")
        .label("nvidia.com/mig-1g.10gb.replicas", "4");
  };
  for (const char* resource : {"nvidia.com/mig-1g.10gb", "nvidia.com/mig-1g.10gb.shared"}) {
    const NodePtr node = nodeOf(shared(resource), {pod("a").resource(resource, 3).on("n")});
    ASSERT_EQ(node->cards.size(), 1U);
    const auto& instances = node->devices->cards.at(0).instances;
    ASSERT_EQ(instances.size(), 1U);
    EXPECT_EQ(instances[0].profile, "1g.10gb");
    EXPECT_EQ(instances[0].total, 7) << "28 devices, 4 of each instance";
    EXPECT_EQ(instances[0].allocated, std::nullopt) << "on how many instances three slots are";
    EXPECT_EQ(node->devices->slotsTotal, 28);
    EXPECT_EQ(node->devices->slotsAllocated, 3);
    EXPECT_FALSE(has(*node, FindingCode::StaleResource));
  }
  const NodePtr renamed = nodeOf(nvidiaNode("n", 0).resource("nvidia.com/mig-1g.10gb.shared", 28));
  EXPECT_TRUE(renamed->devices == nullptr || renamed->devices->instances.empty()) << "no label divides them";
  EXPECT_TRUE(has(*renamed, FindingCode::SlicedCountUnknown));
}

TEST(WholeCards, OfCardsThatNothingOffersItIsUnknownWhoHoldsThem) {
  for (const NodeBuilder& builder :
       {node("n").label("nvidia.com/gpu.present", "true").label("nvidia.com/gpu.count", "1"),
        node("n").label("ack.node.gpu.schedule", "mig").label("aliyun.accelerator/nvidia_count", "4")}) {
    const NodePtr node = nodeOf(builder);
    ASSERT_FALSE(node->cards.empty());
    for (const Card& card : node->cards) EXPECT_FALSE(card.holderKnown);
  }
}

TEST(WholeCards, ACountThatGpushareLeftBehindIsNoSecondStack) {
  const NodePtr gone = nodeOf(nvidiaNode("n", 8).shared(8, 0));
  EXPECT_EQ(gone->gpu.stack, GpuStack::Nvidia);
  EXPECT_EQ(gone->cards.size(), 8U);
  EXPECT_FALSE(has(*gone, FindingCode::SeveralStacks));
}

TEST(Clouds, GkeLabelsTellPartsOfCards) {
  const NodePtr shared = nodeOf(nvidiaNode("n", 4)
                                    .label("cloud.google.com/gke-accelerator", "nvidia-tesla-t4")
                                    .label("cloud.google.com/gke-max-shared-clients-per-gpu", "4")
                                    .label("cloud.google.com/gke-gpu-sharing-strategy", "time-sharing"));
  EXPECT_EQ(shared->gpu.mode, GpuMode::TimeSlicing);
  EXPECT_EQ(shared->cards.size(), 1U);
  const NodePtr partition = nodeOf(nvidiaNode("n", 7).label("cloud.google.com/gke-gpu-partition-size", "1g.5gb"));
  EXPECT_EQ(partition->gpu.mode, GpuMode::MigSingle);
  EXPECT_TRUE(partition->cards.empty());
  EXPECT_EQ(partition->devices->instances.at(0).profile, "1g.5gb");
}

TEST(WholeCards, StayWholeWhereNothingContradicts) {
  const NodePtr node = nodeOf(nvidiaNode("n", 8)
                                  .label("nvidia.com/gpu.count", "8")
                                  .label("nvidia.com/gpu.replicas", "1")
                                  .label("nvidia.com/gpu.sharing-strategy", "none")
                                  .label("nvidia.com/mig.strategy", "single")
                                  .label("nvidia.com/gpu.product", "NVIDIA-H100-80GB-HBM3")
                                  .label("nvidia.com/gpu.memory", "81559"),
                              {pod("a").nvidia(5).on("n")});
  EXPECT_EQ(node->gpu.mode, GpuMode::Exclusive);
  EXPECT_EQ(node->cards.size(), 8U);
  EXPECT_EQ(node->wholeCardsHeld, 5);
  EXPECT_FALSE(node->cards[0].holderKnown);
}

TEST(Operator, StatesOfTheNodeAreSaid) {
  const NodePtr changing = nodeOf(node("n")
                                      .label("nvidia.com/gpu.present", "true")
                                      .label("nvidia.com/mig.config", "all-1g.10gb")
                                      .label("nvidia.com/mig.config.state", "pending"));
  EXPECT_EQ(changing->gpu.mode, GpuMode::NoPlugin);
  EXPECT_TRUE(has(*changing, FindingCode::MigChangeRunning));
  EXPECT_FALSE(has(*changing, FindingCode::GpuNotSchedulable)) << "that is why";
  EXPECT_TRUE(has(*nodeOf(node("n").label("nvidia.com/gpu.present", "true")), FindingCode::GpuNotSchedulable));
  EXPECT_TRUE(
      has(*nodeOf(nvidiaNode("n", 8).label("nvidia.com/mig.config.state", "failed")), FindingCode::MigChangeFailed));
  EXPECT_TRUE(has(*nodeOf(nvidiaNode("n", 8).label("nvidia.com/gpu-driver-upgrade-state", "drain-required")),
                  FindingCode::DriverUpgradeRunning));
  EXPECT_FALSE(has(*nodeOf(nvidiaNode("n", 8).label("nvidia.com/gpu-driver-upgrade-state", "upgrade-done")),
                   FindingCode::DriverUpgradeRunning));
}

TEST(BadNodes, ImpossibleNumbersMakeNoSlots) {
  for (const std::int64_t count : {std::int64_t{-8}, INT64_MAX}) {
    const NodePtr node = nodeOf(timeSliced(4, 4).resource(kGpu, count), {pod("a").nvidia(5).on("n")});
    EXPECT_TRUE(node->cards.empty()) << count;
  }
  const NodePtr odd = nodeOf(timeSliced(1, 2).label("nvidia.com/gpu.count", "a lot"));
  EXPECT_LE(odd->cards.size(), 1U);
}

TEST(BadNodes, MoreDevicesThanAMachineHasCardsAreParts) {
  const NodePtr node = nodeOf(nvidiaNode("n", 80), {pod("a").nvidia(1).on("n")});
  EXPECT_EQ(node->gpu.mode, GpuMode::Slots);
  EXPECT_TRUE(node->cards.empty());
  EXPECT_EQ(node->devices->slotsTotal, 80);
  EXPECT_TRUE(has(*node, FindingCode::SlicedCountUnknown));
  EXPECT_EQ(nodeOf(nvidiaNode("n", 32))->gpu.mode, GpuMode::Exclusive) << "what NVIDIA's driver serves at most";
  EXPECT_EQ(nodeOf(nvidiaNode("n", 64).label("nvidia.com/gpu.count", "64"))->gpu.mode, GpuMode::Exclusive)
      << "feature discovery counts them";
}

TEST(BadNodes, CardsThatFeatureDiscoveryCountsAndNobodyOffersMakeTheMemoryUnknown) {
  const NodePtr node =
      nodeOf(nvidiaNode("n", 4).label("nvidia.com/gpu.count", "8").label("nvidia.com/gpu.memory", "81559"));
  ASSERT_EQ(node->cards.size(), 4U);
  EXPECT_FALSE(node->cards[0].memoryKnown);
  EXPECT_TRUE(has(*node, FindingCode::SlicedCountUnknown));
}

TEST(Operator, CardsThatLabelsOfOthersNameArePresentAndNotSchedulable) {
  const auto isPresent = [](const NodeBuilder& builder) {
    const NodePtr node = nodeOf(builder);
    return node->gpu.mode == GpuMode::NoPlugin && has(*node, FindingCode::GpuNotSchedulable);
  };
  EXPECT_TRUE(isPresent(node("n").label("feature.node.kubernetes.io/pci-0302_10de.present", "true")));
  EXPECT_TRUE(isPresent(node("n").label("cloud.google.com/gke-accelerator", "nvidia-l4")));
  EXPECT_TRUE(isPresent(node("n").label("karpenter.k8s.aws/instance-gpu-count", "4")));
  EXPECT_TRUE(isPresent(node("n").label("feature.node.kubernetes.io/pci-1002.present", "true")));
  EXPECT_TRUE(isPresent(node("n").label("amd.com/gpu.product-name", "AMD_Instinct_MI300X_OAM")));
  EXPECT_FALSE(isPresent(node("n").label("karpenter.k8s.aws/instance-gpu-count", "0")));
  EXPECT_FALSE(isPresent(node("n").label("feature.node.kubernetes.io/pci-0302_10de.present", "false")));
  EXPECT_FALSE(isPresent(node("n").label("amd.com/gpu.product-name", "x").resource("amd.com/gpu", 8)));
}

}  // namespace
}  // namespace cardinal
