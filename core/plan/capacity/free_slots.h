// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/model/snapshot.h"

namespace cardinal {

enum class SlotsBy : std::uint8_t { All, Mode, Model };

/// `cards` cards have `mib` MiB free or more.
struct SlotStep {
  std::int64_t mib = 0;
  std::uint32_t cards = 0;
  bool operator==(const SlotStep&) const = default;
};

/// How many cards could take k MiB more: where much is free and little of it in one piece, the line falls early.
struct SlotGroup {
  GpuMode mode = GpuMode::None;  ///< by mode
  std::string model;             ///< by model; empty = not published (foreign text)
  std::vector<SlotStep> steps;   ///< by size, each size once; beyond the last one no card has room
  std::uint32_t cards = 0;  ///< that could take something if they were free: healthy ones of open nodes, size known
  std::uint32_t cardsUnknown = 0;  ///< of the same, whose size is unknown: they are in no step
  std::int64_t freeMib = 0;
};

/// Free is what open nodes (isOpen) have on cards that are healthy, by the ledger of their scheduler; modes that give
/// out slots or MIG instances, and not memory, are left out. Groups with the most free memory first. Pure; linear in
/// cards, but for the sorting.
std::vector<SlotGroup> freeSlots(const ClusterSnapshot& snapshot, SlotsBy by);

/// Cards of a group that could take `mib` MiB more.
std::uint32_t cardsThatTake(const SlotGroup& group, std::int64_t mib);

}  // namespace cardinal
