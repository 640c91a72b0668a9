// SPDX-License-Identifier: Apache-2.0
#include "core/plan/drain/drain.h"

#include <algorithm>
#include <optional>

#include "core/model/pods/pod_owner.h"
#include "core/provider/gpu_keys.h"
#include "core/provider/stacks/kai.h"

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

/// A pod that a drain touches unless its DaemonSet keeps it.
bool isHeldByDaemonSet(const RawPod& pod, const DrainPolicy& policy) {
  return isDaemonPod(pod) && !isTerminal(pod) && !isMirrorPod(pod) && (!policy.gpuPodsOnly || holdsGpu(pod));
}

ObjectKey daemonSetOf(const RawPod& pod) {
  return {pod.meta.key.ns, controllerOf(pod)->name};
}

/// Nothing where the pod goes as one without a controller does (kubectl's pkg/drain/filters.go, daemonSetFilter).
std::optional<PodFate> fateByDaemonSet(const RawPod& pod, const DrainPolicy& policy, const DaemonSets& daemonSets) {
  const auto found = daemonSets.find(daemonSetOf(pod));
  switch (found == daemonSets.end() ? DaemonSetState::Exists : found->second) {
    case DaemonSetState::Exists:
      return policy.ignoreDaemonSets ? PodFate::LeaveDaemon : PodFate::BlockDaemon;
    case DaemonSetState::Forbidden:
      return PodFate::BlockUnread;
    case DaemonSetState::Gone:
      break;
  }
  if (isTerminating(pod)) return PodFate::Wait;
  return policy.evictBare ? std::nullopt : std::optional(PodFate::BlockOrphan);
}

PodFate fateOf(const RawPod& pod, const DrainPolicy& policy, const DaemonSets& daemonSets) {
  if (isMirrorPod(pod)) return PodFate::LeaveMirror;
  if (policy.gpuPodsOnly && !holdsGpu(pod)) return PodFate::LeaveOther;
  if (!isTerminating(pod) && kai::readReservation(pod)) return PodFate::LeaveKept;
  if (isHeldByDaemonSet(pod, policy)) {
    if (const auto fate = fateByDaemonSet(pod, policy, daemonSets)) return *fate;
  }
  if (isTerminating(pod)) return PodFate::Wait;
  if (isTerminal(pod)) return PodFate::Evict;
  if (controllerOf(pod) == nullptr && !policy.evictBare) return PodFate::BlockBare;
  if (pod.spec.hasLocalData && !policy.deleteLocalData) return PodFate::BlockLocal;
  return PodFate::Evict;
}

/// unhealthyPodEvictionPolicy of the budget; its default IfHealthyBudget asks for enough pods that are healthy without
/// this one.
bool letsGoUnready(const RawDisruptionBudget& budget) {
  const bool isHealthy = budget.desiredHealthy > 0 && budget.currentHealthy >= budget.desiredHealthy;
  return budget.letsUnreadyGo || isHealthy;
}

/// The eviction of such a pod asks no budget (pkg/registry/core/pod/storage/eviction.go, canIgnorePDB), or not this
/// one.
bool goesAnyway(const RawPod& pod, const RawDisruptionBudget& budget) {
  const bool hasEnded = isTerminal(pod) || isTerminating(pod);
  return hasEnded || pod.phase == PodPhase::Pending || (pod.isUnready && letsGoUnready(budget));
}

PodVerdict judge(const RawPod& pod, std::span<const RawDisruptionBudget> budgets, const DrainPolicy& policy,
                 const DaemonSets& daemonSets) {
  PodVerdict verdict;
  verdict.pod = pod.meta.key;
  verdict.uid = pod.meta.uid;
  verdict.fate = fateOf(pod, policy, daemonSets);
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
    case PodFate::LeaveKept:
      return "LeaveKept";
    case PodFate::BlockDaemon:
      return "BlockDaemon";
    case PodFate::BlockLocal:
      return "BlockLocal";
    case PodFate::BlockBare:
      return "BlockBare";
    case PodFate::BlockOrphan:
      return "BlockOrphan";
    case PodFate::BlockUnread:
      return "BlockUnread";
  }
  return "Evict";
}

bool holdsGpu(const RawPod& pod) {
  return !pod.spec.nodeName.empty() && !isTerminal(pod) && provider::requestedResources(pod).any();
}

bool isMirrorPod(const RawPod& pod) {
  return find(pod.meta.annotations, kMirror) != nullptr;
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

Result<void> readDaemonSets(NodeOperations& nodes, const std::vector<std::shared_ptr<const RawPod>>& pods,
                            const DrainPolicy& policy, DaemonSets& known, const std::stop_token& stop) {
  for (const auto& pod : pods) {
    if (!isHeldByDaemonSet(*pod, policy)) continue;
    const ObjectKey key = daemonSetOf(*pod);
    if (known.find(key) != known.end()) continue;
    const auto exists = nodes.hasDaemonSet(key, stop);
    if (!exists && exists.error().code != ErrorCode::Forbidden) return unexpected(exists.error());
    known[key] = !exists ? DaemonSetState::Forbidden : *exists ? DaemonSetState::Exists : DaemonSetState::Gone;
  }
  return {};
}

std::vector<PodVerdict> judgePods(const std::vector<std::shared_ptr<const RawPod>>& pods,
                                  std::span<const RawDisruptionBudget> budgets, const DrainPolicy& policy,
                                  const DaemonSets& daemonSets) {
  std::vector<PodVerdict> out;
  out.reserve(pods.size());
  for (const auto& pod : pods) out.push_back(judge(*pod, budgets, policy, daemonSets));
  std::sort(out.begin(), out.end(), [](const PodVerdict& a, const PodVerdict& b) { return a.pod < b.pod; });
  return out;
}

}  // namespace cardinal
