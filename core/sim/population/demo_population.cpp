// SPDX-License-Identifier: Apache-2.0
#include "core/sim/population/demo_population.h"

#include <algorithm>
#include <array>
#include <span>

#include "core/sim/api/keys.h"
#include "core/sim/population/demo_stacks.h"

namespace cardinal::sim {
namespace {

constexpr std::int64_t kNano = 1'000'000'000;
constexpr UnixSeconds kHour = 3'600;
constexpr UnixSeconds kDay = 24 * kHour;

bool wholeCards(const DemoPool& pool) {
  return pool.units == 0;
}

/// Ages lie close together near now and thin out, as in a cluster with daily releases.
UnixSeconds ageOf(const DemoProfile& profile, Random& random) {
  if (isFinite(profile)) return random.between(4 * 60, 9 * kHour);
  if (random.chance(25)) return random.between(30 * 60, 20 * kHour);
  return random.between(kDay, 34 * kDay);
}

/// Wanted share of a card in percent.
int targetPercent(const DemoNode& node, Random& random) {
  static constexpr std::array<int, 12> kInference = {0, 25, 25, 38, 50, 63, 75, 80, 88, 94, 100, 100};
  // Never below a quarter: no V100 of the spread pool offers a large piece, whatever the sum says.
  static constexpr std::array<int, 12> kSpread = {25, 30, 36, 38, 44, 52, 58, 64, 71, 78, 86, 100};
  static constexpr std::array<int, 8> kEdge = {0, 25, 45, 55, 60, 70, 85, 100};
  const std::string_view pool = node.pool->name;
  if (pool == "infer-a10") return random.pick(std::span<const int>(kInference));
  if (pool == "shared-v100") return random.pick(std::span<const int>(kSpread));
  if (pool == "batch-v100") {
    // Packed: the first nodes are full, the last one is nearly empty.
    static constexpr std::array<int, 6> kBase = {100, 100, 94, 75, 50, 25};
    return random.chance(80) ? kBase[static_cast<std::size_t>(node.number)] : 0;
  }
  return random.pick(std::span<const int>(kEdge));
}

class Filler {
 public:
  Filler(DemoPopulation& population, Random& random, DemoWorkloads& workloads, UnixSeconds now)
      : m_population(population), m_random(random), m_workloads(workloads), m_now(now) {}

  void fill(DemoFill& fill) {
    if (wholeCards(*fill.node->pool)) {
      fillWhole(fill);
    } else {
      for (std::size_t card = 0; card < fill.memory.size(); ++card) fillCard(fill, card);
    }
  }

 private:
  void fillCard(DemoFill& fill, std::size_t card) {
    const DemoPool& pool = *fill.node->pool;
    const std::int64_t target = pool.units * targetPercent(*fill.node, m_random) / 100;
    const auto profiles = profilesOf(pool.name);
    for (;;) {
      const std::int64_t room = target - (pool.units - fill.memory[card]);
      std::vector<const DemoProfile*> fitting;
      for (const DemoProfile* profile : profiles) {
        if (profile->cards == 1 && profile->memory <= room && profile->core <= fill.core[card])
          fitting.push_back(profile);
      }
      if (fitting.empty()) return;
      const DemoProfile& profile = *m_random.pick(std::span<const DemoProfile* const>(fitting));
      RawPod pod = m_workloads.makePod(profile, m_now - ageOf(profile, m_random));
      placeShares(pod, fill, {{static_cast<int>(card), profile.memory, profile.core}});
      m_population.pods.push_back(std::move(pod));
    }
  }

  void fillWhole(DemoFill& fill) {
    static constexpr std::array<int, 8> kHeld = {8, 7, 4, 6, 5, 7, 4, 6};
    const int wanted = kHeld[static_cast<std::size_t>(fill.node->number) % kHeld.size()];
    int held = 0;
    const auto profiles = profilesOf(fill.node->pool->name);
    while (held < wanted) {
      std::vector<const DemoProfile*> fitting;
      for (const DemoProfile* profile : profiles) {
        if (profile->cards <= wanted - held) fitting.push_back(profile);
      }
      if (fitting.empty()) return;
      // The largest that fits comes first half of the time: training jobs fill whole nodes.
      const DemoProfile& profile =
          m_random.chance(50) ? *fitting.front() : *m_random.pick(std::span<const DemoProfile* const>(fitting));
      placeWhole(profile, fill);
      held += profile.cards;
    }
  }

