// SPDX-License-Identifier: Apache-2.0
// What must hold for every cluster and request, on random ones with fixed seeds.
#include <map>
#include <random>

#include "tests/core/alloc/answer_text.h"

namespace cardinal::testing {
namespace {

constexpr unsigned kClusters = 300;

struct NodeShape {
  std::string name;
  std::string mode;  ///< empty = open source
  std::string placement;
  int cards = 1;
  std::int64_t perCard = 15;
};

struct World {
  std::vector<NodeShape> shapes;
  std::vector<PodBuilder> pods;
  PodBuilder incoming = pod("asked");
  int replicas = 1;

  NodeBuilder build(const NodeShape& shape) const {
    return shape.mode.empty() ? gpushareNode(shape.name, shape.cards, shape.perCard)
                              : ackNode(shape.name, shape.mode, shape.cards, shape.perCard, shape.placement);
  }
  SnapshotPtr cluster() const {
    std::vector<NodeBuilder> nodes;
    for (const NodeShape& shape : shapes) nodes.push_back(build(shape));
    return snapshotOf(nodes, pods);
  }
};

class Dice {
 public:
  explicit Dice(unsigned seed) : m_engine(seed) {}
  int roll(int low, int high) { return std::uniform_int_distribution<int>(low, high)(m_engine); }
  bool coin() { return roll(0, 1) == 1; }

