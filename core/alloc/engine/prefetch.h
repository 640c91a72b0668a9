// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

#include "core/alloc/evaluation/evaluator.h"
#include "core/model/devices.h"
#include "core/model/snapshot.h"

namespace cardinal::alloc {

/// Asks the memory for the parts of later nodes that a scan will read. A scan over 10,000 nodes is bound by memory that
/// is reached through two pointers, and through five where a stack's own rule chooses the cards; overlapping these
/// waits halves its time. Changes no result.
class NodePrefetcher {
 public:
  explicit NodePrefetcher(const ClusterSnapshot& snapshot) : m_snapshot(snapshot) {}

  /// To be called with each node of an ascending scan.
  [[gnu::always_inline]] void ahead(std::uint32_t node) const {
    const std::size_t size = m_snapshot.nodes.size();
    if (node + kRecord < size) touch(m_snapshot.nodes[node + kRecord].get(), sizeof(NodeRecord));
    if (node + kRaw < size) {
      const NodeRecord& record = *m_snapshot.nodes[node + kRaw];
      if (record.raw) touch(&record.raw->unschedulable, kRawBytes);
      touch(record.requested.data(), kListBytes);
    }
    if (node + kList < size) {
      const NodeRecord& record = *m_snapshot.nodes[node + kList];
      if (record.raw) touch(record.raw->allocatable.data(), kListBytes);
    }
    if (node + kNames < size) {
      const NodeRecord& record = *m_snapshot.nodes[node + kNames];
      const auto cards = m_snapshot.cardsOf(NodeIndex{static_cast<std::uint32_t>(node + kNames)});
      touch(cards.data(), cards.size_bytes());
      touchNames(record.requested);
      if (record.raw) touchNames(record.raw->allocatable);
    }
  }

  /// Likewise for nodes whose cards are chosen by the rule of a stack, from what its adapter read of them.
  [[gnu::always_inline]] void aheadOfDevices(std::uint32_t node, Evaluator& evaluator) const {
    const std::size_t size = m_snapshot.nodes.size();
    if (node + kRecord < size) {
      const NodeRecord* const record = m_snapshot.nodes[node + kRecord].get();
      __builtin_prefetch(&record->devices);
      __builtin_prefetch(&record->gpu);
    }
    if (node + kRaw < size) {
      const NodeRecord& record = *m_snapshot.nodes[node + kRaw];
      touch(record.devices.get(), sizeof(NodeDevices));
    }
    if (node + kList < size) {
      if (const StackState* const state = stateOf(node + kList)) touch(state, kStateBytes);
    }
    if (node + kNames >= size) return;
    const StackState* const state = stateOf(node + kNames);
    if (state == nullptr) return;
    const NodeIndex index{static_cast<std::uint32_t>(node + kNames)};
    const auto first = evaluator.readFirst(viewOf(m_snapshot, index), *state);
    touch(first.data(), first.size());
    const auto cards = m_snapshot.cardsOf(index);
    touch(cards.data(), cards.size_bytes());
  }

  /// Likewise where refusals are explained by what the nodes registered.
  [[gnu::always_inline]] void aheadOfCapacity(std::uint32_t node) const {
    const std::size_t size = m_snapshot.nodes.size();
    if (node + kRaw < size) __builtin_prefetch(&m_snapshot.nodes[node + kRaw]->raw);
    if (node + kList < size) {
      const NodeRecord& record = *m_snapshot.nodes[node + kList];
      if (record.raw) __builtin_prefetch(&record.raw->capacity);
    }
    if (node + kNames < size) {
      const NodeRecord& record = *m_snapshot.nodes[node + kNames];
      if (record.raw) touch(std::as_const(record.raw->capacity).data(), kListBytes);
    }
  }

 private:
  const StackState* stateOf(std::size_t node) const {
    const NodeDevices* const devices = m_snapshot.nodes[node]->devices.get();
    return devices != nullptr ? devices->state.get() : nullptr;
  }

  // Distances in nodes: each step needs what the step before fetched.
  static constexpr std::size_t kRecord = 16;
  static constexpr std::size_t kRaw = 12;
  static constexpr std::size_t kList = 8;
  static constexpr std::size_t kNames = 4;
  static constexpr std::size_t kRawBytes = 128;  ///< unschedulable, taints, capacity and allocatable stand together
  /// Of a list of resources: to know how long one is would be to wait for it.
  static constexpr std::size_t kListBytes = 6 * sizeof(ResourceAmount);
  static constexpr std::size_t kLine = 64;
  static constexpr std::size_t kMaxBytes = 1536;
  static constexpr std::size_t kStateBytes = 320;  ///< of what an adapter read of a node

  // Inlined by force: g++ takes functions that only prefetch for functions without effect and drops the calls.
  [[gnu::always_inline]] static void touch(const void* from, std::size_t bytes) {
    const char* at = static_cast<const char*>(from);
    if (at == nullptr) return;
    for (std::size_t offset = 0; offset < bytes && offset < kMaxBytes; offset += kLine) __builtin_prefetch(at + offset);
  }

  /// Long names ("aliyun.com/gpu-mem") stand outside the entry.
  [[gnu::always_inline]] static void touchNames(const ResourceList& list) {
    constexpr std::size_t kInside = 15;
    for (const ResourceAmount& entry : list) {
      if (entry.name.size() > kInside) __builtin_prefetch(entry.name.data());
    }
  }

  const ClusterSnapshot& m_snapshot;
};

}  // namespace cardinal::alloc
