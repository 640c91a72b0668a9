// SPDX-License-Identifier: Apache-2.0
#include "core/plan/drain/assigned_pods.h"

#include "core/provider/stacks/hami/hami.h"

namespace cardinal::plan {

AssignedPods assignedPods(const std::vector<PodPtr>& unbound) {
  AssignedPods out;
  for (const PodPtr& pod : unbound) {
    if (const std::string* node = hami::assignedNode(*pod->raw)) out[*node].push_back(pod->raw);
  }
  return out;
}

}  // namespace cardinal::plan
