// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "core/alloc/demand.h"
#include "core/alloc/reserve/card_rule.h"

namespace cardinal::alloc {

/// Cards and node score as HAMi 2.10.0 chooses them, with the scheduler's default settings
/// (core/alloc/stacks/hami/hami.h). Its quotas are those of the request's namespace, where
/// its rules are known.
std::unique_ptr<CardRule> makeHamiRule(const Demand& demand);

/// True for pods that ask for cards of another vendor than NVIDIA in a way that the rule decides. On nodes where HAMi
/// registers no such card, kube-scheduler counts what they ask.
bool isSharedByHami(const RawPod& pod);
/// True for pods that ask for such cards in a way that the rule does not know: several vendors in one container,
/// Ascend's soft split.
bool isUnreadByHami(const RawPod& pod);

/// Takes away what HAMi's chart configures kube-scheduler to ignore, of all vendors.
void eraseHamiResources(ResourceList& resources);

}  // namespace cardinal::alloc
