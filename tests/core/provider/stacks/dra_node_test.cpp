// SPDX-License-Identifier: Apache-2.0
// Cards of ResourceSlices in a snapshot: slices tell them, claims hold them, pods only use what claims hold.
#include <gtest/gtest.h>

#include <algorithm>

#include "core/provider/stacks/dra/dra_others.h"
#include "tests/support/builders.h"
#include "tests/support/dra.h"
#include "tests/support/test_data.h"

namespace cardinal {
namespace {

using namespace cardinal::testing;

PodBuilder user(const std::string& name, const std::string& claim) {
  PodBuilder out = pod(name).on("n");
  out.edit().spec.deviceClaims.push_back({"gpu", claim, {}});
  return out;
}

NodePtr nodeOf(std::vector<RawResourceSlice> slices, std::vector<RawResourceClaim> claims,
               const std::vector<PodBuilder>& pods = {}, const NodeBuilder& builder = node("n")) {
  return snapshotOf({builder}, pods, {draSlices(std::move(slices)), draClaims(std::move(claims))})->nodes.at(0);
}

const Finding* find(const NodeRecord& node, FindingCode code) {
  const auto found = std::find_if(node.findings.begin(), node.findings.end(),
                                  [code](const Finding& finding) { return finding.code == code; });
  return found != node.findings.end() ? &*found : nullptr;
}

TEST(DraNode, SlicesTellTheCardsAndClaimsWhoHoldsThem) {
  const NodePtr node = nodeOf({draSlice("s", "n", draGpu(0) + "," + draGpu(1))}, {draClaim("c", "n", {"gpu-1"}, {"p"})},
                              {user("p", "c")});
  EXPECT_EQ(node->gpu.stack, GpuStack::Dra);
  EXPECT_EQ(node->gpu.mode, GpuMode::Claims);
  EXPECT_EQ(node->gpu.model, "NVIDIA H100 80GB HBM3");
  ASSERT_EQ(node->cards.size(), 2U);
  EXPECT_FALSE(node->cards[0].held);
  EXPECT_EQ(node->cards[0].memAllocated, MemUnits(0));
  EXPECT_TRUE(node->cards[1].held);
  EXPECT_EQ(node->cards[1].memTotal, MemUnits(81920));
  EXPECT_EQ(node->cards[1].memAllocated, MemUnits(81920));
  EXPECT_EQ(node->cards[1].coreAllocated, CorePercent(100));
  EXPECT_EQ(node->cards[1].pods, 1);
  EXPECT_EQ(node->devices->cards.at(1).id, "GPU-1");
  EXPECT_EQ(node->devices->cards.at(1).numa, 1);
  ASSERT_EQ(node->pods.size(), 1U);
  EXPECT_EQ(node->pods[0]->source, AllocationSource::ClaimResult);
  ASSERT_EQ(node->pods[0]->shares.size(), 1U);
  EXPECT_EQ(node->pods[0]->shares[0].card, 1);
  EXPECT_EQ(node->pods[0]->shares[0].memory, MemUnits(81920));
  EXPECT_TRUE(node->findings.empty());
}

TEST(DraNode, AClaimHoldsItsCardWithoutAPodAndForTwoPodsOnce) {
  const NodePtr node = nodeOf({draSlice("s", "n", draGpu(0) + "," + draGpu(1))},
                              {draClaim("idle", "n", {"gpu-0"}), draClaim("both", "n", {"gpu-1"}, {"p", "q"})},
                              {user("p", "both"), user("q", "both")});
  EXPECT_TRUE(node->cards[0].held);
  EXPECT_EQ(node->cards[0].pods, 0);
  EXPECT_EQ(node->cards[1].pods, 2);
  EXPECT_EQ(node->cards[1].memAllocated, MemUnits(81920));
  EXPECT_EQ(node->pods[0]->shares.at(0).memory, MemUnits(40960));
}

TEST(DraNode, InstancesLieInTheirCardWithTheirHolders) {
  const NodePtr node = nodeOf({draSlice("s", "n", draMig(0, 0) + "," + draMig(0, 1) + "," + draGpu(1))},
                              {draClaim("c", "n", {"gpu-0-mig-1g10gb-15-1"}, {"p"})}, {user("p", "c")});
  ASSERT_EQ(node->cards.size(), 2U);
  ASSERT_EQ(node->devices->cards[0].instances.size(), 1U);
  const InstanceGroup& group = node->devices->cards[0].instances[0];
  EXPECT_EQ(group.profile, "1g.10gb");
  EXPECT_EQ(group.total, 2);
  EXPECT_EQ(group.allocated, 1);
  EXPECT_EQ(group.memoryMib, 10240);
  EXPECT_EQ(group.holders, (std::vector<std::string>{"default/p"}));
  // The card is not offered as a whole: nobody tells its memory or compute.
  EXPECT_FALSE(node->cards[0].memoryKnown);
  EXPECT_FALSE(node->cards[0].coreKnown);
  EXPECT_FALSE(node->cards[0].held);
  EXPECT_EQ(node->pods[0]->shares.at(0).card, 0);
}

TEST(DraNode, PlacementsThatShareCountersAreCountedByWhatIsLeft) {
  const auto takes = [](int slices) {
    return R"(,"consumesCounters":[{"counterSet":"set","counters":{"slices":{"value":")" + std::to_string(slices) +
           R"("}}}])";
  };
  RawResourceSlice devices = draSlice(
      "a", "n",
      draGpu(0, takes(4)) + "," + draMig(0, 0, takes(1)) + "," + draMig(0, 1, takes(1)) + "," + draMig(0, 2, takes(2)),
      2);
  RawResourceSlice counters = draSlice("b", "n", "", 2);
  counters.sharedCounters.push_back({"set", {{"slices", Quantity::fromInteger(4)}}});
  const auto groupsWith = [&](std::vector<RawResourceClaim> claims) {
    return nodeOf({devices, counters}, std::move(claims))->devices->cards.at(0).instances;
  };
  ASSERT_EQ(groupsWith({}).size(), 1U);
  EXPECT_EQ(groupsWith({})[0].total, 3);
  EXPECT_EQ(groupsWith({})[0].allocated, 0);
  // 2 of 4 are taken by one; two of one slice each are still possible.
  const auto one = groupsWith({draClaim("c", "n", {"gpu-0-mig-1g10gb-15-2"}, {"p"})});
  EXPECT_EQ(one.at(0).total, 3);
  EXPECT_EQ(one.at(0).allocated, 1);
  // The whole card leaves nothing.
  EXPECT_TRUE(groupsWith({draClaim("c", "n", {"gpu-0"}, {"p"})}).empty());
  const NodePtr part = nodeOf({devices, counters}, {draClaim("c", "n", {"gpu-0-mig-1g10gb-15-2"}, {"p"})});
  EXPECT_EQ(part->cards.at(0).memTotal, MemUnits(81920));
  EXPECT_EQ(part->cards.at(0).memAllocated, MemUnits(10240));
}

