// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>

#include "core/manifest/form/form_paths.h"
#include "core/manifest/yaml/yaml_emit.h"

namespace cardinal {

using form::Paths;
using form::operator/;  // NOLINT(misc-unused-using-decls): operators are not seen as used
using form::scalarAt;
using yaml::Node;

namespace {

bool isOneOf(const std::string& text, std::initializer_list<const char*> words) {
  return std::any_of(words.begin(), words.end(), [&](const char* word) { return text == word; });
}

bool isShared(GpuForm form) {
  return form == GpuForm::SharedMemory || form == GpuForm::SharedMemoryAndCore;
}

/// Writes what differs; failures leave as the exception of this folder.
class FormWriter {
 public:
  FormWriter(YamlText& text, const FormTarget& target, Paths paths, const WorkloadForm& shown,
             const WorkloadForm& wanted)
      : m_text(text), m_target(target), m_shown(shown), m_wanted(wanted), m_paths(std::move(paths)) {}

  void write() {
    if (m_wanted.kind != m_shown.kind) changeKind();
    required({"metadata", "name"}, m_shown.name, m_wanted.name);
    if (m_shown.name != m_wanted.name) followName();
    optional({"metadata", "namespace"}, m_shown.ns, m_wanted.ns, false);
    writeCounts();
    writeContainer();
    const YamlPath& resources = m_paths.resources;
    optional(resources / "requests" / "cpu", m_shown.cpuRequest, m_wanted.cpuRequest, true);
    optional(resources / "limits" / "cpu", m_shown.cpuLimit, m_wanted.cpuLimit, true);
    optional(resources / "requests" / "memory", m_shown.memoryRequest, m_wanted.memoryRequest, true);
    optional(resources / "limits" / "memory", m_shown.memoryLimit, m_wanted.memoryLimit, true);
    writeGpu();
    if (m_paths.podSpec.empty()) return;
    writeSelector();
    writeTolerations();
  }

  void moveCount() {
    if (m_paths.podMeta.empty()) return;
    const YamlPath label = m_paths.podMeta / "labels" / form::kCount;
    std::vector<YamlPath> wrong = {{"metadata", "annotations", form::kCount},
                                   m_paths.podMeta / "annotations" / form::kCount,
                                   m_paths.resources / "limits" / form::kCount,
                                   m_paths.resources / "requests" / form::kCount};
    if (m_paths.podMeta.size() > 1) wrong.insert(wrong.begin(), YamlPath{"metadata", "labels", form::kCount});
    std::string count = said(label);
    for (const YamlPath& path : wrong) {
      if (count.empty()) count = said(path);
    }
    if (!count.empty()) set(label, yaml::textNode(count));
    for (const YamlPath& path : wrong) remove(path);
  }

 private:
  std::string said(const YamlPath& path) const { return scalarAt(m_text, m_target.document, path); }

  void set(const YamlPath& path, const Node& value) {
    if (Result<void> done = m_text.set(m_target.document, path, value); !done) throw yaml::Failure{done.error()};
  }
  void remove(const YamlPath& path) {
    if (Result<void> done = m_text.remove(m_target.document, path); !done) throw yaml::Failure{done.error()};
  }

  void required(const YamlPath& path, const std::string& shown, const std::string& wanted) {
    if (shown != wanted) set(path, yaml::textNode(wanted));
  }

  void optional(const YamlPath& path, const std::string& shown, const std::string& wanted, bool number) {
    if (shown == wanted) return;
    if (wanted.empty()) return remove(path);
    const Node* present = m_text.find(m_target.document, path);
    const bool text = !number || (present != nullptr && present->kind == Node::Kind::String);
    set(path, text ? yaml::textNode(wanted) : yaml::numberNode(wanted));
  }

  void list(const YamlPath& path, const std::vector<std::string>& shown, const std::vector<std::string>& wanted) {
    if (shown == wanted) return;
    if (wanted.empty()) return remove(path);
    set(path, yaml::listNode(wanted));
  }

  /// Labels that say the name go on saying it: with those of another workload two would select each other's pods. Not
  /// where further objects of the text may select by them.
  void followName() {
    if (m_text.documentCount() > 1) return;
    std::vector<YamlPath> labels = {{"metadata", "labels", "app"}, {"spec", "serviceName"}};
    if (m_paths.podMeta.size() > 1) labels.push_back(m_paths.podMeta / "labels" / "app");
    if (!m_paths.selector.empty()) labels.push_back(m_paths.selector / "app");
    for (const YamlPath& path : labels) {
      const Node* present = m_text.find(m_target.document, path);
      if (present != nullptr && present->text == m_shown.name) set(path, yaml::textNode(m_wanted.name));
    }
  }

