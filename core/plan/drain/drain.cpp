// SPDX-License-Identifier: Apache-2.0
#include "core/plan/drain/drain.h"

#include <algorithm>

#include "core/model/pod_owner.h"
#include "core/provider/gpu_keys.h"

namespace cardinal {
namespace {

constexpr std::string_view kMirror = "kubernetes.io/config.mirror";

bool holds(const NodeSelectorRequirement& requirement, const StringMap& labels) {
  const std::string* value = find(labels, requirement.key);
  const auto& values = requirement.values;
  const bool listed = value != nullptr && std::find(values.begin(), values.end(), *value) != values.end();
  if (requirement.op == "In") return listed;
  if (requirement.op == "NotIn") return !listed;
  if (requirement.op == "Exists") return value != nullptr;
  if (requirement.op == "DoesNotExist") return value == nullptr;
  return false;
}

PodFate fateOf(const RawPod& pod, const DrainPolicy& policy) {
  if (find(pod.meta.annotations, kMirror) != nullptr) return PodFate::LeaveMirror;
  if (policy.gpuPodsOnly && !holdsGpu(pod)) return PodFate::LeaveOther;
  const bool finished = isTerminal(pod);
  if (isDaemonPod(pod) && !finished) return policy.ignoreDaemonSets ? PodFate::LeaveDaemon : PodFate::BlockDaemon;
  if (isTerminating(pod)) return PodFate::Wait;
  if (finished) return PodFate::Evict;
  if (controllerOf(pod) == nullptr && !policy.evictBare) return PodFate::BlockBare;
  if (pod.spec.hasLocalData && !policy.deleteLocalData) return PodFate::BlockLocal;
  return PodFate::Evict;
}

/// The eviction of such a pod asks no budget (pkg/registry/core/pod/storage/eviction.go, canIgnorePDB), or not this
/// one.
bool goesAnyway(const RawPod& pod, const RawDisruptionBudget& budget) {
  const bool hasEnded = isTerminal(pod) || isTerminating(pod);
  return hasEnded || pod.phase == PodPhase::Pending || (pod.isUnready && budget.letsUnreadyGo);
}

PodVerdict judge(const RawPod& pod, const std::vector<RawDisruptionBudget>& budgets, const DrainPolicy& policy) {
  PodVerdict verdict;
  verdict.pod = pod.meta.key;
  verdict.uid = pod.meta.uid;
  verdict.fate = fateOf(pod, policy);
  verdict.finalizers.assign(pod.meta.finalizers.begin(), pod.meta.finalizers.end());
  if (const OwnerRef* owner = controllerOf(pod)) verdict.owner = owner->kind + "/" + owner->name;
  for (const RawDisruptionBudget& budget : budgets) {
    if (!selects(budget, pod)) continue;
    verdict.budgets.push_back(budget.meta.key.name);
    verdict.budgetSpent = verdict.budgetSpent || (budget.disruptionsAllowed <= 0 && !goesAnyway(pod, budget));
  }
  return verdict;
}

}  // namespace

const char* toString(PodFate fate) noexcept {
  switch (fate) {
    case PodFate::Evict:
      return "Evict";
    case PodFate::Wait:
      return "Wait";
    case PodFate::LeaveDaemon:
      return "LeaveDaemon";
    case PodFate::LeaveMirror:
      return "LeaveMirror";
    case PodFate::LeaveOther:
      return "LeaveOther";
    case PodFate::BlockDaemon:
      return "BlockDaemon";
    case PodFate::BlockLocal:
      return "BlockLocal";
    case PodFate::BlockBare:
      return "BlockBare";
  }
  return "Evict";
}

bool holdsGpu(const RawPod& pod) {
  return !pod.spec.nodeName.empty() && !isTerminal(pod) && provider::requestedResources(pod).any();
}

bool isDaemonPod(const RawPod& pod) {
  const OwnerRef* owner = controllerOf(pod);
  return owner != nullptr && owner->kind == "DaemonSet";
}

bool selects(const RawDisruptionBudget& budget, const RawPod& pod) {
  if (budget.selectsNothing || budget.meta.key.ns != pod.meta.key.ns) return false;
  return std::all_of(budget.selector.begin(), budget.selector.end(),
                     [&](const NodeSelectorRequirement& requirement) { return holds(requirement, pod.meta.labels); });
}

std::vector<PodVerdict> judgePods(const std::vector<std::shared_ptr<const RawPod>>& pods,
                                  const std::vector<RawDisruptionBudget>& budgets, const DrainPolicy& policy) {
  std::vector<PodVerdict> out;
  out.reserve(pods.size());
  for (const auto& pod : pods) out.push_back(judge(*pod, budgets, policy));
  std::sort(out.begin(), out.end(), [](const PodVerdict& a, const PodVerdict& b) { return a.pod < b.pod; });
  return out;
}

}  // namespace cardinal
