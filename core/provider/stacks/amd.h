// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "core/provider/readers.h"

namespace cardinal::provider {

/// Cards of AMD's device plugin, with the labels of its node labeller. Sources: ROCm/k8s-device-plugin at ed764684
/// (internal/pkg/plugin, internal/pkg/amdgpu, cmd/k8s-node-labeller), and ROCm/gpu-operator at
/// 6df13c17, its pages of the device plugin and of the Device Config Manager. Pure functions of any thread.

/// The node offers `amd.com/gpu` or partitions (`amd.com/cpx_nps4`), and neither HAMi nor Koordinator shares its cards
/// out, nor does a driver of dynamic resource allocation; beside cards of NVIDIA they are a resource of the node.
/// `extras` may be null.
bool isAmds(const RawNode& node, const NodeExtras* extras);

/// Whole cards; partitions, in their cards where labels count those; else the resources alone. Which card or partition
/// a pod has, the plugin tells nobody.
std::optional<NodeCapacity> readAmdCapacity(const RawNode& node);

/// A node whose labels say that it has cards of AMD, of which it offers none: no plugin runs there.
std::optional<NodeCapacity> presentAmdCards(const RawNode& node);

}  // namespace cardinal::provider