  void writeCounts() {
    if (!m_paths.replicas.empty()) optional(m_paths.replicas, said(m_paths.replicas), m_wanted.replicas, true);
    if (m_paths.job) optional(m_paths.completions, said(m_paths.completions), m_wanted.completions, true);
  }

  void writeContainer() {
    if (m_paths.container.empty()) return;
    required(m_paths.container / "name", m_shown.container, m_wanted.container);
    required(m_paths.container / "image", m_shown.image, m_wanted.image);
    list(m_paths.container / "command", m_shown.command, m_wanted.command);
    list(m_paths.container / "args", m_shown.args, m_wanted.args);
  }

  void resource(const char* name, const std::string& wanted) {
    const YamlPath limit = m_paths.resources / "limits" / name;
    const YamlPath request = m_paths.resources / "requests" / name;
    const bool requested = m_text.find(m_target.document, request) != nullptr;
    if (said(limit) != wanted) optional(limit, said(limit), wanted, true);
    if (requested && said(request) != wanted) optional(request, said(request), wanted, true);
  }

  void writeGpu() {
    if (m_shown.gpu == m_wanted.gpu && m_shown.gpuMemory == m_wanted.gpuMemory && m_shown.gpuCore == m_wanted.gpuCore &&
        m_shown.cards == m_wanted.cards) {
      return;
    }
    const bool shared = isShared(m_wanted.gpu);
    const std::array<std::pair<const char*, std::string>, 4> amounts = {{
        {form::kGpuMem, shared ? m_wanted.gpuMemory : ""},
        {form::kGpuCore, m_wanted.gpu == GpuForm::SharedMemoryAndCore ? m_wanted.gpuCore : ""},
        {form::kWholeCards, m_wanted.gpu == GpuForm::WholeCards ? m_wanted.cards : ""},
        {form::kTopologyCards, m_wanted.gpu == GpuForm::TopologyCards ? m_wanted.cards : ""},
    }};
    // What comes first: the list must not become empty in between.
    for (const auto& [name, amount] : amounts) {
      if (!amount.empty()) resource(name, amount);
    }
    for (const auto& [name, amount] : amounts) {
      if (amount.empty()) resource(name, amount);
    }
    if (m_paths.podMeta.empty()) return;
    const YamlPath label = m_paths.podMeta / "labels" / form::kCount;
    const std::string count = shared ? m_wanted.cards : std::string();
    if (shared || isShared(m_shown.gpu)) optional(label, said(label), count, false);
  }

  void writeSelector() {
    if (m_shown.nodeSelector == m_wanted.nodeSelector) return;
    const YamlPath path = m_paths.podSpec / "nodeSelector";
    for (const auto& [key, value] : m_wanted.nodeSelector) {
      const std::string* shown = find(m_shown.nodeSelector, key);
      if (shown == nullptr || *shown != value) set(path / key, yaml::textNode(value));
    }
    for (const auto& [key, value] : m_shown.nodeSelector) {
      if (find(m_wanted.nodeSelector, key) == nullptr) remove(path / key);
    }
  }

  static Node tolerationNode(const Toleration& toleration, const Node* present) {
    Node node;
    node.kind = Node::Kind::Mapping;
    if (present != nullptr && present->kind == Node::Kind::Mapping)
      node = *present;  // tolerationSeconds and the like stay
    const std::array<std::pair<const char*, const std::string*>, 4> parts = {{{"key", &toleration.key},
                                                                              {"operator", &toleration.op},
                                                                              {"value", &toleration.value},
                                                                              {"effect", &toleration.effect}}};
    for (const auto& [key, text] : parts) {
      const auto found =
          static_cast<std::size_t>(std::find(node.keys.begin(), node.keys.end(), key) - node.keys.begin());
      const bool there = found < node.keys.size();
      if (there && node.items[found].text == *text) continue;
      if (text->empty() && there) {
        node.keys.erase(node.keys.begin() + static_cast<std::ptrdiff_t>(found));
        node.items.erase(node.items.begin() + static_cast<std::ptrdiff_t>(found));
      } else if (there) {
        node.items[found] = yaml::textNode(*text);
      } else if (!text->empty()) {
        node.keys.emplace_back(key);
        node.items.push_back(yaml::textNode(*text));
      }
    }
    return node;
  }

  static bool same(const Toleration& a, const Toleration& b) {
    return a.key == b.key && a.op == b.op && a.value == b.value && a.effect == b.effect;
  }

