// SPDX-License-Identifier: Apache-2.0
#include "core/plan/make/taint_victims.h"

#include <algorithm>

#include "core/alloc/filter/taints.h"

namespace cardinal {
namespace {

bool evicts(const TaintChange& change) {
  return !change.remove && change.effect == "NoExecute";
}

}  // namespace

bool setsEvictingTaint(const NodeEdit& edit) {
  return std::any_of(edit.taints.begin(), edit.taints.end(), evicts);
}

std::vector<ObjectKey> taintVictims(const std::vector<std::shared_ptr<const RawPod>>& pods, const NodeEdit& edit) {
  std::vector<ObjectKey> out;
  for (const auto& pod : pods) {
    const bool leaves = std::any_of(edit.taints.begin(), edit.taints.end(), [&pod](const TaintChange& change) {
      return evicts(change) && !alloc::tolerates(pod->spec.tolerations, {change.key, change.value, change.effect});
    });
    if (leaves) out.push_back(pod->meta.key);
  }
  std::sort(out.begin(), out.end());
  return out;
}

}  // namespace cardinal
