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

/// The annotations in which the node's scheduler writes down what it takes there, container by container, by key. Empty
/// where the stack has none of its own, its rules do not decide, or the node does not take the pod. `cards`: ascending,
/// those that were chosen; others are not written.
StringMap stackAnnotations(const Demand& demand, const NodeView& view, const CardList& cards);

}  // namespace cardinal::alloc
