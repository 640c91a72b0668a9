// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "core/provider/readers.h"

namespace cardinal::provider {

/// By what a node is known to belong to a stack whose own scheduler shares out its cards. A pure function of any
/// thread; `extras` may be null.
struct StackMark {
  GpuStack stack;
  bool (*isOn)(const RawNode& node, const NodeExtras* extras);
};

/// Who reads the cards of a node that a stack owns; null = recognised, its cards are not read. As above; nothing = no
/// card that could be read.
struct StackReader {
  GpuStack stack;
  std::optional<NodeCapacity> (*read)(const RawNode& node, const NodeExtras* extras);
};

/// The two lists that a new stack is added to, one line each: marks (recognise.cpp), the first that is on owns the
/// node, and readers (core/provider/registry/registry.cpp).
std::span<const StackMark> stackMarks();
std::span<const StackReader> stackReaders();

/// As recogniseStacks (recognise.h) and readCapacity (registry.h), with other lists.
std::vector<GpuStack> recogniseStacks(const RawNode& node, const NodeExtras* extras, std::span<const StackMark> marks);
std::optional<NodeCapacity> readCapacity(const RawNode& node, const RawUnhealthyGpus* unhealthy,
                                         const NodeExtras* extras, std::span<const StackMark> marks,
                                         std::span<const StackReader> readers);

}  // namespace cardinal::provider
