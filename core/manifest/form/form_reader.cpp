// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <tuple>

#include "core/base/api_group.h"
#include "core/manifest/form/form_paths.h"
#include "core/manifest/kinds/role_places.h"

namespace cardinal {

using form::Paths;
using form::operator/;  // NOLINT(misc-unused-using-decls): operators are not seen as used
using form::scalarAt;
using yaml::Node;

namespace form {

namespace {

/// Kinds of Kubernetes that the form knows closely.
bool isCoreKind(const YamlText& text, int document, const std::string& kind) {
  const std::string version = scalarAt(text, document, {"apiVersion"});
  const std::string_view group = apiGroupOf(version);
  if (kind == "Pod") return group.empty();
  if (kind == "Job" || kind == "CronJob") return group == "batch";
  constexpr std::array kKinds = {"Deployment", "StatefulSet", "ReplicaSet"};
  const bool is = std::any_of(kKinds.begin(), kKinds.end(), [&](const char* one) { return kind == one; });
  return is && (group == "apps" || group == "extensions");
}

}  // namespace

void Paths::becomeKind(const std::string& kind) {
  job = kind == "Job" || kind == "CronJob";
  if (kind == "Pod") return;
  const YamlPath base = kind == "CronJob" ? YamlPath{"spec", "jobTemplate", "spec"} : YamlPath{"spec"};
  replicas = base / (job ? "parallelism" : "replicas");
  completions = job ? base / "completions" : YamlPath();
}

std::optional<Paths> pathsOf(const YamlText& text, const FormTarget& target) {
  if (target.document >= text.documentCount() || target.role < 0 || target.container < 0) return std::nullopt;
  std::vector<yaml::RolePlace> places = yaml::rolePlaces(text.document(target.document), text.source());
  if (static_cast<std::size_t>(target.role) >= places.size()) return std::nullopt;
  yaml::RolePlace& place = places[static_cast<std::size_t>(target.role)];
  Paths out;
  out.podMeta = std::move(place.metadata);
  out.podSpec = std::move(place.spec);
  out.containers = std::move(place.containers);
  out.container = out.containers.empty() ? std::move(place.container) : out.containers / target.container;
  out.resources = out.containers.empty() ? std::move(place.resources) : out.container / "resources";
  out.replicas = std::move(place.replicas);
  out.role = std::move(place.name);
  const std::string kind = kindOf(text, target.document);
  out.coreKind = isCoreKind(text, target.document, kind);
  if (out.coreKind) out.becomeKind(kind);
  if (out.podSpec == YamlPath{"spec", "template", "spec"}) out.selector = {"spec", "selector", "matchLabels"};
  return out;
}

YamlPath operator/(const YamlPath& path, YamlStep step) {
  YamlPath out = path;
  out.push_back(std::move(step));
  return out;
}

std::string scalarAt(const YamlText& text, int document, const YamlPath& path) {
  const Node* node = text.find(document, path);
  return node != nullptr && node->isScalar() ? node->text : std::string();
}

std::string kindOf(const YamlText& text, int document) {
  return scalarAt(text, document, {"kind"});
}

}  // namespace form

namespace {

[[noreturn]] void refuse(const YamlText& text, int document, const YamlPath& path) {
  throw yaml::Failure{makeError(ErrorCode::InvalidField, describe(path),
                                text.source() + ", line " + std::to_string(text.lineOf(document, path)))};
}

void requireKind(const YamlText& text, int document, const YamlPath& path, Node::Kind kind) {
  const Node* node = text.find(document, path);
  if (node != nullptr && node->kind != Node::Kind::Null && node->kind != kind) refuse(text, document, path);
}

std::vector<std::string> texts(const YamlText& text, int document, const YamlPath& path) {
  requireKind(text, document, path, Node::Kind::Sequence);
  std::vector<std::string> out;
  const Node* list = text.find(document, path);
  for (std::size_t i = 0; list != nullptr && i < list->items.size(); ++i) {
    if (!list->items[i].isScalar()) refuse(text, document, path);
    out.push_back(list->items[i].text);
  }
  return out;
}

StringMap textMap(const YamlText& text, int document, const YamlPath& path) {
  requireKind(text, document, path, Node::Kind::Mapping);
  StringMap out;
  const Node* map = text.find(document, path);
  for (std::size_t i = 0; map != nullptr && i < map->items.size(); ++i) {
    if (!map->items[i].isScalar()) refuse(text, document, path / map->keys[i]);
    out.emplace_back(map->keys[i], map->items[i].text);
  }
  return out;
}

SharedList<Toleration> tolerations(const YamlText& text, int document, const YamlPath& path) {
  requireKind(text, document, path, Node::Kind::Sequence);
  SharedList<Toleration> out;
  const Node* list = text.find(document, path);
  for (std::size_t i = 0; list != nullptr && i < list->items.size(); ++i) {
    const YamlPath one = path / static_cast<int>(i);
    requireKind(text, document, one, Node::Kind::Mapping);
    out.push_back({scalarAt(text, document, one / "key"), scalarAt(text, document, one / "operator"),
                   scalarAt(text, document, one / "value"), scalarAt(text, document, one / "effect")});
  }
  return out;
}

void readGpu(const YamlText& text, int document, const Paths& paths, WorkloadForm& out) {
  const YamlPath limits = paths.resources / "limits";
  const auto amount = [&](const char* resource) { return scalarAt(text, document, limits / resource); };
  out.gpuMemory = amount(form::kGpuMem);
  out.gpuCore = amount(form::kGpuCore);
  if (!out.gpuMemory.empty() || !out.gpuCore.empty()) {
    out.gpu = out.gpuCore.empty() ? GpuForm::SharedMemory : GpuForm::SharedMemoryAndCore;
    if (!paths.podMeta.empty()) out.cards = scalarAt(text, document, paths.podMeta / "labels" / form::kCount);
  } else if (const std::string whole = amount(form::kWholeCards); !whole.empty()) {
    out.gpu = GpuForm::WholeCards;
    out.cards = whole;
  } else if (const std::string topology = amount(form::kTopologyCards); !topology.empty()) {
    out.gpu = GpuForm::TopologyCards;
    out.cards = topology;
  }
}

void readContainer(const YamlText& text, int document, const Paths& paths, WorkloadForm& out) {
  const YamlPath& resources = paths.resources;
  for (const YamlPath& path : {paths.container, resources, resources / "limits", resources / "requests"}) {
    if (!path.empty()) requireKind(text, document, path, Node::Kind::Mapping);
  }
  const auto said = [&](const YamlPath& path) { return scalarAt(text, document, path); };
  if (!paths.container.empty()) {
    out.container = said(paths.container / "name");
    out.image = said(paths.container / "image");
    out.command = texts(text, document, paths.container / "command");
    out.args = texts(text, document, paths.container / "args");
  }
  out.cpuRequest = said(resources / "requests" / "cpu");
  out.cpuLimit = said(resources / "limits" / "cpu");
  out.memoryRequest = said(resources / "requests" / "memory");
  out.memoryLimit = said(resources / "limits" / "memory");
  readGpu(text, document, paths, out);
}

bool requestsGpu(const Node& resources) {
  const Node* limits = resources.find("limits");
  constexpr std::array kAll = {form::kGpuMem, form::kGpuCore, form::kWholeCards, form::kTopologyCards};
  return limits != nullptr &&
         std::any_of(kAll.begin(), kAll.end(), [&](const char* name) { return limits->find(name) != nullptr; });
}

FormShape shapeOf(const Paths& paths) {
  FormShape out;
  out.coreKind = paths.coreKind;
  out.job = paths.job;
  out.labels = !paths.podMeta.empty();
  out.constraints = !paths.podSpec.empty();
  out.container = !paths.container.empty();
  if (!paths.replicas.empty()) out.replicas = paths.replicas.back().key;
  return out;
}

WorkloadForm readOrThrow(const YamlText& text, const FormTarget& target, const Paths& paths) {
  const int document = target.document;
  WorkloadForm out;
  out.kind = form::kindOf(text, document);
  out.shape = shapeOf(paths);
  const YamlPath labels = paths.podMeta.empty() ? YamlPath() : paths.podMeta / "labels";
  for (const YamlPath& path : {YamlPath{"metadata"}, paths.podMeta, labels, paths.podSpec}) {
    if (!path.empty()) requireKind(text, document, path, Node::Kind::Mapping);
  }
  if (!paths.containers.empty()) {
    requireKind(text, document, paths.containers, Node::Kind::Sequence);
    if (text.find(document, paths.container) == nullptr) refuse(text, document, paths.containers);
  }
  out.name = scalarAt(text, document, {"metadata", "name"});
  out.ns = scalarAt(text, document, {"metadata", "namespace"});
  if (!paths.replicas.empty()) out.replicas = scalarAt(text, document, paths.replicas);
  if (paths.job) out.completions = scalarAt(text, document, paths.completions);
  readContainer(text, document, paths, out);
  if (paths.podSpec.empty()) return out;
  out.nodeSelector = textMap(text, document, paths.podSpec / "nodeSelector");
  out.tolerations = tolerations(text, document, paths.podSpec / "tolerations");
  return out;
}

/// The container of a place: an element of its list, or the only one.
const Node* containerAt(const YamlText& text, int document, const yaml::RolePlace& place, std::size_t index) {
  if (place.containers.empty()) return place.container.empty() ? nullptr : text.find(document, place.container);
  const Node* list = text.find(document, place.containers);
  const bool has = list != nullptr && list->kind == Node::Kind::Sequence && index < list->items.size();
  return has ? &list->items[index] : nullptr;
}

std::vector<yaml::RolePlace> placesOf(const YamlText& text, int document) {
  if (document < 0 || document >= text.documentCount()) return {};
  return yaml::rolePlaces(text.document(document), text.source());
}

std::vector<std::string> containersOf(const YamlText& text, int document, const yaml::RolePlace& place) {
  std::vector<std::string> out;
  const bool isList = !place.containers.empty();
  if (!isList && place.container.empty()) return {std::string()};
  for (std::size_t i = 0; const Node* one = containerAt(text, document, place, i); ++i) {
    const Node* name = one->find("name");
    out.push_back(name != nullptr && name->isScalar() ? name->text : std::string());
    if (!isList) break;
  }
  return out;
}

/// The first container that asks for GPUs; nothing = none does.
std::optional<int> askingIn(const YamlText& text, int document, const yaml::RolePlace& place) {
  const Node* alone = place.resources.empty() ? nullptr : text.find(document, place.resources);
  if (alone != nullptr) return requestsGpu(*alone) ? std::optional(0) : std::nullopt;
  for (std::size_t i = 0; const Node* one = containerAt(text, document, place, i); ++i) {
    const Node* resources = one->find("resources");
    if (resources != nullptr && requestsGpu(*resources)) return static_cast<int>(i);
    if (place.containers.empty()) break;
  }
  return std::nullopt;
}

}  // namespace

bool operator==(const WorkloadForm& a, const WorkloadForm& b) {
  const auto tied = [](const WorkloadForm& f) {
    return std::tie(f.kind, f.name, f.ns, f.replicas, f.completions, f.container, f.image, f.command, f.args,
                    f.cpuRequest, f.cpuLimit, f.memoryRequest, f.memoryLimit, f.gpu, f.gpuMemory, f.gpuCore, f.cards,
                    f.nodeSelector);
  };
  const auto same = [](const Toleration& x, const Toleration& y) {
    return x.key == y.key && x.op == y.op && x.value == y.value && x.effect == y.effect;
  };
  return tied(a) == tied(b) &&
         std::equal(a.tolerations.begin(), a.tolerations.end(), b.tolerations.begin(), b.tolerations.end(), same);
}

std::vector<std::string> formRoles(const YamlText& text, int document) {
  std::vector<std::string> out;
  for (yaml::RolePlace& place : placesOf(text, document)) out.push_back(std::move(place.name));
  return out;
}

std::vector<std::string> formContainers(const YamlText& text, int document, int role) {
  const std::vector<yaml::RolePlace> places = placesOf(text, document);
  if (role < 0 || static_cast<std::size_t>(role) >= places.size()) return {};
  return containersOf(text, document, places[static_cast<std::size_t>(role)]);
}

int formContainerOf(const YamlText& text, int document, int role) {
  const std::vector<yaml::RolePlace> places = placesOf(text, document);
  if (role < 0 || static_cast<std::size_t>(role) >= places.size()) return 0;
  return askingIn(text, document, places[static_cast<std::size_t>(role)]).value_or(0);
}

Result<FormTarget> findFormTarget(const YamlText& text) {
  std::string kinds;
  for (int document = 0; document < text.documentCount(); ++document) {
    std::optional<FormTarget> first;
    const std::vector<yaml::RolePlace> places = placesOf(text, document);
    for (std::size_t role = 0; role < places.size(); ++role) {
      if (containersOf(text, document, places[role]).empty()) continue;
      const auto asking = askingIn(text, document, places[role]);
      if (asking) return FormTarget{document, *asking, static_cast<int>(role)};
      if (!first) first = FormTarget{document, 0, static_cast<int>(role)};
    }
    if (first) return *first;
    kinds += (kinds.empty() ? "" : ", ") + form::kindOf(text, document);
  }
  return unexpected(makeError(ErrorCode::NoPodTemplate, kinds, text.source()));
}

Result<WorkloadForm> readForm(const YamlText& text, const FormTarget& target) {
  const std::optional<Paths> paths = form::pathsOf(text, target);
  if (!paths) {
    const std::string kind =
        target.document < text.documentCount() ? form::kindOf(text, target.document) : std::string();
    return unexpected(makeError(ErrorCode::NoPodTemplate, kind, text.source()));
  }
  try {
    return readOrThrow(text, target, *paths);
  } catch (yaml::Failure& failure) {
    return unexpected(std::move(failure.error));
  }
}

}  // namespace cardinal
