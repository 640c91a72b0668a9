// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "core/alloc/demand.h"
#include "core/alloc/reserve/card_rule.h"

namespace cardinal::alloc {

/// Cards as gpu-admission predicts them, and which node: it hands one back, the fullest on which the pod fits. Requests
/// that it lets pass and gpu-manager refuses on every node are refused, in gpu-manager's words. Whole cards may be
/// others on the node, so they are tied where more of them are free than requested. The sums of the node are
/// ResourceCheck's. `demand` must outlive the rule.
std::unique_ptr<CardRule> makeGpuManagerRule(const Demand& demand);

}  // namespace cardinal::alloc
