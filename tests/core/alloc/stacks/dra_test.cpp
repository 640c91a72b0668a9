// SPDX-License-Identifier: Apache-2.0
// Rules of dynamic resource allocation that the recordings do not have, on small clusters.
#include <gtest/gtest.h>

#include "core/alloc/stacks/dra/dra.h"
#include "tests/support/dra.h"

namespace cardinal::alloc {
namespace {

using testing::read;

std::string device(const std::string& name, const std::string& type, const std::string& more = {}) {
  return R"({"name":")" + name + R"(","attributes":{"type":{"string":")" + type + R"("}})" + more + "}";
}

std::shared_ptr<const RawResourceSlice> slice(const std::string& name, const std::string& devices,
                                              const std::string& more = R"("nodeName":"n")", int generation = 1,
                                              int count = 1) {
  return read<RawResourceSlice>(R"({"kind":"ResourceSlice","apiVersion":"resource.k8s.io/v1","metadata":{"name":")" +
                                name + R"("},"spec":{"driver":"gpu.nvidia.com","pool":{"name":"n","generation":)" +
                                std::to_string(generation) + R"(,"resourceSliceCount":)" + std::to_string(count) +
                                "}," + more + R"(,"devices":[)" + devices + "]}}");
}

DraCluster::Classes classes() {
  DraCluster::Classes out;
  for (const char* type : {"big", "small"}) {
    out.push_back(read<RawDeviceClass>(std::string(R"({"kind":"DeviceClass","metadata":{"name":")") + type +
                                       R"("},"spec":{"selectors":[{"cel":{"expression":)" +
                                       R"("device.attributes['gpu.nvidia.com'].type == ')" + type + R"('"}}]}})"));
  }
  return out;
}

RawResourceClaim claim(const std::string& requests, const std::string& more = {}) {
  return *read<RawResourceClaim>(
      R"({"kind":"ResourceClaim","metadata":{"name":"c","namespace":"a"},"spec":{"devices":{"requests":[)" + requests +
      "]" + more + "}}}");
}

RawNode node(const std::string& name = "n") {
  RawNode out;
  out.meta.key.name = name;
  return out;
}

DraAnswer ask(DraCluster::Slices slices, const RawResourceClaim& requested, DraGates gates = {},
              const DraHeld& held = {}) {
  const DraCluster cluster(std::move(slices), classes(), gates);
  return DraQuestion(cluster, {&requested}).ask(node(), held);
}

std::string picked(const DraAnswer& answer) {
  std::string out = schedulerWords(answer);
  for (const auto& allocation : answer.allocations) {
    for (const RawDeviceResult& result : allocation.allocation.results)
      out += (out.empty() ? "" : " ") + result.request + "=" + result.device;
  }
  return out;
}

std::string twoBigThreeSmall() {
  return device("b0", "big") + "," + device("b1", "big") + "," + device("s0", "small") + "," + device("s1", "small") +
         "," + device("s2", "small");
}

DraHeld holding(const std::string& name) {
  DraHeld out;
  RawDeviceAllocation one;
  one.results.push_back({"r", "gpu.nvidia.com", "n", name, false, {}});
  out.hold(one);
  return out;
}

TEST(Dra, AClaimIsServedInThePublishedOrder) {
  const auto requested = claim(R"({"name":"r","exactly":{"deviceClassName":"small","count":2}})");
  const DraAnswer answer = ask({slice("s", twoBigThreeSmall())}, requested, {}, holding("s0"));
  EXPECT_EQ(picked(answer), "r=s1 r=s2");
  ASSERT_EQ(answer.allocations.size(), 1U);
  const auto& selector = answer.allocations[0].allocation.nodeSelector;
  ASSERT_TRUE(selector);
  EXPECT_EQ(selector->front().matchFields.front().values.front(), "n");
}

TEST(Dra, ALaterAlternativeInModeAllGoesOnWithTheFirstAsThisVersionDoes) {
  const auto requested = claim(R"({"name":"r","firstAvailable":[{"name":"a","deviceClassName":"big","count":2},)"
                               R"({"name":"b","deviceClassName":"small","allocationMode":"All"}]})");
  EXPECT_EQ(picked(ask({slice("s", twoBigThreeSmall())}, requested, {}, holding("b0"))), "r/b=s0 r/a=b1");
  const auto one = claim(R"({"name":"r","firstAvailable":[{"name":"a","deviceClassName":"big","count":1},)"
                         R"({"name":"b","deviceClassName":"small","allocationMode":"All"}]})");
  DraHeld held = holding("b0");
  held.hold({{{"r", "gpu.nvidia.com", "n", "b1", false, {}}}, {}});
  EXPECT_EQ(picked(ask({slice("s", twoBigThreeSmall())}, one, {}, held)), "r/b=s0");
}

TEST(Dra, AdminAccessHoldsNothingAndNeedsItsGate) {
  const auto requested = claim(R"({"name":"r","exactly":{"deviceClassName":"big","adminAccess":true}})");
  EXPECT_EQ(picked(ask({slice("s", twoBigThreeSmall())}, requested, {}, holding("b0"))), "r=b0");
  DraHeld held;
  held.hold({{{"r", "gpu.nvidia.com", "n", "b0", true, {}}}, {}});
  EXPECT_FALSE(held.holds("gpu.nvidia.com", "n", "b0"));
  DraGates off;
  off.adminAccess = false;
  const DraAnswer refused = ask({slice("s", twoBigThreeSmall())}, requested, off);
  EXPECT_EQ(refused.outcome, DraOutcome::Fatal);
  EXPECT_EQ(refused.reason, DraReason::AdminAccessOff);
}

TEST(Dra, OlderGenerationsAndIncompletePoolsGiveNoDevice) {
  const auto requested = claim(R"({"name":"r","exactly":{"deviceClassName":"big"}})");
  const std::string here = R"("nodeName":"n")";
  EXPECT_EQ(
      picked(ask({slice("old", device("b9", "big"), here, 2), slice("new", device("b0", "big"), here, 3)}, requested)),
      "r=b0");
  EXPECT_EQ(picked(ask({slice("s", device("b0", "big"), here, 1, 2)}, requested)), "cannot allocate all claims");
  // A newer generation that the node does not see drops the pool without a word.
  EXPECT_EQ(picked(ask({slice("s", device("b0", "big"), here, 1, 2),
                        slice("t", device("b1", "big"), R"("nodeName":"other")", 2)},
                       requested)),
            "cannot allocate all claims");
  EXPECT_EQ(picked(ask({slice("s", device("b0", "big") + "," + device("b0", "big"))}, requested)),
            "invalid resource pools were encountered");
}

TEST(Dra, WhatASelectorDoesNotTellIsUnknown) {
  const auto requested = claim(R"({"name":"r","exactly":{"deviceClassName":"big",)"
                               R"("selectors":[{"cel":{"expression":"device.driver.split('.')[0] == 'gpu'"}}]}})");
  const DraAnswer answer = ask({slice("s", twoBigThreeSmall())}, requested);
  EXPECT_EQ(answer.outcome, DraOutcome::Unknown);
  EXPECT_EQ(answer.reason, DraReason::SelectorUnread);
  EXPECT_EQ(answer.detail, "split");
  // All cards in use: the selector is never asked, and the refusal is certain.
  DraHeld held = holding("b0");
  held.hold({{{"r", "gpu.nvidia.com", "n", "b1", false, {}}}, {}});
  EXPECT_EQ(picked(ask({slice("s", device("b0", "big") + "," + device("b1", "big"))}, requested, {}, held)),
            "cannot allocate all claims");
}

TEST(Dra, ABrokenSelectorEndsTheAttempt) {
  const auto requested = claim(R"({"name":"r","exactly":{"deviceClassName":"big",)"
                               R"("selectors":[{"cel":{"expression":"device.attributes['x'].y == 'z'"}}]}})");
  const DraAnswer answer = ask({slice("s", twoBigThreeSmall())}, requested);
  EXPECT_EQ(answer.outcome, DraOutcome::Fatal);
  EXPECT_EQ(schedulerWords(answer), "claim a/c: selector #0: CEL runtime error: no such key: y");
}

TEST(Dra, CountersCountOnlyWithTheirGate) {
  const std::string takes = R"(,"consumesCounters":[{"counterSet":"set","counters":{"memory":{"value":"40Gi"}}}])";
  const auto devices =
      slice("d", device("b0", "big", takes) + "," + device("b1", "big", takes), R"("nodeName":"n")", 1, 2);
  const auto sets = read<RawResourceSlice>(
      R"({"kind":"ResourceSlice","metadata":{"name":"c"},"spec":{"driver":"gpu.nvidia.com","nodeName":"n",)"
      R"("pool":{"name":"n","generation":1,"resourceSliceCount":2},)"
      R"("sharedCounters":[{"name":"set","counters":{"memory":{"value":"60Gi"}}}]}})");
  DraGates on;
  on.partitionableDevices = true;
  const auto one = claim(R"({"name":"r","exactly":{"deviceClassName":"big"}})");
  const auto two = claim(R"({"name":"r","exactly":{"deviceClassName":"big","count":2}})");
  const auto all = claim(R"({"name":"r","exactly":{"deviceClassName":"big","allocationMode":"All"}})");
  EXPECT_EQ(picked(ask({sets, devices}, one, on)), "r=b0");
  EXPECT_EQ(picked(ask({sets, devices}, two, on)), "cannot allocate all claims");
  EXPECT_EQ(picked(ask({sets, devices}, one, on, holding("b1"))), "cannot allocate all claims");
  EXPECT_EQ(picked(ask({sets, devices}, one)), "cannot allocate all claims");
  EXPECT_EQ(ask({sets, devices}, all, on).outcome, DraOutcome::EndsScheduler);
}

TEST(Dra, AnAllocatedClaimIsBoundToItsNodes) {
  RawResourceClaim held = claim(R"({"name":"r","exactly":{"deviceClassName":"big"}})");
  held.allocation.emplace().nodeSelector.emplace().push_back({{}, {{"metadata.name", "In", {"n"}}}});
  const DraCluster cluster({}, classes(), {});
  const DraQuestion question(cluster, {&held});
  EXPECT_EQ(question.ask(node("n"), {}).outcome, DraOutcome::Fits);
  EXPECT_EQ(schedulerWords(question.ask(node("other"), {})), "resourceclaim not available on the node");
}

TEST(Dra, ExtendedResourcesNameTheirClass) {
  auto young = read<RawDeviceClass>(R"({"kind":"DeviceClass","metadata":{"name":"young","creationTimestamp":)"
                                    R"("2026-02-01T00:00:00Z"},"spec":{"extendedResourceName":"nvidia.com/gpu"}})");
  auto old = read<RawDeviceClass>(R"({"kind":"DeviceClass","metadata":{"name":"aged","creationTimestamp":)"
                                  R"("2025-02-01T00:00:00Z"},"spec":{"extendedResourceName":"nvidia.com/gpu"}})");
  const DraCluster cluster({}, {old, young}, {});
  ASSERT_NE(cluster.classOfExtendedResource("nvidia.com/gpu"), nullptr);
  EXPECT_EQ(cluster.classOfExtendedResource("nvidia.com/gpu")->meta.key.name, "young");
  EXPECT_NE(cluster.classOfExtendedResource("deviceclass.resource.kubernetes.io/aged"), nullptr);
  EXPECT_EQ(cluster.classOfExtendedResource("amd.com/gpu"), nullptr);
}

TEST(Dra, OlderFormsOfTheApiAreReadAlike) {
  const auto slice = read<RawResourceSlice>(
      R"({"kind":"ResourceSlice","apiVersion":"resource.k8s.io/v1beta1","metadata":{"name":"s"},"spec":{"driver":"d",)"
      R"("pool":{"name":"p","generation":1,"resourceSliceCount":1},"nodeName":"n","devices":[{"name":"gpu-0",)"
      R"("basic":{"attributes":{"index":{"int":3}},"capacity":{"memory":{"value":"80Gi"}}}}]}})");
  ASSERT_EQ(slice->devices.size(), 1U);
  ASSERT_NE(find(slice->devices[0], "index"), nullptr);
  EXPECT_EQ(find(slice->devices[0], "index")->integer, 3);
  EXPECT_EQ(find(slice->devices[0].capacity, "memory")->value(), 85899345920);
  const auto requested = claim(R"({"name":"r","deviceClassName":"big","allocationMode":"All"})");
  ASSERT_EQ(requested.spec.requests.front().choices.size(), 1U);
  EXPECT_EQ(requested.spec.requests.front().choices.front().mode, DeviceCountMode::All);
}

TEST(Dra, HostileObjectsEndInAnAnswer) {
  const auto absurd = claim(R"({"name":"r","exactly":{"deviceClassName":"big","count":9223372036854775807}},)"
                            R"({"name":"q","exactly":{"deviceClassName":"big","count":9223372036854775807}})");
  EXPECT_EQ(ask({slice("s", twoBigThreeSmall())}, absurd).reason, DraReason::TooManyDevices);
  EXPECT_EQ(ask({}, claim("{}")).outcome, DraOutcome::Fatal);
  EXPECT_EQ(ask({}, claim(R"({"name":"r","exactly":{"deviceClassName":"nosuch"}})")).reason, DraReason::ClassMissing);
  std::string many;
  for (int i = 0; i < 60; ++i) many += (i == 0 ? "" : ",") + device("b" + std::to_string(i), "big");
  // 20 of 60 equal cards and a second request that nothing meets: given up, never for ever.
  const auto endless = claim(R"({"name":"r","exactly":{"deviceClassName":"big","count":20}},)"
                             R"({"name":"q","exactly":{"deviceClassName":"small"}})");
  EXPECT_EQ(ask({slice("s", many)}, endless).reason, DraReason::TooLarge);
}

}  // namespace
}  // namespace cardinal::alloc
