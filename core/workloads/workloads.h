// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/model/snapshot.h"
#include "core/workloads/pod_workload.h"
#include "core/workloads/workload_object.h"

namespace cardinal {

struct RawKueueWorkload;  // core/model/extras/kueue.h

struct WorkloadPod {
  PodPtr pod;
  NodePtr node;  ///< null = not bound
  bool operator==(const WorkloadPod&) const = default;
};

/// Pods of one workload that are scheduled together or not at all.
struct WorkloadGang {
  std::string name;
  std::optional<std::int64_t> min;  ///< how many must fit together; nothing = unknown
  std::int64_t pods = 0;            ///< that have not ended
  std::int64_t bound = 0;           ///< of those
  bool operator==(const WorkloadGang&) const = default;
};

/// What a team submitted, with the pods that came of it and ask for GPUs. Nothing = not known, never 0: pods say little
/// of it, its own object (WorkloadObject) is read when somebody looks.
struct Workload {
  std::string ns;
  std::string kind;  ///< see PodWorkload
  std::string name;
  WorkloadTrace trace = WorkloadTrace::Bare;  ///< of the first pod
  std::vector<WorkloadPod> pods;              ///< by name
  QueueSystem queueSystem = QueueSystem::None;
  std::string queue;  ///< that the first pod which names one names, else its own object; empty = none is named
  std::vector<WorkloadGang> gangs;     ///< by name
  std::optional<std::int64_t> wanted;  ///< pods that it is to have, as Kueue, its own object or a gang says
  std::int64_t running = 0;            ///< phase Running
  std::int64_t starting = 0;           ///< bound, and not yet running
  std::int64_t waiting = 0;            ///< not bound
  std::int64_t succeeded = 0;
  std::int64_t failed = 0;
  std::int64_t unknown = 0;                    ///< bound, of a phase that is unknown
  std::optional<std::int64_t> cardsHeld;       ///< of bound pods that have not ended; a shared card counts for each pod
  std::optional<std::int64_t> cardsRequested;  ///< of all that are wanted where that is known, else of pods not ended
  UnixSeconds created = 0;                     ///< the oldest pod, or Kueue's Workload; 0 = unknown
  /// Kueue's Workloads of it, by name: quota, and why it waits. A workload that waits for quota may have no pods yet.
  std::vector<std::shared_ptr<const RawKueueWorkload>> admissions;
  bool isObjectRead = false;  ///< its own object was read: what it does not name, it does not have
  bool isSuspended = false;   ///< likewise: its controller makes no pods until it is resumed

  bool operator==(const Workload&) const = default;
};
using WorkloadPtr = std::shared_ptr<const Workload>;

/// Every pod of the snapshot that asks for GPUs, in exactly one workload, and workloads that Kueue holds without pods;
/// by namespace, kind and name. A pod that a pod made belongs to the workload of that pod. Some 2 µs a pod. Pure;
/// thread-safe.
/// `objects`: what was read of the workloads' own objects, as far as it was.
std::vector<WorkloadPtr> workloadsOf(const ClusterSnapshot& snapshot, const WorkloadObjects& objects = {});

/// How many workloadsOf() gives, without making them.
std::size_t countWorkloads(const ClusterSnapshot& snapshot);

/// A pod that stands for itself: nobody owns it.
bool isBare(const Workload& workload);
/// An empty `queue` means that it names none; false: that its pods name none, and its own object was not read.
bool isQueueKnown(const Workload& workload);
/// True where a condition of that type is "True".
bool conditionHolds(const RawKueueWorkload& workload, std::string_view condition);

}  // namespace cardinal
