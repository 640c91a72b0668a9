// SPDX-License-Identifier: Apache-2.0
// Traps of GPU stacks that no other test walks into, by the numbers of docs/scenarios.md "Traps of GPU stacks". Nodes
// and pods are made by hand.
#include <gtest/gtest.h>

#include <algorithm>

#include "core/alloc/reserve/linked_cards.h"
#include "core/kube/decode/decoder.h"
#include "core/model/extras/erdma.h"
#include "core/model/extras/network_devices.h"
#include "core/model/extras/nvidia.h"
#include "tests/core/alloc/answer_text.h"
#include "tests/support/dra.h"
#include "tests/support/extras.h"

namespace cardinal::testing {
namespace {

constexpr const char* kGpu = "nvidia.com/gpu";

NodePtr nodeOf(const NodeBuilder& builder, const std::vector<PodBuilder>& pods = {}) {
  return snapshotOf({builder}, pods)->nodes.at(0);
}

bool finds(const NodeRecord& node, FindingCode code) {
  return std::any_of(node.findings.begin(), node.findings.end(), [code](const Finding& f) { return f.code == code; });
}

PodBuilder asked() {
  return pod("asked");
}

NodeBuilder labelled(NodeBuilder builder, std::initializer_list<std::pair<const char*, const char*>> labels) {
  for (const auto& [key, value] : labels) builder.label(key, value);
  return builder;
}

// R: what is common to all extended resources.

TEST(StackTraps, R2SickDevicesAreNotFree) {  // and A1
  const auto cluster = snapshotOf({nvidiaNode("n", 8).allocatable(kGpu, 7)}, {pod("held").nvidia(5).on("n")});
  EXPECT_EQ(places(ask(cluster, asked().nvidia(2)), cluster), "n[]");
  EXPECT_EQ(why(ask(cluster, asked().nvidia(3)), cluster, "n"), "NotEnoughWholeCards 3/2 nvidia.com/gpu");
}

TEST(StackTraps, R4EndedPodsHoldNothingAndTerminatingOnesStillDo) {
  for (const PodPhase phase : {PodPhase::Succeeded, PodPhase::Failed}) {
    const auto ended = snapshotOf({nvidiaNode("n", 4)}, {pod("held").nvidia(4).on("n").phase(phase)});
    EXPECT_EQ(ended->nodes.at(0)->wholeCardsHeld, 0);
    EXPECT_EQ(ask(ended, asked().nvidia(4)).candidates.size(), 1U);
  }
  const auto ending = snapshotOf({nvidiaNode("n", 4)}, {pod("held").nvidia(4).on("n").terminating()});
  EXPECT_EQ(ending->nodes.at(0)->wholeCardsHeld, 4);
  EXPECT_TRUE(ask(ending, asked().nvidia(1)).candidates.empty());
}

TEST(StackTraps, R6AResourceOfZeroIsNotUsedNowAndNoCardIsMissing) {
  const NodePtr node = nodeOf(ackNode("n", "cgpu", 4, 15));  // publishes nvidia.com/gpu: 0
  EXPECT_EQ(node->gpu.mode, GpuMode::Cgpu);
  EXPECT_EQ(node->cards.size(), 4U);
  EXPECT_FALSE(finds(*node, FindingCode::SeveralModesPublished));
  EXPECT_FALSE(finds(*node, FindingCode::AllocatableBelowCapacity));
}

TEST(StackTraps, R7OnlyLiveResourcesOfTwoStacksCount) {
  const auto both = [](std::int64_t vgpus) {
    return nodeOf(nvidiaNode("n", 4).resource("volcano.sh/vgpu-number", vgpus))->gpu.stack;
  };
  EXPECT_EQ(both(0), GpuStack::Nvidia);
  EXPECT_EQ(both(40), GpuStack::Volcano);
}

// A: whole cards.

TEST(StackTraps, A2CardsOfTwoNodesDoNotAddUp) {
  const auto cluster = snapshotOf({nvidiaNode("a", 4), nvidiaNode("b", 4)});
  const auto answer = ask(cluster, asked().nvidia(8));
  EXPECT_TRUE(answer.candidates.empty());
  EXPECT_EQ(why(answer, cluster, "a"), "NotEnoughWholeCards 8/4 nvidia.com/gpu never");
  EXPECT_EQ(answer.before.fits, 0);
}

TEST(StackTraps, A5AnInitContainerThatAsksMoreDecides) {
  PodBuilder builder = asked().nvidia(1).container().nvidia(2);
  Container init{"init", "image", {}, {}, false};
  init.limits.push_back({kGpu, Quantity::fromInteger(4)});
  init.requests = init.limits;
  builder.edit().spec.initContainers.push_back(init);
  const auto three = snapshotOf({nvidiaNode("n", 3)});
  EXPECT_EQ(why(ask(three, builder), three, "n"), "NotEnoughWholeCards 4/3 nvidia.com/gpu never");
  EXPECT_EQ(ask(snapshotOf({nvidiaNode("n", 4)}), builder).candidates.size(), 1U);
}

TEST(StackTraps, A6ALimitAloneIsARequest) {
  PodBuilder builder = asked();
  builder.edit().spec.containers.back().limits.push_back({kGpu, Quantity::fromInteger(2)});
  const auto cluster = snapshotOf({nvidiaNode("n", 1)});
  EXPECT_EQ(why(ask(cluster, builder), cluster, "n"), "NotEnoughWholeCards 2/1 nvidia.com/gpu never");
}

// B and C: slots.

TEST(StackTraps, B6SeveralSlotsMayBeOnOneCardAndNothingIsPromised) {
  const auto cluster =
      snapshotOf({labelled(nvidiaNode("n", 8), {{"nvidia.com/gpu.count", "2"},
                                                {"nvidia.com/gpu.replicas", "4"},
                                                {"nvidia.com/gpu.sharing-strategy", "time-slicing"}})});
  const auto answer = ask(cluster, asked().nvidia(2));
  ASSERT_EQ(answer.candidates.size(), 1U);
  EXPECT_TRUE(answer.candidates[0].cards.empty());
  EXPECT_EQ(answer.candidates[0].memoryPerCard, MemUnits(0));
  EXPECT_NE(answer.certainty, Certainty::Certain);
}

NodeBuilder mpsNode(int slots, const char* replicas, const char* memory) {
  return labelled(nvidiaNode("n", slots), {{"nvidia.com/gpu.count", "1"},
                                           {"nvidia.com/gpu.replicas", replicas},
                                           {"nvidia.com/gpu.sharing-strategy", "mps"},
                                           {"nvidia.com/gpu.memory", memory}});
}

TEST(StackTraps, C1AnMpsSlotIsATenthRoundedDown) {
  const NodePtr node = nodeOf(mpsNode(10, "10", "81559"), {pod("p").nvidia(1).on("n")});
  EXPECT_EQ(node->cards.at(0).memAllocated, MemUnits(8155));
  EXPECT_EQ(node->cards.at(0).coreAllocated, CorePercent(10));
}

TEST(StackTraps, C4AnMpsNodeWithoutSupplyTakesNothing) {
  const auto cluster = snapshotOf({mpsNode(0, "10", "81559").label("nvidia.com/mig.capable", "true")});
  EXPECT_TRUE(cluster->nodes.at(0)->cards.empty());
  EXPECT_TRUE(ask(cluster, asked().nvidia(1)).candidates.empty());
}

TEST(StackTraps, C5AContainerThatAsksTwoSlotsOfMpsIsRefusedInThePluginsWords) {
  const auto cluster = snapshotOf({mpsNode(10, "10", "81559")});
  const auto answer = ask(cluster, asked().nvidia(2));
  EXPECT_TRUE(answer.candidates.empty());
  EXPECT_EQ(why(answer, cluster, "n"),
            "StackRefused request for 'nvidia.com/gpu: 2' too large: maximum request size for shared resources is 1 "
            "never");
  EXPECT_EQ(answer.before.fits, 0);
  EXPECT_EQ(ask(cluster, asked().nvidia(1).container().nvidia(1)).candidates.size(), 1U) << "one each is allowed";
}

// B: what the device plugin's configuration says of requests.

RawClusterPolicy policyOf(const std::string& fallback = {}) {
  RawClusterPolicy policy;
  policy.meta.key.name = "cluster-policy";
  policy.operatorNamespace = "gpu-operator";
  policy.pluginConfigMap = "plugin-config";
  policy.pluginConfigDefault = fallback;
  return policy;
}

RawPluginConfigs configsOf(std::optional<bool> failsAboveOne) {
  RawPluginConfigs map;
  map.meta.key = {"gpu-operator", "plugin-config"};
  map.configs = {{"sliced-4", true, DeviceSharing::TimeSlicing, failsAboveOne, {{"nvidia.com/gpu", 4}}},
                 {"whole", true, DeviceSharing::None, {}, {}}};
  return map;
}

TEST(StackTraps, B6AConfigurationThatFailsAboveOneRefusesTwoSlotsInThePluginsWords) {
  const auto sliced = [](const char* config) {
    NodeBuilder out = labelled(nvidiaNode("n", 16), {{"nvidia.com/gpu.count", "4"},
                                                     {"nvidia.com/gpu.replicas", "4"},
                                                     {"nvidia.com/gpu.sharing-strategy", "time-slicing"}});
    if (*config != 0) out.label("nvidia.com/device-plugin.config", config);
    return out;
  };
  const auto fits = [&](const char* config, std::optional<bool> fails, const std::string& fallback = {}) {
    const auto cluster =
        snapshotOf({sliced(config)}, {}, {upsertExtra(policyOf(fallback)), upsertExtra(configsOf(fails))});
    EXPECT_EQ(ask(cluster, asked().nvidia(1)).candidates.size(), 1U);
    return !ask(cluster, asked().nvidia(2)).candidates.empty();
  };
  EXPECT_FALSE(fits("sliced-4", true));
  EXPECT_FALSE(fits("", true, "sliced-4")) << "the ClusterPolicy's default";
  EXPECT_TRUE(fits("", true)) << "which configuration it is, is not known";
  EXPECT_TRUE(fits("sliced-4", false));
  EXPECT_TRUE(fits("sliced-4", std::nullopt)) << "the plugin's default is false";
  const auto cluster = snapshotOf({sliced("sliced-4")}, {}, {upsertExtra(configsOf(true)), upsertExtra(policyOf())});
  EXPECT_EQ(
      why(ask(cluster, asked().nvidia(2)), cluster, "n"),
      "StackRefused request for 'nvidia.com/gpu: 2' too large: maximum request size for shared resources is 1 never");
  auto elsewhere = configsOf(true);
  elsewhere.meta.key.ns = "other";
  const auto other = snapshotOf({sliced("sliced-4")}, {}, {upsertExtra(elsewhere), upsertExtra(policyOf())});
  EXPECT_EQ(ask(other, asked().nvidia(2)).candidates.size(), 1U) << "the ClusterPolicy names another ConfigMap";
}

TEST(StackTraps, B6TheConfigurationAndNotTheModeSaysWhetherTwoSlotsMayBeRequested) {
  const auto fits = [](DeviceSharing sharing, std::optional<bool> fails, const std::string& resource) {
    RawPluginConfigs map = configsOf(fails);
    map.configs[0].sharing = sharing;
    map.configs[0].shared = {{resource, 4}};
    NodeBuilder shared = mpsNode(16, "4", "81920").label("nvidia.com/device-plugin.config", "sliced-4");
    // Four whole cards of four slots, and two cut ones.
    shared.resource("nvidia.com/mig-1g.10gb", 8).label("nvidia.com/gpu.count", "6");
    const auto cluster = snapshotOf({shared}, {}, {upsertExtra(policyOf({})), upsertExtra(map)});
    PodBuilder incoming = asked();
    incoming.resource(resource, 2);
    return !ask(cluster, incoming).candidates.empty();
  };
  EXPECT_FALSE(fits(DeviceSharing::Mps, std::nullopt, "nvidia.com/gpu")) << "MPS by default";
  EXPECT_TRUE(fits(DeviceSharing::Mps, false, "nvidia.com/gpu")) << "relaxed by the configuration";
  EXPECT_FALSE(fits(DeviceSharing::TimeSlicing, true, "nvidia.com/mig-1g.10gb")) << "instances are shared, too";
  EXPECT_TRUE(fits(DeviceSharing::TimeSlicing, false, "nvidia.com/mig-1g.10gb"));
}

// D and E: MIG and the GPU operator.

TEST(StackTraps, D11ThePlusOfAProfileIsADotInItsResource) {
  const NodePtr record = nodeOf(labelled(node("n").resource("nvidia.com/mig-1g.5gb.me", 1),
                                         {{"nvidia.com/gpu.count", "1"}, {"nvidia.com/mig.strategy", "mixed"}}),
                                {pod("p").resource("nvidia.com/mig-1g.5gb.me", 1).on("n")});
  ASSERT_EQ(record->devices->cards.at(0).instances.size(), 1U);
  EXPECT_EQ(record->devices->cards.at(0).instances[0].profile, "1g.5gb.me");
  EXPECT_EQ(record->devices->cards.at(0).instances[0].allocated, 1);
  EXPECT_FALSE(finds(*record, FindingCode::StaleResource));
}

TEST(StackTraps, E1APausedPluginIsAChangeOfMigAndNotAFault) {
  const NodePtr record = nodeOf(labelled(node("n"), {{"nvidia.com/gpu.present", "true"},
                                                     {"nvidia.com/gpu.deploy.device-plugin", "paused-for-mig-change"},
                                                     {"nvidia.com/mig.config.state", "pending"}}));
  EXPECT_TRUE(finds(*record, FindingCode::MigChangeRunning));
  EXPECT_FALSE(finds(*record, FindingCode::PluginDisabled));
}

TEST(StackTraps, E2APluginThatAUserSwitchedOffIsSaid) {
  const NodePtr record = nodeOf(
      labelled(node("n"), {{"nvidia.com/gpu.present", "true"}, {"nvidia.com/gpu.deploy.device-plugin", "false"}}));
  EXPECT_TRUE(finds(*record, FindingCode::PluginDisabled));
  EXPECT_EQ(record->gpu.mode, GpuMode::NoPlugin);
}

TEST(StackTraps, E3AndE4NodesForVirtualMachinesAreSaidAndUnknownWordsAreContainers) {
  const auto workload = [](const char* value) {
    return nodeOf(labelled(node("n").resource("nvidia.com/GA102GL_A10", 4).resource(kGpu, 0),
                           {{"nvidia.com/gpu.present", "true"}, {"nvidia.com/gpu.workload.config", value}}));
  };
  EXPECT_TRUE(finds(*workload("vm-passthrough"), FindingCode::VmPassthrough));
  EXPECT_TRUE(finds(*workload("vm-vgpu"), FindingCode::VmPassthrough));
  EXPECT_TRUE(workload("vm-vgpu")->cards.empty());
  EXPECT_FALSE(finds(*workload("foo"), FindingCode::VmPassthrough));
}

TEST(StackTraps, E7OfTwoModelsOnlyOneIsLabelledAndTheOtherIsNoSlot) {
  // Two T4 beside two A10: feature discovery counts the cards of the model that it writes last.
  const auto cluster = snapshotOf({labelled(nvidiaNode("n", 4), {{"nvidia.com/gpu.count", "2"},
                                                                 {"nvidia.com/gpu.replicas", "1"},
                                                                 {"nvidia.com/gpu.sharing-strategy", "none"},
                                                                 {"nvidia.com/gpu.product", "Tesla-T4"}})});
  EXPECT_TRUE(cluster->nodes.at(0)->cards.empty());
  EXPECT_TRUE(finds(*cluster->nodes.at(0), FindingCode::SlicedCountUnknown));
  EXPECT_EQ(ask(cluster, asked().nvidia(4)).candidates.size(), 1U) << "kube-scheduler counts them all the same";
}

// I: Bitfusion.

TEST(StackTraps, I1ToI4ARemotePoolIsNamedAndNeverSaidToFit) {
  const auto cluster = snapshotOf({node("a").resource("bitfusion.io/gpu", 1000), nvidiaNode("b", 8)});
  for (const char* key :
       {"bitfusion.io/gpu", "bitfusion.io/gpu-amount", "bitfusion.io/gpu-percent", "bitfusion.io/gpu-memory"}) {
    const PodBuilder builder = asked().resource(key, 50);
    const auto answer = ask(cluster, builder);
    EXPECT_EQ(makeRequest(builder.raw()).gpu.stack, GpuStack::Bitfusion) << key;
    EXPECT_TRUE(answer.candidates.empty()) << key;
  }
}

// K: links.

// NVLink and PCIe bandwidth of eight V100 cards in GB/s, as Koordinator's proposal 20240131 prints them.
const LinkMatrix kEight = {{750.48, 48.39, 48.33, 96.41, 15.77, 15.52, 96.40, 15.74},
                           {48.39, 753.38, 96.46, 48.38, 4.64, 16.93, 16.98, 96.39},
                           {48.38, 96.25, 751.92, 96.48, 48.39, 17.57, 17.59, 16.72},
                           {96.25, 48.39, 96.43, 750.48, 15.45, 48.39, 15.88, 14.62},
                           {5.00, 16.81, 48.38, 15.98, 755.56, 96.39, 48.38, 96.44},
                           {15.80, 16.93, 17.50, 48.39, 96.25, 751.92, 96.23, 48.38},
                           {96.42, 16.75, 17.47, 15.89, 48.35, 96.28, 754.10, 48.33},
                           {15.65, 96.20, 16.77, 15.71, 96.25, 48.38, 48.33, 754.83}};

TEST(StackTraps, K1ToK4TheSlowestLinkOfTheUpperTriangleDecides) {
  using Cards = std::vector<CardIndex>;
  const Cards all = {0, 1, 2, 3, 4, 5, 6, 7};
  EXPECT_EQ(alloc::bestLinkedCards(kEight, all, 2), (Cards{2, 3}));
  EXPECT_EQ(alloc::bestLinkedCards(kEight, all, 1), (Cards{4}));
  // {0,1,2,3} has a slowest link of 48.33, {0,1,2,5} one of 15.52.
  EXPECT_EQ(alloc::bestLinkedCards(kEight, {0, 1, 2, 3, 5}, 4), (Cards{0, 1, 2, 3}));
  EXPECT_EQ(alloc::bestLinkedCards(kEight, {0, 1, 4, 5, 6, 7}, 2), (Cards{4, 7}));
}

// L: RDMA.

TEST(StackTraps, L2CountersOfRdmaAreNoGpusAndArePlacedByTheirSum) {
  const auto cluster = snapshotOf({nvidiaNode("n", 8).resource("rdma/hca_shared_devices_b", 500)});
  EXPECT_EQ(cluster->nodes.at(0)->cards.size(), 8U);
  EXPECT_EQ(cluster->nodes.at(0)->devices, nullptr) << "no accelerator beside the cards";
  EXPECT_EQ(ask(cluster, asked().nvidia(1).resource("rdma/hca_shared_devices_b", 1)).candidates.size(), 1U);
  const auto none = snapshotOf({nvidiaNode("n", 8)});
  EXPECT_EQ(why(ask(none, asked().nvidia(1).resource("aliyun/erdma", 1)), none, "n"),
            "InsufficientResource 1/0 aliyun/erdma never");
}

TEST(StackTraps, L1TwoHundredSlotsOfErdmaAreOneDeviceAndAreNoBandwidth) {
  const auto cluster = snapshotOf(
      {nvidiaNode("n", 8).resource("aliyun/erdma", 400)},
      {pod("a").resource("aliyun/erdma", 1).on("n"), pod("b").on("n"), pod("c").resource("aliyun/erdma", 2).on("n"),
       pod("ended").resource("aliyun/erdma", 1).on("n").phase(PodPhase::Succeeded)});
  const auto network = networkResourcesOf(*cluster->nodes.at(0));
  ASSERT_EQ(network.size(), 1U);
  EXPECT_EQ(network[0].name, "aliyun/erdma");
  EXPECT_EQ(network[0].devices, 2);
  EXPECT_EQ(network[0].requested, 3);
  EXPECT_EQ(network[0].pods, 2);
  EXPECT_EQ(network[0].free(), 397);
  EXPECT_EQ(networkResourcesOf(*nodeOf(nvidiaNode("n", 8).resource("aliyun/erdma", 250))).at(0).devices, std::nullopt)
      << "does not divide";
  EXPECT_EQ(ask(cluster, asked().nvidia(1).resource("aliyun/erdma", 1)).candidates.size(), 1U);
  EXPECT_EQ(why(ask(cluster, asked().nvidia(1).resource("aliyun/erdma", 398)), cluster, "n"),
            "InsufficientResource 398/397 aliyun/erdma");
}

TEST(StackTraps, L2SharesOfRdmaHaveNoKnownNumberOfDevices) {
  const NodePtr node = nodeOf(nvidiaNode("n", 8)
                                  .resource("rdma/hca_shared_devices_b", 500)
                                  .resource("koordinator.sh/rdma", 200)
                                  .resource("nvidia.com/rdma_shared_device_a", 63)
                                  .resource("nvidia.com/hostdev", 4)
                                  .resource("rdma/gone", 0));
  const auto all = networkResourcesOf(*node);
  ASSERT_EQ(all.size(), 4U) << "0 is nothing";
  EXPECT_EQ(all[0].name, "koordinator.sh/rdma");
  EXPECT_EQ(all[0].unit, NetworkUnit::Percent);
  EXPECT_EQ(all[0].devices, 2) << "100 percent each";
  EXPECT_EQ(all[1].name, "nvidia.com/hostdev") << "as NVIDIA's network operator calls it";
  EXPECT_EQ(all[2].name, "nvidia.com/rdma_shared_device_a");
  EXPECT_EQ(all[3].name, "rdma/hca_shared_devices_b");
  EXPECT_EQ(all[3].unit, NetworkUnit::Share);
  EXPECT_EQ(all[3].devices, std::nullopt);
  EXPECT_TRUE(isNetworkDevice("rdma/cx6_a")) << "the prefix of the shared plugin";
  EXPECT_TRUE(isNetworkDevice("vpc.amazonaws.com/efa"));
  EXPECT_TRUE(isNetworkDevice("nvidia.com/ib"));
  EXPECT_TRUE(isNetworkDevice("openshift.io/mlnxnics"));
  EXPECT_FALSE(isNetworkDevice("vpc.amazonaws.com/pod-eni")) << "every pod's network interface";
  EXPECT_FALSE(isNetworkDevice("nvidia.com/gpu"));
  EXPECT_FALSE(isNetworkDevice("aliyun.com/gpu-mem"));
  EXPECT_FALSE(isNetworkDevice("example.com/preprocessing-slots")) << "roce is a part of process";
  EXPECT_TRUE(isNetworkDevice("example.com/cx7-roce"));
  EXPECT_TRUE(isNetworkDevice("example.com/RoCE_vf")) << "whatever the case";
}

TEST(StackTraps, L3SmcRWithoutErdmaIsWarnedOf) {
  constexpr const char* kSmc = "network.alibabacloud.com/erdma-smcr";
  const auto cluster = snapshotOf({nvidiaNode("n", 8).resource("aliyun/erdma", 200)},
                                  {pod("live").annotation(kSmc, "true").on("n"),
                                   pod("right").annotation(kSmc, "true").resource("aliyun/erdma", 1).on("n")});
  const auto warns = [&](const PodBuilder& builder) {
    const auto answer = ask(cluster, builder);
    EXPECT_EQ(answer.candidates.size(), 1U) << "it is placed all the same";
    return std::find(answer.caveats.begin(), answer.caveats.end(), Caveat::SmcRWithoutErdma) != answer.caveats.end();
  };
  EXPECT_TRUE(warns(asked().nvidia(1).annotation(kSmc, "true")));
  EXPECT_FALSE(warns(asked().nvidia(1).annotation(kSmc, "true").resource("aliyun/erdma", 1)));
  EXPECT_FALSE(warns(asked().nvidia(1)));
  const auto& findings = cluster->nodes.at(0)->findings;
  ASSERT_EQ(std::count_if(findings.begin(), findings.end(),
                          [](const Finding& one) { return one.code == FindingCode::SmcRWithoutErdma; }),
            1);
  EXPECT_TRUE(
      std::any_of(findings.begin(), findings.end(), [](const Finding& one) { return one.pod == "default/live"; }));
}

TEST(StackTraps, L4AFailedInterfaceOfErdmaIsShownWithItsMessage) {
  RawErdmaDevice device;
  device.meta.key.name = "n";
  device.interfaces = {{"eni-1", "Ready", ""}, {"eni-2", "Failed", "no driver"}, {"eni-3", "Pending", "wait"}};
  const NodePtr node = snapshotOf({nvidiaNode("n", 8)}, {}, {upsertExtra(device)})->nodes.at(0);
  ASSERT_EQ(node->findings.size(), 1U);
  EXPECT_EQ(node->findings[0].code, FindingCode::ErdmaDeviceFailed);
  EXPECT_EQ(node->findings[0].detail, "eni-2: no driver");
  EXPECT_TRUE(snapshotOf({nvidiaNode("m", 8)}, {}, {upsertExtra(device)})->nodes.at(0)->findings.empty())
      << "of the node of its name alone";
}

// Q: cards that KAI shares.

TEST(StackTraps, Q1Q2Q11TheReservationPodHoldsTheCardOnce) {
  const auto sharer = [](const char* name) {
    return pod(name).annotation("gpu-fraction", "0.5").label("runai-gpu-group", "g").on("n");
  };
  const PodBuilder reservation = pod("kai-resource-reservation", "gpu-reservation-0123456789abcdef")
                                     .nvidia(1)
                                     .label("runai-gpu-group", "g")
                                     .annotation("run.ai/reserve_for_gpu_index", "GPU-1")
                                     .on("n");
  const auto cluster =
      snapshotOf({nvidiaNode("n", 2).label("nvidia.com/gpu.memory", "81559")}, {sharer("a"), sharer("b"), reservation});
  EXPECT_EQ(cluster->nodes.at(0)->cards.size(), 2U);
  EXPECT_EQ(cluster->nodes.at(0)->wholeCardsHeld, 1) << "the sharers ask nothing of the kubelet";
  EXPECT_EQ(ask(cluster, asked().nvidia(1)).candidates.size(), 1U);
  EXPECT_TRUE(ask(cluster, asked().nvidia(2)).candidates.empty());
}

// V: which stack a node has.

NodeBuilder hamiNode(std::int64_t offered) {
  return nvidiaNode("n", static_cast<int>(offered))
      .label("gpu", "on")
      .annotation("hami.io/node-nvidia-register",
                  R"([{"id":"A","count":10,"devmem":8192,"devcore":100,"type":"NVIDIA-T4","health":true},)"
                  R"({"id":"B","index":1,"count":10,"devmem":8192,"devcore":100,"type":"NVIDIA-T4","health":true}])");
}

std::string stackOf(const NodePtr& node) {
  return std::string(toString(node->gpu.stack)) + " " + toString(node->gpu.mode) + " " +
         std::to_string(node->cards.size());
}

TEST(StackVectors, V1WholeCards) {
  EXPECT_EQ(stackOf(nodeOf(labelled(nvidiaNode("n", 8),
                                    {{"nvidia.com/gpu.sharing-strategy", "none"}, {"nvidia.com/gpu.replicas", "1"}}))),
            "nvidia default 8");
}

TEST(StackVectors, V2V3V4SlotsAreNoCards) {
  EXPECT_EQ(stackOf(nodeOf(labelled(nvidiaNode("n", 16), {{"nvidia.com/gpu.count", "4"},
                                                          {"nvidia.com/gpu.replicas", "4"},
                                                          {"nvidia.com/gpu.sharing-strategy", "time-slicing"}}))),
            "nvidia time-slicing 4");
  EXPECT_EQ(
      nodeOf(nvidiaNode("n", 0).resource("nvidia.com/gpu.shared", 16).label("nvidia.com/gpu.count", "4"))->cards.size(),
      4U);
  EXPECT_EQ(stackOf(nodeOf(labelled(nvidiaNode("n", 40), {{"nvidia.com/gpu.count", "4"},
                                                          {"nvidia.com/gpu.replicas", "10"},
                                                          {"nvidia.com/gpu.sharing-strategy", "mps"}}))),
            "nvidia nvidia-mps 4");
}

TEST(StackVectors, V5V6InstancesAreNoCards) {
  const NodePtr single = nodeOf(labelled(
      nvidiaNode("n", 7), {{"nvidia.com/gpu.product", "X-MIG-1g.10gb"}, {"nvidia.com/mig.strategy", "single"}}));
  EXPECT_EQ(stackOf(single), "nvidia mig-single 0");
  EXPECT_EQ(single->devices->instances.at(0).total, 7);
  const NodePtr mixed = nodeOf(labelled(nvidiaNode("n", 1).resource("nvidia.com/mig-3g.40gb", 2),
                                        {{"nvidia.com/mig.strategy", "mixed"}, {"nvidia.com/gpu.count", "2"}}));
  EXPECT_EQ(stackOf(mixed), "nvidia mig-mixed 2");
  EXPECT_FALSE(finds(*mixed, FindingCode::StaleResource));
}

// NVIDIA/k8s-device-plugin issue 240: the kubelet refuses what kube-scheduler places by a resource that was left
// behind.
TEST(StackTraps, ALeftOverResourceNeverTakesAPod) {
  const auto stale = [](std::int64_t mig) {
    return nvidiaNode("n", 8).resource("nvidia.com/mig-1g.5gb", mig).label("nvidia.com/gpu.count", "8");
  };
  const auto labelled8 = snapshotOf({stale(56).label("nvidia.com/mig-1g.5gb.count", "56")});
  const auto whole = ask(labelled8, asked().nvidia(1));
  EXPECT_TRUE(whole.candidates.empty());
  EXPECT_EQ(whole.before.fits, 0);
  EXPECT_EQ(why(whole, labelled8, "n"), "ModeNotPlaceable mig-mixed ?");
  EXPECT_EQ(ask(labelled8, asked().resource("nvidia.com/mig-1g.5gb", 1)).candidates.size(), 1U)
      << "the labels name the profile: it is served";
  const auto bare = snapshotOf({stale(56)});
  EXPECT_TRUE(ask(bare, asked().nvidia(1)).candidates.empty());
  EXPECT_TRUE(ask(bare, asked().resource("nvidia.com/mig-1g.5gb", 1)).candidates.empty())
      << "nothing says which of the two is left over";
  const auto mixed = snapshotOf({stale(49).resource(kGpu, 1)});
  EXPECT_EQ(ask(mixed, asked().nvidia(1)).candidates.size(), 1U) << "one whole card, seven cut ones";
}

// Of several resources that are short, the one that the empty node lacks, too, decides whether waiting helps.
TEST(StackTraps, WaitingDoesNotHelpWhereOneResourceNeverSuffices) {
  const auto cluster = snapshotOf({nvidiaNode("n", 8).resource("aliyun/erdma", 400)}, {pod("p").nvidia(8).on("n")});
  EXPECT_EQ(why(ask(cluster, asked().nvidia(1).resource("aliyun/erdma", 500)), cluster, "n"),
            "InsufficientResource 500/400 aliyun/erdma never");
  EXPECT_EQ(why(ask(cluster, asked().nvidia(1).resource("aliyun/erdma", 300)), cluster, "n"),
            "NotEnoughWholeCards 1/0 nvidia.com/gpu");
}

TEST(StackVectors, V7V8SplitCountIsNoCardCountAndAGoneHamiIsStale) {
  EXPECT_EQ(stackOf(nodeOf(hamiNode(20))), "hami vgpu 2");
  const NodePtr gone = nodeOf(hamiNode(0));
  EXPECT_EQ(stackOf(gone), "hami vgpu 2");
  EXPECT_TRUE(finds(*gone, FindingCode::StaleResource));
  PodBuilder fresh = asked().nvidia(1).resource("nvidia.com/gpumem", 100);
  fresh.edit().meta.uid.clear();
  EXPECT_EQ(ask(snapshotOf({hamiNode(20)}), fresh).candidates.size(), 1U);
  EXPECT_TRUE(ask(snapshotOf({hamiNode(0)}), fresh).candidates.empty());
}

TEST(StackVectors, V9VolcanoWithoutMemoryHasCardsThatItsSchedulerDoesNotSee) {
  const NodePtr record =
      nodeOf(node("n")
                 .resource("volcano.sh/vgpu-number", 10)
                 .resource("volcano.sh/vgpu-memory", 0)
                 .resource("volcano.sh/vgpu-cores", 100)
                 .annotation("volcano.sh/node-vgpu-register", "GPU-a,10,32768,NVIDIA-T4,true,hami-core:"));
  EXPECT_EQ(stackOf(record), "volcano vgpu 1");
  EXPECT_TRUE(finds(*record, FindingCode::StaleResource));
}

TEST(StackVectors, V10VcudaMemoryIsDividedAndTheRestIsLost) {
  const NodePtr record =
      nodeOf(node("n").resource("tencent.com/vcuda-core", 200).resource("tencent.com/vcuda-memory", 127));
  EXPECT_EQ(stackOf(record), "gpu-manager vgpu 2");
  EXPECT_EQ(record->cards.at(0).memTotal, MemUnits(63 * 256));
  EXPECT_TRUE(finds(*record, FindingCode::MemoryRemainder));
}

TEST(StackVectors, V11V12ARemotePoolIsNoCards) {
  const NodePtr alone = nodeOf(node("n").resource("bitfusion.io/gpu", 1000));
  EXPECT_EQ(stackOf(alone), "bitfusion remote-pool 0");
  EXPECT_TRUE(alone->findings.empty()) << "there is nothing more to be read";
  const NodePtr beside = nodeOf(nvidiaNode("n", 4).resource("bitfusion.io/gpu", 1000));
  EXPECT_EQ(stackOf(beside), "nvidia default 4");
  EXPECT_EQ(beside->devices->stacks.back(), GpuStack::Bitfusion);
}

TEST(StackVectors, V13V15AlibabasLabelsDecideOverTheResource) {
  EXPECT_EQ(stackOf(nodeOf(ackNode("n", "default", 8, 0))), "ack default 8");
  EXPECT_EQ(stackOf(nodeOf(ackNode("n", "topology", 8, 0).resource(kGpu, 0))), "ack topology 8");
}

TEST(StackVectors, V14ASickCardOfADeviceObjectIsACardToo) {
  RawKoordinatorDevice device = koordinatorDevice("n", 4);
  device.devices[2].healthy = false;
  const auto cluster =
      snapshotOf({node("n").resource("koordinator.sh/gpu-core", 300)}, {}, {upsertExtra(std::move(device))});
  EXPECT_EQ(stackOf(cluster->nodes.at(0)), "koordinator vgpu 4");
  EXPECT_EQ(cluster->nodes.at(0)->cards.at(2).health, CardHealth::Unhealthy);
}

TEST(StackVectors, V16ClaimableCards) {
  const auto cluster =
      snapshotOf({node("n")}, {},
                 {draSlices({draSlice("s", "n", draGpu(0) + "," + draGpu(1) + "," + draGpu(2) + "," + draGpu(3))}),
                  draClaims({})});
  EXPECT_EQ(stackOf(cluster->nodes.at(0)), "dra dra 4");
}

TEST(StackVectors, V17AGpuThatNoPluginOffersIsSaid) {  // and E6
  const auto cluster = snapshotOf({node("n").label("nvidia.com/gpu.present", "true")});
  EXPECT_EQ(stackOf(cluster->nodes.at(0)), "nvidia no-plugin 0");
  EXPECT_TRUE(finds(*cluster->nodes.at(0), FindingCode::GpuNotSchedulable));
  EXPECT_TRUE(ask(cluster, asked().nvidia(1)).candidates.empty());
}

}  // namespace
}  // namespace cardinal::testing
