// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "core/alloc/demand.h"
#include "core/alloc/filter/filter.h"

namespace cardinal::alloc {

/// Which cards the KAI-Scheduler v0.17.0 gives to nobody, however many are free: on a MIG node of strategy `mixed`
/// whole cards and shares of them, on one of `single` shares (pkg/scheduler/api/node_info,
/// PredicateByNodeResourcesType). Null for what is not asked of it. `demand` must outlive the filter.
std::unique_ptr<Filter> makeKaiMigFilter(const Demand& demand);

}  // namespace cardinal::alloc
