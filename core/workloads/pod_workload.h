// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "core/model/raw.h"

namespace cardinal {

/// What the metadata of one pod says of the workload that it is part of. Pure functions, thread-safe; every string_view
/// points into the pod or into constants. Labels and annotations are what anybody may write: a label decides only where
/// it agrees with the name of the pod's controller, which the API server keeps.

/// How the workload of a pod was found.
enum class WorkloadTrace : std::uint8_t {
  Bare,      ///< nobody owns the pod
  PodGroup,  ///< likewise, and it names the group of pods that it belongs to
  Owner,     ///< its controller
  Name,      ///< what made its controller, by the form of name that such a controller gives
  Label,     ///< what made its controller, by a label of an operator
};
const char* toString(WorkloadTrace trace);

struct PodWorkload {
  /// As in the owner reference. Where an operator's kind is called like one of Kubernetes' own, with its API group:
  /// "Job.batch.volcano.sh". "Pod" for a bare pod, "PodGroup" for a group without an owner.
  std::string_view kind;
  std::string_view name;
  WorkloadTrace trace = WorkloadTrace::Bare;
};

/// The top of the owner chain as far as the pod says. Deployment and Rollout: by the hash that their controllers put
/// into label and name. CronJob: where the name of the Job ends with a minute of which the pod is at most a day
/// younger. JobSet, LeaderWorkerSet and others: by their labels. Static pods are bare.
/// Sources: https://kubernetes.io/docs/concepts/workloads/controllers/deployment/#pod-template-hash-label;
/// kubernetes pkg/controller/cronjob (getJobName); the labels: jobset v0.12.0, lws v0.10.0, mpi-operator v0.8.0,
/// volcano v1.15.1, knative serving 1.23, kserve v0.20.0, spark-operator v2.5.2, grove v0.1.0-alpha.11,
/// aibrix v0.7.0, rbg v0.7.0, argo-rollouts v1.9.1.
PodWorkload workloadOf(const RawPod& pod);

/// Which part of its workload the pod plays ("worker", "head", "driver"), by the operator's label; empty = unknown.
std::string_view roleOf(const RawPod& pod);

enum class QueueSystem : std::uint8_t { None, Kueue, Volcano, Kai, Koordinator, YuniKorn };
/// Word of scripts; "none".
const char* toString(QueueSystem system);

struct PodQueue {
  QueueSystem system = QueueSystem::None;
  std::string_view name;
};
/// The queue that the pod names, Kueue's before others.
PodQueue queueOf(const RawPod& pod);

/// Pods that are scheduled together or not at all, as the pod names them.
struct PodGang {
  std::string_view name;              ///< empty = none
  std::optional<std::int64_t> min;    ///< how many must fit together; nothing = the pod does not say
  std::optional<std::int64_t> total;  ///< how many there will be; likewise
};
PodGang gangOf(const RawPod& pod);

}  // namespace cardinal
