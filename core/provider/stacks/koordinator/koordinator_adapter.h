// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "core/provider/readers.h"
#include "core/provider/stacks/koordinator/koordinator.h"

namespace cardinal::koordinator {

/// A Reservation that holds room on a node.
struct Reserved {
  std::shared_ptr<const RawKoordinatorReservation> by;  ///< never null
  std::vector<HeldDevice> devices;                      ///< that it holds, whoever uses them
  std::vector<HeldDevice> heldByPods;                   ///< of the pods bound through it
};

/// StackCard::marks of Koordinator's GPUs. Their memory is in bytes, their slots are percent of it.
inline constexpr std::uint16_t kMarkHealthy = 1;

/// Never negative.
CorePercent corePercentOf(std::int64_t percent);

/// What Koordinator's card rule reads of a node beside the figures of its cards.
struct NodeState final : StackState {
  bool fillStackCard(std::size_t at, const cardinal::Card& card, StackCard& out) const override;

  Node node;
  std::vector<std::vector<HeldDevice>> held;  ///< by the counted pods, one entry each
  std::vector<Reserved> reserved;             ///< by name
  std::optional<int> zones{};                 ///< NUMA nodes in its NodeResourceTopology; nothing = not read
};

}  // namespace cardinal::koordinator

namespace cardinal::provider {

/// True where the Device lists a GPU, readable or not.
bool offersGpus(const RawKoordinatorDevice& device);

/// Cards of the node's Device object, and what the plugin DeviceShare counts on them. Memory is MiB; a card's index is
/// its place by minor. Nothing where there is no Device or it has no readable GPU: the cards are then not known.
/// `extras` may be null.
std::optional<NodeCapacity> readKoordinatorCapacity(const RawNode& node, const NodeExtras* extras);

}  // namespace cardinal::provider
