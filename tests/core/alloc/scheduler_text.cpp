// SPDX-License-Identifier: Apache-2.0
#include "tests/core/alloc/scheduler_text.h"

#include <algorithm>
#include <map>
#include <vector>

namespace cardinal::testing {

bool fromExtender(const NodeRejection& rejection, const AllocationRequest& request) {
  switch (rejection.reason.code) {
    case ReasonCode::NeverBound:
    case ReasonCode::CardUnhealthy:
    case ReasonCode::InsufficientCardMemory:
      return true;
    // Nothing asked of the node sum: only the extender can have refused the node.
    case ReasonCode::NoGpu:
      return request.gpu.shared().value_or(SharedAmounts()).nodeMemory.value <= 0;
    default:
      return false;
  }
}

std::string schedulerText(const NodeRejection& rejection, const AllocationRequest& request,
                          const ClusterSnapshot& cluster) {
  switch (rejection.reason.code) {
    case ReasonCode::CardUnhealthy:
    case ReasonCode::InsufficientCardMemory:
      return "Insufficient GPU Memory in one device";
    case ReasonCode::NoGpu:
      if (fromExtender(rejection, request))
        return "The node " + cluster.node(rejection.node).name + " is not for GPU share, need skip";
      return "Insufficient aliyun.com/gpu-mem";
    case ReasonCode::ModeMismatch: {
      if (request.gpu.kind() == GpuRequest::Kind::WholeCards) return "Insufficient nvidia.com/gpu";
      return request.gpu.kind() == GpuRequest::Kind::Topology ? "Insufficient aliyun.com/gpu"
                                                              : "Insufficient aliyun.com/gpu-mem";
    }
    case ReasonCode::CoreNotOffered:
      return "Insufficient aliyun.com/gpu-core.percentage";
    case ReasonCode::CoreRequired:
      return "node(s) owns gpu resources are not matched that pod requests";
    case ReasonCode::NotEnoughCards:
    case ReasonCode::InsufficientCardCore:
    case ReasonCode::NoCommonCard:
      return "node(s) didn't have enough device resources to allocate";
    case ReasonCode::InsufficientResource:
    case ReasonCode::NotEnoughWholeCards:
      return "Insufficient " + rejection.reason.detail.text();
    default:
      return toString(rejection.reason.code);
  }
}

std::string schedulerMessage(const AllocationAnswer& answer, const AllocationRequest& request,
                             const ClusterSnapshot& cluster) {
  std::map<std::string, int> counts;
  for (const NodeRejection& rejection : answer.rejections) ++counts[schedulerText(rejection, request, cluster)];
  std::vector<std::string> parts;
  for (const auto& [reason, count] : counts) parts.push_back(std::to_string(count) + " " + reason);
  std::sort(parts.begin(), parts.end());
  std::string out = "0/" + std::to_string(cluster.nodes.size()) + " nodes are available: ";
  for (std::size_t i = 0; i < parts.size(); ++i) out += (i > 0 ? ", " : "") + parts[i];
  return out + ".";
}

}  // namespace cardinal::testing
