// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

#include "core/alloc/types.h"

namespace cardinal::alloc {

inline constexpr std::size_t kCaveatBits = 64;

/// What one node adds to an answer besides its candidate or refusal.
struct NodeFacts {
  Fragmentation part;
  std::uint64_t caveats = 0;                       ///< one bit per Caveat
  ReasonCode reason = ReasonCode::RequestInvalid;  ///< of a refused node
  bool feasible = false;
  bool exists = false;
  bool ack = false;           ///< feasible, and a closed scheduler chooses its cards
  bool spreadLabels = false;  ///< feasible, with the labels of the default spread
};

/// Sums of them over all nodes. A node that changed is taken off and added again.
struct ScanTotals {
  std::array<std::uint32_t, kCaveatBits> caveats{};  ///< nodes by caveat
  std::array<std::uint32_t, 256> reasons{};          ///< refused nodes by code
  std::uint32_t exists = 0;
  std::uint32_t ack = 0;
  std::uint32_t spreadLabels = 0;

  void add(const NodeFacts& facts) { change(facts, 1); }
  void remove(const NodeFacts& facts) { change(facts, ~std::uint32_t{0}); }
  bool has(Caveat caveat) const { return caveats[static_cast<std::size_t>(caveat)] > 0; }

 private:
  /// Unsigned numbers wrap, so adding all ones takes one off.
  void change(const NodeFacts& facts, std::uint32_t one) {
    for (std::size_t i = 0; facts.caveats >> i != 0; ++i) {
      if ((facts.caveats >> i & 1U) != 0) caveats[i] += one;
    }
    if (!facts.feasible) reasons[static_cast<std::size_t>(facts.reason)] += one;
    if (facts.exists) exists += one;
    if (facts.ack) ack += one;
    if (facts.spreadLabels) spreadLabels += one;
  }
};

}  // namespace cardinal::alloc
