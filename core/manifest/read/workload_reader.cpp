// SPDX-License-Identifier: Apache-2.0
#include "core/manifest/read/workload_reader.h"

#include <algorithm>
#include <limits>

#include "core/base/api_group.h"
#include "core/manifest/kinds/kind_reader.h"
#include "core/manifest/pod_reader.h"
#include "core/manifest/read/object_rules.h"
#include "core/manifest/yaml/json_text.h"
#include "core/model/extras/gang_name.h"

namespace cardinal::yaml {
namespace {

constexpr std::int64_t kMax = std::numeric_limits<std::int32_t>::max();

void requireText(const Field& field) {
  if (field.string().empty()) field.fail();
}

/// Kinds that are files, not objects of a cluster, and have no name.
bool needsName(const ManifestObject& object) {
  return apiGroupOf(object.apiVersion) != "kustomize.config.k8s.io";
}

/// Where one template stands for the whole workload.
void setOnlyPod(ManifestObject& object) {
  if (object.roles.size() != 1) return;
  const ManifestRole& only = object.roles.front();
  if (!only.pod || !only.pods) return;
  object.pod = only.pod;
  object.replicas = static_cast<int>(std::min(*only.pods, kMax));
}

/// The scheduler spreads the pods of some kinds by their controller, and quotas count it. It does not exist yet: no
/// uid.
void nameController(ManifestObject& object) {
  if (object.kind == "Pod") return;
  for (ManifestRole& role : object.roles) {
    if (!role.pod) continue;
    RawPod pod = *role.pod;
    pod.meta.owners = {{object.kind, object.key.name, {}, true}};
    role.pod = std::make_shared<const RawPod>(std::move(pod));
  }
}

std::optional<std::int64_t> countOf(const Field& request) {
  if (request.child("allocationMode").string() == "All") return std::nullopt;
  return request.child("count").integer(1, 0, kMax);
}

/// Requests of a claim: resource.k8s.io/v1 has them under `exactly`, the betas beside the name.
std::vector<DeviceRequest> devicesOf(const Field& claimSpec) {
  std::vector<DeviceRequest> out;
  for (const Field& request : claimSpec.child("devices").child("requests").elements()) {
    const std::vector<Field> alternatives = request.child("firstAvailable").elements();
    const Field exact = request.child("exactly").exists() ? request.child("exactly") : request;
    const Field& exactRequest = alternatives.empty() ? exact : alternatives.front();
    DeviceRequest device{exactRequest.child("deviceClassName").string(), countOf(exactRequest)};
    const bool agree = std::all_of(alternatives.begin(), alternatives.end(),
                                   [&](const Field& other) { return countOf(other) == device.count; });
    if (!agree) device.count.reset();
    out.push_back(std::move(device));
  }
  return out;
}

/// A HorizontalPodAutoscaler, or a ScaledObject of KEDA, of a workload that may stand in the same text.
void readScaler(const ManifestObject& object, const Field& spec, FileFacts& facts) {
  const std::string_view group = apiGroupOf(object.apiVersion);
  const bool isHpa = group == "autoscaling" && object.kind == "HorizontalPodAutoscaler";
  const bool isKeda = group == "keda.sh" && object.kind == "ScaledObject";
  if (!isHpa && !isKeda) return;
  const Field target = spec.child("scaleTargetRef");
  const Field least = spec.child(isHpa ? "minReplicas" : "minReplicaCount");
  const Field most = spec.child(isHpa ? "maxReplicas" : "maxReplicaCount");
  constexpr std::int64_t kKedaMost = 100;
  std::string range = std::to_string(least.integer(isHpa ? 1 : 0, 0, kMax)) + "..";
  if (most.exists() || isKeda) range += std::to_string(most.integer(kKedaMost, 0, kMax));
  const std::string kind = target.child("kind").string("Deployment");
  facts.scalers[kind + "/" + object.key.ns + "/" + target.child("name").string()] = {
      NoteCode::Autoscaled, object.kind + " " + object.key.name, target.where(), std::move(range)};
}

/// How many pods of a group of Kubernetes' own must start together; 0 = policy "basic"; nothing = it does not say.
std::optional<std::int64_t> leastOf(const Field& policy) {
  const Field least = policy.child("gang").child("minCount");
  if (least.exists()) return least.integer(1, 1, kMax);
  return policy.child("basic").exists() ? std::optional<std::int64_t>(0) : std::nullopt;
}

/// PodGroup and Workload of scheduling.k8s.io (KEP-4671): in v1alpha1 a Workload holds its groups, and pods name one of
/// them by spec.workloadRef; later ones hold templates of PodGroups, which the pods name by spec.schedulingGroup.
void readNativeGroup(const ManifestObject& object, const Field& spec, FileFacts& facts) {
  const std::string name = object.key.ns + "/" + object.key.name;
  if (object.kind == "PodGroup") {
    if (const auto least = leastOf(spec.child("schedulingPolicy"))) facts.nativeGroups[name] = *least;
  }
  if (object.kind != "Workload") return;
  for (const Field& group : spec.child("podGroups").elements()) {
    if (const auto least = leastOf(group.child("policy")))
      facts.nativeGroups[name + "/" + group.child("name").string()] = *least;
  }
}

std::optional<std::int64_t> countAt(const Field& field) {
  return field.exists() ? std::optional(field.integer(0, 0, kMax)) : std::nullopt;
}

/// How many pods of a PodGroup of a scheduler must start together.
std::optional<std::int64_t> membersOf(const Field& spec) {
  std::vector<KaiSubGroup> parts;
  for (const Field& part : spec.child("subGroups").elements()) {
    parts.push_back({part.child("name").string(), part.child("parent").string(), countAt(part.child("minMember")),
                     countAt(part.child("minSubGroup"))});
  }
  if (!parts.empty()) return leastOfSubGroups(parts, countAt(spec.child("minSubGroup")));
  return countAt(spec.child("minMember"));
}

void readPriority(const ManifestObject& object, const Field& root, FileFacts& facts) {
  if (object.kind != "PriorityClass") return;
  constexpr std::int64_t kMost = std::numeric_limits<std::int32_t>::max();
  constexpr std::int64_t kLeast = std::numeric_limits<std::int32_t>::min();
  facts.priorities[object.key.name] = {static_cast<std::int32_t>(root.child("value").integer(0, kLeast, kMost)),
                                       root.child("preemptionPolicy").string() == "Never"};
}

void readFacts(const ManifestObject& object, const Field& root, FileFacts& facts) {
  const Field spec = root.child("spec");
  if (apiGroupOf(object.apiVersion) == "scheduling.k8s.io") {
    readNativeGroup(object, spec, facts);
    readPriority(object, root, facts);
  } else if (object.kind == "PodGroup") {
    if (const auto least = membersOf(spec)) facts.podGroups[object.key.ns + "/" + object.key.name] = *least;
    const std::string queue = spec.child("queue").string();
    if (!queue.empty()) facts.groupQueues[object.key.ns + "/" + object.key.name] = queue;
  }
  readScaler(object, spec, facts);
  // its controller makes the template of the claims for channels
  const std::string channel = spec.child("channel").child("resourceClaimTemplate").child("name").string();
  if (object.kind == "ComputeDomain" && apiGroupOf(object.apiVersion) == "resource.nvidia.com" && !channel.empty())
    facts.claims["resourceclaimtemplates/" + object.key.ns + "/" + channel] = {
        {"compute-domain-default-channel.nvidia.com", 1}};
  if (apiGroupOf(object.apiVersion) != "resource.k8s.io") return;
  const std::string name = object.key.ns + "/" + object.key.name;
  if (object.kind == "ResourceClaim") facts.claims["resourceclaims/" + name] = devicesOf(spec);
  if (object.kind == "ResourceClaimTemplate") {
    facts.claims["resourceclaimtemplates/" + name] = devicesOf(spec.child("spec"));
  }
}

void fill(ManifestObject& object, const Node& node, const ReadingOf& reading, FileFacts& facts) {
  const Field root(node, reading.source);
  requireText(root.child("apiVersion"));
  requireText(root.child("kind"));
  object.apiVersion = root.child("apiVersion").string();
  object.kind = root.child("kind").string();
  const Field metadata = root.child("metadata");
  object.generateName = metadata.child("generateName").string();
  if (needsName(object) && object.generateName.empty()) requireText(metadata.child("name"));
  object.key = readMeta(metadata).key;
  object.json = toJson(node, reading.source);
  readKind(object, root, reading.own);
  readFacts(object, root, facts);
  nameController(object);
  setOnlyPod(object);
  addObjectFaults(object, root);
}

void readObject(const Node& node, const ReadingOf& reading, std::vector<ManifestObject>& objects, FileFacts& facts) {
  ManifestObject object;
  object.line = node.place.line;
  object.source = reading.source;
  try {
    fill(object, node, reading, facts);
  } catch (Failure& failure) {
    object.problems.push_back(std::move(failure.error));
    object.noPods = NoPods::Unreadable;
    object.roles.clear();
  }
  objects.push_back(std::move(object));
}

/// Elements of typed lists (PodList) may leave out what the list says for all of them.
Node withType(Node item, const std::string& apiVersion, const std::string& kind) {
  const auto put = [&](const char* key, const std::string& text) {
    if (item.kind != Node::Kind::Mapping || item.find(key) != nullptr || text.empty()) return;
    Node value;
    value.kind = Node::Kind::String;
    value.place = item.place;
    value.text = text;
    item.keys.insert(item.keys.begin(), key);
    item.items.insert(item.items.begin(), std::move(value));
  };
  put("kind", kind);
  put("apiVersion", apiVersion);
  return item;
}

const Node* textNode(const Node& node, std::string_view key) {
  const Node* found = node.find(key);
  return found != nullptr && found->kind == Node::Kind::String ? found : nullptr;
}

}  // namespace

void readObjects(const Node& document, const ReadingOf& reading, std::vector<ManifestObject>& objects,
                 FileFacts& facts) {
  if (document.kind == Node::Kind::Null) return;
  const Node* const named = textNode(document, "kind");
  const std::string kind = named != nullptr ? named->text : std::string();
  constexpr std::string_view kList = "List";
  const bool list = kind.size() >= kList.size() && kind.compare(kind.size() - kList.size(), kList.size(), kList) == 0;
  const Node* const items = document.find("items");
  if (!list || items == nullptr) return readObject(document, reading, objects, facts);
  (void)Field(document, reading.source).child("items").elements();  // refuses items that are no list
  const std::string itemKind = kind.substr(0, kind.size() - kList.size());
  const Node* const version = itemKind.empty() ? nullptr : textNode(document, "apiVersion");
  for (const Node& item : items->items) {
    readObjects(withType(item, version != nullptr ? version->text : std::string(), itemKind), reading, objects, facts);
  }
}

}  // namespace cardinal::yaml
