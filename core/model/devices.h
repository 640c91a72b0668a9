// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/base/quantity.h"
#include "core/model/gpu.h"

namespace cardinal {

struct StackCard;  // core/model/stack_card.h

/// MIG instances (or other partitions) of one profile.
struct InstanceGroup {
  std::string profile;                    ///< "1g.10gb"; "whole" = cards that are not in MIG mode
  std::string resource;                   ///< how it is requested: "nvidia.com/mig-1g.10gb"
  int total = 0;                          ///< offered now
  std::optional<int> allocated;           ///< requested by living pods; nothing = unknown
  std::optional<std::int64_t> memoryMib;  ///< of one instance; nothing = unknown
  std::vector<std::string> holders;       ///< "namespace/name" of pods that ask for them, by name
  bool operator==(const InstanceGroup&) const = default;
};

/// What a stack reports of one card beyond the figures of `Card`.
struct CardDetail {
  std::string id;           ///< UUID or the stack's own name; empty = unknown
  std::string model;        ///< empty = unknown
  std::optional<int> numa;  ///< NUMA node
  std::optional<std::int64_t>
      memoryMib;  ///< physical memory according to a label, also where what is allocated is unknown
  std::vector<InstanceGroup> instances;
  std::optional<int> minor{};  ///< the device's number on the node, where the stack names cards by it
  bool operator==(const CardDetail&) const = default;
};

/// An extended resource of an accelerator that the node publishes and no adapter reads.
struct AcceleratorResource {
  std::string name;  ///< "huawei.com/Ascend910"
  std::int64_t capacity = 0;
  std::int64_t allocatable = 0;
  std::int64_t requested = 0;  ///< by bound, not terminal pods
  int pods = 0;                ///< how many of those ask for it
  bool operator==(const AcceleratorResource&) const = default;
};

/// What only the scheduler of the node's stack reads of a node: types and links of its cards, policies, ... Made by the
/// stack's adapter, read by its card rule, nobody else looks inside. Immutable.
struct StackState {
  virtual ~StackState() = default;
  /// Card `at` of the node, which is `card`, as a dense row for the card rule of the stack. False = the row does not
  /// hold what the rule reads of this card: no card of the node then has one, and the rule reads this state.
  virtual bool fillStackCard(std::size_t /*at*/, const Card& /*card*/, StackCard& /*out*/) const { return false; }
};

/// What the adapters know of a node's devices beside its cards. Immutable, shared between snapshots.
struct NodeDevices {
  std::vector<GpuStack> stacks;                ///< all that were recognised; the first owns the node
  std::vector<CardDetail> cards;               ///< by card index; empty = nothing beyond `Card`
  std::vector<InstanceGroup> instances;        ///< of the node where their card is not known
  std::string wholeResource;                   ///< GpuMode::Whole: what a pod asks to get a card
  std::string slotResource;                    ///< what a pod asks to get a slot; empty = no slots
  std::optional<std::int64_t> slotsTotal;      ///< over all cards; nothing = no slots, or not known
  std::optional<std::int64_t> slotsAllocated;  ///< requested by bound, not terminal pods
  std::vector<AcceleratorResource> unrecognised;
  std::shared_ptr<const StackState> state;  ///< null = kube-scheduler's counts say all

  const CardDetail* detailOf(std::size_t card) const { return card < cards.size() ? &cards[card] : nullptr; }
};

}  // namespace cardinal
