// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/clock.h"
#include "core/base/ids.h"
#include "core/base/quantity.h"
#include "core/base/shared_list.h"

namespace cardinal {

/// Typed pictures of the API objects, filled by decoders (JSON) and manifests (YAML) and read by the adapters.
/// Only what the program uses is kept: no managedFields, no last-applied, no env, no volumes' content.
/// Plain values, immutable once published behind `shared_ptr<const ...>`.

/// Lists that many objects have in common are SharedLists: the decoder gives equal ones the same memory.

/// Key and value in the order of the object; keys are unique.
using StringMap = SharedList<std::pair<std::string, std::string>>;

/// Value of `key`, or nullptr. Linear: maps on API objects are short.
inline const std::string* find(const StringMap& map, std::string_view key) {
  for (const auto& [k, v] : map) {
    if (k == key) return &v;
  }
  return nullptr;
}

struct ResourceAmount {
  std::string name;  ///< "cpu", "memory", "aliyun.com/gpu-mem", ...
  Quantity amount;
  bool operator==(const ResourceAmount&) const = default;
};

/// Resources of one list (capacity, limits, ...). A quantity that could not be parsed is left out here and
/// reported in the object's `problems`.
using ResourceList = SharedList<ResourceAmount>;

inline const Quantity* find(const ResourceList& list, std::string_view name) {
  for (const auto& entry : list) {
    if (entry.name == name) return &entry.amount;
  }
  return nullptr;
}

/// A field of an API object that could not be read as what it should be; the object is kept.
struct FieldProblem {
  std::string field;  ///< "status.capacity[aliyun.com/gpu-mem]"
  std::string value;  ///< the offending text (hostile)
  bool operator==(const FieldProblem&) const = default;
};

struct OwnerRef {
  std::string kind;
  std::string name;
  std::string uid;
  bool controller = false;
  bool operator==(const OwnerRef&) const = default;
};

struct ObjectMeta {
  ObjectKey key;
  std::string uid;
  std::string resourceVersion;  ///< opaque
  StringMap labels;
  StringMap annotations;
  SharedList<OwnerRef> owners;
  UnixSeconds created = 0;
  UnixSeconds deletionTimestamp = 0;     ///< not 0 = terminating
  SharedList<std::string> finalizers{};  ///< what holds the deletion; only of objects that are terminating
  bool operator==(const ObjectMeta&) const = default;
};

struct Taint {
  std::string key;
  std::string value;
  std::string effect;  ///< "NoSchedule", "PreferNoSchedule", "NoExecute"
  bool operator==(const Taint&) const = default;
};

struct NodeCondition {
  std::string type;
  std::string status;  ///< "True", "False", "Unknown"
  std::string reason;
  std::string message;
  UnixSeconds since = 0;
  bool operator==(const NodeCondition&) const = default;
};

/// Container images that a node holds. One entry per image: its names, one a line, and its size.
struct NodeImage {
  std::string names;  ///< "registry/app:1\nregistry/app@sha256:..."
  std::int64_t bytes = 0;
  bool operator==(const NodeImage&) const = default;
};

/// A controller whose pods a node asks to be spared of (annotation scheduler.alpha.kubernetes.io/preferAvoidPods).
struct AvoidedController {
  std::string kind;
  std::string uid;
  bool operator==(const AvoidedController&) const = default;
};

struct RawNode {
  ObjectMeta meta;
  bool unschedulable = false;
  std::vector<Taint> taints;
  ResourceList capacity;
  ResourceList allocatable;
  std::vector<NodeCondition> conditions;
  std::string internalIp;  ///< first InternalIP, empty = none
  std::string hostname;    ///< first Hostname address
  std::string kubeletVersion;
  std::string containerRuntime;
  std::string osImage;
  std::vector<FieldProblem> problems;
  std::vector<NodeImage> images{};
  std::vector<AvoidedController> avoids{};
  bool operator==(const RawNode&) const = default;
};

struct Toleration {
  std::string key;  ///< empty with Exists = every key
  std::string op;   ///< "Equal" (default when empty) or "Exists"
  std::string value;
  std::string effect;  ///< empty = every effect
  bool operator==(const Toleration&) const = default;
};

struct NodeSelectorRequirement {
  std::string key;
  std::string op;  ///< In, NotIn, Exists, DoesNotExist, Gt, Lt
  std::vector<std::string> values;
  bool operator==(const NodeSelectorRequirement&) const = default;
};

/// Terms are ORed, requirements inside a term are ANDed.
struct NodeSelectorTerm {
  std::vector<NodeSelectorRequirement> matchExpressions;
  std::vector<NodeSelectorRequirement> matchFields;
  bool operator==(const NodeSelectorTerm&) const = default;
};

/// A weighted term: preferredDuringSchedulingIgnoredDuringExecution of node affinity.
struct PreferredNodeTerm {
  std::int32_t weight = 0;
  NodeSelectorTerm term;
  bool operator==(const PreferredNodeTerm&) const = default;
};

/// Label selector of API objects: labels and expressions (In, NotIn, Exists, DoesNotExist) are ANDed. Empty =
/// everything.
struct LabelSelector {
  StringMap matchLabels;
  std::vector<NodeSelectorRequirement> matchExpressions;
  bool empty() const { return matchLabels.empty() && matchExpressions.empty(); }
  bool operator==(const LabelSelector&) const = default;
};

/// A term of pod affinity or anti-affinity.
struct PodAffinityTerm {
  enum class Kind : std::uint8_t { RequiredAffinity, RequiredAntiAffinity, PreferredAffinity, PreferredAntiAffinity };
  Kind kind = Kind::RequiredAffinity;
  std::int32_t weight = 0;                         ///< of preferred terms
  std::string topologyKey;                         ///< never empty
  std::optional<LabelSelector> selector;           ///< nothing = matches no pod
  std::vector<std::string> namespaces;             ///< empty, and no namespaceSelector = the pod's own
  std::optional<LabelSelector> namespaceSelector;  ///< empty selector = every namespace
  /// Labels of the pod that others must share, or must not. The API server adds them to `selector` when it creates the
  /// pod, so they matter only in what was never created.
  std::vector<std::string> matchLabelKeys{};
  std::vector<std::string> mismatchLabelKeys{};
  bool operator==(const PodAffinityTerm&) const = default;
};

struct TopologySpreadConstraint {
  std::int32_t maxSkew = 1;
  std::string topologyKey;                ///< never empty
  bool hard = true;                       ///< DoNotSchedule; else ScheduleAnyway
  std::optional<LabelSelector> selector;  ///< nothing = matches no pod
  std::int32_t minDomains = 1;
  bool ignoresNodeAffinity = false;  ///< nodeAffinityPolicy: Ignore
  bool honorsNodeTaints = false;     ///< nodeTaintsPolicy: Honor
  std::vector<std::string> matchLabelKeys;
  bool operator==(const TopologySpreadConstraint&) const = default;
};

/// A port of the node that a container takes.
struct HostPort {
  std::string ip;         ///< empty = every address
  std::string protocol;   ///< empty = TCP
  std::int32_t port = 0;  ///< 1..65535
  bool operator==(const HostPort&) const = default;
};

struct Container {
  std::string name;
  std::string image;
  ResourceList requests;
  ResourceList limits;
  bool hasHostPort = false;  ///< also when the ports themselves could not be read
  SharedList<HostPort> hostPorts{};
  bool isSidecar = false;   ///< an init container that runs as long as the pod: restartPolicy Always
  bool privileged = false;  ///< securityContext.privileged
  bool operator==(const Container&) const = default;
};

/// What the kubelet says that a container, or the pod as a whole, holds: resources.requests and allocatedResources of
/// a status. While a resize is under way it differs from what the spec asks.
struct HeldAmounts {
  std::string container;  ///< empty = the pod as a whole
  ResourceList actual;
  ResourceList allocated;
  bool operator==(const HeldAmounts&) const = default;
};

/// How far a change of a running pod's resources is; the worst that is reported.
enum class Resize : std::uint8_t { None, InProgress, Deferred, Infeasible };

/// spec.resourceClaims: devices by dynamic resource allocation (KEP-4381).
struct PodDeviceClaim {
  std::string name;
  std::string claim;  ///< the ResourceClaim; empty = made from the template
  std::string claimTemplate;
  bool operator==(const PodDeviceClaim&) const = default;
};

enum class PodPhase : std::uint8_t { Unknown, Pending, Running, Succeeded, Failed };

/// What the pod asks of the scheduler. Parts that this program does not evaluate are flags, so that an
/// answer can say so.
struct RawPodSpec {
  std::string nodeName;       ///< empty = not bound
  std::string schedulerName;  ///< empty = default-scheduler
  std::string priorityClassName;
  std::int32_t priority = 0;
  SharedList<Container> containers;
  SharedList<Container> initContainers;
  ResourceList overhead;
  StringMap nodeSelector;
  std::optional<std::vector<NodeSelectorTerm>> requiredNodeAffinity;
  SharedList<Toleration> tolerations;
  bool hasPreferredNodeAffinity = false;
  bool hasPodAffinity = false;  ///< pod affinity or anti-affinity of any kind
  bool hasTopologySpread = false;
  bool hasBoundVolumes = false;  ///< persistentVolumeClaim or ephemeral volumes
  bool hasLocalData = false;     ///< emptyDir volumes: their content is lost with the pod
  bool hasSchedulingGates = false;
  // Empty while the flag above is set: older snapshot files say only that there is such a rule.
  SharedList<PreferredNodeTerm> preferredNodeAffinity{};
  SharedList<PodAffinityTerm> podAffinity{};  ///< terms of all four kinds
  SharedList<TopologySpreadConstraint> topologySpread{};
  SharedList<std::string> claims{};           ///< persistent volume claims that the pod names
  bool hasEphemeralVolumes = false;           ///< their claims are made with the pod
  SharedList<std::string> schedulingGates{};  ///< names; empty while the flag is set: not known
  bool hasDeadline = false;                   ///< activeDeadlineSeconds: scope Terminating of quotas
  ResourceList podRequests{};                 ///< spec.resources of the pod as a whole (KEP-2837)
  ResourceList podLimits{};
  SharedList<PodDeviceClaim> deviceClaims{};
  std::string runtimeClass{};              ///< its overhead and node selector are filled in when the pod is created
  bool neverPreempts = false;              ///< preemptionPolicy: Never
  SharedList<std::string> unreadFields{};  ///< of the spec, newer than this program, see noteUnreadField
  bool usesDefaultScheduler() const { return schedulerName.empty() || schedulerName == "default-scheduler"; }
  bool operator==(const RawPodSpec&) const = default;
};

struct RawPod {
  ObjectMeta meta;
  RawPodSpec spec;
  PodPhase phase = PodPhase::Unknown;
  std::string phaseText;        ///< as read, for phases we do not know
  std::string reason;           ///< status.reason, or the waiting reason of a container
  std::string scheduledReason;  ///< PodScheduled condition when not True
  std::string scheduledMessage;
  std::int32_t restarts = 0;
  UnixSeconds startTime = 0;
  std::vector<FieldProblem> problems;
  std::string nominatedNode{};     ///< where the scheduler evicted others for it; room there is kept for it
  SharedList<HeldAmounts> held{};  ///< of regular containers, sidecars and the pod, where not simply what is requested
  Resize resize = Resize::None;
  bool isPreempted = false;   ///< terminating, because the scheduler evicted it for another pod
  bool isUnready = false;     ///< condition Ready is there and not True
  bool initFinished = false;  ///< init containers are reported, and every one has ended with exit code 0
  bool operator==(const RawPod&) const = default;
};

/// A PodDisruptionBudget as far as a drain looks at it.
struct RawDisruptionBudget {
  ObjectMeta meta;
  std::vector<NodeSelectorRequirement> selector;  ///< all must hold; empty = every pod of the namespace
  bool selectsNothing = true;                     ///< the object has no selector
  std::int32_t disruptionsAllowed = 0;
  std::int32_t currentHealthy = 0;
  std::int32_t desiredHealthy = 0;
  bool letsUnreadyGo = false;  ///< unhealthyPodEvictionPolicy: AlwaysAllow
  std::vector<FieldProblem> problems;
  bool operator==(const RawDisruptionBudget&) const = default;
};

/// What a kube-system ConfigMap says of the cards of a node: `unhealthy-gpu-<node>` (open-source gpushare extender),
/// or
/// `<node>-gputopo-report` (ACK, topology nodes). A node has one of them; of both the one received last counts.
struct RawUnhealthyGpus {
  std::string node;
  std::string resourceVersion;
  std::optional<std::string> gpus;       ///< value of data.gpus; nothing = key absent
  std::optional<std::string> devices{};  ///< of a report: data.devices, JSON, id of a card -> "Healthy" or another word
  std::optional<std::string> bandwidth{};  ///< of a report: data.bandwidth, a square JSON matrix
  bool operator==(const RawUnhealthyGpus&) const = default;
};

inline bool isTerminating(const RawPod& pod) {
  return pod.meta.deletionTimestamp != 0;
}
inline bool isTerminal(const RawPod& pod) {
  return pod.phase == PodPhase::Succeeded || pod.phase == PodPhase::Failed;
}

}  // namespace cardinal
