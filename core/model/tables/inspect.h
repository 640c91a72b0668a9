// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>

#include "core/base/result.h"
#include "core/model/snapshot.h"

namespace cardinal {

/// The text of kubectl-inspect-gpushare (AliyunContainerService/gpushare-device-plugin, cmd/inspect), byte for byte,
/// with the orders that are random there decided: nodes by name, pod rows by lowest card, namespace and name, those
/// without a card last. `nodeNames` empty = every node whose allocatable gpu-mem is above 0; else these nodes (each
/// once). Error NotFound with the name as subject for a name that no node has. Layout and rules:
/// docs/reference/gpushare.md 4. Known wrong labels of the original are kept: the unit is MiB above 100 units per card.
Result<std::string> inspectSummary(const ClusterSnapshot& snapshot, std::span<const std::string> nodeNames);
/// The same for `-d`.
Result<std::string> inspectDetails(const ClusterSnapshot& snapshot, std::span<const std::string> nodeNames);

}  // namespace cardinal
