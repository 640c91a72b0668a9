// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "core/plan/make/node_edit.h"

namespace cardinal {

/// Pods that the edit's new NoExecute taints evict at once, by namespace and name: those that do not tolerate one of
/// them. Pods that tolerate it only for some seconds leave later and are not among them. Finished pods count, as the
/// server removes them likewise.
std::vector<ObjectKey> taintVictims(const std::vector<std::shared_ptr<const RawPod>>& pods, const NodeEdit& edit);

/// True when the edit sets a taint that evicts.
bool setsEvictingTaint(const NodeEdit& edit);

}  // namespace cardinal
