// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "core/model/extras/resource_slice.h"
#include "core/model/label_sketch.h"
#include "core/provider/readers.h"

namespace cardinal::dra {

/// StackCard::marks of claimed cards.
inline constexpr std::uint16_t kMarkHeld = 1;

/// Where the devices that a node publishes lie among its cards.
struct NodeState final : StackState {
  /// Rows only where the cards are the devices of the node's only slice, in order, and nothing but claims and selectors
  /// says who gets them. Memory is MiB, -1 = not known.
  bool fillStackCard(std::size_t at, const cardinal::Card& card, StackCard& out) const override;
  /// By card: hash of all that selectors may ask of its device, but `isOfOneDevice`; empty = no rows.
  std::vector<LabelHash> types;
  std::vector<std::int64_t> memories;  ///< likewise: MiB, -1 = not known

  struct Place {
    const RawResourceSlice* slice = nullptr;  ///< one of `slices`
    const RawDevice* device = nullptr;
    std::optional<std::int64_t> memoryMib;  ///< of the device
    CardIndex card = kPendingCard;
    bool isWhole = false;  ///< the card as one device
  };
  std::vector<Place> places;                                    ///< by driver, pool and name of the device
  std::vector<std::shared_ptr<const RawResourceSlice>> slices;  ///< keep their devices

  /// Null for devices that are on none of the cards: NICs, those of other nodes.
  const Place* find(std::string_view driver, std::string_view pool, std::string_view device) const;
};

}  // namespace cardinal::dra

namespace cardinal::provider {

/// True where a driver of GPUs publishes a slice for the node, readable or not. `extras` may be null.
bool offersClaimableGpus(const RawNode& node, const NodeExtras* extras);

/// Cards of the node's ResourceSlices, MIG instances inside them, and what claims hold of them: other than with the
/// other stacks, the figures of the cards come from the claims, and pods only say who uses them. Memory is MiB; a
/// card's index is its place in the order of publication. Of placements that exclude each other by shared counters, a
/// group's total is what is held and what else could still be made of that profile alone.
/// Where the claims were not read (see ExtrasStore::of) or NVIDIA's device plugin offers the same cards, nothing says
/// which cards are held. Nothing where there is no such slice, or more devices than can be.
std::optional<NodeCapacity> readDraCapacity(const RawNode& node, const NodeExtras* extras);

}  // namespace cardinal::provider
