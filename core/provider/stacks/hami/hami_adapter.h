// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "core/provider/readers.h"
#include "core/provider/stacks/hami/hami.h"

namespace cardinal::hami {

/// StackCard::marks of HAMi's cards.
inline constexpr std::uint16_t kMarkHealthy = 1;
inline constexpr std::uint16_t kMarkCordoned = 2;
inline constexpr std::uint16_t kMarkOffered = 4;  ///< to requests for NVIDIA's
inline constexpr std::uint16_t kMarkIsWord = 8;   ///< the type is exactly HAMi's word for NVIDIA
/// HAMi's sort is stable up to here; nodes with more cards have no rows.
inline constexpr std::size_t kMaxRowCards = 12;

/// What HAMi's card rule reads of a node beside the figures of its cards.
struct NodeState final : StackState {
  bool fillStackCard(std::size_t at, const cardinal::Card& card, StackCard& out) const override;

  /// True where v2.10.0 decides about the vendor's cards: they are offered, and not registered by an older version.
  bool decidesAbout(VendorIndex vendor) const {
    return (gone & setOf(vendor)) == 0 && (vendor != kNvidia || node.registration != Registration::OldFormat);
  }

  Node node;
  VendorSet gone = 0;  ///< vendors whose plugin registered cards and offers nothing: the kubelet refuses their pods
  std::vector<Holdings> holdings;  ///< of the counted pods; kept only where cards are in MIG mode
};

}  // namespace cardinal::hami

namespace cardinal::provider {

/// Cards that HAMi registers on the node's annotations, and what its scheduler counts on them. Memory is MiB, scaled as
/// registered; a card's index is its place in the annotation.
std::optional<NodeCapacity> readHamiCapacity(const RawNode& node);

/// What is wrong with the registration of a node of which no card could be read.
void reportHamiRegistration(const RawNode& node, NodeCapacity& out);

/// True for resources that are parts of cards which readHamiCapacity read of this node.
bool isOfHamiCards(const NodeCapacity& capacity, std::string_view resource);

}  // namespace cardinal::provider
