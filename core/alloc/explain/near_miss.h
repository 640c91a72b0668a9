// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/alloc/types.h"

namespace cardinal::alloc {

/// What the cards of a node would have to give; nodes refused for their sum of gpu-mem are ranked by their cards,
/// because a node that lacks little in sum may still lack much on every card.
struct CardNeed {
  const ClusterSnapshot& snapshot;
  std::int64_t share = 0;  ///< memory on each card; 0 = no cards requested
  int cards = 1;
};

/// Keeps the refusals that lack least, added one by one: those that waiting can help first, then the smallest part
/// lacking of what is needed, then by node. What has no amount (labels, taints, mode) is passed over, and so is a node
/// that has nothing of it.
class MissRanking {
 public:
  struct Entry {
    bool never = false;
    double part = 0;       ///< lacking / needed
    std::uint32_t at = 0;  ///< the node
    NearMiss miss;
    Rejection reason;  ///< of the node
    bool operator<(const Entry& o) const {
      if (never != o.never) return !never;
      return part != o.part ? part < o.part : at < o.at;
    }
  };

  /// `entries`: what another ranking kept, of refusals that are not added again.
  MissRanking(const CardNeed& need, std::size_t most, std::vector<Entry> entries = {})
      : m_need(need), m_most(most), m_entries(std::move(entries)) {}
  void add(const NodeRejection& rejection);
  const std::vector<Entry>& entries() const { return m_entries; }  ///< least lacking first
  std::vector<Entry> takeEntries() { return std::move(m_entries); }

 private:
  CardNeed m_need;
  std::size_t m_most;
  std::vector<Entry> m_entries;
};

inline constexpr std::size_t kMaxNearMisses = 8;

/// How much a refusal lacks.
struct Lack {
  bool counted = false;  ///< it has an amount; else nothing follows
  bool never = false;    ///< waiting cannot help
  double part = 0;       ///< lacking / needed
};
Lack lackOf(const Rejection& reason);
bool isCounted(const Rejection& reason);

/// True when `a` lacks less than `b`: an amount before none, what waiting can help before what it cannot, then the
/// smaller part.
bool lacksLess(const Lack& a, const Lack& b);
bool lacksLess(const Rejection& a, const Rejection& b);

/// The rejection that lacks least; when none has an amount, the first one of a node that was evaluated at all. nullptr
/// for an empty list.
const NodeRejection* nearest(std::span<const NodeRejection> rejections);

}  // namespace cardinal::alloc
