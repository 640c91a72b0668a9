// SPDX-License-Identifier: Apache-2.0
#include "tests/ui/map_fixture.h"

#include <array>
#include <cstdio>
#include <random>

namespace cardinal::test {

Card MapFixture::card(int used, int total, int core) {
  Card card;
  card.health = CardHealth::Healthy;
  card.memoryKnown = true;
  card.coreKnown = true;
  card.memTotal = MemUnits(total);
  card.memAllocated = card.memScheduler = MemUnits(used);
  card.coreTotal = CorePercent(100);
  card.coreAllocated = card.coreScheduler = CorePercent(core);
  card.pods = used > 0 ? 1 : 0;
  return card;
}

Card MapFixture::unknownCard() {
  return Card();
}

Card MapFixture::unhealthyCard() {
  Card bad = card(0);
  bad.health = CardHealth::Unhealthy;
  return bad;
}

Card MapFixture::standIn(bool held) {
  Card whole = card(0, 80, held ? 100 : 0);
  whole.held = held;
  whole.holderKnown = false;
  return whole;
}

MapFixture& MapFixture::node(const std::string& name, std::vector<Card> cards, const NodeOptions& options) {
  auto raw = std::make_shared<RawNode>();
  raw->meta.key.name = name;
  raw->meta.created = options.created;
  raw->unschedulable = options.cordoned;
  if (!options.pool.empty()) raw->meta.labels.emplace_back("alibabacloud.com/nodepool-id", options.pool);
  if (!options.zone.empty()) raw->meta.labels.emplace_back("topology.kubernetes.io/zone", options.zone);
  if (options.tainted) raw->taints.push_back({"team", "nlp", "NoSchedule"});

  auto record = std::make_shared<NodeRecord>();
  record->raw = raw;
  record->name = name;
  record->readiness = options.ready ? NodeReadiness::Ready : NodeReadiness::NotReady;
  record->gpu.stack = GpuStack::Ack;
  record->gpu.mode = options.mode;
  record->gpu.unit = MemoryUnit::GiB;
  record->gpu.model = options.model;
  if (options.ledger) {
    Finding finding;
    finding.code = FindingCode::PodContradictsMode;
    record->findings.push_back(finding);
  }
  for (std::size_t i = 0; i < cards.size(); ++i) {
    cards[i].index = static_cast<std::uint16_t>(i);
    record->wholeCardsHeld += cards[i].held ? 1 : 0;
  }
  record->cards = std::move(cards);
  m_nodes.push_back(std::move(record));
  return *this;
}

SnapshotPtr MapFixture::build(std::uint64_t generation) const {
  auto snapshot = std::make_shared<ClusterSnapshot>();
  snapshot->generation = generation;
  snapshot->nodes = m_nodes;
  for (std::uint32_t i = 0; i < m_nodes.size(); ++i) {
    snapshot->firstCard.push_back(static_cast<std::uint32_t>(snapshot->cards.size()));
    for (Card card : m_nodes[i]->cards) {
      card.node = NodeIndex{i};
      snapshot->cards.push_back(card);
    }
  }
  snapshot->firstCard.push_back(static_cast<std::uint32_t>(snapshot->cards.size()));
  return snapshot;
}

SnapshotPtr largeSnapshot(int nodes, int cards, unsigned seed) {
  static const std::array<const char*, 4> kPools{"infer-a10", "llm-h20", "shared-v100", "train-a100"};
  static const std::array<GpuMode, 4> kModes{GpuMode::CoreMem, GpuMode::Exclusive, GpuMode::Cgpu, GpuMode::Topology};
  std::mt19937 random(seed);
  MapFixture fixture;
  for (int n = 0; n < nodes; ++n) {
    std::array<char, 32> name{};
    std::snprintf(name.data(), name.size(), "node-%05d", n);
    const std::size_t pool = static_cast<std::size_t>(n) * kPools.size() / static_cast<std::size_t>(nodes);
    MapFixture::NodeOptions options;
    options.pool = kPools[pool];
    options.mode = kModes[pool];
    options.cordoned = random() % 97 == 0;
    options.ready = random() % 131 != 0;
    std::vector<Card> list;
    for (int c = 0; c < cards; ++c) {
      const int used = static_cast<int>(random() % 17);
      Card card = MapFixture::card(used, 16, static_cast<int>(random() % 21) * 5);
      if (random() % 61 == 0) card = MapFixture::unknownCard();
      if (random() % 211 == 0) card = MapFixture::unhealthyCard();
      list.push_back(card);
    }
    fixture.node(name.data(), std::move(list), options);
  }
  return fixture.build();
}

}  // namespace cardinal::test
