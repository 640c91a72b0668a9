// SPDX-License-Identifier: Apache-2.0
#include "core/plan/capacity/assumed_tolerations.h"

#include <algorithm>
#include <array>
#include <memory>
#include <set>
#include <string_view>
#include <utility>

#include "core/model/snapshot.h"

namespace cardinal {
namespace {

/// Whoever puts these wants no further pods there.
bool isOfSystem(std::string_view key) {
  constexpr std::array<std::string_view, 7> kBeginnings = {"node.kubernetes.io/",
                                                           "node.cloudprovider.kubernetes.io/",
                                                           "node-role.kubernetes.io/",
                                                           "ToBeDeletedByClusterAutoscaler",
                                                           "DeletionCandidateOfClusterAutoscaler",
                                                           "karpenter.sh/",
                                                           "cluster-autoscaler.kubernetes.io/"};
  return std::any_of(kBeginnings.begin(), kBeginnings.end(),
                     [key](std::string_view beginning) { return key.starts_with(beginning); });
}

}  // namespace

std::vector<std::string> assumeTolerations(AllocationRequest& request, const ClusterSnapshot& snapshot) {
  std::set<std::string> taints;
  std::set<std::pair<std::string, std::string>> given;
  for (const NodePtr& node : snapshot.nodes) {
    if (!node->exists() || node->gpu.mode == GpuMode::None) continue;
    for (const Taint& taint : node->raw->taints) {
      const bool refuses = taint.effect == "NoSchedule" || taint.effect == "NoExecute";
      if (!refuses || isOfSystem(taint.key)) continue;
      taints.insert(taint.key + (taint.value.empty() ? "" : "=" + taint.value) + ":" + taint.effect);
      given.emplace(taint.key, taint.effect);
    }
  }
  if (given.empty()) return {};
  auto pod = std::make_shared<RawPod>(*request.pod);
  for (const auto& [key, effect] : given) pod->spec.tolerations.push_back({key, "Exists", {}, effect});
  request.pod = std::move(pod);
  return {taints.begin(), taints.end()};
}

}  // namespace cardinal
