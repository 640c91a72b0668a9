// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "tests/core/fragmentation/worked_examples.h"

namespace cardinal::fragmentation::testing {
namespace {

constexpr double kExact = 1e-6;

double fragmentOf(const NodeState& state) {
  const FragmentMeter meter(expectedTasks());
  EXPECT_EQ(meter.fragment(state), meter.measure(state).fragment()) << "the short way gives another F";
  return meter.fragment(state);
}

TEST(Fragmentation, OfSingleNodes) {
  EXPECT_NEAR(fragmentOf(node(16000, {1000, 1000})), 200, kExact);
  EXPECT_NEAR(fragmentOf(node(12000, {500, 1000})), 450, kExact);
  EXPECT_NEAR(fragmentOf(node(8000, {0, 1000})), 200, kExact);
  EXPECT_NEAR(fragmentOf(node(8000, {500, 500})), 500, kExact);
  EXPECT_NEAR(fragmentOf(node(2000, {1000, 1000})), 2000, kExact);
  EXPECT_NEAR(fragmentOf(node(16000, {300, 300})), 600, kExact);
  EXPECT_EQ(fragmentOf(node(12000, {0, 0})), 0);
  EXPECT_NEAR(fragmentOf(node(64000, {400, 700, 1000, 1000})), 950, kExact);
  EXPECT_NEAR(fragmentOf(node(8000, {1000, 1000})), 400, kExact);
  EXPECT_EQ(fragmentOf(node(0, {0, 0})), 0);
}

TEST(Fragmentation, SevenSumsOfOneNodeMakeItsFreeGpu) {
  const FragmentSums sums = FragmentMeter(expectedTasks()).measure(node(12000, {500, 1000}));
  const double expected[] = {150, 150, 1050, 0, 150, 0, 0};
  for (std::size_t i = 0; i < kFragmentClasses; ++i) EXPECT_NEAR(sums.milli[i], expected[i], kExact) << i;
  EXPECT_NEAR(sums.idle(), 1500, kExact);
}

TEST(Fragmentation, ForbiddenModelsAreNoAccess) {
  constexpr ModelSet kT4 = 1;
  constexpr ModelSet kP100 = 2;
  constexpr ModelSet kV100 = 4;
  const FragmentMeter meter({{{4000, 0, 1, 500, kT4 | kP100}, 0.5, 1}, {{4000, 0, 1, 500, 0}, 0.5, 1}});
  const FragmentSums other = meter.measure(node(16000, {1000, 400}, kV100));
  EXPECT_NEAR(other.fragment(), 900, kExact);
  EXPECT_NEAR(other.milli[static_cast<std::size_t>(FragmentClass::NoAccess)], 700, kExact);
  EXPECT_NEAR(other.milli[static_cast<std::size_t>(FragmentClass::LackGpu)], 200, kExact);
  EXPECT_NEAR(other.milli[static_cast<std::size_t>(FragmentClass::Satisfied)], 500, kExact);
  EXPECT_NEAR(meter.fragment(node(16000, {1000, 400}, kT4)), 400, kExact);
  EXPECT_NEAR(meter.fragment(node(16000, {1000, 400})), 900, kExact) << "a node without a model is no allowed model";
}

TEST(Fragmentation, OfAClusterIsTheSum) {
  const FragmentMeter meter(expectedTasks());
  FragmentSums sums = meter.measure(node(12000, {500, 1000}));
  sums += meter.measure(node(16000, {300, 300}));
  EXPECT_NEAR(sums.fragment(), 1050, kExact);
  EXPECT_NEAR(sums.idle(), 2100, kExact);
}

std::vector<ListedTask> listed(std::initializer_list<std::pair<Task, int>> kinds) {
  std::vector<ListedTask> out;
  for (const auto& kind : kinds) out.insert(out.end(), static_cast<std::size_t>(kind.second), {kind.first, ""});
  return out;
}

TEST(TypicalTasks, TheKindThatCrosses95PercentIsTaken) {
  const auto taken = typicalTasks(listed({{kD, 4}, {kC, 6}, {kA, 60}, {kB, 30}}));
  ASSERT_EQ(taken.size(), 3U);
  EXPECT_NEAR(taken[0].share, 0.625, 1e-12);
  EXPECT_NEAR(taken[1].share, 0.3125, 1e-12);
  EXPECT_NEAR(taken[2].share, 0.0625, 1e-12);
  EXPECT_EQ(taken[0].task.milli, 500);
}

TEST(TypicalTasks, EqualCountsStandByLargerCpu) {
  const auto taken = typicalTasks(listed({{{4000, 0, 1, 500, 0}, 10}, {{8000, 0, 1, 300, 0}, 10}}));
  ASSERT_EQ(taken.size(), 2U);
  EXPECT_EQ(taken[0].task.cpu, 8000);
  EXPECT_EQ(taken[1].task.cpu, 4000);
}

TEST(TypicalTasks, MemoryIsNoPartOfTheKind) {
  EXPECT_EQ(typicalTasks(listed({{{4000, 1, 1, 500, 0}, 10}, {{4000, 2, 1, 500, 0}, 10}})).size(), 1U);
}

}  // namespace
}  // namespace cardinal::fragmentation::testing
