// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "core/alloc/demand.h"
#include "core/alloc/reserve/card_rule.h"

namespace cardinal::alloc {

/// Cards and node score as Volcano chooses them with deviceshare.SchedulePolicy binpack, as its guide for vGPU sets it.
/// The scheduler's own configuration is not read: where another policy would take other cards the choice is tied. The
/// sums of the node are ResourceCheck's. `demand` must outlive the rule.
std::unique_ptr<CardRule> makeVolcanoRule(const Demand& demand);

}  // namespace cardinal::alloc