 private:
  std::mt19937 m_engine;
};

void addPods(Dice& dice, const NodeShape& shape, World& world) {
  for (int card = 0; card < shape.cards; ++card) {
    const int units = dice.roll(0, static_cast<int>(shape.perCard));
    if (units == 0) continue;
    const std::string name = shape.name + "-p" + std::to_string(card);
    if (shape.mode.empty()) {
      world.pods.push_back(held(name, shape.name, card, units));
    } else {
      world.pods.push_back(ackHeld(name, shape.name, card, units, shape.mode == "core_mem" ? 5 * dice.roll(1, 20) : 0));
    }
  }
}

World makeWorld(unsigned seed) {
  Dice dice(seed);
  World world;
  const std::vector<std::string> modes = {"", "cgpu", "core_mem", "share", "mps"};
  const bool openSource = dice.coin();
  const int nodes = dice.roll(1, 6);
  for (int i = 0; i < nodes; ++i) {
    NodeShape shape;
    shape.name = "n" + std::to_string(i);
    shape.mode = openSource ? "" : modes[static_cast<std::size_t>(dice.roll(1, 4))];
    shape.placement = dice.coin() ? "binpack" : "spread";
    shape.cards = dice.roll(1, 8);
    shape.perCard = dice.roll(4, 32);
    addPods(dice, shape, world);
    world.shapes.push_back(std::move(shape));
  }
  const int cards = dice.roll(0, 3);
  const int share = dice.roll(1, 16);
  world.incoming.gpuMem(std::int64_t{share} * std::max(cards, 1));
  if (cards > 0) {
    world.incoming.gpuCount(cards);
  } else if (dice.coin() && !openSource) {
    world.incoming.core(5 * dice.roll(1, 20));
  }
  world.replicas = dice.roll(1, 40);
  return world;
}

TEST(Property, NoCardAndNoNodeIsEverFilledAboveItsCapacity) {
  for (unsigned seed = 0; seed < kClusters; ++seed) {
    const World world = makeWorld(seed);
    const auto cluster = world.cluster();
    std::vector<Card> cards = cluster->cards;
    std::map<std::uint32_t, std::int64_t> sums;
    const auto answer = ask(cluster, world.incoming, world.replicas);
    for (const ReplicaPlacement& placement : answer.placements) {
      for (const CardIndex index : placement.place.cards) {
        Card& card = cards[cluster->firstCard[placement.place.node.value] + static_cast<std::size_t>(index)];
        card.memScheduler += placement.place.memoryPerCard;
        card.coreScheduler += placement.place.corePerCard;
        sums[placement.place.node.value] += placement.place.memoryPerCard.value;
        ASSERT_LE(card.memScheduler, card.memTotal) << seed;
        if (card.coreKnown) {
          ASSERT_LE(card.coreScheduler, card.coreTotal) << seed;
        }
      }
    }
    for (const auto& [node, sum] : sums) {
      const NodeRecord& record = *cluster->nodes[node];
      const Quantity* requested = find(record.requested, "aliyun.com/gpu-mem");
      ASSERT_LE(sum + (requested != nullptr ? requested->value() : 0), record.gpu.memTotal.value) << seed;
    }
  }
}

TEST(Property, CandidatesAndRejectionsAreAllNodes) {
  for (unsigned seed = 0; seed < kClusters; ++seed) {
    const World world = makeWorld(seed);
    const auto cluster = world.cluster();
    const auto answer = ask(cluster, world.incoming, world.replicas);
    ASSERT_EQ(answer.candidates.size() + answer.rejections.size(), cluster->nodes.size()) << seed;
    ASSERT_EQ(answer.placements.empty(), answer.candidates.empty()) << seed;
    ASSERT_EQ(answer.firstMiss.has_value(), answer.placements.size() < static_cast<std::size_t>(world.replicas))
        << seed;
  }
}

TEST(Property, ARefusedRequestChangesNothing) {
  int refused = 0;
  for (unsigned seed = 0; seed < kClusters; ++seed) {
    World world = makeWorld(seed);
    world.incoming.gpuMem(1000);
    if (find(world.incoming.edit().meta.labels, "aliyun.com/gpu-count") != nullptr) world.incoming.gpuMem(1000 * 6);
    const auto cluster = world.cluster();
    const std::vector<Card> before = cluster->cards;
    const auto answer = ask(cluster, world.incoming, world.replicas);
    ASSERT_TRUE(answer.placements.empty()) << seed;
    ASSERT_EQ(cluster->cards, before) << seed;
    ASSERT_EQ(answer.before.freeMib, answer.after.freeMib) << seed;
    ASSERT_EQ(answer.before.usableMib, answer.after.usableMib) << seed;
    ASSERT_EQ(answer.before.fits, answer.after.fits) << seed;
    refused += answer.requestProblems.empty() ? 1 : 0;
  }
  EXPECT_GT(refused, 200);
}

TEST(Property, TheSameInputGivesTheSamePlan) {
  for (unsigned seed = 0; seed < kClusters; ++seed) {
    const World world = makeWorld(seed);
    const auto cluster = world.cluster();
    const auto again = world.cluster();
    ASSERT_EQ(plan(ask(cluster, world.incoming, world.replicas), cluster),
              plan(ask(again, world.incoming, world.replicas), again))
        << seed;
  }
}

TEST(Property, AFurtherFreeCardNeverTurnsYesIntoNo) {
  int yes = 0;
  for (unsigned seed = 0; seed < kClusters; ++seed) {
    World world = makeWorld(seed);
    const auto before = ask(world.cluster(), world.incoming, world.replicas);
    for (std::size_t i = 0; i < world.shapes.size(); ++i) {
      World larger = world;
      ++larger.shapes[i].cards;
      const auto after = ask(larger.cluster(), larger.incoming, larger.replicas);
      ASSERT_GE(after.candidates.size(), before.candidates.size()) << seed;
      ASSERT_GE(after.before.fits, before.before.fits) << seed;
    }
    yes += before.candidates.empty() ? 0 : 1;
  }
  EXPECT_GT(yes, 100);
}

TEST(Property, FitsIsWhatManyReplicasReallyGet) {
  for (unsigned seed = 0; seed < kClusters; ++seed) {
    const World world = makeWorld(seed);
    const auto cluster = world.cluster();
    const auto answer = ask(cluster, world.incoming, 2000);
    const auto placed = static_cast<std::int64_t>(answer.placements.size());
    const GpuRequest gpu = makeRequest(world.incoming.raw()).gpu;
    const int cards = gpu.number().value_or(gpu.shared().value_or(SharedAmounts()).cards);
    const bool oneCard = cards == 1 || cluster->nodes[0]->gpu.stack == GpuStack::Gpushare;
    // With several cards the model's own choice of cards can strand a card, so fits is what is possible at best.
    ASSERT_GE(answer.before.fits, placed) << seed;
    if (!oneCard) continue;
    ASSERT_EQ(answer.before.fits, placed) << seed;
    ASSERT_EQ(answer.after.fits, 0) << seed;
  }
}

/// The replica as a pod that holds its card.
PodBuilder boundAt(const PodBuilder& incoming, const Candidate& place, const ClusterSnapshot& cluster) {
  const NodeRecord& node = cluster.node(place.node);
  const std::int64_t units = place.memoryPerCard.value;
  const bool ack = node.gpu.stack == GpuStack::Ack;
  PodBuilder out = ack ? ackHeld("placed", node.name, place.cards.front(), units, place.corePerCard.value)
                       : held("placed", node.name, place.cards.front(), units);
  out.edit().spec.containers = incoming.raw()->spec.containers;
  return out;
}

TEST(Property, AnOverlayEqualsTheClusterBuiltAgain) {
  int compared = 0;
  for (unsigned seed = 0; seed < kClusters; ++seed) {
    World world = makeWorld(seed);
    const auto cluster = world.cluster();
    const auto two = ask(cluster, world.incoming, 2);
    if (two.placements.empty() || two.placements[0].place.cards.size() != 1) continue;
    world.pods.push_back(boundAt(world.incoming, two.placements[0].place, *cluster));
    const auto rebuilt = world.cluster();
    const auto next = ask(rebuilt, world.incoming, 1);
    ASSERT_EQ(two.placements.size() - 1, next.placements.size()) << seed;
    const auto one = ask(cluster, world.incoming, 1);
    ASSERT_EQ(one.after.freeMib, next.before.freeMib) << seed;
    ASSERT_EQ(one.after.usableMib, next.before.usableMib) << seed;
    ASSERT_EQ(one.after.fits, next.before.fits) << seed;
    if (next.placements.empty()) continue;
    ASSERT_EQ(text(two.placements[1].place, *cluster), text(next.placements[0].place, *rebuilt)) << seed;
    ++compared;
  }
  EXPECT_GT(compared, 80);
}

TEST(Property, AFreeNodeMoreNeverTurnsYesIntoNo) {
  for (unsigned seed = 0; seed < kClusters; ++seed) {
    World world = makeWorld(seed);
    const auto before = ask(world.cluster(), world.incoming, world.replicas);
    NodeShape further = world.shapes.front();
    further.name = "z";
    world.shapes.push_back(further);
    const auto after = ask(world.cluster(), world.incoming, world.replicas);
    ASSERT_GE(after.candidates.size(), before.candidates.size()) << seed;
    ASSERT_GE(after.placements.size(), before.placements.size()) << seed;
  }
}

TEST(Property, AnyTieBreakerOnlyChoosesAmongFeasiblePlaces) {
  for (unsigned seed = 0; seed < kClusters; ++seed) {
    const World world = makeWorld(seed);
    const auto cluster = world.cluster();
    Dice dice(seed);
    const TieBreaker random = [&](std::size_t count) {
      return static_cast<std::size_t>(dice.roll(0, static_cast<int>(count) - 1));
    };
    const auto answer = ask(cluster, world.incoming, 1, random);
    if (answer.placements.empty()) continue;
    const Candidate& place = answer.placements[0].place;
    const auto same = [&](const Candidate& candidate) {
      return candidate.node == place.node && candidate.score == place.score;
    };
    const auto tiedEnd = answer.candidates.begin() + answer.tied;
    ASSERT_TRUE(std::any_of(answer.candidates.begin(), tiedEnd, same)) << seed;
    ASSERT_EQ(place.cards.size(), static_cast<std::size_t>(place.cardCount)) << seed;
  }
}

}  // namespace
}  // namespace cardinal::testing
