// SPDX-License-Identifier: Apache-2.0
#include "core/manifest/pod_reader.h"

#include <limits>

namespace cardinal::yaml {
namespace {

constexpr std::int64_t kMaxPort = 65535;

Container readContainer(const Field& field) {
  Container out;
  out.name = field.child("name").string();
  out.image = field.child("image").string();
  const Field resources = field.child("resources");
  out.requests = resources.child("requests").resources();
  out.limits = resources.child("limits").resources();
  for (const Field& port : field.child("ports").elements()) {
    if (port.child("hostPort").integer(0, 0, kMaxPort) > 0) out.hasHostPort = true;
  }
  return out;
}

std::vector<Container> readContainers(const Field& list) {
  std::vector<Container> out;
  for (const Field& element : list.elements()) out.push_back(readContainer(element));
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

void readAffinity(const Field& affinity, RawPodSpec& spec) {
  const Field nodes = affinity.child("nodeAffinity");
  const Field required = nodes.child("requiredDuringSchedulingIgnoredDuringExecution");
  if (required.exists()) {
    spec.requiredNodeAffinity.emplace();
    for (const Field& term : required.child("nodeSelectorTerms").elements()) {
      spec.requiredNodeAffinity->push_back(
          {readRequirements(term.child("matchExpressions")), readRequirements(term.child("matchFields"))});
    }
  }
  spec.hasPreferredNodeAffinity = nodes.child("preferredDuringSchedulingIgnoredDuringExecution").hasContent();
  spec.hasPodAffinity = affinity.child("podAffinity").hasContent() || affinity.child("podAntiAffinity").hasContent();
}

std::vector<Toleration> readTolerations(const Field& list) {
  std::vector<Toleration> out;
  for (const Field& element : list.elements()) {
    out.push_back({element.child("key").string(), element.child("operator").string(), element.child("value").string(),
                   element.child("effect").string()});
  }
  return out;
}

bool bindsVolumes(const Field& volumes) {
  for (const Field& volume : volumes.elements()) {
    if (volume.child("persistentVolumeClaim").exists() || volume.child("ephemeral").exists()) return true;
  }
  return false;
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
  constexpr auto kLeast = std::numeric_limits<std::int32_t>::min();
  constexpr auto kMost = std::numeric_limits<std::int32_t>::max();
  spec.priority = static_cast<std::int32_t>(field.child("priority").integer(0, kLeast, kMost));
  spec.containers = readContainers(field.child("containers"));
  if (spec.containers.empty()) field.child("containers").fail();
  spec.initContainers = readContainers(field.child("initContainers"));
  spec.overhead = field.child("overhead").resources();
  spec.nodeSelector = field.child("nodeSelector").stringMap();
  readAffinity(field.child("affinity"), spec);
  spec.tolerations = readTolerations(field.child("tolerations"));
  spec.hasTopologySpread = field.child("topologySpreadConstraints").hasContent();
  spec.hasBoundVolumes = bindsVolumes(field.child("volumes"));
  spec.hasLocalData = keepsLocalData(field.child("volumes"));
  spec.hasSchedulingGates = field.child("schedulingGates").hasContent();
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

RawPod readPodTemplate(const Field& metadata, const Field& spec) {
  if (!spec.exists()) spec.fail();
  RawPod pod;
  pod.meta = readMeta(metadata);
  pod.spec = readSpec(spec);
  pod.phase = PodPhase::Pending;
  return pod;
}

}  // namespace cardinal::yaml
