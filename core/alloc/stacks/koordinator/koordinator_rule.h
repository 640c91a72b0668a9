// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "core/alloc/demand.h"
#include "core/alloc/reserve/card_rule.h"

namespace cardinal::alloc {

/// Cards and node score as the plugin DeviceShare of Koordinator 1.8.0 chooses them, with its default arguments
/// (core/alloc/stacks/koordinator/koordinator.h). Of several Reservations for the pod the first by name stands for the
/// one that it will take.
std::unique_ptr<CardRule> makeKoordinatorRule(const Demand& demand);

}  // namespace cardinal::alloc
