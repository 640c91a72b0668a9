// SPDX-License-Identifier: Apache-2.0
// Worked scenarios of the open-source device plugin (docs/scenarios.md) and of what a container sees (T63).
#include <gtest/gtest.h>

#include "core/provider/device_plugin.h"
#include "tests/support/builders.h"

namespace cardinal::testing {
namespace {

using provider::allocateDevices;
using provider::DeviceGrant;

constexpr std::int64_t kNow = 1'700'000'000'000'000'000;

/// Bound and assumed, waiting for its card.
PodBuilder assumed(const std::string& name, int card, std::int64_t units, std::int64_t time) {
  PodBuilder out = pod(name);
  out.gpuMem(units).on("n").card(card).phase(PodPhase::Pending);
  out.annotation("ALIYUN_COM_GPU_MEM_ASSIGNED", "false")
      .annotation("ALIYUN_COM_GPU_MEM_ASSUME_TIME", std::to_string(time));
  return out;
}

std::string of(const StringMap& map, const char* key) {
  const std::string* value = find(map, key);
  return value != nullptr ? *value : "(none)";
}

TEST(DevicePlugin, T18TheEarliestAssumedPodOfThatAmountGetsItsCard) {
  const auto grant = allocateDevices(
      {assumed("late", 0, 5, 3).raw(), assumed("early", 1, 5, 2).raw(), assumed("other", 0, 3, 1).raw()}, 5, 2, 15,
      kNow);
  ASSERT_TRUE(grant.pod);
  EXPECT_EQ(grant.pod->name, "early");
  EXPECT_EQ(grant.card, 1);
  EXPECT_EQ(of(grant.environment, "NVIDIA_VISIBLE_DEVICES"), "1");
  EXPECT_EQ(of(grant.annotations, "ALIYUN_COM_GPU_MEM_ASSIGNED"), "true");
  EXPECT_EQ(of(grant.annotations, "ALIYUN_COM_GPU_MEM_ASSUME_TIME"), std::to_string(kNow));
}

PodBuilder twoContainers() {
  PodBuilder out = pod("pair");
  out.gpuMem(1).container().gpuMem(2).on("n").card(0).phase(PodPhase::Pending);
  out.annotation("ALIYUN_COM_GPU_MEM_ASSIGNED", "false");
  return out;
}

TEST(DevicePlugin, T19AContainerOfTwoFindsNoPodOnANodeWithTwoCards) {
  const auto grant = allocateDevices({twoContainers().raw()}, 1, 2, 15, kNow);
  EXPECT_FALSE(grant.pod);
  EXPECT_EQ(of(grant.environment, "NVIDIA_VISIBLE_DEVICES"), "no-gpu-has-1GiB-to-run");
  EXPECT_EQ(of(grant.environment, "ALIYUN_COM_GPU_MEM_IDX"), "-1");
  EXPECT_TRUE(grant.annotations.empty());
  EXPECT_TRUE(provider::isNeverMatched(*twoContainers().raw()));
}

TEST(DevicePlugin, T20TheOnlyCardIsGivenWithoutAPod) {
  const auto grant = allocateDevices({twoContainers().raw()}, 1, 1, 15, kNow);
  EXPECT_FALSE(grant.pod);
  EXPECT_TRUE(grant.onlyCard);
  EXPECT_EQ(grant.card, 0);
  EXPECT_EQ(of(grant.environment, "ALIYUN_COM_GPU_MEM_POD"), "1");
  EXPECT_EQ(of(grant.environment, "ALIYUN_COM_GPU_MEM_CONTAINER"), "1");
  EXPECT_TRUE(grant.annotations.empty());
}

TEST(DevicePlugin, T21APodWithoutAnnotationsIsNotFoundAndShownAsPending) {
  PodBuilder bare = pod("bare");
  bare.gpuMem(3).on("n").phase(PodPhase::Pending);
  const auto grant = allocateDevices({bare.raw()}, 3, 2, 15, kNow);
  EXPECT_EQ(of(grant.environment, "NVIDIA_VISIBLE_DEVICES"), "no-gpu-has-3GiB-to-run");
  EXPECT_EQ(snapshotOf({gpushareNode("n", 2, 15)}, {bare})->nodes[0]->memPending, MemUnits(3));
}

TEST(DevicePlugin, T63AContainerOfFourOnASixteenUnitCard) {
  const auto grant = allocateDevices({assumed("p", 0, 4, 1).raw()}, 4, 1, 16, kNow);
  EXPECT_EQ(of(grant.environment, "ALIYUN_COM_GPU_MEM_CONTAINER"), "4");
  EXPECT_EQ(of(grant.environment, "ALIYUN_COM_GPU_MEM_DEV"), "16");
  // A share node isolates nothing: the container sees the whole card, its share is a quarter of it.
  PodBuilder holder = pod("p");
  holder.gpuMem(4).on("n").v2(R"({"0":{"0":4}})");
  const auto cluster = snapshotOf({ackNode("n", "share", 1, 16)}, {holder});
  EXPECT_EQ(cluster->nodes[0]->gpu.mode, GpuMode::Share);
  EXPECT_DOUBLE_EQ(memoryFraction(cluster->cards[0]).value_or(0), 0.25);
}

TEST(DevicePlugin, AnAssignedPodIsNotTakenTwice) {
  PodBuilder done = assumed("done", 0, 5, 1);
  done.annotation("ALIYUN_COM_GPU_MEM_ASSIGNED", "true");
  const auto grant = allocateDevices({done.raw(), assumed("next", 1, 5, 9).raw()}, 5, 2, 15, kNow);
  EXPECT_EQ(grant.card, 1);
}

}  // namespace
}  // namespace cardinal::testing
