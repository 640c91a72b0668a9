// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/model/snapshot.h"

namespace cardinal {

/// An amount of cards in three measures. Parts that are not known are left out, never 0 in their place.
struct CardAmount {
  std::int64_t memoryMib = 0;    ///< of cards whose memory is known in MiB
  std::int64_t corePercent = 0;  ///< percent points of cards whose compute is known; 100 = one card
  std::int64_t milliCards =
      0;  ///< card equivalents in thousandths: a held card is 1000, a shared one the share of its memory
  bool operator==(const CardAmount&) const = default;
};
CardAmount& operator+=(CardAmount& sum, const CardAmount& amount);

enum class AmountMeasure : std::uint8_t { Memory, Core, Cards };
/// MiB, percent points, cards.
double amountIn(const CardAmount& amount, AmountMeasure measure);

enum class AllocationBy : std::uint8_t { Total, Mode, Model, Namespace, Owner };

/// What belongs to one mode, model, namespace or owner.
struct AllocationGroup {
  enum class Kind : std::uint8_t {
    Named,    ///< `mode` or `name` says which
    Unknown,  ///< the node does not report its model
    Other,    ///< the many small ones together
  };
  Kind kind = Kind::Named;
  GpuMode mode = GpuMode::None;  ///< of groups by mode
  std::string name;              ///< of the other groups: "Tesla-T4", "team-a", "team-a/web"; foreign text
  CardAmount held;
  CardAmount total;         ///< of groups by mode and model; namespaces and owners have no cards of their own
  std::uint32_t cards = 0;  ///< likewise
  std::uint32_t pods = 0;   ///< of groups by namespace and owner
  bool operator==(const AllocationGroup&) const = default;
  bool isSame(const AllocationGroup& other) const {
    return kind == other.kind && mode == other.mode && name == other.name;
  }
};

/// What is allocated in one state of a cluster. Groups stand with the largest first (by cards, then by name).
struct AllocationSums {
  CardAmount held;
  CardAmount total;
  std::uint32_t nodes = 0;  ///< with cards
  std::uint32_t cards = 0;
  std::uint32_t cardsUnknown = 0;  ///< cards in none of the sums of memory: their size is not known
  std::uint32_t pods = 0;          ///< GPU pods, not ended
  std::uint32_t pendingPods = 0;
  std::vector<AllocationGroup> modes;
  std::vector<AllocationGroup> models;
  std::vector<AllocationGroup> namespaces;  ///< at most kMaxGroups, the last one Other where there are more
  std::vector<AllocationGroup> owners;      ///< likewise
  bool operator==(const AllocationSums&) const = default;

  static constexpr std::size_t kMaxGroups = 24;
  /// Empty for Total.
  const std::vector<AllocationGroup>& groups(AllocationBy by) const;
};

/// Pods count by what they hold by the rule of kubectl-inspect, cards as totalsOf does. Pure; linear in cards and pods.
AllocationSums sumAllocation(const ClusterSnapshot& snapshot);

}  // namespace cardinal
