// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <tuple>

#include "core/manifest/form/form_paths.h"

namespace cardinal {

using form::Paths;
using form::operator/;  // NOLINT(misc-unused-using-decls): operators are not seen as used
using form::scalarAt;
using yaml::Node;

namespace form {

Paths::Paths(const std::string& kind, int position) {
  if (kind == "CronJob")
    base = {"spec", "jobTemplate", "spec"};
  else if (kind != "Pod")
    base = {"spec"};
  podMeta = kind == "Pod" ? YamlPath{"metadata"} : base / "template" / "metadata";
  podSpec = kind == "Pod" ? YamlPath{"spec"} : base / "template" / "spec";
  container = podSpec / "containers" / position;
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
  const YamlPath limits = paths.container / "resources" / "limits";
  const auto amount = [&](const char* resource) { return scalarAt(text, document, limits / resource); };
  out.gpuMemory = amount(form::kGpuMem);
  out.gpuCore = amount(form::kGpuCore);
  if (!out.gpuMemory.empty() || !out.gpuCore.empty()) {
    out.gpu = out.gpuCore.empty() ? GpuForm::SharedMemory : GpuForm::SharedMemoryAndCore;
    out.cards = scalarAt(text, document, paths.podMeta / "labels" / form::kCount);
  } else if (const std::string whole = amount(form::kWholeCards); !whole.empty()) {
    out.gpu = GpuForm::WholeCards;
    out.cards = whole;
  } else if (const std::string topology = amount(form::kTopologyCards); !topology.empty()) {
    out.gpu = GpuForm::TopologyCards;
    out.cards = topology;
  }
}

void readContainer(const YamlText& text, int document, const Paths& paths, WorkloadForm& out) {
  requireKind(text, document, paths.container, Node::Kind::Mapping);
  const YamlPath resources = paths.container / "resources";
  for (const YamlPath& path : {resources, resources / "limits", resources / "requests"})
    requireKind(text, document, path, Node::Kind::Mapping);
  const auto said = [&](const YamlPath& path) { return scalarAt(text, document, path); };
  out.container = said(paths.container / "name");
  out.image = said(paths.container / "image");
  out.command = texts(text, document, paths.container / "command");
  out.args = texts(text, document, paths.container / "args");
  out.cpuRequest = said(resources / "requests" / "cpu");
  out.cpuLimit = said(resources / "limits" / "cpu");
  out.memoryRequest = said(resources / "requests" / "memory");
  out.memoryLimit = said(resources / "limits" / "memory");
  readGpu(text, document, paths, out);
}

bool asksGpu(const Node& container) {
  const Node* resources = container.find("resources");
  const Node* limits = resources != nullptr ? resources->find("limits") : nullptr;
  constexpr std::array kAll = {form::kGpuMem, form::kGpuCore, form::kWholeCards, form::kTopologyCards};
  return limits != nullptr &&
         std::any_of(kAll.begin(), kAll.end(), [&](const char* name) { return limits->find(name) != nullptr; });
}

WorkloadForm readOrThrow(const YamlText& text, const FormTarget& target) {
  const int document = target.document;
  WorkloadForm out;
  out.kind = form::kindOf(text, document);
  const Paths paths(out.kind, target.container);
  for (const YamlPath& path :
       {YamlPath{"metadata"}, paths.base, paths.podMeta, paths.podMeta / "labels", paths.podSpec}) {
    requireKind(text, document, path, Node::Kind::Mapping);
  }
  requireKind(text, document, paths.podSpec / "containers", Node::Kind::Sequence);
  if (text.find(document, paths.container) == nullptr) refuse(text, document, paths.podSpec / "containers");
  out.name = scalarAt(text, document, {"metadata", "name"});
  out.ns = scalarAt(text, document, {"metadata", "namespace"});
  const bool job = out.kind == "Job" || out.kind == "CronJob";
  if (out.kind != "Pod") out.replicas = scalarAt(text, document, paths.base / (job ? "parallelism" : "replicas"));
  if (job) out.completions = scalarAt(text, document, paths.base / "completions");
  readContainer(text, document, paths, out);
  out.nodeSelector = textMap(text, document, paths.podSpec / "nodeSelector");
  out.tolerations = tolerations(text, document, paths.podSpec / "tolerations");
  return out;
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

bool isFormKind(const std::string& kind) {
  constexpr std::array kKinds = {"Pod", "Job", "Deployment", "StatefulSet", "ReplicaSet", "CronJob"};
  return std::any_of(kKinds.begin(), kKinds.end(), [&](const char* one) { return kind == one; });
}

std::vector<std::string> formContainers(const YamlText& text, int document) {
  const std::string kind = form::kindOf(text, document);
  std::vector<std::string> out;
  if (!isFormKind(kind)) return out;
  const Node* list = text.find(document, Paths(kind, 0).podSpec / "containers");
  if (list == nullptr || list->kind != Node::Kind::Sequence) return out;
  for (std::size_t i = 0; i < list->items.size(); ++i) {
    const Node* name = list->items[i].find("name");
    out.push_back(name != nullptr && name->isScalar() ? name->text : std::string());
  }
  return out;
}

Result<FormTarget> findFormTarget(const YamlText& text) {
  std::string kinds;
  for (int document = 0; document < text.documentCount(); ++document) {
    const std::string kind = form::kindOf(text, document);
    if (formContainers(text, document).empty()) {
      kinds += (kinds.empty() ? "" : ", ") + kind;
      continue;
    }
    const Node* list = text.find(document, Paths(kind, 0).podSpec / "containers");
    const auto asking = std::find_if(list->items.begin(), list->items.end(), asksGpu);
    const auto index = asking == list->items.end() ? 0 : static_cast<int>(asking - list->items.begin());
    return FormTarget{document, index};
  }
  return unexpected(makeError(ErrorCode::NoPodTemplate, kinds, text.source()));
}

Result<WorkloadForm> readForm(const YamlText& text, const FormTarget& target) {
  if (target.document >= text.documentCount() || !isFormKind(form::kindOf(text, target.document))) {
    const std::string kind =
        target.document < text.documentCount() ? form::kindOf(text, target.document) : std::string();
    return unexpected(makeError(ErrorCode::NoPodTemplate, kind, text.source()));
  }
  try {
    return readOrThrow(text, target);
  } catch (yaml::Failure& failure) {
    return unexpected(std::move(failure.error));
  }
}

}  // namespace cardinal
