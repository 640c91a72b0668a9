// SPDX-License-Identifier: Apache-2.0
#include "core/workloads/pod_workload.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "core/model/extras/gang_name.h"
#include "core/model/pods/pod_owner.h"

namespace cardinal {
namespace {

/// A kind whose pods are owned by something else that it made, and the label by which they name it.
struct LabelRule {
  std::string_view label;
  std::string_view through;  ///< kind of the pod's controller
  std::string_view kind;
  bool same = false;  ///< the controller is called like the workload; else its name begins with that and a dash, too
};

// The first that holds decides: an operator that builds on another one stands before it.
constexpr std::array kLabelRules = {
    LabelRule{"volcano.sh/job-name", "Job", "Job.batch.volcano.sh", true},
    LabelRule{"jobset.sigs.k8s.io/jobset-name", "Job", "JobSet"},
    LabelRule{"training.kubeflow.org/job-name", "Job", "MPIJob"},
    LabelRule{"rbg.workloads.x-k8s.io/group-name", "StatefulSet", "RoleBasedGroup"},
    LabelRule{"rbg.workloads.x-k8s.io/group-name", "ReplicaSet", "RoleBasedGroup"},
    LabelRule{"leaderworkerset.sigs.k8s.io/name", "StatefulSet", "LeaderWorkerSet"},
    LabelRule{"notebook-name", "StatefulSet", "Notebook", true},
    LabelRule{"serving.kserve.io/inferenceservice", "ReplicaSet", "InferenceService"},
    LabelRule{"serving.knative.dev/service", "ReplicaSet", "Service.serving.knative.dev"},
    LabelRule{"sparkoperator.k8s.io/app-name", "Pod", "SparkApplication"},
    LabelRule{"app.kubernetes.io/part-of", "PodClique", "PodCliqueSet"},
    LabelRule{"storm-service-name", "RoleSet", "StormService"},
    LabelRule{"storm-service-name", "PodSet", "StormService"},
};

constexpr std::array<std::string_view, 9> kRoleLabels = {"training.kubeflow.org/replica-type",
                                                         "training.kubeflow.org/job-role",
                                                         "ray.io/group",
                                                         "jobset.sigs.k8s.io/replicatedjob-name",
                                                         "volcano.sh/task-spec",
                                                         "rbg.workloads.x-k8s.io/role-name",
                                                         "grove.io/podclique",
                                                         "modelserving.volcano.sh/role",
                                                         "spark-role"};

struct QueueKey {
  std::string_view key;
  QueueSystem system;
};
constexpr std::array kQueueKeys = {
    QueueKey{"kueue.x-k8s.io/queue-name", QueueSystem::Kueue},
    QueueKey{"volcano.sh/queue-name", QueueSystem::Volcano},
    QueueKey{"scheduling.volcano.sh/queue-name", QueueSystem::Volcano},
    QueueKey{"kai.scheduler/queue", QueueSystem::Kai},
    QueueKey{"runai/queue", QueueSystem::Kai},
    QueueKey{"quota.scheduling.koordinator.sh/name", QueueSystem::Koordinator},
    QueueKey{"yunikorn.apache.org/queue", QueueSystem::YuniKorn},
};

/// Where pods of a group say how large that is; empty = they do not.
struct GangSize {
  std::string_view name;
  std::string_view min;
  std::string_view total;
};
constexpr std::array kGangSizes = {
    GangSize{"pod-group.scheduling.sigs.k8s.io", "pod-group.scheduling.sigs.k8s.io/min-available", ""},
    GangSize{"pod-group.scheduling.sigs.k8s.io/name", "pod-group.scheduling.sigs.k8s.io/min-available", ""},
    GangSize{"gang.scheduling.koordinator.sh/name", "gang.scheduling.koordinator.sh/min-available",
             "gang.scheduling.koordinator.sh/total-number"},
    // Kueue admits such a group when all of its pods exist.
    GangSize{"kueue.x-k8s.io/pod-group-name", "kueue.x-k8s.io/pod-group-total-count",
             "kueue.x-k8s.io/pod-group-total-count"},
};
/// Names of groups of those who have no scheduler of their own.
constexpr std::array<std::string_view, 2> kOtherGangs = {"kueue.x-k8s.io/pod-group-name", "grove.io/podgang"};

/// Value of a label or else of an annotation; nothing where both are missing or empty.
std::string_view labelOrAnnotation(const RawPod& pod, std::string_view key) {
  if (key.empty()) return {};
  const std::string* value = find(pod.meta.labels, key);
  if (value == nullptr || value->empty()) value = find(pod.meta.annotations, key);
  return value != nullptr ? std::string_view(*value) : std::string_view();
}

std::string_view labelOf(const RawPod& pod, std::string_view key) {
  const std::string* value = find(pod.meta.labels, key);
  return value != nullptr ? std::string_view(*value) : std::string_view();
}

/// "a" and "a-..." of "a".
bool beginsWithName(std::string_view name, std::string_view first) {
  return name.starts_with(first) && (name.size() == first.size() || name[first.size()] == '-');
}

std::optional<std::int64_t> countIn(std::string_view text) {
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (text.empty() || error != std::errc() || end != text.data() + text.size() || value < 0) return std::nullopt;
  return value;
}

/// "nightly" of a Job "nightly-29385660": the minute, since 1970, for which a CronJob made it.
std::string_view cronJobOf(const OwnerRef& job, const RawPod& pod) {
  constexpr UnixSeconds kMinute = 60;
  constexpr UnixSeconds kDay = 24 * 60 * kMinute;
  const std::string_view name = job.name;
  const std::size_t dash = name.rfind('-');
  if (dash == std::string_view::npos || dash == 0 || pod.meta.created == 0) return {};
  const std::string_view digits = name.substr(dash + 1);
  const std::optional<std::int64_t> minute = digits.size() <= 9 ? countIn(digits) : std::nullopt;
  if (!minute || digits.front() == '0') return {};
  const UnixSeconds since = pod.meta.created - *minute * kMinute;
  return since >= 0 && since <= kDay ? name.substr(0, dash) : std::string_view();
}

std::string_view rolloutOf(const OwnerRef& replicaSet, const RawPod& pod) {
  const std::string_view hash = labelOf(pod, "rollouts-pod-template-hash");
  const std::string_view name = replicaSet.name;
  if (hash.empty() || name.size() <= hash.size() + 1 || !name.ends_with(hash)) return {};
  const std::size_t dash = name.size() - hash.size() - 1;
  return name[dash] == '-' ? name.substr(0, dash) : std::string_view();
}

PodWorkload byLabel(const OwnerRef& owner, const RawPod& pod) {
  for (const LabelRule& rule : kLabelRules) {
    if (rule.through != owner.kind) continue;
    const std::string_view name = labelOf(pod, rule.label);
    if (name.empty() || (rule.same ? owner.name != name : !beginsWithName(owner.name, name))) continue;
    return {rule.kind, name, WorkloadTrace::Label};
  }
  return {};
}

}  // namespace

const char* toString(WorkloadTrace trace) {
  switch (trace) {
    case WorkloadTrace::Bare:
      return "bare";
    case WorkloadTrace::PodGroup:
      return "podGroup";
    case WorkloadTrace::Owner:
      return "owner";
    case WorkloadTrace::Name:
      return "name";
    case WorkloadTrace::Label:
      return "label";
  }
  return "";
}

const char* toString(QueueSystem system) {
  switch (system) {
    case QueueSystem::None:
      return "none";
    case QueueSystem::Kueue:
      return "kueue";
    case QueueSystem::Volcano:
      return "volcano";
    case QueueSystem::Kai:
      return "kai";
    case QueueSystem::Koordinator:
      return "koordinator";
    case QueueSystem::YuniKorn:
      return "yunikorn";
  }
  return "";
}

PodWorkload workloadOf(const RawPod& pod) {
  const OwnerRef* owner = controllerOf(pod);
  // The controller of a static pod's mirror is its node.
  if (owner == nullptr || owner->kind == "Node") {
    const PodGang gang = owner == nullptr ? gangOf(pod) : PodGang{};
    if (!gang.name.empty()) return {"PodGroup", gang.name, WorkloadTrace::PodGroup};
    return {"Pod", pod.meta.key.name, WorkloadTrace::Bare};
  }
  if (const PodWorkload labelled = byLabel(*owner, pod); !labelled.name.empty()) return labelled;
  if (owner->kind == "ReplicaSet") {
    if (const std::string_view name = rolloutOf(*owner, pod); !name.empty())
      return {"Rollout", name, WorkloadTrace::Name};
    if (const std::string_view name = deploymentOf(pod); !name.empty())
      return {"Deployment", name, WorkloadTrace::Name};
  }
  if (owner->kind == "Job") {
    if (const std::string_view name = cronJobOf(*owner, pod); !name.empty())
      return {"CronJob", name, WorkloadTrace::Name};
  }
  return {owner->kind, owner->name, WorkloadTrace::Owner};
}

std::string_view roleOf(const RawPod& pod) {
  for (const std::string_view key : kRoleLabels) {
    if (const std::string_view role = labelOrAnnotation(pod, key); !role.empty()) return role;
  }
  const std::string_view index = labelOf(pod, "leaderworkerset.sigs.k8s.io/worker-index");
  return index.empty() ? std::string_view() : index == "0" ? "leader" : "worker";
}

PodQueue queueOf(const RawPod& pod) {
  for (const QueueKey& queue : kQueueKeys) {
    if (const std::string_view name = labelOrAnnotation(pod, queue.key); !name.empty()) return {queue.system, name};
  }
  return {};
}

PodGang gangOf(const RawPod& pod) {
  const auto named = [&pod](std::string_view key) -> PodGang {
    const std::string_view name = labelOrAnnotation(pod, key);
    if (name.empty()) return {};
    const auto* const size =
        std::find_if(kGangSizes.begin(), kGangSizes.end(), [key](const GangSize& one) { return one.name == key; });
    if (size == kGangSizes.end()) return {name, std::nullopt, std::nullopt};
    return {name, countIn(labelOrAnnotation(pod, size->min)), countIn(labelOrAnnotation(pod, size->total))};
  };
  for (const GroupKey& one : kGroupLabels) {
    if (PodGang gang = named(one.key); !gang.name.empty()) return gang;
  }
  for (const GroupKey& one : kGroupAnnotations) {
    if (PodGang gang = named(one.key); !gang.name.empty()) return gang;
  }
  for (const std::string_view key : kOtherGangs) {
    if (PodGang gang = named(key); !gang.name.empty()) return gang;
  }
  return {};
}

}  // namespace cardinal
