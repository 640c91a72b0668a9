// SPDX-License-Identifier: Apache-2.0
#include "core/manifest/pod_reader.h"

#include <algorithm>
#include <array>
#include <limits>
#include <string_view>

#include "core/model/pods/pod_fields.h"

namespace cardinal::yaml {
namespace {

constexpr std::int64_t kMaxPort = 65535;

constexpr std::array<std::string_view, 19> kReadFields = {"activeDeadlineSeconds",
                                                          "affinity",
                                                          "containers",
                                                          "initContainers",
                                                          "nodeName",
                                                          "nodeSelector",
                                                          "overhead",
                                                          "preemptionPolicy",
                                                          "priority",
                                                          "priorityClassName",
                                                          "resourceClaims",
                                                          "resources",
                                                          "runtimeClassName",
                                                          "schedulerName",
                                                          "schedulingGates",
                                                          "tolerations",
                                                          "topologySpreadConstraints",
                                                          "volumes",
                                                          "hostNetwork"};

void readPort(const Field& port, bool hostNetwork, Container& out) {
  std::int64_t number = port.child("hostPort").integer(0, 0, kMaxPort);
  // The API server fills it in for pods on the node's own network.
  if (number == 0 && hostNetwork) number = port.child("containerPort").integer(0, 0, kMaxPort);
  if (number == 0) return;
  out.hasHostPort = true;
  out.hostPorts.push_back(
      {port.child("hostIP").string(), port.child("protocol").string(), static_cast<std::int32_t>(number)});
}

Container readContainer(const Field& field, bool hostNetwork) {
  Container out;
  out.name = field.child("name").string();
  out.image = field.child("image").string();
  const Field resources = field.child("resources");
  out.requests = resources.child("requests").resources();
  out.limits = resources.child("limits").resources();
  for (const Field& port : field.child("ports").elements()) readPort(port, hostNetwork, out);
  out.privileged = field.child("securityContext").child("privileged").boolean();
  return out;
}

SharedList<Container> readContainers(const Field& list, bool hostNetwork) {
  SharedList<Container> out;
  for (const Field& element : list.elements()) out.push_back(readContainer(element, hostNetwork));
  return out;
}

SharedList<Container> readInitContainers(const Field& list, bool hostNetwork) {
  SharedList<Container> out;
  for (const Field& element : list.elements()) {
    Container container = readContainer(element, hostNetwork);
    container.isSidecar = element.child("restartPolicy").string() == "Always";
    out.push_back(std::move(container));
  }
  return out;
}

std::vector<NodeSelectorRequirement> readRequirements(const Field& list) {
  std::vector<NodeSelectorRequirement> out;
  for (const Field& element : list.elements()) {
    NodeSelectorRequirement requirement;
    requirement.key = element.child("key").string();
    requirement.op = element.child("operator").string();
    requirement.values = element.child("values").strings();
    out.push_back(std::move(requirement));
  }
  return out;
}

NodeSelectorTerm readNodeTerm(const Field& term) {
  return {readRequirements(term.child("matchExpressions")), readRequirements(term.child("matchFields"))};
}

std::optional<LabelSelector> readSelector(const Field& selector) {
  if (!selector.exists()) return std::nullopt;
  return LabelSelector{selector.child("matchLabels").stringMap(), readRequirements(selector.child("matchExpressions"))};
}

std::int32_t readInt32(const Field& field, std::int32_t fallback) {
  return static_cast<std::int32_t>(
      field.integer(fallback, std::numeric_limits<std::int32_t>::min(), std::numeric_limits<std::int32_t>::max()));
}

PodAffinityTerm readPodTerm(const Field& term, PodAffinityTerm::Kind kind, std::int32_t weight) {
  PodAffinityTerm out;
  out.kind = kind;
  out.weight = weight;
  out.topologyKey = term.child("topologyKey").string();
  out.selector = readSelector(term.child("labelSelector"));
  out.namespaces = term.child("namespaces").strings();
  out.namespaceSelector = readSelector(term.child("namespaceSelector"));
  out.matchLabelKeys = term.child("matchLabelKeys").strings();
  out.mismatchLabelKeys = term.child("mismatchLabelKeys").strings();
  return out;
}

void readPodRules(const Field& rules, bool anti, RawPodSpec& spec) {
  using Kind = PodAffinityTerm::Kind;
  for (const Field& term : rules.child("requiredDuringSchedulingIgnoredDuringExecution").elements()) {
    spec.podAffinity.push_back(readPodTerm(term, anti ? Kind::RequiredAntiAffinity : Kind::RequiredAffinity, 0));
  }
  for (const Field& term : rules.child("preferredDuringSchedulingIgnoredDuringExecution").elements()) {
    spec.podAffinity.push_back(readPodTerm(term.child("podAffinityTerm"),
                                           anti ? Kind::PreferredAntiAffinity : Kind::PreferredAffinity,
                                           readInt32(term.child("weight"), 0)));
  }
}

void readTopologySpread(const Field& list, RawPodSpec& spec) {
  for (const Field& element : list.elements()) {
    TopologySpreadConstraint out;
    out.maxSkew = readInt32(element.child("maxSkew"), 1);
    out.topologyKey = element.child("topologyKey").string();
    out.hard = element.child("whenUnsatisfiable").string() != "ScheduleAnyway";
    out.selector = readSelector(element.child("labelSelector"));
    out.minDomains = readInt32(element.child("minDomains"), 1);
    out.ignoresNodeAffinity = element.child("nodeAffinityPolicy").string() == "Ignore";
    out.honorsNodeTaints = element.child("nodeTaintsPolicy").string() == "Honor";
    out.matchLabelKeys = element.child("matchLabelKeys").strings();
    spec.topologySpread.push_back(std::move(out));
  }
  spec.hasTopologySpread = !spec.topologySpread.empty();
}

void readAffinity(const Field& affinity, RawPodSpec& spec) {
  const Field nodes = affinity.child("nodeAffinity");
  const Field required = nodes.child("requiredDuringSchedulingIgnoredDuringExecution");
  if (required.exists()) {
    spec.requiredNodeAffinity.emplace();
    for (const Field& term : required.child("nodeSelectorTerms").elements()) {
      spec.requiredNodeAffinity->push_back(readNodeTerm(term));
    }
  }
  for (const Field& term : nodes.child("preferredDuringSchedulingIgnoredDuringExecution").elements()) {
    spec.preferredNodeAffinity.push_back({readInt32(term.child("weight"), 0), readNodeTerm(term.child("preference"))});
  }
  spec.hasPreferredNodeAffinity = !spec.preferredNodeAffinity.empty();
  readPodRules(affinity.child("podAffinity"), false, spec);
  readPodRules(affinity.child("podAntiAffinity"), true, spec);
  spec.hasPodAffinity = !spec.podAffinity.empty();
}

SharedList<Toleration> readTolerations(const Field& list) {
  SharedList<Toleration> out;
  for (const Field& element : list.elements()) {
    out.push_back({element.child("key").string(), element.child("operator").string(), element.child("value").string(),
                   element.child("effect").string()});
  }
  return out;
}

void readClaims(const Field& volumes, RawPodSpec& spec) {
  for (const Field& volume : volumes.elements()) {
    if (volume.child("ephemeral").exists()) spec.hasBoundVolumes = spec.hasEphemeralVolumes = true;
    const Field claim = volume.child("persistentVolumeClaim");
    if (!claim.exists()) continue;
    spec.hasBoundVolumes = true;
    if (std::string name = claim.child("claimName").string(); !name.empty()) spec.claims.push_back(std::move(name));
  }
}

void readGates(const Field& gates, RawPodSpec& spec) {
  for (const Field& gate : gates.elements()) spec.schedulingGates.push_back(gate.child("name").string());
  spec.hasSchedulingGates = !spec.schedulingGates.empty();
}

void readDeviceClaims(const Field& claims, RawPodSpec& spec) {
  for (const Field& claim : claims.elements()) {
    spec.deviceClaims.push_back({claim.child("name").string(), claim.child("resourceClaimName").string(),
                                 claim.child("resourceClaimTemplateName").string()});
  }
}

/// What of a pod came with Kubernetes 1.26 and later, or names an object that the API server reads when it is created.
void readNewerParts(const Field& field, RawPodSpec& spec) {
  spec.podRequests = field.child("resources").child("requests").resources();
  spec.podLimits = field.child("resources").child("limits").resources();
  readDeviceClaims(field.child("resourceClaims"), spec);
  spec.runtimeClass = field.child("runtimeClassName").string();
  spec.neverPreempts = field.child("preemptionPolicy").string() == "Never";
  for (const std::string& key : field.keys()) {
    const bool isRead = std::find(kReadFields.begin(), kReadFields.end(), key) != kReadFields.end();
    if (!isRead && field.child(key).exists()) noteUnreadField(spec, key);
  }
}

bool keepsLocalData(const Field& volumes) {
  for (const Field& volume : volumes.elements()) {
    if (volume.child("emptyDir").exists()) return true;
  }
  return false;
}

RawPodSpec readSpec(const Field& field) {
  RawPodSpec spec;
  spec.nodeName = field.child("nodeName").string();
  spec.schedulerName = field.child("schedulerName").string();
  spec.priorityClassName = field.child("priorityClassName").string();
  constexpr auto kMin = std::numeric_limits<std::int32_t>::min();
  constexpr auto kMax = std::numeric_limits<std::int32_t>::max();
  spec.priority = static_cast<std::int32_t>(field.child("priority").integer(0, kMin, kMax));
  const bool hostNetwork = field.child("hostNetwork").boolean();
  spec.containers = readContainers(field.child("containers"), hostNetwork);
  if (spec.containers.empty()) field.child("containers").fail();
  spec.initContainers = readInitContainers(field.child("initContainers"), hostNetwork);
  spec.overhead = field.child("overhead").resources();
  spec.nodeSelector = field.child("nodeSelector").stringMap();
  readAffinity(field.child("affinity"), spec);
  spec.tolerations = readTolerations(field.child("tolerations"));
  readTopologySpread(field.child("topologySpreadConstraints"), spec);
  readClaims(field.child("volumes"), spec);
  spec.hasLocalData = keepsLocalData(field.child("volumes"));
  readGates(field.child("schedulingGates"), spec);
  spec.hasDeadline = field.child("activeDeadlineSeconds").exists();
  readNewerParts(field, spec);
  return spec;
}

}  // namespace

ObjectMeta readMeta(const Field& metadata) {
  ObjectMeta out;
  out.key = {metadata.child("namespace").string(), metadata.child("name").string()};
  out.labels = metadata.child("labels").stringMap();
  out.annotations = metadata.child("annotations").stringMap();
  return out;
}

std::string podGroupOf(const Field& spec) {
  const std::string group = spec.child("schedulingGroup").child("podGroupName").string();
  const Field reference = spec.child("workloadRef");
  if (!group.empty() || !reference.exists()) return group;
  return reference.child("name").string() + "/" + reference.child("podGroup").string();
}

RawPod readPodTemplate(const Field& metadata, const Field& spec) {
  if (!spec.exists()) spec.fail();
  RawPod pod;
  pod.meta = readMeta(metadata);
  pod.spec = readSpec(spec);
  pod.phase = PodPhase::Pending;
  return pod;
}

}  // namespace cardinal::yaml
