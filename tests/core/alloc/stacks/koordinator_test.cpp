// SPDX-License-Identifier: Apache-2.0
// How Koordinator's DeviceShare plugin places, rule by rule; the recordings of tests/core/replay prove the whole.
#include "core/alloc/stacks/koordinator/koordinator.h"

#include <gtest/gtest.h>

namespace cardinal::koordinator {
namespace {

constexpr std::int64_t kGiB = std::int64_t{1} << 30;

struct Place {
  std::int32_t numa;
  const char* pcie;
};

/// GPUs of 16 GiB; without places there is no tree.
Node gpuNode(int count, const std::vector<Place>& places = {}, int sick = -1) {
  RawKoordinatorDevice device;
  for (int minor = 0; minor < count; ++minor) {
    RawDeviceEntry entry;
    entry.type = "gpu";
    entry.minor = minor;
    entry.healthy = minor != sick;
    entry.resources = {{"koordinator.sh/gpu-core", Quantity::fromInteger(100)},
                       {"koordinator.sh/gpu-memory", Quantity::fromInteger(16 * kGiB)},
                       {"koordinator.sh/gpu-memory-ratio", Quantity::fromInteger(100)}};
    if (!places.empty()) {
      const Place& place = places[static_cast<std::size_t>(minor)];
      entry.topology = RawDeviceTopology{0, place.numa, place.pcie, ""};
    }
    device.devices.push_back(std::move(entry));
  }
  return readNode(RawNode(), &device);
}

HeldDevice part(std::int32_t minor, std::int64_t ratio) {
  HeldDevice held;
  held.minor = minor;
  held.amounts.set(kRatio, ratio);
  held.amounts.set(kMemory, 16 * kGiB * ratio / 100);
  return held;
}

Usage used(const Node& node, const std::vector<HeldDevice>& devices) {
  Usage usage = emptyUsage(node);
  add(usage, node, devices);
  return usage;
}

Request asking(const char* resource, std::int64_t amount, StringMap annotations = {}) {
  RawPod pod;
  pod.meta.annotations = std::move(annotations);
  Container container{"c", "", {}, {}};
  container.limits.push_back({resource, Quantity::fromInteger(amount)});
  pod.spec.containers.push_back(container);
  return readRequest(pod);
}

Request ratio(std::int64_t amount) {
  return asking("koordinator.sh/gpu-memory-ratio", amount);
}

/// Minors in the order taken, or the refusal.
std::string outcome(const Node& node, const Usage& usage, const Request& request, const Settings& settings = {}) {
  DeviceShare plugin(request, settings);
  const auto& refusals = plugin.filter(node, usage);
  if (!refusals.empty()) return textOf(refusals.front(), node);
  std::string out;
  for (const HeldDevice& device : plugin.reserve(node, usage).devices)
    out += (out.empty() ? "" : " ") + std::to_string(device.minor);
  return out;
}

Settings mostAllocated() {
  Settings settings;
  settings.mostAllocated = true;
  return settings;
}

TEST(KoordinatorAlloc, BytesBecomeARatio) {  // trap J6
  const Node node = gpuNode(1);
  const Settings settings;
  const Request request = asking("koordinator.sh/gpu-memory", 8 * kGiB);
  DeviceShare plugin(request, settings);
  const Choice choice = plugin.reserve(node, emptyUsage(node));
  ASSERT_EQ(choice.devices.size(), 1U);
  EXPECT_EQ(choice.devices[0].amounts.value[kRatio], 50);
}

TEST(KoordinatorAlloc, ASickCardTakesNothing) {  // trap J7
  const Node node = gpuNode(2, {}, 0);
  EXPECT_EQ(outcome(node, emptyUsage(node), ratio(50)), "1");
  EXPECT_EQ(outcome(node, emptyUsage(node), ratio(200)), "Insufficient gpu devices");
}

TEST(KoordinatorAlloc, TheTouchedGroupWinsUnderBothStrategies) {  // trap J9
  const Node apart = gpuNode(2, {{0, "a"}, {1, "b"}});
  const Usage half = used(apart, {part(0, 50)});
  EXPECT_EQ(outcome(apart, half, ratio(50)), "0");
  EXPECT_EQ(outcome(apart, half, ratio(50), mostAllocated()), "0");
}

TEST(KoordinatorAlloc, InOneGroupOrWithoutTopologyTheScoreDecides) {  // trap J9
  for (const Node& node : {gpuNode(2), gpuNode(2, {{0, "a"}, {0, "a"}})}) {
    const Usage half = used(node, {part(0, 50)});
    EXPECT_EQ(outcome(node, half, ratio(50)), "1");
    EXPECT_EQ(outcome(node, half, ratio(50), mostAllocated()), "0");
  }
}

TEST(KoordinatorAlloc, MostAllocatedTakesTheLowestUsedCardOfAGroupNotTheFullest) {
  const Node node = gpuNode(3, {{0, "a"}, {0, "a"}, {0, "a"}});
  EXPECT_EQ(outcome(node, used(node, {part(1, 30), part(2, 33)}), ratio(1), mostAllocated()), "1");
}

TEST(KoordinatorAlloc, ANodeWithoutDevicePassesWithScoreZero) {
  const Node bare = readNode(RawNode(), nullptr);
  const Settings settings;
  const Request request = ratio(10);
  DeviceShare plugin(request, settings);
  EXPECT_TRUE(plugin.filter(bare, emptyUsage(bare)).empty());
  EXPECT_EQ(plugin.score(bare, emptyUsage(bare)), 0);
  EXPECT_TRUE(plugin.reserve(bare, emptyUsage(bare)).devices.empty());
  // A pod with an allocation there makes a ledger, and then the node refuses.
  const auto& refusals = plugin.filter(bare, used(bare, {part(0, 10)}));
  ASSERT_EQ(refusals.size(), 1U);
  EXPECT_EQ(refusals[0].code, RefusalCode::UnschedulableAndUnresolvable);
}

TEST(KoordinatorAlloc, ADeletedDeviceRefusesLikeFullCards) {
  Node node = gpuNode(2, {{0, "a"}, {0, "a"}});
  forgetResources(node);
  EXPECT_EQ(outcome(node, emptyUsage(node), ratio(10)), "Insufficient GPU Devices");
}

TEST(KoordinatorAlloc, NodeScoreCountsTheAskOfOneCardAndTheResourceWritten) {
  // ratio (200-100)*100/200 = 50, memory 32Gi untouched = 100: (50+100)/2 = 75.
  const Node node = gpuNode(2);
  const Settings settings;
  const Request request = ratio(200);
  DeviceShare plugin(request, settings);
  EXPECT_EQ(plugin.score(node, emptyUsage(node)), 75);
}

TEST(KoordinatorAlloc, ScopeDeviceIsNeverMetInTheTree) {
  const Node node = gpuNode(2, {{0, "a"}, {0, "a"}});
  const Request request =
      asking("nvidia.com/gpu", 1,
             {{"scheduling.koordinator.sh/device-allocate-hint", R"({"gpu":{"requiredTopologyScope":"Device"}})"}});
  EXPECT_EQ(outcome(node, emptyUsage(node), request), "Insufficient Topology Scoped GPU Devices");
}

TEST(KoordinatorAlloc, ThreeTextsTellThreePathsApart) {
  const Request spec = asking("nvidia.com/gpu", 1, {{"scheduling.koordinator.sh/gpu-partition-spec", "{}"}});
  const Node plain = gpuNode(1);
  EXPECT_EQ(outcome(plain, emptyUsage(plain), spec), "node(s) missing GPU Partition Table");
  EXPECT_EQ(outcome(plain, used(plain, {part(0, 100)}), ratio(10)), "Insufficient gpu devices");
  const Node tree = gpuNode(1, {{0, "a"}});
  EXPECT_EQ(outcome(tree, used(tree, {part(0, 100)}), ratio(10)), "Insufficient GPU Devices");
}

TEST(KoordinatorAlloc, AnotherIsolationLabelIsAnError) {
  Request request = ratio(10);
  request.isolationProvider = "HAMi-core";
  const Settings settings;
  const Node node = gpuNode(1);
  DeviceShare plugin(request, settings);
  const auto& refusals = plugin.filter(node, emptyUsage(node));
  ASSERT_EQ(refusals.size(), 1U);
  EXPECT_EQ(refusals[0].code, RefusalCode::Error);
  EXPECT_EQ(textOf(refusals[0], node), "GPUIsolationProviderHAMICore not found on the node");
}

TEST(KoordinatorAlloc, UsedAboveTotalLeavesNothing) {
  const Node node = gpuNode(1);
  const Amounts free = freeOf(node.cards[indexOf(DeviceType::Gpu)][0], part(0, 170).amounts);
  EXPECT_EQ(free.value[kRatio], 0);
  EXPECT_EQ(free.value[kMemory], 0);
  EXPECT_EQ(free.value[kCore], 100);
}

TEST(KoordinatorAlloc, CardsThatTheDeviceDoesNotListAreNotCountedOnOthers) {
  const Node node = gpuNode(1);
  const Usage usage = used(node, {part(9, 100), part(-3, 50), part(9, 100)});
  EXPECT_TRUE(usage.cards[indexOf(DeviceType::Gpu)][0].isZero());
  ASSERT_EQ(usage.strangers.size(), 2U);
  EXPECT_EQ(usage.strangers[0].amounts.value[kRatio], 200);
  EXPECT_EQ(outcome(node, usage, ratio(100)), "0");
}

TEST(KoordinatorAlloc, AbsurdRequestsAreRefusedWithoutOverflow) {
  const Node node = gpuNode(2, {{0, "a"}, {0, "b"}});
  EXPECT_EQ(outcome(node, emptyUsage(node), asking("nvidia.com/gpu", INT64_MAX)), "Insufficient GPU Devices");
  EXPECT_EQ(outcome(node, emptyUsage(node), asking("koordinator.sh/gpu-memory", INT64_MAX)),
            "Insufficient GPU Devices");
}

TEST(KoordinatorAlloc, WhatAReservationKeepsIsTakenForStrangersAlone) {
  const Node node = gpuNode(1);
  const Usage usage = used(node, {part(0, 100)});
  ReservedDevices reserved;
  reserved.devices = {part(0, 100)};
  const Settings settings;
  const Request request = ratio(50);
  DeviceShare plugin(request, settings);
  EXPECT_FALSE(plugin.filter(node, usage, {&reserved, 1}).empty());
  reserved.isForPod = true;
  EXPECT_TRUE(plugin.filter(node, usage, {&reserved, 1}).empty());
  EXPECT_EQ(plugin.reserve(node, usage, {&reserved, 1}, 0).devices.size(), 1U);
}

}  // namespace
}  // namespace cardinal::koordinator
