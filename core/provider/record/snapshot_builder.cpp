// SPDX-License-Identifier: Apache-2.0
#include "core/provider/record/snapshot_builder.h"

#include <algorithm>
#include <utility>

#include "core/model/extras/extra.h"
#include "core/provider/record/builder_state.h"
#include "core/provider/record/snapshot_buffers.h"

namespace cardinal {
namespace {

using provider::NodeSlot;

// 100,000 pods do not fit any cache and lie where the decoder put them: without these hints most of a full build is
// waiting for memory. Each step asks for what the step before it points to, some nodes ahead of the one that is read.
template <typename T>
[[gnu::always_inline]] inline void prefetchWhole(const T* object) {
  constexpr std::size_t kLine = 64;
  for (std::size_t at = 0; at < sizeof(T); at += kLine) __builtin_prefetch(reinterpret_cast<const char*>(object) + at);
}

[[gnu::always_inline]] inline void prefetchPods(const NodeSlot& slot) {
  for (const auto& pod : slot.pods) prefetchWhole(pod.get());
  if (slot.raw != nullptr) prefetchWhole(slot.raw.get());
}

[[gnu::always_inline]] inline void prefetchLists(const NodeSlot& slot) {
  for (const auto& pod : slot.pods) {
    __builtin_prefetch(pod->spec.containers.data());
    __builtin_prefetch(pod->meta.annotations.data());
    __builtin_prefetch(pod->meta.labels.data());
    __builtin_prefetch(pod->meta.owners.data());
  }
  if (slot.raw == nullptr) return;
  __builtin_prefetch(slot.raw->meta.annotations.data());
  __builtin_prefetch(slot.raw->meta.labels.data());
  __builtin_prefetch(slot.raw->allocatable.data());
  __builtin_prefetch(slot.raw->capacity.data());
}

[[gnu::always_inline]] inline void prefetchResources(const NodeSlot& slot) {
  for (const auto& pod : slot.pods) {
    for (const Container& container : pod->spec.containers) {
      __builtin_prefetch(container.limits.data());
      __builtin_prefetch(container.requests.data());
    }
    for (const auto& [key, value] : pod->meta.annotations) {
      __builtin_prefetch(key.data());
      __builtin_prefetch(value.data());
    }
  }
}

[[gnu::always_inline]] inline void prefetchAhead(const std::vector<NodeSlot*>& slots, std::size_t at) {
  const std::size_t size = slots.size();
  if (at + 6 < size) prefetchWhole(slots[at + 6]);
  if (at + 5 < size) __builtin_prefetch(slots[at + 5]->pods.data());
  if (at + 4 < size) prefetchPods(*slots[at + 4]);
  if (at + 2 < size) prefetchLists(*slots[at + 2]);
  if (at + 1 < size) prefetchResources(*slots[at + 1]);
}

std::vector<std::shared_ptr<const RawPod>> withAssigned(const NodeSlot& slot) {
  auto out = slot.pods;
  out.insert(out.end(), slot.assigned.begin(), slot.assigned.end());
  return out;
}

void copyCards(const NodeSlot& slot, Card* to) {
  for (const Card& card : slot.record->cards) {
    *to = card;
    to->node = NodeIndex{static_cast<std::uint32_t>(slot.position)};
    ++to;
  }
}

}  // namespace

struct SnapshotBuilder::State {
  provider::BuilderState raw;
  std::vector<NodeSlot*> order;  ///< listed slots by name
  std::size_t boundGpuPods = 0;  ///< over all records
  NodeCounts counts;             ///< likewise
  std::uint64_t generation = 0;
  std::string serverVersion;
  std::string scope;
  SnapshotPtr last;
  std::shared_ptr<provider::SpareBuffers> spare = std::make_shared<provider::SpareBuffers>();
  provider::ChangeLog log;  ///< up to `last`

