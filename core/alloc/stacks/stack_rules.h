// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "core/alloc/demand.h"
#include "core/alloc/reserve/card_rule.h"

namespace cardinal::alloc {

/// The card rule of a stack whose own scheduler chooses cards, for one request; null for stacks without one. `demand`
/// must outlive it. Device claims have theirs in dra_rule.h: kube-scheduler itself gives out devices, on every node.
std::unique_ptr<CardRule> makeStackRule(GpuStack stack, const Demand& demand);

/// True where makeStackRule knows the stack.
bool hasStackRule(GpuStack stack) noexcept;

/// CardRule::annotations() of the rule of the node's stack; empty where it has none.
StringMap stackAnnotations(const Demand& demand, const NodeView& view, const CardList& cards);

}  // namespace cardinal::alloc
