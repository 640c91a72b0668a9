// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/provider/readers.h"
#include "core/provider/stacks/volcano/volcano.h"

namespace cardinal::provider {

/// What Volcano's card rule reads of a node beside the figures of its cards.
struct VolcanoStackState final : StackState {
  /// StackCard::marks: Card::memoryKnown.
  static constexpr std::uint16_t kMarkMemoryKnown = 1;
  bool fillStackCard(std::size_t at, const Card& card, StackCard& out) const override;

  VolcanoNode node;
  /// By card: "namespace/name" of the groups whose pods use memory or cores there.
  std::vector<std::vector<std::string>> groups;
};

inline constexpr std::string_view kVolcanoMemory = "volcano.sh/vgpu-memory";

/// A finding where the node offers vGPUs and no memory for them: with many cards the plugin's message to the kubelet,
/// an entry for each unit of memory, outgrows its limit (Project-HAMi/HAMi#1376).
void reportVolcanoMemory(const RawNode& node, NodeCapacity& out);

/// Cards that Volcano's vGPU plugin registers on the node's annotation, and what the scheduler counts on them; nothing
/// where no card can be read. Memory is taken as MiB, the plugin's default (gpuMemoryFactor 1 of its ConfigMap, which
/// is not read); where a label names another size the unit is unknown. A card's index is its place in the
/// annotation. Cards that are registered for MIG are shown without memory in use: the sizes of their instances stand in
/// the ConfigMap.
std::optional<NodeCapacity> readVolcanoCapacity(const RawNode& node);

}  // namespace cardinal::provider