TEST(DraNode, AnIncompletePoolIsUnknownAndNotEmpty) {
  const NodePtr node = nodeOf({draSlice("s", "n", draGpu(0), 2)}, {});
  EXPECT_EQ(node->gpu.stack, GpuStack::Dra);
  EXPECT_EQ(node->gpu.mode, GpuMode::NotRead);
  EXPECT_TRUE(node->cards.empty());
  const Finding* finding = find(*node, FindingCode::StackNotRead);
  ASSERT_NE(finding, nullptr);
  EXPECT_EQ(finding->detail, "gpu.nvidia.com/n: 1 of 2 ResourceSlices");
  EXPECT_EQ(find(*node, FindingCode::FieldUnreadable), nullptr) << "the rest is still to come";
}

TEST(DraNode, WithoutTheClaimsNobodyTellsWhatIsHeld) {
  SnapshotBuilder builder;
  builder.apply(replaceNodes({node("n")}));
  builder.apply(draSlices({draSlice("s", "n", draGpu(0) + "," + draMig(0, 0))}));
  const NodePtr blind = builder.build(1)->nodes.at(0);
  ASSERT_EQ(blind->cards.size(), 1U);
  EXPECT_FALSE(blind->cards[0].holderKnown);
  EXPECT_FALSE(memoryFraction(blind->cards[0]).has_value());
  EXPECT_EQ(blind->devices->cards[0].memoryMib, 81920);
  EXPECT_EQ(blind->devices->cards[0].instances.at(0).allocated, std::nullopt);
  ASSERT_NE(find(*blind, FindingCode::StackNotRead), nullptr);
  EXPECT_EQ(find(*blind, FindingCode::StackNotRead)->detail, "ResourceClaims");
  EXPECT_EQ(find(*blind, FindingCode::FieldUnreadable), nullptr) << "no field of the node is at fault";
  // None at all is known to be none.
  builder.apply(draClaims({}));
  const NodePtr seeing = builder.build(2)->nodes.at(0);
  EXPECT_TRUE(seeing->cards.at(0).holderKnown);
  EXPECT_EQ(memoryFraction(seeing->cards[0]), 0.0);
}

