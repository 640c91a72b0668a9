// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/alloc/stacks/koordinator/koordinator.h"

namespace cardinal::koordinator {

/// NUMA policies of Koordinator v1.8.0, as far as they decide about devices. Source: pkg/scheduler/plugins/
/// nodenumaresource (plugin.go, util.go), frameworkext/topologymanager, plugins/deviceshare/topology_hint.go. Cpu and
/// memory of the NUMA nodes, and which of them other pods use alone, are not evaluated.

enum class NumaPolicy : std::uint8_t { None, BestEffort, Restricted, SingleNumaNode };

/// What a pod and a node make together.
struct NumaDecision {
  NumaPolicy policy = NumaPolicy::None;
  std::string refusal;  ///< the scheduler's words; empty = none
};

/// `zones`: NUMA nodes that the node reports; nothing = not known.
NumaDecision numaOf(const Request& request, const Node& node, std::optional<int> zones);

/// The node with the devices of these NUMA nodes alone; one without a NUMA node (-1) stays.
Node restrictedTo(const Node& node, std::span<const std::int32_t> numa);

/// Sets of NUMA nodes that have devices, the smallest first, in the order in which the scheduler tries them. Empty
/// where the node has none, or more than are tried (8).
std::vector<std::vector<std::int32_t>> numaSets(const Node& node, NumaPolicy policy);

}  // namespace cardinal::koordinator
