// SPDX-License-Identifier: Apache-2.0
#include "core/alloc/explain/within_reach.h"

#include <algorithm>

namespace cardinal {

int unknownNodes(const AllocationAnswer& answer) {
  const auto found = std::find_if(answer.reasonCounts.begin(), answer.reasonCounts.end(),
                                  [](const ReasonCount& count) { return count.code == ReasonCode::ModeNotPlaceable; });
  auto unknown = static_cast<std::ptrdiff_t>(found == answer.reasonCounts.end() ? 0 : found->nodes);
  if (std::find(answer.caveats.begin(), answer.caveats.end(), Caveat::TolerationsAtAdmission) != answer.caveats.end())
    unknown += std::count_if(answer.rejections.begin(), answer.rejections.end(),
                             [](const NodeRejection& one) { return isDecidedAtAdmission(one.reason); });
  // A node that took some replicas and of which it is not known whether it takes more.
  const auto isRefused = [&](NodeIndex node) {
    return std::any_of(answer.rejections.begin(), answer.rejections.end(),
                       [node](const NodeRejection& one) { return one.node == node; });
  };
  const auto& miss = answer.firstMiss;
  if (miss && miss->reason.code == ReasonCode::ModeNotPlaceable && !isRefused(miss->node)) ++unknown;
  return static_cast<int>(unknown);
}

}  // namespace cardinal
