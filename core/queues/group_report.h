// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/model/snapshot.h"
#include "core/queues/remedies/group_remedy.h"

namespace cardinal::queues {

/// Systems whose queues and quotas hold pods, or groups of them. What their objects say is shown, and what follows from
/// it where the arithmetic is known.
enum class GroupSystem : std::uint8_t {
  Volcano,
  Kai,
  Koordinator,
  SchedulerPlugins,
  QuotaTree,      ///< ElasticQuotaTree of ACK
  Yunikorn,       ///< queues of the ConfigMap yunikorn-configs
  ResourceQuota,  ///< those of a namespace that name devices
  Kubernetes      ///< PodGroups and Workloads of scheduling.k8s.io: none is read, pods alone show that they are there
};
/// Those that have queues or quotas.
inline constexpr GroupSystem kGroupSystems[] = {
    GroupSystem::Volcano,   GroupSystem::Kai,      GroupSystem::Koordinator,  GroupSystem::SchedulerPlugins,
    GroupSystem::QuotaTree, GroupSystem::Yunikorn, GroupSystem::ResourceQuota};

/// One resource of a queue or quota: cores of cpu, bytes of memory, pieces of everything else; KAI counts parts of
/// cards. Infinite = unlimited, nothing = not set or not known.
struct GroupCell {
  std::string resource;
  std::optional<double> guaranteed;  ///< Volcano: guarantee; ElasticQuota, ElasticQuotaTree: min; YuniKorn
  std::optional<double> deserved;    ///< Volcano: deserved; KAI: quota
  std::optional<double> share;       ///< KAI: fair share of GPUs now, kaiGpuShares()
  std::optional<double> limit;  ///< Volcano: capability; KAI: limit; ElasticQuota, YuniKorn: max; ResourceQuota: hard
  /// Volcano: status.allocated; ElasticQuota, ResourceQuota: status.used; ElasticQuotaTree, YuniKorn: the sum over
  /// pods, of devices alone.
  std::optional<double> used;
  std::optional<double> borrowed{};  ///< ElasticQuotaTree: of `used`, what is above min
  std::optional<double> free{};      ///< what one more pod could take now, of this queue and of those above it
};

struct GroupQueueRow {
  ObjectKey key;                 ///< a queue has no namespace
  std::string parent;            ///< empty = none
  std::string state;             ///< Volcano: status.state; ResourceQuota: its scopes; empty = not reported
  std::optional<double> weight;  ///< Volcano: weight; KAI: overQuotaWeight of GPUs
  std::vector<GroupCell> cells;  ///< by resource
};

/// What the objects alone show about a group that waits.
enum class GroupCause : std::uint8_t {
  None,
  QueueMissing,  ///< it names a queue that does not exist
  QueueNotOpen,  ///< Volcano: the state of its queue is not Open
  AboveLimit,    ///< what it asks of `resource` is above the limit of `quota`
  AboveFree,     ///< above what is free of the limit of `quota` now
  Overcommit,    ///< Volcano: above what the cluster has, times the overcommit factor, less what is used and queued
  Refused,       ///< ResourceQuota: the API server would reject its pods, or some of them
  OverQuota,     ///< KAI: it may not be preempted, and is above what is free of the quota of `quota`
  Guaranteed,    ///< Volcano: above what the guarantees of other queues leave for its queue
  QueueNotLeaf,  ///< Volcano: other queues are below its queue
  AboveAllMin,   ///< scheduler-plugins: above what is free of the `min` of all ElasticQuotas together
  TreeBroken,    ///< Volcano: nothing is let in until `quota` is put right: VolcanoTree::broken()
  AboveShare,    ///< Volcano: above what is free of the share that its queue has by weight
  // Of a group of pods that start together.
  GangIncomplete,  ///< `members` of `minMember` pods exist
  GangNoRoom,      ///< `fits` of `minMember` pods are placed, or fit now
  GangNotKnown,    ///< how many must start together was not read
  GangNeverWhole,  ///< of files: `minMember` is more than the pods that are made before it starts
  GangGated,       ///< enough pods exist, and all but `fits` of them have scheduling gates
};
constexpr bool isOfGang(GroupCause cause) {
  return cause >= GroupCause::GangIncomplete;
}

/// A PodGroup that waits by its phase, or of which the scheduler says why it could not be placed; of ElasticQuotaTrees,
/// YuniKorn and ResourceQuotas: pods of one owner that wait, or that do not exist yet.
struct GroupWait {
  ObjectKey key;
  std::string queue;           ///< "namespace/name" of a ResourceQuota; empty = its object names none
  std::string phase;           ///< empty = not reported
  std::int64_t minMember = 0;  ///< 0 = not set; ResourceQuota: its pods
  std::vector<std::pair<std::string, double>> requests;  ///< minResources, by resource; empty = not set
  UnixSeconds created = 0;
  GroupCause cause = GroupCause::None;
  std::string resource;                 ///< of the causes that are about amounts
  std::string quota{};                  ///< the queue or quota that binds; empty = `queue`
  std::optional<double> requested{};    ///< of `resource`
  std::optional<double> free{};         ///< likewise; of AboveLimit the limit
  bool isModelled = false;              ///< the cause follows from a rule that is not known exactly
  std::string conditionReason;          ///< of the condition; empty = it has none
  std::string conditionMessage;         ///< the system's own words (hostile)
  std::vector<GroupRemedy> remedies{};  ///< of the causes that are about amounts
  std::int64_t members = 0;             ///< of the causes of gangs: pods that exist and have not ended
  std::int64_t fits = 0;                ///< of GangNoRoom and GangGated
};

/// What was read of one system.
struct GroupReport {
  GroupSystem system = GroupSystem::Volcano;
  bool knowsQueues = false;
  bool knowsGroups = false;
  bool refusedQueues = false;  ///< the server has the kind, and it may not be listed
  bool refusedGroups = false;
  /// Of YuniKorn: some of its pods name no queue, so that what is used is not known.
  bool hasUnnamed = false;
  bool isCut = false;  ///< there is more than was kept, or text that could not be read
  /// Volcano: the factor of its plugin overcommit; nothing = there is no such check.
  std::optional<double> overcommit{};
  bool isDefaultConfig = false;       ///< Volcano: the scheduler's configuration was not read, the shipped one is taken
  std::vector<GroupQueueRow> queues;  ///< by namespace and name
  std::vector<GroupWait> waiting;     ///< oldest first; of Koordinator also pods by their owner that a quota holds back
};

class KoordinatorQuotas;
class VolcanoEnqueue;

/// Systems of which the server has a kind, read or refused. `enqueue`, `quotas`: what was made of that snapshot
/// already; null = it was not. Pure.
std::vector<GroupReport> groupReports(const ClusterSnapshot& snapshot, const VolcanoEnqueue* enqueue = nullptr,
                                      const KoordinatorQuotas* quotas = nullptr);

/// The waiting ones name the queue or quota that holds them.
bool namesQueues(GroupSystem system) noexcept;
/// "cpu" of "requests.cpu", which is a name of quotas.
std::string_view plainResource(std::string_view resource) noexcept;

/// How far a resource stands for a queue of GPUs: 2 = whole cards and other devices that kube-scheduler counts, 1 =
/// parts of cards (memory, compute), 0 = anything else. Names of quotas ("requests.nvidia.com/gpu") stand for what they
/// count.
int rankOfResource(std::string_view resource) noexcept;

/// Words of scripts.
const char* toString(GroupSystem system);
const char* toString(GroupCause cause);
/// "1500m", "8Gi", "0.5"; "unlimited".
std::string groupAmountText(const std::string& resource, double amount);

}  // namespace cardinal::queues
