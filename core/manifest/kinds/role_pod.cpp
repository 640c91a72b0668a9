// SPDX-License-Identifier: Apache-2.0
#include "core/manifest/kinds/role_pod.h"

#include <algorithm>

#include "core/manifest/pod_reader.h"

namespace cardinal::yaml {
namespace {

bool isMapping(const Field& field) {
  return field.node() != nullptr && field.node()->kind == Node::Kind::Mapping;
}

/// Claims of the pod: names, until the claims of the same file are looked at.
std::vector<DeviceAsk> claimsOf(const Field& podSpec) {
  std::vector<DeviceAsk> out;
  for (const Field& claim : podSpec.child("resourceClaims").elements()) {
    const Field source = claim.child("source");  // until Kubernetes 1.30
    for (const Field& holder : {claim, source}) {
      const std::string byTemplate = holder.child("resourceClaimTemplateName").string();
      const std::string byName = holder.child("resourceClaimName").string();
      if (!byTemplate.empty()) out.push_back({"resourceclaimtemplates/" + byTemplate, {}});
      if (!byName.empty()) out.push_back({"resourceclaims/" + byName, {}});
    }
  }
  return out;
}

RolePod finished(RawPod pod, const ObjectKey& key, const Field& podSpec) {
  pod.meta.key = key;
  return {std::make_shared<const RawPod>(std::move(pod)), claimsOf(podSpec)};
}

/// What of a pod spec stands beside `resources` in kinds that have no pod template. Their containers are no part of it.
RawPod podWithFields(const Field& fields) {
  Node spec;
  spec.kind = Node::Kind::Mapping;
  const auto put = [&](const std::string& key, Node value) {
    spec.keys.push_back(key);
    spec.items.push_back(std::move(value));
  };
  for (const char* key : {"nodeSelector", "affinity", "tolerations", "schedulerName", "priorityClassName",
                          "topologySpreadConstraints", "resourceClaims"}) {
    const Node* found = isMapping(fields) ? fields.node()->find(key) : nullptr;
    if (found != nullptr) put(key, *found);
  }
  Node container;
  container.kind = Node::Kind::Mapping;
  Node list;
  list.kind = Node::Kind::Sequence;
  list.items.push_back(std::move(container));
  put("containers", std::move(list));
  static const std::string kSource;
  Node empty;
  empty.kind = Node::Kind::Mapping;
  RawPod pod = readPodTemplate(Field(empty, kSource), Field(spec, kSource));
  pod.spec.containers.clear();
  return pod;
}

Container containerWith(const Field& resources) {
  Container out;
  out.name = "main";
  out.requests = resources.child("requests").resources();
  out.limits = resources.child("limits").resources();
  // Some kinds name the amounts without "limits" or "requests".
  if (out.requests.empty() && out.limits.empty() && isMapping(resources)) {
    const auto& keys = resources.node()->keys;
    const bool plain = std::all_of(resources.node()->items.begin(), resources.node()->items.end(),
                                   [](const Node& item) { return item.isScalar(); });
    if (plain && !keys.empty()) out.limits = resources.resources();
  }
  return out;
}

/// One container, or a mapping with `containers`.
RolePod podOfContainers(const Field& holder, const Field& fields, const ObjectKey& key) {
  RawPod pod = podWithFields(fields);
  const Field list = holder.child("containers");
  if (list.exists()) {
    for (const Field& one : list.elements()) pod.spec.containers.push_back(containerWith(one.child("resources")));
  } else {
    pod.spec.containers.push_back(containerWith(holder.child("resources")));
  }
  return finished(std::move(pod), key, fields);
}

RolePod podOfGpus(const std::string& resource, std::int64_t count, const Field& fields, const ObjectKey& key) {
  RawPod pod = podWithFields(fields);
  Container main;
  main.name = "main";
  if (count > 0) main.limits.push_back({resource, Quantity::fromInteger(count)});
  pod.spec.containers.push_back(std::move(main));
  return finished(std::move(pod), key, fields);
}

/// {name: nvidia.com/gpu, quantity: 1}; without it the pod asks for none.
RolePod podOfGpuField(const Field& gpu, const Field& fields, const ObjectKey& key) {
  const std::string name = gpu.child("name").string();
  return podOfGpus(name, name.empty() ? 0 : gpu.child("quantity").integer(0, 0, 1 << 20), fields, key);
}

/// A template of a kind that also has a field for GPUs: the field counts beside it, and the template may be a part of a
/// pod without containers.
RolePod podOfTemplateAndGpu(const Field& podTemplate, const Field& gpu, const ObjectKey& key) {
  const Field spec = podTemplate.child("spec");
  if (!spec.child("containers").hasContent()) return podOfGpuField(gpu, spec, key);
  RolePod made = podOfTemplate(podTemplate, key);
  const RolePod asked = podOfGpuField(gpu, spec, key);
  RawPod pod = *made.pod;
  for (const ResourceAmount& amount : asked.pod->spec.containers.front().limits) {
    pod.spec.containers.front().limits.push_back(amount);
  }
  made.pod = std::make_shared<const RawPod>(std::move(pod));
  return made;
}

std::optional<RolePod> foundPod(const RoleRecord& record, const KindScope& scope, const ObjectKey& key) {
  const auto fields = [&] { return record.fields.empty() ? scope.item : fieldAt(record.fields, scope); };
  for (const std::string& path : record.templates) {
    const Field field = fieldAt(path, scope);
    if (!field.exists()) continue;
    return record.gpu.empty() ? podOfTemplate(field, key) : podOfTemplateAndGpu(field, fieldAt(record.gpu, scope), key);
  }
  for (const std::string& path : record.podSpecs) {
    const Field field = fieldAt(path, scope);
    if (field.child("containers").hasContent()) return podOfSpec(field, key);
  }
  for (const std::string& path : record.containers) {
    if (const Field field = fieldAt(path, scope); field.exists()) return podOfContainers(field, fields(), key);
  }
  for (const std::string& path : record.resources) {
    if (const Field field = fieldAt(path, scope); field.exists()) return podOfResources(field, fields(), key);
  }
  if (!record.gpus.empty()) {
    const KindValue count = evaluateKind("(" + record.gpus + ") + 0", scope);  // text such as "1" counts as a number
    return podOfGpus("nvidia.com/gpu", count.number, fields(), key);
  }
  if (!record.gpu.empty()) return podOfGpuField(fieldAt(record.gpu, scope), fields(), key);
  return std::nullopt;
}

void addContainers(RawPod& pod, const RoleRecord& record, const KindScope& scope) {
  for (const AddedContainer& added : record.adds) {
    if (!added.when.empty() && !evaluateKind(added.when, scope).isTrue()) continue;
    Container container;
    container.name = added.name;
    for (const auto& [name, text] : added.requests) {
      if (const auto amount = Quantity::parse(text)) container.requests.push_back({name, *amount});
    }
    (added.init ? pod.spec.initContainers : pod.spec.containers).push_back(std::move(container));
  }
}

}  // namespace

RolePod podOfTemplate(const Field& podTemplate, const ObjectKey& key) {
  const Field spec = podTemplate.child("spec");
  return finished(readPodTemplate(podTemplate.child("metadata"), spec), key, spec);
}

RolePod podOfSpec(const Field& podSpec, const ObjectKey& key) {
  static const Node kNone = [] {
    Node node;
    node.kind = Node::Kind::Mapping;
    return node;
  }();
  static const std::string kSource;
  return finished(readPodTemplate(Field(kNone, kSource), podSpec), key, podSpec);
}

RolePod podOfResources(const Field& resources, const Field& fields, const ObjectKey& key) {
  RawPod pod = podWithFields(fields);
  pod.spec.containers.push_back(containerWith(resources));
  return finished(std::move(pod), key, fields);
}

RolePod makeRolePod(const RoleRecord& record, const KindScope& scope, const ObjectKey& key) {
  auto found = foundPod(record, scope, key);
  if (!found && record.elsewhere) return {};
  if (!found && record.adds.empty()) fieldAt(record.templates.empty() ? "." : record.templates.front(), scope).fail();
  if (!found) found = RolePod{std::make_shared<const RawPod>(podWithFields(Field::absent(scope.item))), {}};
  RawPod pod = *found->pod;
  pod.meta.key = key;
  addContainers(pod, record, scope);
  return {std::make_shared<const RawPod>(std::move(pod)), found->devices};
}

}  // namespace cardinal::yaml
