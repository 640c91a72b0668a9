// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "core/provider/readers.h"

namespace cardinal::provider {

/// At most this many findings are kept per node: beyond it they say nothing new.
inline constexpr std::size_t kMaxFindingsPerNode = 1000;

/// What could not be read from the node object itself (unreadable quantities).
void reportNodeProblems(const RawNode& node, std::vector<Finding>& findings);

/// Where a bound, not terminal pod disagrees with its node, its limits or its annotations; `read` = what the adapter
/// found.
void reportPod(const NodeRecord& node, const PodRecord& pod, std::vector<Finding> read, std::vector<Finding>& findings);

/// How the stack that shares out the node's cards names memory and compute of one, in MiB (or the node's units) and
/// percent.
struct AmountKeys {
  std::string_view memory;
  std::string_view core;
};
AmountKeys amountKeysOf(const NodeGpu& gpu) noexcept;

/// Cards that hold more than they have, or too many pods; sums of the node (reportSums).
void reportCards(const NodeRecord& node, std::vector<Finding>& findings);

/// True when pods of this request form belong to the mode; also true where that is unknown.
bool belongsToMode(const GpuRequest& request, GpuMode mode);

}  // namespace cardinal::provider
