// SPDX-License-Identifier: Apache-2.0
// Nodes of AMD's device plugin: whole cards, partitions, and what its labels do not say (tests/data/amd/1.31.0).
#include "core/provider/stacks/amd.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/support/builders.h"
#include "tests/support/extras.h"
#include "tests/support/test_data.h"

namespace cardinal::testing {
namespace {

class AmdNodes : public ::testing::Test {
 protected:
  static ObjectSet objects(const char* file) {
    return decodeObjects(readTestFile(std::filesystem::path(CARDINAL_TEST_DATA) / "amd" / "1.31.0" / file));
  }

  AmdNodes() {
    const ObjectSet pods = objects("pods.json");
    for (const auto& raw : objects("nodes.json").nodes) {
      std::vector<std::shared_ptr<const RawPod>> own;
      std::copy_if(pods.pods.begin(), pods.pods.end(), std::back_inserter(own),
                   [&](const auto& pod) { return pod->spec.nodeName == raw->meta.key.name; });
      m_nodes.push_back(makeNodeRecord(raw, raw->meta.key.name, own, nullptr, nullptr));
    }
  }

  const NodeRecord& node(const std::string& name) const {
    const auto found =
        std::find_if(m_nodes.begin(), m_nodes.end(), [&](const NodePtr& one) { return one->name == name; });
    EXPECT_NE(found, m_nodes.end()) << name;
    return **found;
  }

  static std::vector<std::string> findings(const NodeRecord& node) {
    std::vector<std::string> out;
    for (const Finding& one : node.findings)
      out.push_back(std::string(toString(one.code)) + " " + one.detail + " " + std::to_string(one.needed) + " " +
                    std::to_string(one.found));
    return out;
  }

  /// "cpx_nps4 of amd.com/gpu 5/64".
  static std::vector<std::string> groups(const std::vector<InstanceGroup>& all) {
    std::vector<std::string> out;
    for (const InstanceGroup& one : all)
      out.push_back(one.profile + " of " + one.resource + " " + (one.allocated ? std::to_string(*one.allocated) : "?") +
                    "/" + std::to_string(one.total));
    return out;
  }

