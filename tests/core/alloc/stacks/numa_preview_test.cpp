// SPDX-License-Identifier: Apache-2.0
// A preview with a configuration that names NodeResourceTopologyMatch asks its filter; the rules themselves are proven
// by the recordings.
#include <gtest/gtest.h>

#include <algorithm>

#include "core/alloc/engine/allocator.h"
#include "core/alloc/make_request.h"
#include "core/alloc/score/configured_profile.h"
#include "tests/support/builders.h"
#include "tests/support/extras.h"

namespace cardinal {
namespace {

using namespace cardinal::testing;

RawNodeTopology topology(const std::string& node, std::int64_t first, std::int64_t second) {
  RawNodeTopology out;
  out.meta.key.name = node;
  out.attributes = {{"topologyManagerPolicy", "single-numa-node"}};
  int id = 0;
  for (const std::int64_t free : {first, second}) {
    RawTopologyZone& zone = out.zones.emplace_back();
    zone.name = "node-" + std::to_string(id++);
    zone.type = "Node";
    zone.available = {{"nvidia.com/gpu", Quantity::fromInteger(free)}};
    zone.capacity = {{"nvidia.com/gpu", Quantity::fromInteger(4)}};
  }
  return out;
}

SnapshotPtr twoNodes() {
  return snapshotOf({nvidiaNode("a", 8), nvidiaNode("b", 8)}, {},
                    {upsertExtra(topology("a", 2, 2)), upsertExtra(topology("b", 4, 0))});
}

ConfiguredProfile withPlugin(bool everywhere) {
  ConfiguredProfile out;
  (everywhere ? out.everywhere : out.filter).enabled = {{"NodeResourceTopologyMatch", 1}};
  return out;
}

AllocationAnswer ask(std::int64_t cards, const SnapshotPtr& cluster, const ConfiguredProfile& profile) {
  PodBuilder fresh = pod("new").nvidia(cards);
  fresh.edit().meta.uid.clear();
  AllocationRequest request = makeRequest(fresh.raw());
  SchedulerConfig config;
  config.profiles = {profile};
  request.scheduler = std::make_shared<const SchedulerProfile>(*profileFor(config, "", "v1.35.4"));
  return allocate(request, *cluster);
}

bool isLowered(const AllocationAnswer& answer) {
  const auto& caveats = answer.caveats;
  return std::find(caveats.begin(), caveats.end(), Caveat::PluginsNotEvaluated) != caveats.end();
}

TEST(NumaPreview, CardsOfTwoZonesAreNotTakenTogether) {
  const AllocationAnswer answer = ask(3, twoNodes(), withPlugin(false));
  ASSERT_EQ(answer.candidates.size(), 1U);
  ASSERT_EQ(answer.rejections.size(), 1U);
  EXPECT_EQ(answer.rejections[0].reason.code, ReasonCode::StackRefused);
  EXPECT_EQ(answer.rejections[0].reason.detail.text().rfind("NodeResourceTopologyMatch: cannot align container", 0),
            0U);
  EXPECT_EQ(answer.rejections[0].reason.waiting, Waiting::NotNow);
  EXPECT_FALSE(isLowered(answer));
}

TEST(NumaPreview, WhatNoZoneHoldsNeverFits) {
  const AllocationAnswer answer = ask(5, twoNodes(), withPlugin(false));
  ASSERT_EQ(answer.rejections.size(), 2U);
  EXPECT_EQ(answer.rejections[0].reason.waiting, Waiting::Never);
}

TEST(NumaPreview, WithoutThePluginZonesRefuseNothing) {
  EXPECT_EQ(ask(3, twoNodes(), ConfiguredProfile{}).candidates.size(), 2U);
}

TEST(NumaPreview, ItsScoreIsNotEvaluatedAndUnreadObjectsAreUnknown) {
  EXPECT_TRUE(isLowered(ask(2, twoNodes(), withPlugin(true))));
  EXPECT_EQ(ask(3, twoNodes(), withPlugin(true)).candidates.size(), 1U);
  EXPECT_TRUE(isLowered(ask(2, snapshotOf({nvidiaNode("a", 8)}), withPlugin(false))));
}

}  // namespace
}  // namespace cardinal
