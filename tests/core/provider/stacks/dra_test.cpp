// SPDX-License-Identifier: Apache-2.0
// Nodes of dynamic resource allocation as cards and instances: the scenarios M1 to M6 that drivers are known by.
#include <gtest/gtest.h>

#include "core/provider/stacks/dra/dra.h"
#include "tests/support/dra.h"

namespace cardinal {
namespace {

using testing::read;

using Slices = std::vector<std::shared_ptr<const RawResourceSlice>>;
using Claims = std::vector<std::shared_ptr<const RawResourceClaim>>;

std::string gpu(int index) {
  const std::string number = std::to_string(index);
  return R"({"name":"gpu-)" + number + R"(","attributes":{"type":{"string":"gpu"},"uuid":{"string":"GPU-)" + number +
         R"("},"productName":{"string":"NVIDIA H100 80GB HBM3"}},"capacity":{"memory":{"value":"80Gi"}}})";
}

std::shared_ptr<const RawResourceSlice> slice(const std::string& name, const std::string& devices, int generation = 1,
                                              int count = 1) {
  return read<RawResourceSlice>(R"({"kind":"ResourceSlice","metadata":{"name":")" + name +
                                R"("},"spec":{"driver":"gpu.nvidia.com","nodeName":"node1","pool":{"name":"node1",)"
                                R"("generation":)" +
                                std::to_string(generation) + R"(,"resourceSliceCount":)" + std::to_string(count) +
                                R"(},"devices":[)" + devices + "]}}");
}

std::shared_ptr<const RawResourceClaim> claim(const std::string& device, const std::string& users,
                                              const std::string& more = {}) {
  return read<RawResourceClaim>(
      R"({"kind":"ResourceClaim","metadata":{"namespace":"a","name":"c"},"spec":{},"status":{"allocation":{"devices":)"
      R"({"results":[{"request":"r","driver":"gpu.nvidia.com","pool":"node1","device":")" +
      device + "\"" + more + R"(}]}},"reservedFor":[)" + users + "]}}");
}

std::string user(const std::string& pod) {
  return R"({"resource":"pods","name":")" + pod + R"(","uid":"1"})";
}

TEST(DraCards, M1AClaimTellsWhichCardAPodHas) {
  const auto out = draCardsOf("node1", Slices{slice("s", gpu(0) + "," + gpu(1))}, Claims{claim("gpu-1", user("p"))});
  ASSERT_EQ(out.cards.size(), 2U);
  EXPECT_FALSE(out.cards[0].whole->isHeld());
  ASSERT_TRUE(out.cards[1].whole->isHeld());
  EXPECT_EQ(out.cards[1].whole->holders[0].pods, (std::vector<ObjectKey>{{"a", "p"}}));
  EXPECT_EQ(out.cards[1].product, "NVIDIA H100 80GB HBM3");
}

TEST(DraCards, M2OlderGenerationsDoNotCount) {
  const auto out = draCardsOf("node1",
                              Slices{slice("old", gpu(0) + "," + gpu(1) + "," + gpu(2), 2, 1), slice("a", gpu(0), 3, 2),
                                     slice("b", gpu(1), 3, 2)},
                              {});
  EXPECT_EQ(out.cards.size(), 2U);
  EXPECT_TRUE(out.problems.empty());
}

TEST(DraCards, M3AnIncompletePoolHasNoKnownCards) {
  const auto out = draCardsOf("node1", Slices{slice("a", gpu(0), 3, 2)}, {});
  EXPECT_TRUE(out.cards.empty());
  ASSERT_EQ(out.problems.size(), 1U);
  EXPECT_EQ(out.problems[0].slices, 1);
  EXPECT_EQ(out.problems[0].awaited, 2);
}

