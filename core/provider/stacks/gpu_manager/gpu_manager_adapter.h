// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/provider/readers.h"
#include "core/provider/stacks/gpu_manager/gpu_manager.h"

namespace cardinal::provider {

/// What gpu-admission's card rule reads of a node beside the figures of its cards.
struct GpuManagerStackState final : StackState {
  /// StackCard::marks: Card::memoryKnown.
  static constexpr std::uint16_t kMarkMemoryKnown = 1;
  bool fillStackCard(std::size_t at, const Card& card, StackCard& out) const override;

  GpuManagerNode node;
};

/// Cards as gpu-admission derives them from the node's capacity: equal parts, without ids or health. Memory is MiB, of
/// 256 each. Which card a whole-card pod holds is known only after gpu-manager set tencent.com/gpu-assigned to "true";
/// before that its share is of no known card, and the predicted one counts for the scheduler only.
std::optional<NodeCapacity> readGpuManagerCapacity(const RawNode& node);

}  // namespace cardinal::provider
