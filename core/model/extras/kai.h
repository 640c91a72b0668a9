// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/model/raw.h"

namespace cardinal {

/// Objects of the KAI-Scheduler that stand beside nodes and pods. Source:
/// https://github.com/kai-scheduler/KAI-Scheduler/tree/v0.17.0/pkg/apis/scheduling (v2, v2alpha2).

/// What a queue may have of one resource: GPUs in cards, cpu in millicores, memory in MB (10^6 bytes). -1 = unlimited;
/// nothing = not set, which the scheduler takes for 0.
struct RawKaiQueueResource {
  std::optional<double> quota;
  std::optional<double> limit;
  std::optional<double> overQuotaWeight;
  bool operator==(const RawKaiQueueResource&) const = default;
};

/// A Queue (queues.scheduling.run.ai, v2), cluster-scoped.
struct RawKaiQueue {
  ObjectMeta meta;
  std::string displayName;               ///< its name in the scheduler's texts, where it is set
  std::string parentQueue;               ///< empty = a top queue
  std::optional<std::int32_t> priority;  ///< nothing = 100
  RawKaiQueueResource gpu;
  RawKaiQueueResource cpu;
  RawKaiQueueResource memory;
  std::vector<FieldProblem> problems;
  bool operator==(const RawKaiQueue&) const = default;
};

/// Why the scheduler could not place a group: an entry of `reasons` of a scheduling condition. Hostile.
struct RawKaiReason {
  std::string reason;  ///< "OverLimit", "NonPreemptibleOverQuota", "QueueDoesNotExist", "PodSchedulingErrors", ...
  std::string message;
  bool operator==(const RawKaiReason&) const = default;
};

/// A PodGroup (podgroups.scheduling.run.ai, v2alpha2).
struct RawKaiPodGroup {
  ObjectMeta meta;
  std::string queue;
  std::int32_t minMember = 0;
  std::string priorityClassName;
  std::string preemptibility;         ///< "preemptible", "non-preemptible"; empty = by the priority
  std::vector<RawKaiReason> reasons;  ///< of status.schedulingConditions that hold, in their order
  std::vector<FieldProblem> problems;
  bool operator==(const RawKaiPodGroup&) const = default;
};

}  // namespace cardinal
