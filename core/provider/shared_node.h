// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/provider/gpu_keys.h"
#include "core/provider/readers.h"

namespace cardinal::provider {

/// Beyond these a node's own numbers are taken as nonsense (finding AbsurdCapacity) and its cards as unknown.
inline constexpr std::int64_t kMaxCardsPerNode = 256;
inline constexpr std::int64_t kMaxUnitsPerNode = 10'000'000'000;

/// Which field the scheduler that owns the node divides: the open-source extender capacity, ACK allocatable.
enum class SharedBase { Capacity, Allocatable };

/// Value of a label; empty = the node does not have it.
std::string_view labelOf(const RawNode& node, std::string_view key);

/// Of the node as a whole; `detail` is clipped().
void addFinding(NodeCapacity& out, FindingCode code, std::string_view detail, std::int64_t needed = 0,
                std::int64_t found = 0);

/// True when the resource is above 0 in capacity or allocatable.
bool publishes(const RawNode& node, std::string_view resource);

/// True when either list holds the resource with any amount but 0, impossible ones included.
bool mentions(const RawNode& node, std::string_view resource);

/// Cards and memory of a node with gpu-mem and gpu-count; fills unit, model, totals and their findings.
void readSharedCards(const RawNode& node, SharedBase base, NodeCapacity& out);

/// Compute of a core_mem node: gpu-core.percentage divided by the cards.
void readSharedCores(const RawNode& node, NodeCapacity& out);

/// Cards of which only whole ones can be requested, as the resource says; their size where a label has it.
void readWholeCards(const RawNode& node, std::string_view resource, NodeCapacity& out);

/// Cards that a label counts, while nothing reports what is used of them (mig, disabled, plugin missing).
void readLabelledCards(const RawNode& node, NodeCapacity& out);

/// ConfigMap unhealthy-gpu-<node> as the extender parses it: split at commas, no trimming, an entry that is no
/// integer means card 0; cards that do not exist are ignored.
void markUnhealthy(const RawUnhealthyGpus& unhealthy, NodeCapacity& out);

/// Findings that every stack shares: resources of two modes above 0.
void reportSeveralModes(const RawNode& node, NodeCapacity& out);

/// More of the resource than the registered cards come to: a plugin of before left it, or another one publishes it.
void reportSurplus(const RawNode& node, std::string_view resource, std::int64_t registered, NodeCapacity& out);

/// What one unit of gpu-mem is, by evidence on the node:
/// 1. A label has the card's physical memory M in MiB (aliyun.accelerator/nvidia_mem, nvidia.com/gpu.memory): the
///    unit u (1024, 128 or 1 MiB) for which `units x u` is not above 1.05 M and `(units + 1) x u` is above 0.85 M.
///    Units are the truncated memory that the plugin saw, which differs from the label by the driver's reserve.
/// 2. No such label: kubectl-inspect's rule made safe: up to 100 units per card GiB, from 1024 on MiB, between them
///    unknown (140 may be a card of 141 GB in GiB, 128 one of 16 GiB in pieces of 128 MiB).
/// 3. A label that fits no unit: unknown.
MemoryUnit deriveMemoryUnit(std::int64_t unitsPerCard, std::optional<std::int64_t> physicalMib);

/// Model of the cards according to a label; empty = no label does.
std::string labelledModel(const RawNode& node);

/// Physical memory of one card in MiB according to a label; nothing when no label does.
std::optional<std::int64_t> labelledCardMib(const RawNode& node);

}  // namespace cardinal::provider
