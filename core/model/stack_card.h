// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/model/label_sketch.h"

namespace cardinal {

/// A card in the books of the scheduler of its node's stack: what the stack's card rule reads of nearly every card. A
/// copy of what `Card` and the state of the stack's adapter say, in the stack's own units.
struct StackCard {
  static constexpr std::size_t kMaxOnNode = 32;  ///< nodes with more have none

  LabelHash type = 0;           ///< hashOfLabelText of the card's type; 0 where the rule reads none
  std::int64_t memory = 0;      ///< as registered
  std::int64_t memoryUsed = 0;  ///< in the eyes of the scheduler, as all that is used
  std::int16_t slotsTotal = 0;  ///< or percent of the memory, where the stack counts that beside the memory
  std::int16_t slotsUsed = 0;
  std::int16_t cores = 0;
  std::int16_t coresUsed = 0;
  std::int16_t index = 0;   ///< by which the stack counts the node's cards
  std::int16_t numa = 0;    ///< NUMA node
  std::uint16_t marks = 0;  ///< bits whose meaning the stack's adapter says

  bool has(std::uint16_t mark) const { return (marks & mark) == mark; }
  bool operator==(const StackCard&) const = default;
};
static_assert(sizeof(StackCard) == 40);

}  // namespace cardinal
