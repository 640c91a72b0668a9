// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "core/metrics/waste/waste.h"

namespace cardinal {

/// By what the cards of a waste report are added up.
enum class WasteBy : std::uint8_t { Owner, Namespace, Model };

/// Who or what keeps memory that nobody uses.
struct WasteGroup {
  enum class Kind : std::uint8_t {
    Named,    ///< `name` says whose
    Shared,   ///< cards in use by pods of several: what stays unused belongs to none of them alone
    Unknown,  ///< the API does not say who holds the card, or the node which model it has
  };
  Kind kind = Kind::Named;
  std::string name;         ///< "team-a/web", "team-a", "Tesla-V100-SXM2-32GB"; foreign text
  std::uint32_t cards = 0;  ///< listed cards that it holds something on; an idle card counts for each of its owners
  std::uint32_t idleCards = 0;
  std::int64_t allocatedMib = 0;
  std::int64_t unusedMib = 0;
  std::vector<std::size_t> entries;  ///< positions in WasteReport::entries
};

/// Adds the listed cards up, most unused memory first. Of an idle card each pod counts with what it holds there; of a
/// card in use with pods of several owners nothing is known per owner. Pure; linear in entries.
std::vector<WasteGroup> groupWaste(const WasteReport& report, const ClusterSnapshot& snapshot, WasteBy by);

}  // namespace cardinal