TEST(DraCards, M4TwoPodsOfOneClaimShareOneCard) {
  const auto out = draCardsOf("node1", Slices{slice("s", gpu(0))}, Claims{claim("gpu-0", user("p") + "," + user("q"))});
  ASSERT_EQ(out.cards.size(), 1U);
  ASSERT_EQ(out.cards[0].whole->holders.size(), 1U);
  EXPECT_EQ(out.cards[0].whole->holders[0].pods.size(), 2U);
}

TEST(DraCards, M6MemoryIsInMebibytes) {
  const auto out = draCardsOf("node1", Slices{slice("s", gpu(0))}, {});
  ASSERT_EQ(out.cards.size(), 1U);
  EXPECT_EQ(out.cards[0].memoryMiB, 81920);
}

TEST(DraCards, AdminAccessHoldsNothing) {
  const auto out =
      draCardsOf("node1", Slices{slice("s", gpu(0))}, Claims{claim("gpu-0", user("p"), R"(,"adminAccess":true)")});
  ASSERT_EQ(out.cards.size(), 1U);
  EXPECT_EQ(out.cards[0].whole->holders.size(), 1U);
  EXPECT_FALSE(out.cards[0].whole->isHeld());
}

TEST(DraCards, InstancesLieInTheirCard) {
  const std::string mig = R"({"name":"gpu-0-mig-1g10gb-15-0","attributes":{"type":{"string":"mig"},)"
                          R"("parentUUID":{"string":"GPU-0"},"profile":{"string":"1g.10gb"}},)"
                          R"("capacity":{"memory":{"value":"10334765056"}}})";
  const auto out = draCardsOf("node1", Slices{slice("s", mig + "," + gpu(0))}, {});
  ASSERT_EQ(out.cards.size(), 1U);
  ASSERT_EQ(out.cards[0].instances.size(), 1U);
  EXPECT_EQ(out.cards[0].instances[0].profile, "1g.10gb");
  EXPECT_EQ(out.cards[0].instances[0].memoryMiB, 9856);
  EXPECT_TRUE(out.cards[0].whole);
  EXPECT_EQ(out.cards[0].memoryMiB, 81920);
}

TEST(DraCards, ACardOfTwoDevicesIsFoundInWhateverOrderTheyCome) {
  const std::string bus = R"("resource.kubernetes.io/pciBusID":{"string":"0000:07:00.0"})";
  const std::string whole =
      R"({"name":"gpu-0","attributes":{"type":{"string":"gpu"},"uuid":{"string":"GPU-0"},)" + bus + "}}";
  const std::string passed = R"({"name":"gpu-vfio-0","attributes":{"type":{"string":"vfio"},)" + bus + "}}";
  for (const std::string& devices : {whole + "," + passed, passed + "," + whole}) {
    const auto out = draCardsOf("node1", Slices{slice("s", devices)}, {});
    ASSERT_EQ(out.cards.size(), 1U) << devices;
    EXPECT_EQ(out.cards[0].uuid, "GPU-0");
    EXPECT_TRUE(out.cards[0].whole.has_value() && out.cards[0].passed.has_value());
  }
}

TEST(DraCards, ContradictionsAreFindingsAndNeverSums) {
  const auto twice = draCardsOf("node1", Slices{slice("s", gpu(0) + "," + gpu(0))}, {});
  EXPECT_TRUE(twice.cards.empty());
  ASSERT_EQ(twice.problems.size(), 1U);
  EXPECT_EQ(twice.problems[0].device, "gpu-0");
  const auto lost = draCardsOf("node1", Slices{slice("s", gpu(0))}, Claims{claim("gpu-7", user("p"))});
  ASSERT_EQ(lost.lost.size(), 1U);
  EXPECT_EQ(lost.lost[0].result.device, "gpu-7");
  const auto absurd = draCardsOf(
      "node1",
      Slices{slice("s", R"({"name":"gpu-0","capacity":{"memory":{"value":"-1"}}},{"name":"x","attributes":5})")}, {});
  for (const DraCard& card : absurd.cards) EXPECT_FALSE(card.memoryMiB);
}

}  // namespace
}  // namespace cardinal
