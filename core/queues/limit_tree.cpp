// SPDX-License-Identifier: Apache-2.0
#include "core/queues/limit_tree.h"

#include <algorithm>
#include <cmath>

#include "core/queues/group_cells.h"

namespace cardinal::queues {
namespace {

bool isDevice(const std::string& resource) {
  return rankOfResource(resource) > 0;
}

}  // namespace

std::optional<std::size_t> LimitTree::find(const std::string& name) const {
  const auto found = std::find_if(m_nodes.begin(), m_nodes.end(), [&](const auto& one) { return one.name == name; });
  if (found == m_nodes.end()) return std::nullopt;
  return static_cast<std::size_t>(found - m_nodes.begin());
}

void LimitTree::hold(std::size_t leaf, const Amounts& amounts, const ObjectKey& holder) {
  const auto [known, isNew] = m_holderAt.try_emplace({leaf, holder}, m_holders.size());
  if (isNew) m_holders.push_back({holder, leaf});
  for (const auto& [resource, amount] : amounts) {
    if (isDevice(resource)) m_holders[known->second].amounts[resource] += amount;
  }
}

void LimitTree::use(std::size_t leaf, const Amounts& amounts, const ObjectKey& holder) {
  hold(leaf, amounts, holder);
  for (std::optional<std::size_t> at = leaf; at; at = m_nodes[*at].parent) {
    for (const auto& [resource, amount] : amounts) {
      if (isDevice(resource)) m_nodes[*at].used[resource] += amount;
    }
  }
}

bool LimitTree::isBelow(std::size_t leaf, std::size_t node) const {
  for (std::optional<std::size_t> at = leaf; at; at = m_nodes[*at].parent) {
    if (*at == node) return true;
  }
  return false;
}

void LimitTree::forget(std::size_t leaf) {
  for (std::optional<std::size_t> at = leaf; at; at = m_nodes[*at].parent) m_nodes[*at].isUsedKnown = false;
}

std::optional<LimitHit> LimitTree::hit(std::size_t leaf, const Amounts& requests, const LimitChange* change) const {
  const auto changed = [&](const auto& amounts, std::size_t node, const std::string& resource) {
    const auto found = amounts.find({node, resource});
    return found != amounts.end() ? found->second : 0;
  };
  std::optional<LimitHit> waits;
  for (std::optional<std::size_t> at = leaf; at; at = m_nodes[*at].parent) {
    const LimitNode& node = m_nodes[*at];
    for (const auto& [resource, requested] : requests) {
      const auto limit = node.max.find(resource);
      if (requested <= 0 || limit == node.max.end()) continue;
      const double most = limit->second + (change != nullptr ? changed(change->raised, *at, resource) : 0);
      if (requested > most) return LimitHit{*at, resource, requested, most, true};
      if (waits || !isDevice(resource) || !node.isUsedKnown) continue;
      const auto used = node.used.find(resource);
      const double ended = change != nullptr ? changed(change->ended, *at, resource) : 0;
      const double free = most - (used != node.used.end() ? used->second : 0) + ended;
      if (requested > free) waits = LimitHit{*at, resource, requested, std::max(0.0, free), false};
    }
  }
  return waits;
}

std::optional<double> LimitTree::freeOf(std::size_t leaf, const std::string& resource) const {
  double least = kNoLimit;
  for (std::optional<std::size_t> at = leaf; at; at = m_nodes[*at].parent) {
    const LimitNode& node = m_nodes[*at];
    const auto limit = node.max.find(resource);
    if (limit == node.max.end()) {
      if (node.isUnread) return std::nullopt;
      continue;
    }
    if (!node.isUsedKnown || !isDevice(resource)) return std::nullopt;
    const auto used = node.used.find(resource);
    least = std::min(least, std::max(0.0, limit->second - (used != node.used.end() ? used->second : 0)));
  }
  return least;
}

GroupQueueRow LimitTree::rowOf(std::size_t at, bool tellsBorrowed) const {
  const LimitNode& node = m_nodes[at];
  GroupQueueRow out;
  out.key.name = node.name;
  if (node.parent) out.parent = m_nodes[*node.parent].name;
  Cells cells;
  for (const auto& [resource, amount] : node.guaranteed) cells.at(resource).guaranteed = amount;
  for (const auto& [resource, amount] : node.max) cells.at(resource).limit = amount;
  for (const auto& [resource, amount] : node.used) cells.at(resource);
  if (!node.isUnread) cells.putUnlimited();
  out.cells = cells.take();
  for (GroupCell& cell : out.cells) {
    if (!isDevice(cell.resource)) continue;
    if (node.isUsedKnown) {
      const auto used = node.used.find(cell.resource);
      cell.used = used != node.used.end() ? used->second : 0;
      if (tellsBorrowed && cell.guaranteed) cell.borrowed = std::max(0.0, *cell.used - *cell.guaranteed);
    }
    cell.free = freeOf(at, cell.resource);
  }
  return out;
}

void tell(const LimitHit& hit, const LimitTree& tree, GroupWait& wait) {
  wait.cause = hit.isHopeless ? GroupCause::AboveLimit : GroupCause::AboveFree;
  wait.resource = hit.resource;
  wait.quota = tree.nodes()[hit.node].name;
  wait.requested = hit.requested;
  wait.free = hit.free;
  wait.isModelled = true;
}

}  // namespace cardinal::queues
