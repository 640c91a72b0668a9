// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/model/snapshot.h"

namespace cardinal::queues {

/// Systems whose queues hold groups of pods. What their objects say is shown; whether a group would be let in is not
/// judged.
enum class GroupSystem : std::uint8_t { Volcano, Kai, Koordinator, SchedulerPlugins };

/// One resource of a queue or quota: cores of cpu, bytes of memory, pieces of everything else; KAI counts parts of
/// cards. Infinite = unlimited, nothing = not set or not known.
struct GroupCell {
  std::string resource;
  std::optional<double> guaranteed;  ///< Volcano: guarantee; ElasticQuota: min
  std::optional<double> deserved;    ///< Volcano: deserved; KAI: quota
  std::optional<double> share;       ///< KAI: fair share of GPUs now, kaiGpuShares()
  std::optional<double> limit;       ///< Volcano: capability; KAI: limit; ElasticQuota: max
  std::optional<double> used;        ///< Volcano: status.allocated; ElasticQuota: status.used
};

struct GroupQueueRow {
  ObjectKey key;                 ///< a queue has no namespace
  std::string parent;            ///< empty = none
  std::string state;             ///< Volcano: status.state; empty = not reported
  std::optional<double> weight;  ///< Volcano: weight; KAI: overQuotaWeight of GPUs
  std::vector<GroupCell> cells;  ///< by resource
};

/// What the objects alone show about a group that waits.
enum class GroupCause : std::uint8_t {
  None,
  QueueMissing,  ///< it names a queue that does not exist
  QueueNotOpen,  ///< Volcano: the state of its queue is not Open
  AboveLimit,    ///< Volcano: its minResources alone are above its queue's capability, in `resource`
};

/// A PodGroup that waits by its phase, or of which the scheduler says why it could not be placed.
struct GroupWait {
  ObjectKey key;
  std::string queue;  ///< empty = its object names none
  std::string phase;  ///< empty = not reported
  std::int64_t minMember = 0;
  std::vector<std::pair<std::string, double>> asks;  ///< minResources, by resource; empty = not set
  UnixSeconds created = 0;
  GroupCause cause = GroupCause::None;
  std::string resource;          ///< of AboveLimit
  std::string conditionReason;   ///< of the condition; empty = it has none
  std::string conditionMessage;  ///< the system's own words (hostile)
};

/// What was read of one system.
struct GroupReport {
  GroupSystem system = GroupSystem::Volcano;
  bool knowsQueues = false;
  bool knowsGroups = false;
  bool refusedQueues = false;  ///< the server has the kind, and it may not be listed
  bool refusedGroups = false;
  std::vector<GroupQueueRow> queues;  ///< by namespace and name
  std::vector<GroupWait> waiting;     ///< oldest first
};

/// Systems of which the server has a kind, read or refused. Pure.
std::vector<GroupReport> groupReports(const ClusterSnapshot& snapshot);

/// How far a resource stands for a queue of GPUs: 2 = whole cards and other devices that kube-scheduler counts, 1 =
/// parts of cards (memory, compute), 0 = anything else.
int rankOfResource(std::string_view resource) noexcept;

/// Words of scripts.
const char* toString(GroupSystem system);
const char* toString(GroupCause cause);
/// "1500m", "8Gi", "0.5"; "unlimited".
std::string groupAmountText(const std::string& resource, double amount);

}  // namespace cardinal::queues
