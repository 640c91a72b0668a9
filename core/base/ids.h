// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <cstdint>
#include <functional>
#include <string>

namespace cardinal {

/// Position of a node in one `ClusterSnapshot` (0-based). Means nothing in another snapshot: keep names across
/// snapshots.
struct NodeIndex {
  std::uint32_t value = 0;
  auto operator<=>(const NodeIndex&) const = default;
};

/// Index of a card on its node, as the device plugin numbers it (0-based). `kPendingCard` = bound, but the card is not
/// known.
using CardIndex = int;
inline constexpr CardIndex kPendingCard = -1;

/// Namespace and name of an object; unique per kind at one moment.
struct ObjectKey {
  std::string ns;  ///< empty for cluster-scoped objects
  std::string name;
  auto operator<=>(const ObjectKey&) const = default;
};

struct ObjectKeyHash {
  std::size_t operator()(const ObjectKey& key) const noexcept {
    const std::size_t h = std::hash<std::string>{}(key.ns);
    return h ^ (std::hash<std::string>{}(key.name) + 0x9e3779b97f4a7c15ULL + (h << 6U) + (h >> 2U));
  }
};

}  // namespace cardinal
