// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/base/clock.h"
#include "core/base/ids.h"
#include "core/model/raw.h"
#include "core/queues/kueue/amount.h"

namespace cardinal {
struct RawKueueTopologyRequest;
}

namespace cardinal::queues {

/// Kueue's objects (kueue.x-k8s.io/v1beta2) as far as its scheduler reads them, as typed values with the defaults of
/// the CustomResourceDefinitions. Source: Kueue v0.19.2, apis/kueue/v1beta2.

/// Quota of one resource in one flavor. Absent limits: as much as there is.
struct KueueQuota {
  Amount nominal = 0;
  std::optional<Amount> borrowingLimit;
  std::optional<Amount> lendingLimit;
  bool operator==(const KueueQuota&) const = default;
};

struct KueueFlavorQuotas {
  std::string flavor;
  std::map<std::string, KueueQuota> resources;
  bool operator==(const KueueFlavorQuotas&) const = default;
};

/// Flavors in the order in which they are tried; one flavor is taken for all resources of the group.
struct KueueResourceGroup {
  std::vector<std::string> coveredResources;
  std::vector<KueueFlavorQuotas> flavors;
  bool covers(std::string_view resource) const;
  bool operator==(const KueueResourceGroup&) const = default;
};

struct KueueFlavor {
  std::string name;
  StringMap nodeLabels;
  std::vector<Taint> taints;
  SharedList<Toleration> tolerations;
  std::string topology;  ///< not empty: pods are placed by the topology of this name too
};

/// Which of others' workloads may be evicted.
enum class PreemptionPolicy : std::uint8_t { Never, LowerPriority, LowerOrNewerEqualPriority, Any };

enum class StopPolicy : std::uint8_t { None, Hold, HoldAndDrain };

/// An admission check of a queue; `flavors` empty = for every flavor.
struct KueueRequiredCheck {
  std::string name;
  std::vector<std::string> flavors;
};

struct KueueClusterQueue {
  std::string name;
  std::string cohort;  ///< empty = none
  std::vector<KueueResourceGroup> groups;
  bool strictOrder = false;                        ///< StrictFIFO: what cannot be admitted blocks the rest
  std::optional<LabelSelector> namespaceSelector;  ///< nothing = no namespace
  PreemptionPolicy withinQueue = PreemptionPolicy::Never;
  PreemptionPolicy reclaim = PreemptionPolicy::Never;
  bool mayBorrowWhilePreempting = false;  ///< borrowWithinCohort.policy LowerPriority
  std::optional<std::int64_t> borrowThreshold;
  bool triesNextOnBorrow = false;      ///< whenCanBorrow TryNextFlavor
  bool triesNextOnPreempt = true;      ///< whenCanPreempt TryNextFlavor
  bool prefersPreemption = false;      ///< preference PreemptionOverBorrowing
  StopPolicy stop = StopPolicy::None;  ///< anything else: admits nothing new
  std::vector<KueueRequiredCheck> checks;
  double fairWeight = 1;
  const KueueResourceGroup* groupOf(std::string_view resource) const;
};

struct KueueCohort {
  std::string name;
  std::string parent;  ///< empty = root
  std::vector<KueueResourceGroup> groups;
  double fairWeight = 1;
};

struct KueueLocalQueue {
  ObjectKey key;
  std::string clusterQueue;
  StopPolicy stop = StopPolicy::None;
};

struct KueueAdmissionCheck {
  std::string name;
  bool active = false;           ///< condition Active
  std::string controllerName{};  ///< empty = not said
  /// MultiKueue: the pods of what passes it run in another cluster.
  bool isOfOtherCluster() const { return controllerName == "kueue.x-k8s.io/multikueue"; }
};

struct KueueCondition {
  std::string type;
  bool isTrue = false;
  std::string reason;
  std::string message;
  UnixSeconds since = 0;
};

struct KueuePodSet {
  std::string name;
  std::int32_t count = 0;
  std::optional<std::int32_t> minCount;
  RawPodSpec spec;
  /// The levels that it asks of a topology by itself; empty = any. Nothing = it asks for no topology.
  std::optional<std::vector<std::string>> topology{};
};

/// The levels that a pod set asks of a topology; nothing = it asks for none. Source: IsExplicitlyRequestingTAS.
std::optional<std::vector<std::string>> levelsOf(const RawKueueTopologyRequest& request);

struct KueuePodSetAdmission {
  std::string podSet;
  std::int32_t count = 0;
  std::map<std::string, std::string> flavors;  ///< by resource
  std::map<std::string, Amount> usage;         ///< by resource, of all pods
  bool operator==(const KueuePodSetAdmission&) const = default;
};

struct KueueAdmission {
  std::string clusterQueue;
  std::vector<KueuePodSetAdmission> podSets;
};

enum class CheckState : std::uint8_t { Pending, Ready, Retry, Rejected };

struct KueueCheckState {
  std::string check;
  CheckState state = CheckState::Pending;
};

/// Why Kueue does not look at a workload that has no quota.
enum class KueueHold : std::uint8_t {
  None,          ///< it does
  Gate,          ///< annotation kueue.x-k8s.io/admission-gated-by
  OnHold,        ///< QuotaReserved is False for the reason OnHold
  Replacements,  ///< WaitingForReplacementPods
  Backoff,       ///< Requeued is False: it was put back, and is not tried before some time is over
};

struct KueueWorkload {
  ObjectKey key;
  std::string uid;
  UnixSeconds created = 0;
  std::string queue;  ///< a LocalQueue of its namespace
  std::int64_t priority = 0;
  bool active = true;
  std::vector<KueuePodSet> podSets;
  std::vector<KueueCondition> conditions;
  std::optional<KueueAdmission> admission;
  std::map<std::string, std::int32_t> reclaimable;  ///< pods that have ended, by pod set
  std::vector<KueueCheckState> checks;
  KueueHold hold = KueueHold::None;
  std::string holdWords{};              ///< the gates, or the message of the condition; may be empty (hostile)
  std::optional<ObjectKey> replaces{};  ///< an elastic job: the workload whose quota it takes over