TEST(DraNode, BesideTheDevicePluginNobodyTellsWhichCardsItsPodsHave) {
  const NodePtr node = nodeOf({draSlice("s", "n", draGpu(0))}, {}, {}, nvidiaNode("n", 1));
  EXPECT_EQ(node->gpu.stack, GpuStack::Dra);
  EXPECT_FALSE(node->cards.at(0).holderKnown);
  EXPECT_EQ(node->devices->stacks, (std::vector<GpuStack>{GpuStack::Dra, GpuStack::Nvidia}));
  EXPECT_NE(find(*node, FindingCode::SeveralStacks), nullptr);
  // A plugin that is gone leaves its resource behind with 0.
  const NodePtr alone = nodeOf({draSlice("s", "n", draGpu(0))}, {}, {}, nvidiaNode("n", 0));
  EXPECT_TRUE(alone->cards.at(0).holderKnown);
  EXPECT_EQ(find(*alone, FindingCode::SeveralStacks), nullptr);
}

TEST(DraNode, OtherDevicesAreNoCards) {
  const std::string nic = R"({"name":"nic-0","attributes":{"model":{"string":"cx7"}}})";
  EXPECT_EQ(nodeOf({draSlice("s", "n", nic, 1, "nic.example.com")}, {})->gpu.stack, GpuStack::None);
  const NodePtr node = nodeOf({draSlice("a", "n", nic, 1, "nic.example.com"), draSlice("b", "n", draGpu(0))}, {});
  EXPECT_EQ(node->cards.size(), 1U);
  // A pool of theirs that is not whole says nothing about the cards.
  const NodePtr odd = nodeOf({draSlice("a", "n", nic, 2, "nic.example.com"), draSlice("b", "n", draGpu(0))}, {});
  EXPECT_EQ(odd->cards.size(), 1U);
  EXPECT_EQ(odd->gpu.mode, GpuMode::Claims);
}

TEST(DraNode, ADeviceThatIsGoneWhileItIsHeldIsFound) {
  const NodePtr node =
      nodeOf({draSlice("s", "n", draGpu(0))}, {draClaim("c", "n", {"gpu-7"}, {"p"})}, {user("p", "c")});
  const Finding* finding = find(*node, FindingCode::CardOutOfRange);
  ASSERT_NE(finding, nullptr);
  EXPECT_EQ(finding->pod, "default/p");
  EXPECT_EQ(finding->detail, "gpu-7");
  EXPECT_FALSE(node->cards.at(0).held);
}

// The final state of each recorded scenario: what the recorder's claims hold is what the cards say.
TEST(DraNode, RecordedClustersHoldWhatTheirClaimsSay) {
  const auto root = std::filesystem::path(CARDINAL_TEST_DATA) / "dra" / "1.35.4";
  int held = 0;
  for (const char* scenario : {"d02-whole", "d04-dynamic", "d05-static-taints", "d06-static"}) {
    SCOPED_TRACE(scenario);
    const auto read = [&](const char* file) { return decodeObjects(readTestFile(root / scenario / file)); };
    SnapshotBuilder builder;
    ClusterDelta nodes;
    nodes.op = ClusterDelta::Op::ReplaceNodes;
    nodes.nodes = read("nodes.json").nodes;
    builder.apply(std::move(nodes));
    std::int64_t expected = 0;
    for (const auto& [file, kind] : {std::pair{"resourceslices.json", ExtraKind::ResourceSlice},
                                     std::pair{"resourceclaims.json", ExtraKind::ResourceClaim}}) {
      ClusterDelta extras;
      extras.op = ClusterDelta::Op::ReplaceExtras;
      extras.extraKind = kind;
      extras.extras = read(file).extras[indexOf(kind)].value();
      for (const RawExtra& extra : extras.extras) {
        const auto* claim = std::get_if<std::shared_ptr<const RawResourceClaim>>(&extra);
        if (claim == nullptr || !(*claim)->allocation) continue;
        for (const RawDeviceResult& result : (*claim)->allocation->results) expected += result.adminAccess ? 0 : 1;
      }
      builder.apply(std::move(extras));
    }
    std::int64_t counted = 0;
    for (const NodePtr& node : builder.build(1)->nodes) {
      EXPECT_EQ(node->gpu.stack, GpuStack::Dra) << node->name;
      for (const Card& card : node->cards) {
        counted += card.held ? 1 : 0;
        for (const InstanceGroup& group : node->devices->detailOf(card.index)->instances)
          counted += group.allocated.value_or(-1);
      }
    }
    EXPECT_EQ(counted, expected);
    held += static_cast<int>(counted);
  }
  EXPECT_GE(held, 40);
}

