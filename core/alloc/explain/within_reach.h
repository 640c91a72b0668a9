// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>

#include "core/alloc/types.h"

namespace cardinal {

/// False where no small change would do: even an empty node has nothing of what is requested, or no more than half.
bool isNearMiss(const Rejection& reason);

/// The node has nothing of what is needed, and waiting does not help: it is not near to anything.
bool isOutOfReach(const Rejection& reason);

/// The node refuses by a taint alone that the pod may be made to tolerate when it is created (caveat
/// TolerationsAtAdmission): not so by one of Kubernetes' own, which come and go.
inline bool isDecidedAtAdmission(const Rejection& reason) {
  return reason.code == ReasonCode::TaintNotTolerated && reason.waiting == Waiting::Unknown &&
         !reason.detail.text().starts_with("node.kubernetes.io/");
}

/// What the node takes is not evaluated, or depends on what admission makes of the pod.
inline bool isUnknown(const Rejection& reason) {
  return reason.code == ReasonCode::ModeNotPlaceable || isDecidedAtAdmission(reason);
}

/// Nodes of which it is not known whether they take the pod, or, where replicas were placed, the next one.
int unknownNodes(const AllocationAnswer& answer);

/// Of several roles, each with an `answer` (a pointer), that are asked about together: the most of any. A pod that such
/// a node takes leaves room for those of the others.
template <typename Roles>
int unknownNodesOf(const Roles& roles) {
  int most = 0;
  for (const auto& role : roles) most = std::max(most, unknownNodes(*role.answer));
  return most;
}

}  // namespace cardinal
