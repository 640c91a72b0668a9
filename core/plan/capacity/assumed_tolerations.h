// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "core/alloc/types.h"

namespace cardinal {

struct ClusterSnapshot;

/// Of a question that names no pod, but so many cards or so much memory: pods of that kind are made for the nodes that
/// have the cards, so they tolerate the taints that operators put on these. Gives the pod such tolerations and answers
/// with the taints of nodes with cards, "key=value:effect", each once, by name. Taints of Kubernetes itself and of
/// those that take nodes away (node.kubernetes.io/..., node-role.kubernetes.io/..., autoscalers) are not among them: no
/// workload should tolerate them.
std::vector<std::string> assumeTolerations(AllocationRequest& request, const ClusterSnapshot& snapshot);

}  // namespace cardinal