 private:
  std::vector<NodePtr> m_nodes;
};

using Lines = std::vector<std::string>;

TEST_F(AmdNodes, WholeCardsAreCountedAndSizedAndNotNamed) {
  const NodeRecord& whole = node("whole");
  EXPECT_EQ(whole.gpu.stack, GpuStack::Amd);
  EXPECT_EQ(whole.gpu.mode, GpuMode::Whole);
  EXPECT_EQ(whole.gpu.model, "AMD_Instinct_MI300X_OAM");
  ASSERT_EQ(whole.cards.size(), 8U);
  EXPECT_EQ(whole.cards[0].memTotal, MemUnits(196'608)) << "192G of the label";
  EXPECT_EQ(whole.wholeCardsHeld, 3);
  EXPECT_EQ(std::count_if(whole.cards.begin(), whole.cards.end(), [](const Card& card) { return card.held; }), 3);
  for (const Card& card : whole.cards) EXPECT_FALSE(card.holderKnown) << "which three, nobody says";
  EXPECT_TRUE(findings(whole).empty());
  EXPECT_TRUE(whole.devices->unrecognised.empty());
}

TEST_F(AmdNodes, CardsAreWholeWithoutANameWhereUnitsOrCountsSaySo) {
  EXPECT_EQ(node("whole-unnamed").gpu.mode, GpuMode::Whole);
  EXPECT_TRUE(node("whole-unnamed").gpu.model.empty());
  EXPECT_EQ(node("mi210").gpu.mode, GpuMode::Whole);
  ASSERT_EQ(node("mi210").cards.size(), 4U);
  EXPECT_EQ(node("mi210").cards[0].memTotal, MemUnits(65'536));
}

TEST_F(AmdNodes, PartitionsStandInTheirCardsAndAreNoCards) {
  const NodeRecord& cut = node("cpx-single");
  EXPECT_EQ(cut.gpu.mode, GpuMode::Partitions);
  ASSERT_EQ(cut.cards.size(), 8U) << "64 devices of amd.com/gpu are 8 cards";
  for (const Card& card : cut.cards) {
    EXPECT_EQ(card.slotsTotal, 8);
    EXPECT_FALSE(card.slotsHeldKnown);
    EXPECT_FALSE(card.memoryKnown);
    EXPECT_FALSE(card.holderKnown);
  }
  EXPECT_EQ(cut.devices->slotsTotal, 64);
  EXPECT_EQ(cut.devices->slotsAllocated, 5);
  EXPECT_EQ(groups(cut.devices->instances), Lines{"cpx_nps4 of amd.com/gpu 5/64"});
  EXPECT_EQ(cut.devices->instances[0].memoryMib, std::nullopt) << "eight partitions share four parts of the memory";
  EXPECT_TRUE(findings(cut).empty());
}

TEST_F(AmdNodes, APartitionHasItsOwnMemoryWhereTheMemoryIsCutAlike) {
  const NodeRecord& cut = node("cpx-own");
  EXPECT_EQ(groups(cut.devices->instances), Lines{"cpx_nps8 of amd.com/cpx_nps8 16/16"});
  EXPECT_EQ(cut.devices->instances[0].memoryMib, 36 * 1024);
  ASSERT_EQ(cut.cards.size(), 2U);
  for (const Card& card : cut.cards) {
    EXPECT_TRUE(card.slotsHeldKnown);
    EXPECT_EQ(card.slotsHeld, 8) << "all are taken";
  }
}

TEST_F(AmdNodes, PartitionsAreFoundByTheCountOfCardsAlone) {
  const NodeRecord& cut = node("dpx-unlabelled");
  ASSERT_EQ(cut.cards.size(), 8U);
  EXPECT_EQ(cut.cards[0].slotsTotal, 2);
  EXPECT_EQ(groups(cut.devices->instances), Lines{"1/2 of amd.com/gpu 0/16"});
  EXPECT_TRUE(findings(cut).empty());
}

TEST_F(AmdNodes, CardsOfSeveralStylesAreCountedAndWhichIsWhichIsUnknown) {
  const NodeRecord& both = node("styles");
  EXPECT_EQ(both.gpu.mode, GpuMode::Partitions);
  EXPECT_EQ(both.cards.size(), 8U);
  for (const Card& card : both.cards) EXPECT_EQ(card.slotsTotal, 0);
  EXPECT_EQ(groups(both.devices->instances),
            (Lines{"cpx_nps1 of amd.com/cpx_nps1 4/24", "whole of amd.com/spx_nps1 2/5"}));
}

TEST_F(AmdNodes, PartitionsOfTheOnlyCardAreThatCards) {
  const NodeRecord& one = node("one-card");
  ASSERT_EQ(one.cards.size(), 1U) << "eight devices of one device id are one card";
  EXPECT_EQ(groups(one.devices->cards.at(0).instances), Lines{"1/8 of amd.com/gpu 3/8"});
  EXPECT_TRUE(one.cards[0].slotsHeldKnown);
  EXPECT_EQ(one.cards[0].slotsHeld, 3);
  EXPECT_EQ(node("one-card-older").cards.size(), 1U);
}

TEST_F(AmdNodes, APluginThatOffersTheFirstPartitionsOfItsCardsIsFound) {
  const NodeRecord& first = node("first-partitions");
  EXPECT_EQ(first.gpu.mode, GpuMode::Partitions) << "38 compute units are no MI300X";
  EXPECT_EQ(first.cards.size(), 8U);
  EXPECT_EQ(findings(first), Lines{"ReplicasLabelWrong amd.com/gpu.cu-count 8 1"});
}

/// The label of before the cards were cut.
TEST_F(AmdNodes, ALabelThatTheCountOfCardsContradictsIsNoWholeCard) {
  const NodePtr stale = snapshotOf({testing::node("n")
                                        .resource("amd.com/gpu", 64)
                                        .label("amd.com/gpu.compute-memory-partition", "spx_nps1")
                                        .label("beta.amd.com/gpu.device-id.74a1", "8")},
                                   {})
                            ->nodes.at(0);
  EXPECT_EQ(stale->gpu.mode, GpuMode::Partitions);
  EXPECT_EQ(stale->cards.size(), 8U);
  EXPECT_EQ(groups(stale->devices->instances), Lines{"1/8 of amd.com/gpu 0/64"});
  EXPECT_EQ(findings(*stale), Lines{"ReplicasLabelWrong amd.com/gpu.compute-memory-partition 1 8"});
}

TEST_F(AmdNodes, KoordinatorAndClaimsKeepTheCardsThatTheyShareOut) {
  const auto both = testing::node("n").resource("amd.com/gpu", 8).resource("koordinator.sh/gpu-core", 800);
  EXPECT_NE(snapshotOf({both}, {})->nodes.at(0)->gpu.stack, GpuStack::Amd);
}

TEST_F(AmdNodes, WhatNoLabelSaysIsUnknown) {
  const NodeRecord& bare = node("bare");
  EXPECT_EQ(bare.gpu.stack, GpuStack::Amd);
  EXPECT_EQ(bare.gpu.mode, GpuMode::Resource) << "eight cards, or the eight partitions of one";
  EXPECT_TRUE(bare.cards.empty());
  EXPECT_EQ(bare.devices->unrecognised.at(0).name, "amd.com/gpu");
  const NodeRecord& cut = node("bare-cpx");
  EXPECT_EQ(cut.gpu.mode, GpuMode::Partitions);
  EXPECT_TRUE(cut.cards.empty()) << "models have different numbers of dies";
  EXPECT_EQ(groups(cut.devices->instances), Lines{"cpx_nps4 of amd.com/cpx_nps4 0/64"});
}

TEST_F(AmdNodes, ContradictionsAreFoundAndNeverAWrongSum) {
  EXPECT_TRUE(node("odd").cards.empty());
  EXPECT_EQ(findings(node("odd")), Lines{"SlicedCountUnknown amd.com/gpu 8 10"});
  EXPECT_EQ(findings(node("sick")),
            (Lines{"AllocatableBelowCapacity amd.com/gpu 8 7", "NodeOverAllocated amd.com/gpu 7 8"}));
  EXPECT_EQ(node("sick").cards[0].health, CardHealth::Unknown) << "which card is sick, nobody says";
  EXPECT_EQ(node("absurd").gpu.mode, GpuMode::Resource);
  EXPECT_EQ(findings(node("absurd")), Lines{"AbsurdCapacity amd.com/gpu 2048 999999"});
}

TEST_F(AmdNodes, OthersWhoShareAmdsCardsOutKeepThem) {
  EXPECT_EQ(node("hami").gpu.stack, GpuStack::Hami);
  EXPECT_EQ(node("beside-nvidia").gpu.stack, GpuStack::Nvidia);
  EXPECT_EQ(node("beside-nvidia").devices->unrecognised.at(0).name, "amd.com/gpu");
  EXPECT_EQ(node("no-plugin").gpu.mode, GpuMode::NoPlugin);
  EXPECT_EQ(node("no-plugin").gpu.stack, GpuStack::Amd);
}

}  // namespace
}  // namespace cardinal::testing
