// SPDX-License-Identifier: Apache-2.0
#include "core/record/past_state.h"

#include <array>
#include <string_view>
#include <utility>

#include "core/model/node_pool.h"

namespace cardinal {
namespace {

constexpr std::array<std::string_view, 2> kZoneLabels{"topology.kubernetes.io/zone",
                                                      "failure-domain.beta.kubernetes.io/zone"};

std::string zoneOf(const RawNode& node) {
  for (const std::string_view key : kZoneLabels) {
    const std::string* zone = find(node.meta.labels, key);
    if (zone != nullptr && !zone->empty()) return *zone;
  }
  return {};
}

std::shared_ptr<const RawNode> rawOf(const PastNode& past) {
  auto raw = std::make_shared<RawNode>();
  raw->meta.key.name = past.name;
  raw->meta.created = past.created;
  if (!past.pool.empty()) raw->meta.labels.emplace_back(std::string(kPoolLabels.front()), past.pool);
  if (!past.zone.empty()) raw->meta.labels.emplace_back(std::string(kZoneLabels.front()), past.zone);
  raw->unschedulable = past.cordoned;
  return raw;
}

/// Holds for an object that is gone too: its place is not given away while it is remembered.
bool isSame(const std::weak_ptr<const NodeRecord>& seen, const NodePtr& node) {
  return !seen.owner_before(node) && !node.owner_before(seen);
}

NodePtr recordOf(const PastNode& past) {
  auto node = std::make_shared<NodeRecord>();
  node->name = past.name;
  if (past.exists) node->raw = rawOf(past);
  node->readiness = past.readiness;
  node->gpu.stack = past.stack;
  node->gpu.mode = past.mode;
  node->gpu.placement = past.placement;
  node->gpu.unit = past.unit;
  node->gpu.model = past.model;
  node->wholeCardsHeld = past.wholeCardsHeld;
  node->memPending = past.memPending;
  node->cards = past.cards;
  return node;
}

}  // namespace

PastNodePtr pastOf(const NodeRecord& node) {
  auto past = std::make_shared<PastNode>();
  past->name = node.name;
  past->model = node.gpu.model;
  past->pool = poolOf(node);
  past->exists = node.exists();
  if (node.raw) {
    past->zone = zoneOf(*node.raw);
    past->created = node.raw->meta.created;
  }
  past->stack = node.gpu.stack;
  past->mode = node.gpu.mode;
  past->placement = node.gpu.placement;
  past->unit = node.gpu.unit;
  past->readiness = node.readiness;
  past->cordoned = node.unschedulable();
  past->wholeCardsHeld = node.wholeCardsHeld;
  past->memPending = node.memPending;
  past->cards = node.cards;
  for (std::size_t i = 0; i < past->cards.size(); ++i) {
    past->cards[i].node = NodeIndex{};
    past->cards[i].index = static_cast<std::uint16_t>(i);
  }
  return past;
}

const PastNodes& PastReader::read(const ClusterSnapshot& snapshot) {
  std::vector<std::weak_ptr<const NodeRecord>> seen;
  PastNodes nodes;
  seen.reserve(m_seen.size());
  nodes.reserve(m_nodes.size());
  std::size_t before = 0;
  for (const NodePtr& node : snapshot.nodes) {
    if (node->cards.empty()) continue;
    while (before < m_seen.size() && m_nodes[before]->name < node->name) ++before;
    const bool known = before < m_seen.size() && isSame(m_seen[before], node);
    nodes.push_back(known ? m_nodes[before] : pastOf(*node));
    seen.push_back(node);
  }
  m_seen = std::move(seen);
  m_nodes = std::move(nodes);
  return m_nodes;
}

SnapshotPtr toSnapshot(const PastNodes& nodes, UnixSeconds time) {
  auto snapshot = std::make_shared<ClusterSnapshot>();
  snapshot->time = time;
  snapshot->firstCard.reserve(nodes.size() + 1);
  for (std::uint32_t i = 0; i < nodes.size(); ++i) {
    snapshot->nodes.push_back(recordOf(*nodes[i]));
    snapshot->firstCard.push_back(static_cast<std::uint32_t>(snapshot->cards.size()));
    for (const Card& card : nodes[i]->cards) {
      snapshot->cards.push_back(card);
      snapshot->cards.back().node = NodeIndex{i};
    }
  }
  snapshot->firstCard.push_back(static_cast<std::uint32_t>(snapshot->cards.size()));
  return snapshot;
}

}  // namespace cardinal