  void placeWhole(const DemoProfile& profile, DemoFill& fill) {
    RawPod pod = m_workloads.makePod(profile, m_now - ageOf(profile, m_random));
    std::vector<CardGrant> grants;
    const std::size_t count = fill.memory.size();
    const std::size_t first = m_random.below(count);
    for (std::size_t step = 0; step < count && static_cast<int>(grants.size()) < profile.cards; ++step) {
      const std::size_t card = (first + step) % count;
      if (fill.memory[card] > 0) grants.push_back({static_cast<int>(card), 1, 0});
    }
    std::sort(grants.begin(), grants.end(), [](const CardGrant& a, const CardGrant& b) { return a.card < b.card; });
    placeShares(pod, fill, grants);
    m_population.pods.push_back(std::move(pod));
  }

  DemoPopulation& m_population;
  Random& m_random;
  DemoWorkloads& m_workloads;
  UnixSeconds m_now;
};

std::vector<DemoFill> emptyFills(DemoPopulation& population) {
  std::vector<DemoFill> fills;
  for (DemoNode& node : population.nodes) {
    if (node.pool == nullptr || std::string_view(node.pool->name) == "sd-t4") continue;
    const auto cards = static_cast<std::size_t>(node.shape.cards);
    fills.push_back({&node, std::vector<std::int64_t>(cards, wholeCards(*node.pool) ? 1 : node.pool->units),
                     std::vector<std::int64_t>(cards, 100)});
  }
  return fills;
}

/// Card 2 of the second P100 node fails; an operator listed it where the open-source extender looks.
void reportUnhealthyCard(DemoPopulation& population) {
  for (const DemoNode& node : population.nodes) {
    if (node.pool != nullptr && std::string_view(node.pool->name) == "speech-p100" && node.number == 1) {
      population.unhealthy.push_back({node.shape.name, "47999120", std::string("2")});
    }
  }
}

/// Topology nodes report the links of their cards: two groups of four with fast links, slow ones between the groups.
void reportLinks(DemoPopulation& population) {
  for (const DemoNode& node : population.nodes) {
    if (node.pool == nullptr || std::string_view(node.pool->mode) != "topology") continue;
    std::string devices;
    std::string rows;
    for (int a = 0; a < node.pool->cards; ++a) {
      devices += (a > 0 ? ",\"" : "\"") + std::to_string(a) + R"(":"Healthy")";
      rows += a > 0 ? ",[" : "[";
      for (int b = 0; b < node.pool->cards; ++b)
        rows += (b > 0 ? "," : "") + std::string(a == b ? "0" : a / 4 == b / 4 ? "300" : "64");
      rows += "]";
    }
    population.unhealthy.push_back({node.shape.name, "47999121", {}, "{" + devices + "}", "[" + rows + "]"});
  }
}

/// Before the fault nothing was known of it, afterwards nothing new came: the card is empty.
void keepUnhealthyCardsEmpty(const DemoPopulation& population, std::vector<DemoFill>& fills) {
  for (DemoFill& fill : fills) {
    for (const RawUnhealthyGpus& unhealthy : population.unhealthy) {
      if (unhealthy.gpus && unhealthy.node == fill.node->shape.name) fill.memory[2] = 0;
    }
  }
}

}  // namespace

void markRunning(RawPod& pod) {
  pod.phase = PodPhase::Running;
  pod.phaseText = "Running";
  pod.startTime = pod.meta.created + 3;
}

void placeShares(RawPod& pod, DemoFill& fill, const std::vector<CardGrant>& grants) {
  const DemoPool& pool = *fill.node->pool;
  const std::string_view mode = pool.mode;
  const std::int64_t time = (pod.meta.created + 1) * kNano;
  std::vector<int> cards;
  for (const CardGrant& grant : grants) {
    fill.memory[static_cast<std::size_t>(grant.card)] -= grant.memory;
    fill.core[static_cast<std::size_t>(grant.card)] -= grant.core;
    cards.push_back(grant.card);
  }
  if (mode == "topology") {
    annotateTopology(pod, cards, time, true);
  } else if (mode.empty()) {
    annotateGpushare(pod, grants.front().card, pool.units, grants.front().memory, time, true);
  } else if (mode != "default") {
    annotateAck(pod, {grants}, time, true);
  }
  pod.spec.nodeName = fill.node->shape.name;
  markRunning(pod);
}

DemoPopulation makeDemoPopulation(Random& random, DemoWorkloads& workloads, UnixSeconds now) {
  DemoPopulation population;
  population.nodes = makeDemoNodes(random, now);
  reportUnhealthyCard(population);
  reportLinks(population);
  std::vector<DemoFill> fills = emptyFills(population);
  keepUnhealthyCardsEmpty(population, fills);
  addSpecialPods(population, fills, random, workloads, now);
  Filler filler(population, random, workloads, now);
  for (DemoFill& fill : fills) filler.fill(fill);
  addPendingPods(population, random, workloads, now);
  addSystemPods(population, random, workloads, now);
  addLedgerPods(population, fills, workloads, now);
  addTrialPools(population, now);
  return population;
}

}  // namespace cardinal::sim