TEST(DraNode, ADeviceThatClaimsShareIsNeitherHeldNorFree) {
  RawResourceClaim first = draClaim("c", "n", {"gpu-0"}, {"p"});
  RawResourceClaim second = draClaim("d", "n", {"gpu-0"}, {"q"});
  first.allocation->results.front().shareId = "s1";
  second.allocation->results.front().shareId = "s2";
  const std::string devices = draGpu(0, R"(,"allowMultipleAllocations":true)") + "," + draGpu(1);
  const NodePtr node = nodeOf({draSlice("s", "n", devices)}, {first, second, draClaim("e", "n", {"gpu-1"}, {"r"})},
                              {user("p", "c"), user("q", "d"), user("r", "e")});
  ASSERT_EQ(node->cards.size(), 2U);
  EXPECT_FALSE(node->cards[0].holderKnown);
  EXPECT_FALSE(node->cards[0].held);
  EXPECT_FALSE(node->cards[0].memoryKnown) << "how large the parts are is not read";
  EXPECT_FALSE(node->cards[0].coreKnown);
  EXPECT_EQ(node->devices->cards[0].memoryMib, 81920);
  EXPECT_TRUE(node->cards[1].held) << "the other card is known as before";
}

TEST(DraNode, AcceleratorsOfOtherDriversAreNamedWithTheirClaims) {
  const std::string gaudis = R"({"name":"accel-0","attributes":{}},{"name":"accel-1","attributes":{}})";
  RawResourceClaim claim = draClaim("c", "n", {"accel-1"}, {"p"});
  claim.allocation->results.front().driver = "gaudi.intel.com";
  const NodePtr node =
      nodeOf({draSlice("s", "n", gaudis, 1, "gaudi.intel.com"), draSlice("t", "n", gaudis, 1, "dra.net")}, {claim});
  EXPECT_EQ(node->gpu.stack, GpuStack::Dra);
  ASSERT_NE(node->devices, nullptr);
  ASSERT_EQ(node->devices->unrecognised.size(), 1U) << "network devices are no accelerators";
  EXPECT_FALSE(provider::isOtherAcceleratorDriver("input.example.com")) << "npu is a part of input";
  EXPECT_TRUE(provider::isOtherAcceleratorDriver("tpu.google.com"));
  EXPECT_EQ(node->devices->unrecognised[0], (AcceleratorResource{"gaudi.intel.com", 2, 2, 1, 1}));
}

TEST(DraNode, PartitionsOfOneCardOfAmdAreOneCard) {
  const auto part = [](const std::string& name, const std::string& parent) {
    return R"({"name":")" + name +
           R"(","attributes":{"type":{"string":"amdgpu-partition"},"parentPciAddr":{"string":")" + parent +
           R"("},"partitionProfile":{"string":"dpx_nps1"}},"capacity":{"memory":{"value":"96Gi"}}})";
  };
  const NodePtr node = nodeOf({draSlice("s", "n",
                                        part("gpu-1-1", "0003:00:01.0") + "," + part("gpu-2-2", "0003:00:01.0") + "," +
                                            part("gpu-3-3", "0004:00:01.0"),
                                        1, "gpu.amd.com")},
                              {});
  ASSERT_EQ(node->cards.size(), 2U);
  ASSERT_EQ(node->devices->cards[0].instances.size(), 1U);
  EXPECT_EQ(node->devices->cards[0].instances[0].profile, "dpx_nps1");
  EXPECT_EQ(node->devices->cards[0].instances[0].total, 2);
}

TEST(DraNode, PoolsThatSeveralNodesReachAreNamedThoughTheyAreOnNoNode) {
  RawResourceSlice slice = draSlice("s", "pool", draGpu(0) + "," + draGpu(1));
  slice.nodes = {};
  slice.nodes.allNodes = true;
  const SnapshotPtr cluster = snapshotOf({node("a"), node("b")}, {},
                                         {draSlices({slice}), draClaims({draClaim("c", "pool", {"gpu-1"}, {"p"})})});
  const auto shared = provider::sharedDevicesOf(cluster->extras.get());
  ASSERT_EQ(shared.size(), 1U);
  EXPECT_EQ(shared[0], (SharedPool{"gpu.nvidia.com", "pool", 2, 1, "allNodes"}));
}

}  // namespace
}  // namespace cardinal