  /// Nothing where the condition is absent or not True.
  const KueueCondition* whenTrue(std::string_view type) const;
  bool hasReservation() const { return whenTrue("QuotaReserved") != nullptr; }
  bool isFinished() const { return whenTrue("Finished") != nullptr; }
  bool isEvicted() const { return whenTrue("Evicted") != nullptr; }
  /// Counts against quota.
  bool holdsQuota() const { return hasReservation() && !isFinished() && active && admission.has_value(); }
  bool mayQueue() const { return active && !isFinished() && !hasReservation(); }
  /// By which it is ordered: when it was created, or put back by an admission check or because its pods were not ready.
  UnixSeconds queueTime() const;
};

/// Everything that the scheduler looks at, by name.
struct KueueObjects {
  std::map<std::string, KueueFlavor> flavors;
  std::map<std::string, KueueClusterQueue> clusterQueues;
  std::map<std::string, KueueCohort> cohorts;
  std::map<ObjectKey, KueueLocalQueue> localQueues;
  std::map<std::string, KueueAdmissionCheck> checks;
  std::map<std::string, StringMap> namespaces;  ///< labels
  std::map<ObjectKey, KueueWorkload> workloads;
  bool fairSharing = false;                                      ///< of Kueue's configuration
  std::map<std::string, std::vector<std::string>> topologies{};  ///< their levels
  bool knowsTopologies = false;                                  ///< that they are all which there are
};

/// The queues with nobody in them.
KueueObjects withoutWorkloads(const KueueObjects& objects);

/// The ClusterQueue behind the workload's LocalQueue, if there are both.
const KueueClusterQueue* clusterQueueOf(const KueueObjects& objects, const KueueWorkload& workload);

/// Why a ClusterQueue admits nothing: reason and message of its condition Active. Nothing = it is active.
struct KueueInactivity {
  std::string reason;
  std::string message;
};
std::optional<KueueInactivity> inactivityOf(const KueueObjects& objects, const KueueClusterQueue& queue);

/// Why a workload is not even queued, in Kueue's words; empty = it is.
std::string queueBlocker(const KueueObjects& objects, const KueueWorkload& workload);

}  // namespace cardinal::queues