  /// Reads the touched nodes again. True when the flat arrays of the last snapshot still have the right shape.
  bool refreshRecords(const std::vector<NodeSlot*>& slots) {
    bool sameShape = true;
    for (std::size_t i = 0; i < slots.size(); ++i) {
      NodeSlot* slot = slots[i];
      prefetchAhead(slots, i);
      const std::size_t cards = slot->record ? slot->record->cards.size() : 0;
      boundGpuPods -= slot->gpuPods();
      if (slot->record) counts.remove(*slot->record);
      slot->record = nullptr;
      if (!slot->wanted()) continue;
      slot->record = makeNodeRecord(slot->raw, slot->name, slot->assigned.empty() ? slot->pods : withAssigned(*slot),
                                    slot->unhealthy ? &*slot->unhealthy : nullptr, raw.extras().of(slot->name));
      boundGpuPods += slot->gpuPods();
      if (slot->record) counts.add(*slot->record);
      if (!slot->listed || slot->record->cards.size() != cards) sameShape = false;
    }
    return sameShape;
  }

  void assembleAll(ClusterSnapshot& out) const {
    out.nodes.reserve(order.size());
    out.firstCard.reserve(order.size() + 1);
    std::size_t cards = 0;
    for (const NodeSlot* slot : order) {
      out.nodes.push_back(slot->record);
      out.firstCard.push_back(static_cast<std::uint32_t>(cards));
      cards += slot->record->cards.size();
    }
    out.firstCard.push_back(static_cast<std::uint32_t>(cards));
    out.cards.resize(cards);
    for (std::size_t i = 0; i < order.size(); ++i) copyCards(*order[i], out.cards.data() + out.firstCard[i]);
    out.rows.assign(out.nodes);
  }

  /// The lists of the last snapshot: 80,000 cards are copied only where no buffers came back that have nearly all.
  void repeatLast(ClusterSnapshot& out) const {
    std::optional<std::vector<std::size_t>> changed;
    if (auto buffers = spare->take()) {
      changed = log.since(buffers->generation);
      out.nodes = std::move(buffers->nodes);
      out.firstCard = std::move(buffers->firstCard);
      out.cards = std::move(buffers->cards);
    }
    out.rows = last->rows;
    if (!changed) {
      out.nodes = last->nodes;
      out.firstCard = last->firstCard;
      out.cards = last->cards;
      return;
    }
    for (const std::size_t position : *changed) {
      out.nodes[position] = last->nodes[position];
      const auto cards = last->cardsOf(NodeIndex{static_cast<std::uint32_t>(position)});
      std::copy(cards.begin(), cards.end(), out.cards.begin() + out.firstCard[position]);
    }
  }

