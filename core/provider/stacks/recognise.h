// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "core/provider/readers.h"

namespace cardinal::provider {

/// Every stack whose marks the node carries, the one that owns its cards first: HAMi, Volcano, gpu-manager and
/// Koordinator publish under names of their own or mark the node, so they come before ACK, gpushare and NVIDIA's
/// plugin, whose resource they may use too. Empty = no GPU. `extras` may be null.
std::vector<GpuStack> recogniseStacks(const RawNode& node, const NodeExtras* extras = nullptr);

/// Resources of accelerators other than aliyun.com's and nvidia.com/gpu that the node publishes above 0 and that belong
/// to `stack` (nothing = any stack), by name.
std::vector<AcceleratorResource> resourcesOfStack(const RawNode& node, std::optional<GpuStack> stack);

/// A node of a stack that is recognised but not read: no cards, what it publishes, and the finding that says so. A
/// remote pool has no finding: its cards are not the node's.
NodeCapacity notRead(const RawNode& node, GpuStack stack);

/// A node that offers only resources of which nothing is known but the name.
NodeCapacity onlyResources();

}  // namespace cardinal::provider
