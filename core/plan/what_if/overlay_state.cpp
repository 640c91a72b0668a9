// SPDX-License-Identifier: Apache-2.0
#include "core/plan/what_if/overlay_state.h"

#include <algorithm>
#include <utility>

#include "core/model/extras/extra.h"
#include "core/provider/gpu_keys.h"
#include "core/provider/readers.h"
#include "core/provider/registry/registry.h"
#include "core/provider/stacks/hami/hami.h"

namespace cardinal::plan {
namespace {

/// What the ConfigMap of unhealthy cards said: the snapshot keeps its effect alone.
std::optional<RawUnhealthyGpus> unhealthyOf(const NodeRecord& node) {
  std::string cards;
  for (const Card& card : node.cards) {
    if (card.health == CardHealth::Unhealthy) cards += (cards.empty() ? "" : ",") + std::to_string(card.index);
  }
  if (node.links) {
    // A report names every card that is not healthy, and the links.
    std::string devices;
    for (const Card& card : node.cards) {
      const char* const state = card.health == CardHealth::Unhealthy ? "Unhealthy" : "Healthy";
      devices += (devices.empty() ? "{\"" : ",\"") + std::to_string(card.index) + "\":\"" + state + "\"";
    }
    return RawUnhealthyGpus{node.name, {}, {}, devices + "}", node.links->report};
  }
  if (cards.empty()) return std::nullopt;
  return RawUnhealthyGpus{node.name, {}, std::move(cards)};
}

PodPtr unboundRecord(const RawPodPtr& raw) {
  auto record = std::make_shared<PodRecord>();
  record->raw = raw;
  record->request = readUsage(*raw).request;
  return record;
}

bool requestsGpu(const RawPod& pod) {
  return provider::requestedResources(pod).any();
}

/// A name without a node is shown while living pods or GPU pods use it, as the builder does.
bool isWanted(const RawNodePtr& raw, const std::vector<RawPodPtr>& pods) {
  return raw != nullptr ||
         std::any_of(pods.begin(), pods.end(), [](const auto& pod) { return !isTerminal(*pod) || requestsGpu(*pod); });
}

std::vector<RawPodPtr> podsOf(const NodeRecord& node) {
  std::vector<RawPodPtr> out = node.scheduler.pods;
  for (const PodPtr& pod : node.pods) {
    if (isTerminal(*pod->raw)) out.push_back(pod->raw);
  }
  return out;
}

}  // namespace

OverlayState::OverlayState(SnapshotPtr base)
    : m_base(std::move(base)),
      m_state(std::make_shared<ClusterSnapshot>(*m_base)),
      m_claims(m_base->extras),
      m_assigned(assignedPods(m_base->unboundPods)) {
  for (const PodPtr& pod : m_base->unboundPods) m_unbound.emplace(pod->key(), pod);
  m_namespaces.insert(m_base->namespaces.begin(), m_base->namespaces.end());
}

OverlayState::Touched& OverlayState::touch(const std::string& name) {
  auto [at, isNew] = m_touched.try_emplace(name);
  Touched& slot = at->second;
  if (isNew) {
    if (const auto index = m_base->findNode(name)) {
      const NodeRecord& node = m_base->node(*index);
      slot.raw = node.raw;
      slot.unhealthy = unhealthyOf(node);
      slot.extras = node.extras;
      slot.pods = podsOf(node);
    }
  }
  if (!slot.dirty) m_dirty.push_back(name);
  slot.dirty = true;
  return slot;
}

void OverlayState::shareClaims(const ClaimBook::Names& nodes) {
  m_state->extras = m_claims.extras();
  for (const std::string& name : nodes) {
    Touched& slot = touch(name);
    slot.extras = m_claims.of(name, slot.extras.get());
  }
}

void OverlayState::indexPods() {
  if (m_indexed) return;
  m_indexed = true;
  for (const NodePtr& node : m_base->nodes) {
    for (RawPodPtr& pod : podsOf(*node)) m_pods.emplace(pod->meta.key, std::move(pod));
  }
  for (const auto& [key, pod] : m_unbound) m_pods.emplace(key, pod->raw);
}

void OverlayState::replaceInPlace(std::size_t position, const NodePtr& record) {
  ClusterSnapshot& state = *m_state;
  state.counts.remove(*state.nodes[position]);
  state.counts.add(*record);
  state.nodes[position] = record;
  const NodeIndex index{static_cast<std::uint32_t>(position)};
  auto to = state.cards.begin() + static_cast<std::ptrdiff_t>(state.firstCard[position]);
  for (const Card& card : record->cards) {
    *to = card;
    to->node = index;
    ++to;
  }
}

void OverlayState::relist() {
  std::map<std::string_view, NodePtr> byName;
  for (const NodePtr& node : m_base->nodes) byName.emplace(node->name, node);
  for (const auto& [name, slot] : m_touched) {
    if (slot.record) {
      byName.insert_or_assign(slot.record->name, slot.record);
    } else {
      byName.erase(name);
    }
  }
  ClusterSnapshot& state = *m_state;
  state.nodes.clear();
  state.cards.clear();
  state.firstCard.clear();
  state.counts = {};
  for (const auto& [name, node] : byName) {
    const NodeIndex index{static_cast<std::uint32_t>(state.nodes.size())};
    state.firstCard.push_back(static_cast<std::uint32_t>(state.cards.size()));
    state.nodes.push_back(node);
    state.counts.add(*node);
    for (const Card& card : node->cards) state.cards.emplace_back(card).node = index;
  }
  state.firstCard.push_back(static_cast<std::uint32_t>(state.cards.size()));
  m_listChanged = false;
}

/// The node's pods, and those that are not bound whose cards are chosen there.
std::vector<RawPodPtr> OverlayState::countedOn(const std::string& name, const std::vector<RawPodPtr>& bound) const {
  std::vector<RawPodPtr> out = bound;
  const auto assigned = m_assigned.find(name);
  if (assigned == m_assigned.end()) return out;
  for (const RawPodPtr& pod : assigned->second) {
    if (const auto at = m_unbound.find(pod->meta.key); at != m_unbound.end()) out.push_back(at->second->raw);
  }
  return out;
}

void OverlayState::refreshNodes() {
  for (const std::string& name : m_dirty) {
    Touched& slot = m_touched.at(name);
    slot.dirty = false;
    const bool wanted = isWanted(slot.raw, slot.pods);
    slot.record = wanted ? makeNodeRecord(slot.raw, name, countedOn(name, slot.pods),
                                          slot.unhealthy ? &*slot.unhealthy : nullptr, slot.extras)
                         : nullptr;
    const auto listed = m_state->findNode(name);
    const bool sameShape =
        listed && slot.record && m_state->cardsOf(*listed).size() == slot.record->cards.size() && !m_listChanged;
    if (sameShape) {
      replaceInPlace(listed->value, slot.record);
    } else if (listed || slot.record) {
      m_listChanged = true;
    }
  }
  m_dirty.clear();
  if (m_listChanged) relist();
}

const ClusterSnapshot& OverlayState::view() {
  refreshNodes();
  return *m_state;
}

SnapshotPtr OverlayState::publish() {
  refreshNodes();
  if (m_unboundChanged) {
    m_state->unboundPods.clear();
    for (const auto& [key, pod] : m_unbound) m_state->unboundPods.push_back(pod);
    m_unboundChanged = false;
  }
  if (m_state->namespaces.size() != m_namespaces.size()) {
    m_state->namespaces.assign(m_namespaces.begin(), m_namespaces.end());
  }
  return std::make_shared<const ClusterSnapshot>(*m_state);
}

NodePtr OverlayState::node(const std::string& name) {
  refreshNodes();
  const auto index = m_state->findNode(name);
  if (!index || !m_state->node(*index).exists()) return nullptr;
  return m_state->nodes[index->value];
}

void OverlayState::putNode(RawNodePtr node) {
  Touched& slot = touch(node->meta.key.name);
  slot.raw = std::move(node);
}

bool OverlayState::publishLike(const std::string& like, const std::string& name) {
  const auto index = m_state->findNode(like);
  if (!index || m_state->node(*index).gpu.mode != GpuMode::Claims) return true;
  if (!m_claims.addNodeLike(like, name)) return false;
  shareClaims({name});
  return true;
}

void OverlayState::removeNode(const std::string& name) {
  Touched& slot = touch(name);
  slot.raw = nullptr;
  slot.unhealthy.reset();
  slot.extras.reset();
}

std::vector<RawPodPtr> OverlayState::podsOn(const std::string& node) {
  const auto touched = m_touched.find(node);
  if (touched != m_touched.end()) return touched->second.pods;
  const auto index = m_base->findNode(node);
  return index ? podsOf(m_base->node(*index)) : std::vector<RawPodPtr>{};
}

RawPodPtr OverlayState::pod(const ObjectKey& key) {
  indexPods();
  const auto at = m_pods.find(key);
  return at != m_pods.end() ? at->second : nullptr;
}

std::vector<RawPodPtr> OverlayState::unboundPods() {
  std::vector<RawPodPtr> out;
  for (const auto& [key, pod] : m_unbound) out.push_back(pod->raw);
  return out;
}

std::vector<RawPodPtr> OverlayState::podsWhere(const std::function<bool(const RawPod&)>& chosen) {
  indexPods();
  std::vector<RawPodPtr> out;
  for (const auto& [key, pod] : m_pods) {
    if (chosen(*pod)) out.push_back(pod);
  }
  std::sort(out.begin(), out.end(), [](const auto& a, const auto& b) { return a->meta.key < b->meta.key; });
  return out;
}

void OverlayState::removePod(const ObjectKey& key) {
  const RawPodPtr known = pod(key);
  if (!known) return;
  if (!requestsGpu(*known) && m_state->otherPods > 0) --m_state->otherPods;
  if (known->spec.nodeName.empty()) {
    m_unboundChanged = m_unbound.erase(key) > 0 || m_unboundChanged;
    const std::string* assigned = hami::assignedNode(*known);
    if (assigned != nullptr && m_base->findNode(*assigned)) touch(*assigned);
  } else {
    auto& pods = touch(known->spec.nodeName).pods;
    std::erase_if(pods, [&](const RawPodPtr& one) { return one->meta.key == key; });
  }
  m_pods.erase(key);
  if (ClaimBook::concerns(*known)) shareClaims(m_claims.release(*known));
}

bool OverlayState::bindClaims(const RawPod& pod, const std::string& node) {
  if (!ClaimBook::concerns(pod)) return true;
  const NodePtr place = this->node(node);
  const auto touched = place != nullptr ? m_claims.bind(pod, *place->raw) : std::nullopt;
  if (!touched) return false;
  shareClaims(*touched);
  return true;
}

void OverlayState::putPod(RawPodPtr pod) {
  removePod(pod->meta.key);
  m_pods.insert_or_assign(pod->meta.key, pod);
  m_namespaces.insert(pod->meta.key.ns);
  const bool gpu = requestsGpu(*pod);
  if (!gpu) ++m_state->otherPods;
  if (pod->spec.nodeName.empty()) {
    if (!gpu) return;
    m_unbound.insert_or_assign(pod->meta.key, unboundRecord(pod));
    m_unboundChanged = true;
    return;
  }
  touch(pod->spec.nodeName).pods.push_back(std::move(pod));
}

}  // namespace cardinal::plan
