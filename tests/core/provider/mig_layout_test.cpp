// SPDX-License-Identifier: Apache-2.0
// Which MIG layouts fit a card (docs/scenarios.md, traps D4 to D8).
#include "core/provider/mig_layout.h"

#include <gtest/gtest.h>

namespace cardinal::provider {
namespace {

constexpr const char* kSmall = "NVIDIA-A100-SXM4-40GB";
constexpr const char* kLarge = "NVIDIA-A100-SXM4-80GB";

MigPlacement placed(const char* product, const std::vector<MigCount>& layout) {
  return placeMig(*migCardOf(product), layout);
}

std::string text(const MigPlacement& placement) {
  std::string out;
  for (const MigInstanceAt& one : placement.instances)
    out += (out.empty() ? "" : " ") + std::string(one.profile) + "@" + std::to_string(one.start);
  return out;
}

TEST(MigLayout, D4ALayoutThatFitsHasAStartForEachInstance) {
  const MigPlacement placement = placed(kSmall, {{"1g.5gb", 2}, {"3g.20gb", 1}, {"2g.10gb", 1}});
  EXPECT_EQ(placement.misfit, std::nullopt);
  EXPECT_EQ(text(placement), "3g.20gb@4 2g.10gb@0 1g.5gb@2 1g.5gb@3");
}

TEST(MigLayout, D5MemorySlicesRefuseWhatComputeSlicesWouldTake) {
  EXPECT_EQ(placed(kSmall, {{"3g.20gb", 2}}).misfit, std::nullopt);
  EXPECT_EQ(placed(kSmall, {{"3g.20gb", 2}, {"1g.5gb", 1}}).misfit, MigMisfit::Memory);
}

TEST(MigLayout, D6StartPositionsRefuseWhatMemorySlicesWouldTake) {
  EXPECT_EQ(placed(kSmall, {{"2g.10gb", 3}, {"1g.5gb", 1}}).misfit, std::nullopt);
  EXPECT_EQ(placed(kSmall, {{"2g.10gb", 3}, {"1g.5gb", 2}}).misfit, MigMisfit::Starts);
}

TEST(MigLayout, D7AllBalancedIsAnotherLayoutOnAnA30) {
  const MigCard& card = *migCardOf("NVIDIA-A30");
  EXPECT_EQ(defaultLayout(card, "all-balanced"), (std::vector<MigCount>{{"1g.6gb", 2}, {"2g.12gb", 1}}));
  EXPECT_EQ(text(placeMig(card, defaultLayout(card, "all-balanced"))), "2g.12gb@0 1g.6gb@2 1g.6gb@3");
  const MigCard& large = *migCardOf("NVIDIA-H100-80GB-HBM3");
  EXPECT_EQ(defaultLayout(large, "all-balanced"),
            (std::vector<MigCount>{{"1g.10gb", 2}, {"2g.20gb", 1}, {"3g.40gb", 1}}));
  EXPECT_EQ(placeMig(large, defaultLayout(large, "all-balanced")).misfit, std::nullopt);
}

TEST(MigLayout, D8TheSameNameGivesCardsOf40And80GigabytesOtherNumbers) {
  EXPECT_EQ(defaultLayout(*migCardOf(kSmall), "all-1g.10gb"), (std::vector<MigCount>{{"1g.10gb", 4}}));
  EXPECT_EQ(defaultLayout(*migCardOf(kLarge), "all-1g.10gb"), (std::vector<MigCount>{{"1g.10gb", 7}}));
  EXPECT_TRUE(defaultLayout(*migCardOf(kSmall), "all-1g.20gb").empty()) << "the card has no such profile";
  for (const char* name : {"all-disabled", "all-enabled", "own", ""})
    EXPECT_TRUE(defaultLayout(*migCardOf(kSmall), name).empty()) << name;
}

TEST(MigLayout, EachProfileFitsAsOftenAsNvidiaSays) {
  const auto most = [](const char* product) {
    std::string out;
    for (const MigProfile& profile : migCardOf(product)->profiles)
      out += std::to_string(mostOf(*migCardOf(product), profile.name)) + " ";
    return out;
  };
  EXPECT_EQ(most("NVIDIA-A30"), "4 1 2 1 1 ");
  EXPECT_EQ(most(kSmall), "7 1 4 3 2 1 1 ");
  EXPECT_EQ(most(kLarge), "7 1 4 3 2 1 1 ");
  EXPECT_EQ(most("NVIDIA-H200"), "7 1 4 3 2 1 1 ");
  EXPECT_EQ(most("NVIDIA-H100-NVL"), "7 4 3 2 1 1 ");
  EXPECT_EQ(most("NVIDIA-B200"), "7 4 3 2 1 1 ");
}

TEST(MigLayout, OneInstanceOfACardHasTheMediaEngines) {
  EXPECT_EQ(placed(kLarge, {{"1g.10gb+me", 1}, {"1g.10gb", 6}}).misfit, std::nullopt);
  EXPECT_EQ(placed(kLarge, {{"1g.10gb+me", 2}}).misfit, MigMisfit::Media);
  EXPECT_EQ(defaultLayout(*migCardOf(kLarge), "all-1g.10gb.me"), (std::vector<MigCount>{{"1g.10gb+me", 1}}));
}

TEST(MigLayout, WhatIsNotKnownStaysUnknown) {
  EXPECT_EQ(migCardOf(""), nullptr);
  EXPECT_EQ(migCardOf("NVIDIA-A100"), nullptr) << "of two sizes";
  EXPECT_EQ(migCardOf("NVIDIA-A300"), nullptr);
  EXPECT_EQ(migCardOf("Tesla-T4"), nullptr);
  EXPECT_EQ(migCardOf("NVIDIA-H100-80GB-HBM3-MIG-1g.10gb"), migCardOf("NVIDIA-H100-80GB-HBM3"));
  EXPECT_EQ(placed(kSmall, {{"9g.99gb", 1}}).misfit, MigMisfit::Profile);
  EXPECT_EQ(placed(kSmall, {{"1g.5gb", 1000000}}).misfit, MigMisfit::Memory);
}

}  // namespace
}  // namespace cardinal::provider
