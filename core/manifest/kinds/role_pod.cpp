// SPDX-License-Identifier: Apache-2.0
#include "core/manifest/kinds/role_pod.h"

#include <algorithm>

#include "core/manifest/kinds/pod_patch.h"
#include "core/manifest/kinds/role_elements.h"
#include "core/manifest/kinds/role_spec.h"
#include "core/manifest/pod_reader.h"

namespace cardinal::yaml {
namespace {

bool isMapping(const Field& field) {
  return field.node() != nullptr && field.node()->kind == Node::Kind::Mapping;
}

DeviceRequest namedRequest(const char* resource, const std::string& name) {
  return {std::string(resource) + "/" + name, {}};
}

/// Claims of the pod: names, until the claims of the same file are looked at.
std::vector<DeviceRequest> claimsOf(const Field& podSpec) {
  std::vector<DeviceRequest> out;
  for (const Field& claim : podSpec.child("resourceClaims").elements()) {
    const Field source = claim.child("source");  // until Kubernetes 1.30
    for (const Field& holder : {claim, source}) {
      const std::string byTemplate = holder.child("resourceClaimTemplateName").string();
      const std::string byName = holder.child("resourceClaimName").string();
      if (!byTemplate.empty()) out.push_back(namedRequest("resourceclaimtemplates", byTemplate));
      if (!byName.empty()) out.push_back(namedRequest("resourceclaims", byName));
    }
  }
  return out;
}

RolePod finished(RawPod pod, const ObjectKey& key, const Field& podSpec) {
  pod.meta.key = key;
  return {std::make_shared<const RawPod>(std::move(pod)), claimsOf(podSpec), {}, podGroupOf(podSpec)};
}

Node mappingNode() {
  Node out;
  out.kind = Node::Kind::Mapping;
  return out;
}

void putList(Node& spec, Node containers) {
  spec.keys.emplace_back("containers");
  spec.items.push_back(std::move(containers));
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

/// A pod of such a spec with one container that asks for nothing.
RolePod bareWith(Node spec, const std::string& name, const ObjectKey& key) {
  static const std::string kSource;
  putList(spec, bareContainer(name));
  const Node empty = mappingNode();
  const Field whole(spec, kSource);
  return finished(readPodTemplate(Field(empty, kSource), whole), key, whole);
}

/// Builds the pod of one role of one element.
class PodMaker {
 public:
  PodMaker(const RoleRecord& record, const KindScope& scope, const ObjectKey& key, const std::vector<Node>& patches)
      : m_record(record), m_scope(scope), m_key(key), m_patches(patches) {}

  /// From the first of the record's places that the object has.
  std::optional<RolePod> found() const {
    if (auto whole = ofTemplates()) return whole;
    for (const std::string& path : m_record.containers) {
      if (const Field field = fieldAt(path, m_scope); field.exists()) return ofContainers(field);
    }
    for (const std::string& path : m_record.resources) {
      if (const Field field = fieldAt(path, m_scope); field.exists()) return withLists(ofResources(field));
    }
    const bool namesGpus = !m_record.gpus.empty() || !m_record.gpu.empty() || m_record.bare;
    const bool claims = !m_record.claims.empty() && fieldAt(m_record.claims, m_scope).hasContent();
    if (namesGpus || claims) return withLists(barePod(scheduling()));
    return std::nullopt;
  }

  /// What fields of the kind's own ask, in its first container.
  void addRequests(RawPod& pod) const {
    for (const RequestRecord& request : m_record.extraRequests) {
      const std::string name = textOf(request.resource, m_scope);
      if (const auto amount = amountOf(request.amount)) set(pod, name, *amount, request.isRequest);
    }
    if (!m_record.gpus.empty()) {
      if (const auto amount = amountOf(m_record.gpus)) set(pod, "nvidia.com/gpu", *amount);
    }
    for (const std::string& path : m_record.lists) {
      for (const ResourceAmount& one : fieldAt(path, m_scope).resources()) set(pod, one.name, one.amount);
    }
    if (m_record.gpu.empty()) return;
    // {name: nvidia.com/gpu, quantity: 1}; without it the pod asks for none
    const Field gpu = fieldAt(m_record.gpu, m_scope);
    constexpr std::int64_t kMost = 1 << 20;
    set(pod, gpu.child("name").string(), Quantity::fromInteger(gpu.child("quantity").integer(0, 0, kMost)));
  }

  /// Claims that stand in a list of the kind's own. False when one of them does not name its object.
  bool addClaims(RawPod& pod, std::vector<DeviceRequest>& devices) const {
    if (m_record.claims.empty()) return true;
    for (const Field& claim : fieldAt(m_record.claims, m_scope).elements()) {
      const std::string byTemplate = claim.child("resourceClaimTemplateName").string();
      const std::string byName = claim.child("resourceClaimName").string();
      if (byTemplate.empty() && byName.empty()) return false;
      devices.push_back(byName.empty() ? namedRequest("resourceclaimtemplates", byTemplate)
                                       : namedRequest("resourceclaims", byName));
      pod.spec.deviceClaims.push_back({"claim-" + std::to_string(devices.size()), byName, byTemplate});
    }
    return true;
  }

 private:
  Field fields() const { return m_record.fields.empty() ? m_scope.item : fieldAt(m_record.fields, m_scope); }

  /// Merges the patches over what stands at `field`.
  Node patched(Node node) const {
    for (const Node& patch : m_patches) node = mergedPod(std::move(node), patch);
    return node;
  }

  /// Of a list of templates beside the roles, by the name that the role gives.
  std::optional<RolePod> ofNamedTemplate() const {
    for (const std::string& path : m_record.refs) {
      const std::string name = fieldAt(path, m_scope).child("name").string();
      if (name.empty()) continue;
      for (const Field& one : fieldAt(m_record.namedIn, m_scope).elements()) {
        const Field field = one.child("template");
        if (one.child("name").string() != name || !field.exists()) continue;
        const Node whole = patched(*field.node());
        return podOfTemplate(field.with(whole), m_key);
      }
    }
    return std::nullopt;
  }

  std::optional<RolePod> ofTemplates() const {
    for (const std::string& path : m_record.templates) {
      const Field field = fieldAt(path, m_scope);
      if (!field.exists()) continue;
      // Beside a field for GPUs it may be a part of a pod, without containers.
      const bool isPart = !m_record.gpu.empty() && !field.child("spec").child("containers").hasContent();
      Node whole = *field.node();
      if (!m_record.selectors.empty()) putOverSpec(whole, scheduling());
      if (isPart) return withLists(barePod(schedulingIn(field.with(whole).child("spec"))));
      whole = patched(std::move(whole));
      return podOfTemplate(field.with(whole), m_key);
    }
    if (auto named = ofNamedTemplate()) return named;
    for (const std::string& path : m_record.podSpecs) {
      const Field field = fieldAt(path, m_scope);
      if (!field.child("containers").hasContent()) continue;
      const Node whole = patched(*field.node());
      return podOfSpec(field.with(whole), m_key);
    }
    return std::nullopt;
  }

  Node scheduling() const { return schedulingOf(m_record, m_scope, fields()); }

  std::string mainName() const { return m_record.main.empty() ? "main" : m_record.main; }

  RolePod ofContainers(const Field& holder) const {
    const bool isOne = !holder.child("containers").exists();
    if (isOne) (void)containerWith(holder.child("resources"));
    checkContainers(holder.child("containers"));
    checkLists();
    Node spec = scheduling();
    putContainers(spec, containersOf(holder, mainName()), m_record, m_scope);
    spec = patched(std::move(spec));
    RolePod out = podOfSpec(holder.with(spec), m_key);
    if (!isOne || !m_patches.empty()) return labelled(std::move(out));
    RawPod pod = *out.pod;
    const Container own = containerWith(holder.child("resources"));
    pod.spec.containers.front().requests = own.requests;
    pod.spec.containers.front().limits = own.limits;
    out.pod = std::make_shared<const RawPod>(std::move(pod));
    return labelled(std::move(out));
  }

  static void checkContainers(const Field& list) {
    for (const Field& one : list.elements()) (void)containerWith(one.child("resources"));
  }

  /// Reads the amounts where they stand, so that a message names that place.
  void checkLists() const {
    for (const auto* lists : {&m_record.sidecars, &m_record.initContainers}) {
      for (const std::string& path : *lists) checkContainers(fieldAt(path, m_scope));
    }
  }

  /// A pod of one container that asks for nothing.
  RolePod barePod(Node spec) const { return bareWith(std::move(spec), mainName(), m_key); }

  RolePod ofResources(const Field& resources) const {
    RolePod out = barePod(scheduling());
    RawPod pod = *out.pod;
    Container own = containerWith(resources);
    own.name = mainName();
    pod.spec.containers.front() = std::move(own);
    out.pod = std::make_shared<const RawPod>(std::move(pod));
    return out;
  }

  /// With the further containers that the record names, and metadata.
  RolePod withLists(RolePod out) const {
    if (m_record.sidecars.empty() && m_record.initContainers.empty()) return labelled(std::move(out));
    checkLists();
    Node spec = mappingNode();
    putContainers(spec, bareContainer(mainName()), m_record, m_scope);
    const RolePod more = podOfSpec(m_scope.item.with(spec), m_key);
    RawPod pod = *out.pod;
    Container& main = pod.spec.containers.front();
    for (std::size_t i = 1; i < more.pod->spec.containers.size(); ++i) {
      const Container& one = more.pod->spec.containers[i];
      if (one.name == main.name) {
        addMissing(main, one);
      } else {
        pod.spec.containers.push_back(one);
      }
    }
    for (const Container& one : more.pod->spec.initContainers) pod.spec.initContainers.push_back(one);
    out.pod = std::make_shared<const RawPod>(std::move(pod));
    return labelled(std::move(out));
  }

  /// The same container twice: what the first does not say.
  static void addMissing(Container& main, const Container& more) {
    for (const ResourceAmount& one : more.limits) {
      if (find(main.limits, one.name) == nullptr) main.limits.push_back(one);
    }
    for (const ResourceAmount& one : more.requests) {
      if (find(main.requests, one.name) == nullptr) main.requests.push_back(one);
    }
  }

  RolePod labelled(RolePod out) const {
    if (m_record.metadata.empty()) return out;
    RawPod pod = *out.pod;
    pod.meta = metadataOf(m_record, m_scope);
    pod.meta.key = m_key;
    out.pod = std::make_shared<const RawPod>(std::move(pod));
    return out;
  }

  std::optional<Quantity> amountOf(const std::string& expression) const {
    const KindValue value = evaluateKind(expression, m_scope);
    if (value.type == KindValue::Type::Number) return Quantity::fromInteger(value.number);
    if (value.type != KindValue::Type::Text) return std::nullopt;
    const auto amount = Quantity::parse(value.text);
    if (!amount)
      throw Failure{makeError(ErrorCode::QuantityInvalid, value.text, expression + ", " + m_scope.item.where())};
    return *amount;
  }

  static void set(RawPod& pod, const std::string& name, const Quantity& amount, bool isRequest = false) {
    if (name.empty() || amount <= Quantity{} || pod.spec.containers.empty()) return;
    Container& container = pod.spec.containers.front();
    const bool isRequested = find(container.requests, name) != nullptr;
    if (isRequest || isRequested) put(container.requests, name, amount);
    if (!isRequest) put(container.limits, name, amount);
  }

  static void put(ResourceList& list, const std::string& name, const Quantity& amount) {
    for (ResourceAmount& one : list) {
      if (one.name == name) {
        one.amount = amount;
        return;
      }
    }
    list.push_back({name, amount});
  }

  const RoleRecord& m_record;
  const KindScope& m_scope;
  const ObjectKey& m_key;
  const std::vector<Node>& m_patches;
};

/// The place that a message names where there is nothing to read a pod from.
Field firstPlace(const RoleRecord& record, const KindScope& scope) {
  for (const auto* places : {&record.templates, &record.podSpecs, &record.containers, &record.resources}) {
    if (!places->empty()) return fieldAt(places->front(), scope);
  }
  return scope.item;
}

RolePod unknownPod(NoteCode code, const Field& field, std::string detail = {}) {
  return {nullptr, {}, {{code, field.path(), field.where(), std::move(detail)}}};
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

/// The pod that another object holds.
RolePod elsewhere(const RoleRecord& record, const KindScope& scope) {
  std::string object = textOf(record.elsewhereOf, scope);
  if (object.empty()) return {};
  return unknownPod(NoteCode::DefinedElsewhere, firstPlace(record, scope), std::move(object));
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
  RolePod out = bareWith(schedulingIn(fields), "main", key);
  RawPod pod = *out.pod;
  pod.spec.containers.front() = containerWith(resources);
  out.pod = std::make_shared<const RawPod>(std::move(pod));
  return out;
}

RolePod makeRolePod(const RoleRecord& record, const KindScope& scope, const ObjectKey& key) {
  const PodPatches patches = patchesOf(record, scope);
  if (!patches.unread.empty()) return unknownPod(NoteCode::NotRead, patches.unread.front());
  if (holds(record.elsewhereWhen, scope, false)) return elsewhere(record, scope);
  const Field fields = record.fields.empty() ? scope.item : fieldAt(record.fields, scope);
  if (const auto unread = unreadScheduling(record, scope, fields); !unread.empty())
    return unknownPod(NoteCode::NotRead, unread.front());
  const PodMaker maker(record, scope, key, patches.nodes);
  auto found = maker.found();
  if (!found && record.elsewhere) return elsewhere(record, scope);
  if (!found && record.adds.empty()) firstPlace(record, scope).fail();
  const bool isAddedAlone = !found;
  if (!found) found = bareWith(mappingNode(), "main", key);
  RawPod pod = *found->pod;
  if (isAddedAlone) pod.spec.containers.clear();
  pod.meta.key = key;
  maker.addRequests(pod);
  if (!maker.addClaims(pod, found->devices)) return unknownPod(NoteCode::NotRead, fieldAt(record.claims, scope));
  addContainers(pod, record, scope);
  found->pod = std::make_shared<const RawPod>(std::move(pod));
  return std::move(*found);
}

}  // namespace cardinal::yaml
