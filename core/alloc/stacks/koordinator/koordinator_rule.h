// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "core/alloc/demand.h"
#include "core/alloc/reserve/card_rule.h"

namespace cardinal::alloc {

/// Cards and node score as the plugin DeviceShare of Koordinator 1.8.0 chooses them, with its default arguments
/// (core/alloc/stacks/koordinator/koordinator.h). Reservations are not looked at here.
std::unique_ptr<CardRule> makeKoordinatorRule(const Demand& demand);

}  // namespace cardinal::alloc
