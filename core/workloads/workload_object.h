// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/base/result.h"
#include "core/model/object_event.h"
#include "core/workloads/pod_workload.h"

namespace cardinal {

struct Workload;

/// What a workload's own object (Deployment, Job, PyTorchJob, ...) asks for, which its pods do not say. The numbers
/// are of pods that ask for GPUs; nothing = the object does not say, never 0.
struct WorkloadObject {
  std::optional<std::int64_t> wanted;  ///< pods that it is to have at once; of a suspended one those that it will have
  std::optional<std::int64_t> cards;   ///< that these request together; nothing too where they ask for parts of cards
  QueueSystem queueSystem = QueueSystem::None;  ///< None beside a queue: the object does not say whose it is
  std::string queue;  ///< that its metadata, its kind's own field or its pod templates name; empty = none
  bool isSuspended = false;
  bool operator==(const WorkloadObject&) const = default;
};

/// By workloadKey(); those that were read.
using WorkloadObjects = std::unordered_map<std::string, WorkloadObject>;

/// "namespace/kind/name".
std::string workloadKey(const Workload& workload);

/// The JSON of the object as the API server answers it, read by the table of kinds (docs/workloads.md). Errors:
/// ParseFailed, InvalidField, LimitExceeded as readManifest; those of its pods; Unsupported for what makes none.
/// Thread-safe.
Result<WorkloadObject> readWorkloadObject(std::string_view json);

/// The object behind a workload; nothing for a bare pod, a group of pods without an owner, and for what the pods name
/// in a form that no object can have.
std::optional<ObjectRef> objectOf(const Workload& workload);

/// Groups and versions, as the table of kinds has them, of a kind as PodWorkload names it: "apps/v1" for
/// "Deployment", "batch.volcano.sh/v1alpha1" for "Job.batch.volcano.sh". Empty = the kind is in no table.
std::vector<std::string> apiVersionsOf(std::string_view kind);

}  // namespace cardinal
