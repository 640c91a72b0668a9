// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/plan/drain/node_operations.h"

namespace cardinal {

/// What a drain may do. Nothing that loses data or pods for good happens unless it is asked for.
struct DrainPolicy {
  bool gpuPodsOnly = false;           ///< only pods that ask for a GPU resource of the modes
  bool ignoreDaemonSets = true;       ///< leave pods of DaemonSets; false: they stop the drain
  bool deleteLocalData = false;       ///< evict pods with emptyDir volumes, whose content is then lost
  bool evictBare = false;             ///< evict pods that no controller makes again, those of a gone DaemonSet too
  int graceSeconds = -1;              ///< below 0 = each pod's own
  std::chrono::seconds timeout{600};  ///< for the whole drain of one node; 0 = none
  bool operator==(const DrainPolicy&) const = default;
};

/// At most so many evictions are under way at once.
inline constexpr int kEvictionsInFlight = 5;

enum class PodFate : std::uint8_t {
  Evict,        ///< will be evicted
  Wait,         ///< is terminating already; waited for
  LeaveDaemon,  ///< belongs to a DaemonSet that exists, and stays
  LeaveMirror,  ///< static pod of the kubelet; the API cannot move it
  LeaveOther,   ///< not asked for: no GPU pod, or finished and without a share
  LeaveKept,  ///< keeps a card for pods of KAI, which deletes it after the last of them; deleting it ends them at once
  BlockDaemon,  ///< stops the drain: pod of a DaemonSet
  BlockLocal,   ///< stops the drain: local data
  BlockBare,    ///< stops the drain: no controller
  BlockOrphan,  ///< stops the drain: its DaemonSet is gone
  BlockUnread,  ///< stops the drain: its DaemonSet may not be read, which needs `get daemonsets.apps`
};
const char* toString(PodFate fate) noexcept;
constexpr bool isBlocking(PodFate fate) {
  return fate >= PodFate::BlockDaemon;
}
constexpr bool mustGo(PodFate fate) {
  return fate == PodFate::Evict || fate == PodFate::Wait;
}

struct PodVerdict {
  ObjectKey pod;
  std::string uid;
  PodFate fate = PodFate::Evict;
  std::string owner;                      ///< "ReplicaSet/app-5d8", empty = none
  std::vector<std::string> budgets;       ///< names of the budgets that select it
  bool budgetSpent = false;               ///< one of them allows no disruption of this pod now
  std::vector<std::string> finalizers{};  ///< of a pod that is terminating: what holds its end (hostile)
};

/// What the server said of a DaemonSet that controls a pod.
enum class DaemonSetState : std::uint8_t { Exists, Gone, Forbidden };
using DaemonSets = std::map<ObjectKey, DaemonSetState>;

/// Asks the server about the DaemonSets of the pods whose fate depends on them and that are not in `known` yet. Errors:
/// those of NodeOperations, Forbidden excepted.
Result<void> readDaemonSets(NodeOperations& nodes, const std::vector<std::shared_ptr<const RawPod>>& pods,
                            const DrainPolicy& policy, DaemonSets& known, const std::stop_token& stop);

/// What a drain does with each pod, in kubectl's order of questions; by namespace and name. A DaemonSet that is not in
/// `daemonSets` counts as existing: nobody asked the server.
std::vector<PodVerdict> judgePods(const std::vector<std::shared_ptr<const RawPod>>& pods,
                                  std::span<const RawDisruptionBudget> budgets, const DrainPolicy& policy,
                                  const DaemonSets& daemonSets = {});

/// True when the pod takes part in the GPU ledger of its node: it asks for a GPU resource, is bound and not terminal.
bool holdsGpu(const RawPod& pod);
/// True for the image of a static pod: its kubelet runs it from a file of the node, and nothing makes it elsewhere.
bool isMirrorPod(const RawPod& pod);
/// True for a pod whose controller is a DaemonSet.
bool isDaemonPod(const RawPod& pod);
bool selects(const RawDisruptionBudget& budget, const RawPod& pod);

}  // namespace cardinal
