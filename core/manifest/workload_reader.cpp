// SPDX-License-Identifier: Apache-2.0
#include "core/manifest/workload_reader.h"

#include <algorithm>
#include <limits>

#include "core/manifest/json_text.h"
#include "core/manifest/pod_reader.h"

namespace cardinal::yaml {
namespace {

constexpr std::int64_t kMostReplicas = std::numeric_limits<std::int32_t>::max();

bool isOneOf(const std::string& text, std::initializer_list<const char*> words) {
  return std::any_of(words.begin(), words.end(), [&](const char* word) { return text == word; });
}

/// "apps" of "apps/v1"; empty for the core group.
std::string groupOf(const std::string& apiVersion) {
  const auto slash = apiVersion.find('/');
  return slash == std::string::npos ? std::string() : apiVersion.substr(0, slash);
}

/// Kinds of Kubernetes itself; the same word in a foreign API group means something else.
bool isBuiltIn(const ManifestObject& object) {
  const std::string group = groupOf(object.apiVersion);
  if (isOneOf(object.kind, {"Pod", "PodTemplate", "ReplicationController"})) return group.empty();
  if (isOneOf(object.kind, {"Deployment", "StatefulSet", "ReplicaSet", "DaemonSet"})) {
    return group == "apps" || group == "extensions";
  }
  return isOneOf(object.kind, {"Job", "CronJob"}) && group == "batch";
}

/// True when a pod template stands somewhere inside.
bool holdsPodTemplate(const Node& node) {
  for (std::size_t i = 0; i < node.items.size(); ++i) {
    const Node& item = node.items[i];
    if (node.kind == Node::Kind::Mapping && node.keys[i] == "template") {
      const Node* spec = item.find("spec");
      if (spec != nullptr && spec->find("containers") != nullptr) return true;
    }
    if (holdsPodTemplate(item)) return true;
  }
  return false;
}

/// Pods that a Job runs at once: parallelism, but never more than completions.
int jobPods(const Field& spec) {
  const std::int64_t parallel = spec.child("parallelism").integer(1, 0, kMostReplicas);
  return static_cast<int>(std::min(parallel, spec.child("completions").integer(parallel, 0, kMostReplicas)));
}

void setPod(ManifestObject& object, RawPod pod, int replicas) {
  pod.meta.key = object.key;
  object.pod = std::make_shared<const RawPod>(std::move(pod));
  object.replicas = replicas;
}

void setTemplate(ManifestObject& object, const Field& podTemplate, int replicas) {
  setPod(object, readPodTemplate(podTemplate.child("metadata"), podTemplate.child("spec")), replicas);
}

void readStatefulSet(ManifestObject& object, const Field& spec, int replicas) {
  const Field podTemplate = spec.child("template");
  RawPod pod = readPodTemplate(podTemplate.child("metadata"), podTemplate.child("spec"));
  if (spec.child("volumeClaimTemplates").hasContent()) pod.spec.hasBoundVolumes = pod.spec.hasEphemeralVolumes = true;
  setPod(object, std::move(pod), replicas);
}

void readPods(ManifestObject& object, const Field& root) {
  const Field spec = root.child("spec");
  if (object.kind == "Pod") return setPod(object, readPodTemplate(root.child("metadata"), spec), 1);
  if (object.kind == "PodTemplate") return setTemplate(object, root.child("template"), 1);
  if (object.kind == "Job") return setTemplate(object, spec.child("template"), jobPods(spec));
  if (object.kind == "CronJob") {
    const Field job = spec.child("jobTemplate").child("spec");
    return setTemplate(object, job.child("template"), jobPods(job));
  }
  if (object.kind == "DaemonSet") return;
  const int replicas = static_cast<int>(spec.child("replicas").integer(1, 0, kMostReplicas));
  if (object.kind == "StatefulSet") return readStatefulSet(object, spec, replicas);
  setTemplate(object, spec.child("template"), replicas);
}

void requireText(const Field& field) {
  if (field.string().empty()) field.fail();
}

void readObject(const Node& node, const std::string& source, std::vector<ManifestObject>& objects) {
  const Field root(node, source);
  requireText(root.child("apiVersion"));
  requireText(root.child("kind"));
  const Field metadata = root.child("metadata");
  if (metadata.child("generateName").string().empty()) requireText(metadata.child("name"));
  ManifestObject object;
  object.apiVersion = root.child("apiVersion").string();
  object.kind = root.child("kind").string();
  object.key = readMeta(metadata).key;
  object.line = node.place.line;
  object.json = toJson(node, source);
  if (isBuiltIn(object)) readPods(object, root);
  if (!object.pod && holdsPodTemplate(node)) {
    object.problems.push_back(makeError(ErrorCode::Unsupported, object.kind, source + ", " + describe(node.place)));
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

}  // namespace

void readObjects(const Node& document, const std::string& source, std::vector<ManifestObject>& objects) {
  if (document.kind == Node::Kind::Null) return;
  const Field root(document, source);
  const std::string kind = root.child("kind").string();
  constexpr std::string_view kList = "List";
  const bool list = kind.size() >= kList.size() && kind.compare(kind.size() - kList.size(), kList.size(), kList) == 0;
  if (!list || document.find("items") == nullptr) return readObject(document, source, objects);
  (void)root.child("items").elements();  // refuses items that are no list
  const std::string itemKind = kind.substr(0, kind.size() - kList.size());
  const std::string apiVersion = itemKind.empty() ? std::string() : root.child("apiVersion").string();
  for (const Node& item : document.find("items")->items) {
    readObjects(withType(item, apiVersion, itemKind), source, objects);
  }
}

}  // namespace cardinal::yaml
