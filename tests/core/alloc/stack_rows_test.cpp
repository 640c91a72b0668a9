// SPDX-License-Identifier: Apache-2.0
// The dense rows of cards are a short cut of the stacks' own rules: with and without them every answer is the same.
#include <algorithm>
#include <random>

#include "core/alloc/node_view.h"
#include "core/alloc/stacks/common/stack_bits.h"
#include "tests/core/alloc/odd_inputs.h"
#include "tests/core/alloc/stack_worlds.h"
#include "tests/core/alloc/whole_answer.h"

namespace cardinal::testing {
namespace {

class StackRows : public ::testing::TestWithParam<Stack> {};

/// Where two texts part.
std::string difference(const std::string& rows, const std::string& records) {
  const auto [a, b] = std::mismatch(rows.begin(), rows.end(), records.begin(), records.end());
  if (a == rows.end() && b == records.end()) return {};
  const auto lineOf = [](const std::string& text, std::string::const_iterator at) {
    const auto start = std::find(std::make_reverse_iterator(at), text.rend(), '\n').base();
    return std::string(start, std::find(at, text.end(), '\n'));
  };
  return "by rows:    " + lineOf(rows, a) + "\nby records: " + lineOf(records, b);
}

/// What a pod asks, in short.
std::string askOf(const RawPod& pod) {
  std::string out = ", scheduler " + pod.spec.schedulerName + ":";
  for (const auto* map : {&pod.meta.annotations, &pod.meta.labels}) {
    for (const auto& [key, value] : *map) out += " " + key + "=" + value;
  }
  for (const auto* containers : {&pod.spec.initContainers, &pod.spec.containers}) {
    for (const Container& container : *containers) {
      out += " " + container.name + "{";
      for (const ResourceAmount& one : container.limits)
        out += " " + one.name + "=" + std::to_string(one.amount.value());
      out += " }";
    }
  }
  return out;
}

TEST_P(StackRows, ChangeNoAnswer) {
  const unsigned first = numberOf("CARDINAL_ROW_SEED", 0);
  const unsigned worlds = numberOf("CARDINAL_ROW_WORLDS", 150);
  const char* versions[] = {"v1.20.2", "v1.28.4", "v1.35.4", ""};
  std::size_t rows = 0;
  std::size_t feasible = 0;
  std::size_t refused = 0;
  for (unsigned seed = first; seed < first + worlds; ++seed) {
    Dice dice(seed);
    World world = worldOf(dice, GetParam(), dice.roll(1, 12));
    ClusterSnapshot cluster = world.snapshot();
    cluster.serverVersion = dice.pick(versions);
    if (GetParam().unlikeRows != nullptr) world.further.push_back(GetParam().unlikeRows());
    ClusterSnapshot bare = world.snapshot();
    bare.serverVersion = cluster.serverVersion;
    bare.rows = {};
    for (std::uint32_t i = 0; i < cluster.nodes.size(); ++i)
      rows += GetParam().hasCards ? alloc::viewOf(cluster, NodeIndex{i}).stackCards().size()
                                  : std::size_t{cluster.rowOf(NodeIndex{i}) != nullptr};
    for (int i = 0; i < 12; ++i) {
      const AllocationRequest request = requestOf(dice, GetParam());
      const AllocationAnswer answer = allocate(request, cluster);
      feasible += answer.candidates.size();
      refused += answer.rejections.size();
      EXPECT_EQ(difference(whole(answer, cluster), whole(allocate(request, bare), bare)), "")
          << "seed " << seed << ", request " << i << askOf(*request.pod);
    }
    EXPECT_EQ(difference(textOf(explainPending(cluster), cluster), textOf(explainPending(bare), bare)), "")
        << "seed " << seed;
  }
  EXPECT_GT(rows, worlds);
  EXPECT_GT(feasible, worlds);
  EXPECT_GT(refused, worlds);
}

/// Nodes, pods and objects come and change one after the other.
std::vector<ClusterDelta> eventsOf(Dice& dice, World& world) {
  std::vector<ClusterDelta> out;
  for (const PodBuilder& pod : world.pods) out.push_back(upsert(pod));
  for (NodeBuilder& node : world.nodes) {
    if (!dice.oneIn(3)) continue;
    makeOdd(dice, node);
    out.push_back(upsert(node.version("2")));
  }
  for (int again = 0; again < 2; ++again) {
    for (ClusterDelta& delta : oddObjects(dice, world.nodes)) out.push_back(std::move(delta));
  }
  for (std::size_t i = out.size(); i > 1; --i)
    std::swap(out[i - 1], out[static_cast<std::size_t>(dice.roll(1, static_cast<int>(i))) - 1]);
  return out;
}

TEST_P(StackRows, AfterEventsAreThoseMadeAnew) {
  for (unsigned seed = 0; seed < 3; ++seed) {
    Dice dice(seed);
    World world = worldOf(dice, GetParam(), 70);
    SnapshotBuilder builder;
    builder.apply(replaceNodes(world.nodes));
    builder.apply(replacePods({}));
    for (ClusterDelta& delta : world.further) builder.apply(std::move(delta));
    builder.build(1);
    int time = 2;
    for (ClusterDelta& delta : eventsOf(dice, world)) {
      builder.apply(std::move(delta));
      if (!dice.oneIn(6)) continue;
      const SnapshotPtr now = builder.build(++time);
      ClusterSnapshot anew = *now;
      anew.rows.assign(anew.nodes);
      for (std::uint32_t i = 0; i < now->nodes.size(); ++i) {
        const auto kept = alloc::viewOf(*now, NodeIndex{i}).stackCards();
        const auto made = alloc::viewOf(anew, NodeIndex{i}).stackCards();
        ASSERT_TRUE(std::equal(kept.begin(), kept.end(), made.begin(), made.end())) << time << " " << i;
      }
      anew.rows = {};
      const AllocationRequest request = requestOf(dice, GetParam());
      ASSERT_EQ(difference(whole(allocate(request, *now), *now), whole(allocate(request, anew), anew)), "")
          << "seed " << seed << ", time " << time << askOf(*request.pod);
    }
  }
}

std::string nameOf(const ::testing::TestParamInfo<Stack>& tested) {
  return tested.param.name;
}

INSTANTIATE_TEST_SUITE_P(All, StackRows, ::testing::ValuesIn(allStacks()), nameOf);

TEST(ShareDividers, DivideAsDivisionDoes) {
  std::mt19937_64 engine(3);
  for (int i = 0; i < 200'000; ++i) {
    const auto share = static_cast<std::int64_t>(engine() >> (engine() % 50 + 14)) + 1;
    const auto free = static_cast<std::int64_t>(engine() >> (engine() % 50 + 14));
    const alloc::ShareDivider divide(share);
    ASSERT_EQ(divide(free), free / share) << free << " / " << share;
    const std::int64_t edge = free / share * share;
    ASSERT_EQ(divide(edge), edge / share) << edge << " / " << share;
    const std::int64_t below = std::max<std::int64_t>(edge - 1, 0);
    ASSERT_EQ(divide(below), below / share) << below << " / " << share;
  }
}

}  // namespace
}  // namespace cardinal::testing
