// SPDX-License-Identifier: Apache-2.0
// Rules of NodeResourceTopologyMatch that the recordings do not have.
#include <gtest/gtest.h>

#include "core/alloc/numa/numa.h"
#include "core/kube/decode/decoder.h"

namespace cardinal::alloc {
namespace {

template <typename T>
T read(const std::string& json) {
  auto out = Decoder().object<T>(json);
  if (!out) {
    ADD_FAILURE() << describe(out.error()) << "\n" << json;
    return {};
  }
  return *out.value();
}

std::string zone(int id, const std::string& cards, const std::string& costs = "[]") {
  return R"({"name":"node-)" + std::to_string(id) + R"(","type":"Node","costs":)" + costs +
         R"(,"resources":[{"name":"cpu","available":"8"},{"name":"memory","available":"16Gi"},)"
         R"({"name":"nvidia.com/gpu","available":")" +
         cards + R"("}]})";
}

NumaNode topology(const std::string& zones, const std::string& policy = "single-numa-node") {
  return numaNodeOf(read<RawNodeTopology>(R"({"kind":"NodeResourceTopology","metadata":{"name":"n"},"zones":[)" +
                                          zones + R"(],"attributes":[{"name":"topologyManagerPolicy","value":")" +
                                          policy + R"("}]})"));
}

NumaPod pod(const std::string& limits) {
  const auto raw = read<RawPod>(R"({"kind":"Pod","metadata":{"name":"p","namespace":"a"},"spec":{"containers":)"
                                R"([{"name":"c","resources":{"limits":)" +
                                limits + "}}]}}");
  return numaPodOf(raw, {});
}

ResourceList allocatable() {
  ResourceList out;
  out.push_back({"nvidia.com/gpu", Quantity::fromInteger(8)});
  return out;
}

TEST(Numa, TheLowestZoneThatFitsIsExpected) {
  const NumaNode node = topology(zone(1, "2") + "," + zone(0, "1"));
  EXPECT_EQ(numaFilter(pod(R"({"nvidia.com/gpu":"1"})"), allocatable(), &node, false).zones, std::vector<int>{0});
  EXPECT_EQ(numaFilter(pod(R"({"nvidia.com/gpu":"2"})"), allocatable(), &node, false).zones, std::vector<int>{1});
  const auto refused = numaFilter(pod(R"({"nvidia.com/gpu":"3"})"), allocatable(), &node, false);
  EXPECT_EQ(schedulerWords(refused.refusal), "cannot align container");
}

TEST(Numa, OtherPoliciesAndMissingObjectsPass) {
  const NumaNode node = topology(zone(0, "1"), "restricted");
  EXPECT_TRUE(numaFilter(pod(R"({"nvidia.com/gpu":"3"})"), allocatable(), &node, false).fits());
  EXPECT_TRUE(numaFilter(pod(R"({"nvidia.com/gpu":"3"})"), allocatable(), nullptr, false).fits());
  EXPECT_EQ(numaFilter(pod(R"({"nvidia.com/gpu":"3"})"), allocatable(), &node, true).refusal, NumaRefusal::StaleData);
}

TEST(Numa, UnknownWordsAreIgnored) {
  EXPECT_EQ(topology(zone(0, "1"), "Single-NUMA-Node").policy, NumaPolicy::None);
  const auto old = numaNodeOf(read<RawNodeTopology>(
      R"({"kind":"NodeResourceTopology","metadata":{"name":"n"},"topologyPolicies":["SingleNUMANodePodLevel","None"]})"));
  EXPECT_EQ(old.policy, NumaPolicy::SingleNumaNode);
  EXPECT_TRUE(old.podScope);
}

TEST(Numa, IdsBeyondTheNumberOfZonesEndThisVersion) {
  const NumaNode gap = topology(zone(1, "1") + "," + zone(2, "1"));
  const NumaPod guaranteed = pod(R"({"cpu":"1","memory":"1Gi","nvidia.com/gpu":"1"})");
  EXPECT_EQ(guaranteed.qos, NumaQos::Guaranteed);
  EXPECT_TRUE(numaScore(guaranteed, &gap, false, {}).endsScheduler);
  const NumaNode whole = topology(zone(0, "1") + "," + zone(1, "1"));
  EXPECT_FALSE(numaScore(guaranteed, &whole, false, {}).endsScheduler);
  EXPECT_EQ(numaScore(pod(R"({"nvidia.com/gpu":"1"})"), &gap, false, {}).value, 100);
}

TEST(Numa, HostileTopologiesEndInAnAnswer) {
  std::string zones;
  for (int i = 0; i < 60; ++i)
    zones += (i == 0 ? "" : ",") + zone(i, "1", R"([{"name":"node-0","value":9223372036854775807}])");
  const NumaNode many = topology(zones, "none");
  NumaProfile profile;
  profile.strategy = NumaStrategy::LeastNumaNodes;
  EXPECT_FALSE(numaScore(pod(R"({"cpu":"1","memory":"1Gi","nvidia.com/gpu":"50"})"), &many, false, profile).isKnown);
  const NumaNode strange =
      topology(R"({"name":"node-99999999999999999999","type":"Node"},{"name":"node--1","type":"Node"},)"
               R"({"name":"node-0","type":"Socket"},{"type":"Node"})");
  EXPECT_TRUE(strange.zones.empty());
  EXPECT_FALSE(numaFilter(pod(R"({"cpu":"1","nvidia.com/gpu":"1"})"), allocatable(), &strange, false).fits());
}

}  // namespace
}  // namespace cardinal::alloc
