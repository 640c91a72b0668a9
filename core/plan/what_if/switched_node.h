// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>

#include "core/base/result.h"
#include "core/model/snapshot.h"
#include "core/plan/make/make_plan.h"

namespace cardinal::plan {

/// The node as it publishes itself after a switch that is not refused. gpu-mem of each card, in this order:
/// `unitsPerCard`, what the node publishes today, what nodes of the same card model in a shared mode publish. Errors:
/// NotFound (subject = the resource, place = node) when none of these gives an amount.
Result<std::shared_ptr<const RawNode>> switchedNode(const NodeRecord& node, const SwitchAssessment& assessment,
                                                    std::optional<std::int64_t> unitsPerCard,
                                                    const ClusterSnapshot& snapshot);

}  // namespace cardinal::plan