  void writeTolerations() {
    WorkloadForm probe = m_shown;
    probe.tolerations = m_wanted.tolerations;
    if (probe == m_shown) return;
    const YamlPath path = m_paths.podSpec / "tolerations";
    if (m_wanted.tolerations.empty()) return remove(path);
    const Node* present = m_text.find(m_target.document, path);
    Node made;
    made.kind = Node::Kind::Sequence;
    for (std::size_t i = 0; i < m_wanted.tolerations.size(); ++i) {
      const Toleration& one = m_wanted.tolerations[i];
      const auto kept = std::find_if(m_shown.tolerations.begin(), m_shown.tolerations.end(),
                                     [&](const Toleration& t) { return same(t, one); });
      std::size_t from =
          kept == m_shown.tolerations.end() ? i : static_cast<std::size_t>(kept - m_shown.tolerations.begin());
      if (kept == m_shown.tolerations.end() && m_shown.tolerations.size() != m_wanted.tolerations.size())
        from = m_shown.tolerations.size();
      made.items.push_back(
          tolerationNode(one, present != nullptr && from < present->items.size() ? &present->items[from] : nullptr));
    }
    set(path, made);
  }

  /// What belongs to one kind only is written for the new one or taken away; anything else that the new kind lacks
  /// refuses the change.
  void changeKind() {
    const auto movable = [](const std::string& kind) {
      return isOneOf(kind, {"Deployment", "StatefulSet", "ReplicaSet", "Job"});
    };
    if (!m_paths.coreKind || !movable(m_shown.kind) || !movable(m_wanted.kind)) {
      throw yaml::Failure{makeError(ErrorCode::Unsupported, "kind", m_text.source())};
    }
    requireCommonFields();
    m_paths.becomeKind(m_wanted.kind);
    const bool job = m_wanted.kind == "Job";
    const bool wasJob = m_shown.kind == "Job";
    set({"apiVersion"}, yaml::textNode(job ? "batch/v1" : "apps/v1"));
    set({"kind"}, yaml::textNode(m_wanted.kind));
    if (job != wasJob) {
      remove({"spec", wasJob ? "parallelism" : "replicas"});
      remove({"spec", "completions"});
    }
    if (job) {
      remove({"spec", "selector"});
      if (!isOneOf(said(m_paths.podSpec / "restartPolicy"), {"Never", "OnFailure"}))
        set(m_paths.podSpec / "restartPolicy", yaml::textNode("Never"));
    } else if (wasJob) {
      remove(m_paths.podSpec / "restartPolicy");
      writePodSelector();
    }
    if (m_wanted.kind == "StatefulSet") {
      set({"spec", "serviceName"}, yaml::textNode(m_wanted.name));
    } else {
      remove({"spec", "serviceName"});
      remove({"spec", "podManagementPolicy"});
    }
  }

  void requireCommonFields() const {
    const Node* spec = m_text.find(m_target.document, {"spec"});
    for (std::size_t i = 0; spec != nullptr && i < spec->keys.size(); ++i) {
      if (isOneOf(spec->keys[i], {"replicas", "selector", "template", "serviceName", "podManagementPolicy",
                                  "parallelism", "completions"}))
        continue;
      const YamlPath path = {"spec", spec->keys[i]};
      const int line = m_text.lineOf(m_target.document, path);
      throw yaml::Failure{
          makeError(ErrorCode::Unsupported, describe(path), m_text.source() + ", line " + std::to_string(line))};
    }
  }

  void writePodSelector() {
    const YamlPath labels = m_paths.podMeta / "labels";
    if (m_text.find(m_target.document, labels / "app") == nullptr) set(labels / "app", yaml::textNode(m_wanted.name));
    set({"spec", "selector", "matchLabels", "app"}, yaml::textNode(said(labels / "app")));
  }

  YamlText& m_text;
  FormTarget m_target;
  const WorkloadForm& m_shown;
  const WorkloadForm& m_wanted;
  Paths m_paths;
};

template <typename Act>
Result<void> allOrNothing(YamlText& text, Act act) {
  YamlText before = text;
  try {
    act();
  } catch (yaml::Failure& failure) {
    text = std::move(before);
    return unexpected(std::move(failure.error));
  }
  return {};
}

}  // namespace

Result<void> applyForm(YamlText& text, const FormTarget& target, const WorkloadForm& wanted) {
  const Result<WorkloadForm> shown = readForm(text, target);
  if (!shown) return unexpected(shown.error());
  return allOrNothing(text, [&] { FormWriter(text, target, *form::pathsOf(text, target), *shown, wanted).write(); });
}

Result<void> moveCountLabel(YamlText& text, const FormTarget& target) {
  const Result<WorkloadForm> shown = readForm(text, target);
  if (!shown) return unexpected(shown.error());
  return allOrNothing(text,
                      [&] { FormWriter(text, target, *form::pathsOf(text, target), *shown, *shown).moveCount(); });
}

}  // namespace cardinal
