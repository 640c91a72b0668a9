// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "core/alloc/demand.h"
#include "core/alloc/reserve/card_rule.h"

namespace cardinal::alloc {

/// Where the KAI-Scheduler v0.17.0 places shares of cards and whole cards, on nodes whose plugin offers whole ones,
/// with the settings that it has without a SchedulingShard: nodes and cards are filled. `demand` must outlive the rule.
std::unique_ptr<CardRule> makeKaiRule(const Demand& demand);

/// The pod asks the KAI-Scheduler, and for cards in a form that the rule knows.
bool isKaiRequest(const RawPodSpec& spec, const GpuRequest& gpu);

}  // namespace cardinal::alloc
