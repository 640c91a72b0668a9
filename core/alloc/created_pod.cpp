// SPDX-License-Identifier: Apache-2.0
#include "core/alloc/created_pod.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "core/alloc/admission.h"
#include "core/alloc/selector.h"
#include "core/model/extras/cluster_kinds.h"
#include "core/model/extras/extra.h"
#include "core/model/pods/pod_owner.h"
#include "core/model/snapshot.h"
#include "core/provider/effective_request.h"

namespace cardinal::alloc {
namespace {

constexpr std::array<std::pair<std::string_view, std::int32_t>, 2> kSystemClasses = {
    {{"system-cluster-critical", 2'000'000'000}, {"system-node-critical", 2'000'001'000}}};
constexpr std::size_t kMaxCauses = 20;

/// What the plugin Priority takes from a class.
struct Priority {
  std::string name;
  std::int32_t value = 0;
  bool neverPreempts = false;
};

Priority of(const RawPriorityClass& one) {
  return {one.meta.key.name, one.value, one.preemptionPolicy == "Never"};
}

std::optional<Priority> classNamed(const std::string& name, const ClusterExtras* extras) {
  if (extras != nullptr) {
    for (const auto& one : extras->priorityClasses) {
      if (one->meta.key.name == name) return of(*one);
    }
  }
  // The API server makes these two itself.
  for (const auto& [system, value] : kSystemClasses) {
    if (system == name) return Priority{name, value, false};
  }
  return std::nullopt;
}

/// Of several the lowest; without one priority 0.
Priority defaultClass(const ClusterExtras& extras) {
  const RawPriorityClass* found = nullptr;
  for (const auto& one : extras.priorityClasses) {
    if (one->isDefault && (found == nullptr || one->value < found->value)) found = one.get();
  }
  return found != nullptr ? of(*found) : Priority{};
}

bool knows(const ClusterExtras* extras, ExtraKind kind) {
  return extras != nullptr && extras->knows(kind);
}

/// The class that a pod gets which names this one, or none.
std::optional<Priority> classFor(const std::string& name, const ClusterExtras* extras) {
  if (!name.empty()) return classNamed(name, extras);
  return knows(extras, ExtraKind::PriorityClass) ? std::optional(defaultClass(*extras)) : std::nullopt;
}

/// As `kubectl` names it; a pod whose name a controller makes has none yet.
std::string subjectOf(const RawPod& pod) {
  return pod.meta.key.name.empty() ? "pods" : "pods/" + pod.meta.key.name;
}

Error refusal(const RawPod& pod, std::string field, std::string words) {
  return makeError(ErrorCode::Invalid, subjectOf(pod), std::move(field), std::move(words));
}

std::optional<Error> fillInPriority(RawPod& pod, const ClusterExtras* extras) {
  RawPodSpec& spec = pod.spec;
  const std::optional<Priority> found = classFor(spec.priorityClassName, extras);
  if (!found) {
    // A class that the same files create has given the pod its value already.
    if (!knows(extras, ExtraKind::PriorityClass) || spec.priority != 0) return std::nullopt;
    return refusal(pod, "spec.priorityClassName",
                   "no PriorityClass with name " + spec.priorityClassName + " was found");
  }
  if (spec.priority != 0 && spec.priority != found->value)
    return refusal(pod, "spec.priority",
                   "the integer value of priority (" + std::to_string(spec.priority) +
                       ") must not be provided in pod spec; priority admission controller computed " +
                       std::to_string(found->value) + " from the given PriorityClass name");
  if (spec.neverPreempts && !found->neverPreempts)
    return refusal(pod, "spec.preemptionPolicy",
                   "the string value of PreemptionPolicy (Never) must not be provided in pod spec; priority admission "
                   "controller computed PreemptLowerPriority from the given PriorityClass name");
  spec.priorityClassName = found->name;
  spec.priority = found->value;
  spec.neverPreempts = found->neverPreempts;
  return std::nullopt;
}

bool isSame(const ResourceList& a, const ResourceList& b) {
  return a.size() == b.size() && std::all_of(a.begin(), a.end(), [&](const ResourceAmount& entry) {
           const Quantity* other = find(b, entry.name);
           return other != nullptr && *other == entry.amount;
         });
}

std::optional<Error> fillInScheduling(RawPod& pod, const RawRuntimeClass& runtime) {
  for (const auto& [key, value] : runtime.nodeSelector) {
    const std::string* own = find(pod.spec.nodeSelector, key);
    if (own == nullptr) {
      pod.spec.nodeSelector.emplace_back(key, value);
    } else if (*own != value) {
      return refusal(pod, "spec.runtimeClassName",
                     "conflict: runtimeClass.scheduling.nodeSelector[" + key + "] = " + value +
                         "; pod.spec.nodeSelector[" + key + "] = " + *own);
    }
  }
  for (const Toleration& one : runtime.tolerations) {
    const auto& own = std::as_const(pod.spec.tolerations);
    if (std::find(own.begin(), own.end(), one) == own.end()) pod.spec.tolerations.push_back(one);
  }
  return std::nullopt;
}

std::optional<Error> fillInRuntime(RawPod& pod, const ClusterExtras* extras) {
  if (!knows(extras, ExtraKind::RuntimeClass)) return std::nullopt;
  const std::string& name = pod.spec.runtimeClass;
  const auto& all = extras->runtimeClasses;
  const auto found = std::find_if(all.begin(), all.end(), [&](const auto& one) { return one->meta.key.name == name; });
  const bool isThere = !name.empty() && found != all.end();
  if (!name.empty() && !isThere)
    return refusal(pod, "spec.runtimeClassName", "pod rejected: RuntimeClass \"" + name + "\" not found");
  const ResourceList overhead = isThere ? (*found)->overhead : ResourceList();
  if (!pod.spec.overhead.empty() && !isSame(pod.spec.overhead, overhead))
    return refusal(pod, "spec.overhead",
                   overhead.empty()
                       ? "pod rejected: Pod Overhead set without corresponding RuntimeClass defined Overhead"
                       : "pod rejected: Pod's Overhead doesn't match RuntimeClass's defined Overhead");
  pod.spec.overhead = overhead;
  return isThere ? fillInScheduling(pod, **found) : std::nullopt;
}

/// Every node of such a cluster has labels of its cloud, but virtual ones.
bool isOfTolerantCloud(const ClusterSnapshot& snapshot) {
  constexpr std::size_t kLookedAt = 16;
  const auto isOfCloud = [](const auto& label) {
    return label.first.starts_with("cloud.google.com/gke-") || label.first.starts_with("kubernetes.azure.com/");
  };
  for (std::size_t i = 0; i < std::min(snapshot.nodes.size(), kLookedAt); ++i) {
    const NodeRecord& node = *snapshot.nodes[i];
    if (!node.exists()) continue;
    const StringMap& labels = node.raw->meta.labels;
    if (std::any_of(labels.begin(), labels.end(), isOfCloud)) return true;
  }
  return false;
}

/// Of whose requests the kubelet may hand out more than there is: those without a domain, but huge pages.
bool mayOvercommit(std::string_view resource) {
  return resource.find('/') == std::string_view::npos && !resource.starts_with("hugepages-");
}

using Causes = std::vector<ErrorCause>;

/// A pair of requests and limits, of a container or of the pod as a whole.
void compare(const ResourceList& requests, const ResourceList& limits, const std::string& path, bool namesLimit,
             Causes& out) {
  for (const ResourceAmount& entry : requests) {
    const Quantity* limit = find(limits, entry.name);
    if (limit == nullptr) continue;
    const bool isEqual = *limit == entry.amount;
    if (isEqual || (mayOvercommit(entry.name) && entry.amount < *limit)) continue;
    std::string words = "Invalid value: \"" + canonicalText(entry.amount, entry.name) + "\": must be " +
                        (mayOvercommit(entry.name) ? "less than or equal to " : "equal to ") + entry.name + " limit";
    if (namesLimit) words += " of " + canonicalText(*limit, entry.name);
    out.push_back({path + ".requests", "FieldValueInvalid", std::move(words)});
  }
}

void compareWithContainers(const RawPod& pod, Causes& out) {
  RawPod parts = pod;
  parts.spec.podRequests.clear();
  parts.spec.podLimits.clear();
  parts.spec.overhead.clear();
  for (const ResourceAmount& whole : pod.spec.podRequests) {
    const Quantity sum = provider::effectiveRequest(parts, whole.name);
    if (sum <= whole.amount) continue;
    out.push_back({"spec.resources.requests[" + whole.name + "]", "FieldValueInvalid",
                   "Invalid value: \"" + canonicalText(whole.amount, whole.name) +
                       "\": must be greater than or equal to aggregate container requests of " +
                       canonicalText(sum, whole.name)});
  }
  for (std::size_t i = 0; i < pod.spec.containers.size(); ++i) {
    for (const ResourceAmount& limit : std::as_const(pod.spec.containers)[i].limits) {
      const Quantity* whole = find(pod.spec.podLimits, limit.name);
      if (whole == nullptr || limit.amount <= *whole) continue;
      out.push_back({"spec.resources.containers[" + std::to_string(i) + "][" + limit.name + "].limits",
                     "FieldValueInvalid",
                     "Invalid value: \"" + canonicalText(limit.amount, limit.name) +
                         "\": must be less than or equal to pod limits of " + canonicalText(*whole, limit.name)});
    }
  }
}

}  // namespace

std::optional<std::int32_t> priorityOfClass(const std::string& name, const ClusterExtras* extras) {
  const std::optional<Priority> found = classFor(name, extras);
  return found ? std::optional(found->value) : std::nullopt;
}

std::vector<Error> fillInClasses(RawPod& pod, const ClusterExtras* extras) {
  std::vector<Error> out;
  if (isCreated(pod)) return out;
  if (auto error = fillInPriority(pod, extras)) out.push_back(std::move(*error));
  if (auto error = fillInRuntime(pod, extras)) out.push_back(std::move(*error));
  return out;
}

std::vector<std::string> extendedToTolerate(const RawPod& pod) {
  std::vector<std::string> out;
  if (isCreated(pod)) return out;
  const auto add = [&](const ResourceList& list) {
    for (const ResourceAmount& entry : list) {
      const bool isNative =
          entry.name.find('/') == std::string::npos || entry.name.find("kubernetes.io/") != std::string::npos;
      if (!isNative && std::find(out.begin(), out.end(), entry.name) == out.end()) out.push_back(entry.name);
    }
  };
  for (const auto* containers : {&pod.spec.containers, &pod.spec.initContainers}) {
    for (const Container& container : *containers) {
      add(container.requests);
      add(container.limits);  // stands for the request
    }
  }
  return out;
}

void fillInControllerLabels(RawPod& pod, const ClusterSnapshot& snapshot) {
  constexpr std::array<std::pair<std::string_view, const char*>, 4> kOwn = {
      {{"Deployment", "pod-template-hash"},
       {"StatefulSet", "controller-revision-hash"},
       {"Job", "controller-uid"},
       {"Job", "batch.kubernetes.io/controller-uid"}}};
  const OwnerRef* owner = controllerOf(pod);
  if (owner == nullptr || !owner->uid.empty() || isCreated(pod)) return;
  const std::vector<std::string> keys = labelKeysOf(pod.spec);
  for (const auto& [kind, label] : kOwn) {
    const bool isAdded = owner->kind == kind && std::find(keys.begin(), keys.end(), label) != keys.end() &&
                         find(std::as_const(pod.meta.labels), label) == nullptr;
    if (!isAdded || hasPods(*owner, pod.meta.key.ns, snapshot)) continue;
    // No API server takes such a value, and no other controller of the files has the same.
    pod.meta.labels.emplace_back(label, "(new) " + pod.meta.key.ns + "/" + owner->name);
  }
}

void fillInTolerations(RawPod& pod, const ClusterSnapshot& snapshot) {
  const std::vector<std::string> extended = extendedToTolerate(pod);
  if (extended.empty() || !isOfTolerantCloud(snapshot)) return;
  for (const std::string& resource : extended) {
    const Toleration one{resource, "Exists", {}, "NoSchedule"};
    const auto& own = std::as_const(pod.spec.tolerations);
    if (std::find(own.begin(), own.end(), one) == own.end()) pod.spec.tolerations.push_back(one);
  }
}

bool isPriorityUnknown(const RawPod& pod, const ClusterExtras* extras) {
  if (isCreated(pod) || knows(extras, ExtraKind::PriorityClass)) return false;
  return pod.spec.priority == 0 && !classNamed(pod.spec.priorityClassName, extras);
}

bool isRuntimeUnknown(const RawPod& pod, const ClusterExtras* extras) {
  return !isCreated(pod) && !pod.spec.runtimeClass.empty() && !knows(extras, ExtraKind::RuntimeClass);
}

std::vector<Error> invalidResources(const RawPod& pod, std::optional<int> minor) {
  constexpr int kNamesLimit = 26;       // "cpu limit of 1" since 1.26, "cpu limit" before
  constexpr int kWholePodsByGate = 34;  // PodLevelResources is on
  if (isCreated(pod)) return {};
  const bool namesLimit = minor.value_or(kNamesLimit) >= kNamesLimit;
  Causes causes;
  const RawPodSpec& spec = pod.spec;
  for (const auto& [containers, field] :
       {std::pair(&spec.containers, "spec.containers["), std::pair(&spec.initContainers, "spec.initContainers[")}) {
    for (std::size_t i = 0; i < containers->size(); ++i) {
      const Container& one = (*containers)[i];
      compare(one.requests, one.limits, field + std::to_string(i) + "].resources", namesLimit, causes);
    }
  }
  if (minor.value_or(kWholePodsByGate) >= kWholePodsByGate) {
    compareWithContainers(pod, causes);
    compare(spec.podRequests, spec.podLimits, "spec.resources", namesLimit, causes);
  }
  if (causes.empty()) return {};
  Error error = refusal(pod, causes.front().field, causes.front().field + ": " + causes.front().message);
  causes.resize(std::min(causes.size(), kMaxCauses));
  if (causes.size() > 1) error.causes = std::move(causes);
  return {std::move(error)};
}

}  // namespace cardinal::alloc