  void assembleChanged(const std::vector<NodeSlot*>& slots, ClusterSnapshot& out) {
    repeatLast(out);
    std::vector<std::size_t> changed;
    for (const NodeSlot* slot : slots) {
      if (!slot->listed) continue;
      out.nodes[slot->position] = slot->record;
      copyCards(*slot, out.cards.data() + out.firstCard[slot->position]);
      changed.push_back(slot->position);
    }
    out.rows.update(out.nodes, changed);
    if (changed.size() > out.nodes.size() / 2) spare->refuseBefore(generation + 1);  // it would hold the old records
    log.add(generation + 1, std::move(changed));
  }
};

SnapshotBuilder::SnapshotBuilder() : m_state(std::make_unique<State>()) {}
SnapshotBuilder::~SnapshotBuilder() = default;

void SnapshotBuilder::setServerVersion(std::string version) {
  m_state->serverVersion = std::move(version);
}
void SnapshotBuilder::setScope(std::string scope) {
  m_state->scope = std::move(scope);
}

void SnapshotBuilder::apply(ClusterDelta delta) {
  using Op = ClusterDelta::Op;
  provider::BuilderState& raw = m_state->raw;
  switch (delta.op) {
    case Op::ReplaceNodes:
      raw.replaceNodes(delta.nodes);
      break;
    case Op::ReplacePods:
      raw.replacePods(delta.pods);
      break;
    case Op::UpsertNode:
      for (auto& node : delta.nodes) {
        if (node != nullptr) raw.upsertNode(std::move(node));
      }
      break;
    case Op::UpsertPod:
      for (auto& pod : delta.pods) {
        if (pod != nullptr) raw.upsertPod(std::move(pod));
      }
      break;
    case Op::DeleteNode:
      raw.deleteNode(delta.key.name, delta.uid);
      break;
    case Op::DeletePod:
      raw.deletePod(delta.key, delta.uid);
      break;
    case Op::UpsertUnhealthy: {
      const std::string name = delta.unhealthy.node;
      raw.setUnhealthy(name, std::move(delta.unhealthy));
      break;
    }
    case Op::DeleteUnhealthy:
      raw.setUnhealthy(delta.unhealthy.node, std::nullopt);
      break;
    case Op::ReplaceExtras:
      raw.replaceExtras(delta.extraKind, std::move(delta.extras));
      break;
    case Op::ForgetExtras:
      raw.replaceExtras(delta.extraKind, std::nullopt);
      raw.setRefused(delta.extraKind, delta.extraRefused);
      break;
    case Op::UpsertExtra:
      for (RawExtra& extra : delta.extras) raw.upsertExtra(std::move(extra));
      break;
    case Op::DeleteExtra:
      raw.deleteExtra(delta.extraKind, delta.key, delta.uid);
      break;
  }
}

SnapshotPtr SnapshotBuilder::build(UnixSeconds time) {
  State& state = *m_state;
  const std::vector<NodeSlot*> touched = state.raw.takeDirtySlots();
  const bool sameShape = state.refreshRecords(touched);
  const std::shared_ptr<ClusterSnapshot> out = provider::makeReturning(state.spare);
  if (sameShape && !state.raw.listChanged() && state.last != nullptr) {
    state.assembleChanged(touched, *out);
  } else {
    state.spare->refuseBefore(state.generation + 1);  // of another shape; its memory is needed for the new lists
    state.order = state.raw.relist();
    state.assembleAll(*out);
    state.log.clear();
  }
  out->unboundPods = state.raw.unboundPods();
  out->namespaces = state.raw.namespaces();
  out->nominatedPods = state.raw.nominatedPods();
  out->waitingMembers = state.raw.waitingMembers();
  out->otherPods = static_cast<std::uint32_t>(state.raw.pods().size() - state.boundGpuPods - out->unboundPods.size());
  out->extras = state.raw.clusterExtras();
  out->selectors = state.raw.selectors();
  out->budgets = state.raw.budgets();
  out->counts = state.counts;
  out->generation = ++state.generation;
  out->time = time;
  out->serverVersion = state.serverVersion;
  out->scope = state.scope;
  state.last = out;
  return out;
}

std::vector<std::shared_ptr<const RawNode>> SnapshotBuilder::rawNodes() const {
  std::vector<std::shared_ptr<const RawNode>> out;
  for (const auto& [name, slot] : m_state->raw.slots()) {
    if (slot.raw != nullptr) out.push_back(slot.raw);
  }
  std::sort(out.begin(), out.end(), [](const auto& a, const auto& b) { return a->meta.key < b->meta.key; });
  return out;
}

std::vector<std::shared_ptr<const RawPod>> SnapshotBuilder::rawPods() const {
  std::vector<std::shared_ptr<const RawPod>> out;
  out.reserve(m_state->raw.pods().size());
  for (const auto& [key, entry] : m_state->raw.pods()) out.push_back(entry.raw);
  std::sort(out.begin(), out.end(), [](const auto& a, const auto& b) { return a->meta.key < b->meta.key; });
  return out;
}

std::vector<RawUnhealthyGpus> SnapshotBuilder::rawUnhealthy() const {
  std::vector<RawUnhealthyGpus> out;
  for (const auto& [name, slot] : m_state->raw.slots()) {
    if (slot.unhealthy) out.push_back(*slot.unhealthy);
  }
  std::sort(out.begin(), out.end(), [](const auto& a, const auto& b) { return a.node < b.node; });
  return out;
}

ExtraLists SnapshotBuilder::rawExtras() const {
  return m_state->raw.extras().lists();
}

}  // namespace cardinal
