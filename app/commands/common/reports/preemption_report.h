// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <nlohmann/json.hpp>

#include "core/alloc/engine/preemption.h"

namespace cardinal::app {

/// Whom the scheduler would evict for a request that no node takes; lines, empty when nobody. In the language in force.
QString preemptionText(const AllocationRequest& request, const AllocationAnswer& answer,
                       const ClusterSnapshot& snapshot);
/// The same with stable keys; null when nobody.
nlohmann::ordered_json preemptionJson(const AllocationRequest& request, const AllocationAnswer& answer,
                                      const ClusterSnapshot& snapshot);

}  // namespace cardinal::app
