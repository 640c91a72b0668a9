// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

#include <optional>

#include "core/alloc/types.h"
#include "core/plan/capacity/policy_advice.h"

namespace cardinal::app {

struct PreviewedWorkload {
  AllocationRequest request;
  AllocationAnswer answer;
  std::optional<PolicyAdvice> advice = std::nullopt;  ///< where it was asked for
  bool isBehindOthers = false;                        ///< other roles of its workload take places before it
};

/// The whole answer as text for a terminal, in the language in force: places, scores, refusals counted, fragmentation
/// before and after, how sure it is. Long lists are cut and say so.
QString report(const PreviewedWorkload& workload, const ClusterSnapshot& snapshot);

/// Table of the nodes and cards that lack least; empty when there are none.
QString nearestFits(const AllocationAnswer& answer, const ClusterSnapshot& snapshot);

}  // namespace cardinal::app
