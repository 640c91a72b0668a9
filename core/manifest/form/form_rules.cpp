// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

#include "core/base/quantity.h"
#include "core/manifest/form/form_paths.h"

namespace cardinal {

using form::Paths;
using form::operator/;  // NOLINT(misc-unused-using-decls): operators are not seen as used
using form::scalarAt;
using yaml::Node;

namespace {

/// Digits only: no sign, no suffix.
std::optional<std::int64_t> wholeNumber(const std::string& text) {
  std::int64_t value = 0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc() || stop != end || value < 0) return std::nullopt;
  return value;
}

bool isLabel(const std::string& text, bool dots, std::size_t most) {
  const auto edge = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'); };
  if (text.empty() || text.size() > most || !edge(text.front()) || !edge(text.back())) return false;
  return std::all_of(text.begin(), text.end(), [&](char c) { return edge(c) || c == '-' || (dots && c == '.'); });
}

class FormChecker {
 public:
  FormChecker(const YamlText& text, const FormTarget& target, const WorkloadForm& form, Paths paths)
      : m_text(text), m_document(target.document), m_form(form), m_paths(std::move(paths)) {}

  std::vector<RuleBreak> check() {
    checkName();
    checkCounts();
    checkImage();
    checkPair(m_form.cpuRequest, m_form.cpuLimit, FormField::CpuRequest, FormField::CpuLimit, "cpu");
    checkPair(m_form.memoryRequest, m_form.memoryLimit, FormField::MemoryRequest, FormField::MemoryLimit, "memory");
    checkForms();
    if (m_form.gpu == GpuForm::SharedMemory || m_form.gpu == GpuForm::SharedMemoryAndCore) checkShared();
    if (m_form.gpu == GpuForm::WholeCards || m_form.gpu == GpuForm::TopologyCards) checkWhole();
    checkRequests();
    checkCountPlaces();
    checkSelector();
    checkTolerations();
    return std::move(m_out);
  }

 private:
  void add(FormRule rule, FormField field, const YamlPath& path, std::string value = {}, std::string detail = {}) {
    m_out.push_back({rule, field, std::move(value), std::move(detail), m_text.lineOf(m_document, path), false});
  }

  bool has(const YamlPath& path) const { return m_text.find(m_document, path) != nullptr; }
  YamlPath limit(const char* name) const { return m_paths.resources / "limits" / name; }

  void checkName() {
    constexpr std::size_t kName = 253;
    constexpr std::size_t kLabel = 63;
    const YamlPath name = {"metadata", "name"};
    if (m_form.name.empty() && !has({"metadata", "generateName"})) add(FormRule::Missing, FormField::Name, name);
    if (!m_form.name.empty() && !isLabel(m_form.name, true, kName))
      add(FormRule::NameNotAllowed, FormField::Name, name, m_form.name);
    if (!m_form.ns.empty() && !isLabel(m_form.ns, false, kLabel)) {
      add(FormRule::NameNotAllowed, FormField::Namespace, {"metadata", "namespace"}, m_form.ns);
    }
  }

  void checkCount(const std::string& value, FormField field, const YamlPath& path) {
    constexpr std::int64_t kMax = 2'147'483'647;
    const auto number = wholeNumber(value);
    if (!value.empty() && (!number || *number > kMax)) add(FormRule::NotWholeNumber, field, path, value);
  }

  void checkCounts() {
    if (!m_paths.replicas.empty()) checkCount(m_form.replicas, FormField::Replicas, m_paths.replicas);
    if (!m_paths.job) return;
    checkCount(m_form.completions, FormField::Completions, m_paths.completions);
    const YamlPath policy = m_paths.podSpec / "restartPolicy";
    const std::string said = scalarAt(m_text, m_document, policy);
    if (said != "Never" && said != "OnFailure") add(FormRule::RestartPolicy, FormField::Kind, policy, said);
  }

  void checkImage() {
    if (m_paths.container.empty()) return;
    const YamlPath path = m_paths.container / "image";
    if (m_form.image.empty()) return add(FormRule::Missing, FormField::Image, path);
    if (m_form.image.find_first_of(" \t\n") != std::string::npos)
      add(FormRule::ImageHasBlank, FormField::Image, path, m_form.image);
  }

  std::optional<Quantity> quantity(const std::string& value, FormField field, const YamlPath& path) {
    if (value.empty()) return std::nullopt;
    Result<Quantity> parsed = Quantity::parse(value);
    if (parsed && !(*parsed < Quantity{})) return *parsed;
    add(FormRule::NotQuantity, field, path, value);
    return std::nullopt;
  }

  void checkPair(const std::string& request, const std::string& ceiling, FormField requestField, FormField limitField,
                 const char* name) {
    const auto least = quantity(request, requestField, m_paths.resources / "requests" / name);
    const auto most = quantity(ceiling, limitField, limit(name));
    if (least && most && *most < *least) add(FormRule::LimitBelowRequest, limitField, limit(name), ceiling, request);
  }

  void checkForms() {
    std::string asked;
    int families = 0;
    const auto count = [&](bool asks, const char* name) {
      if (!asks) return;
      asked += (asked.empty() ? "" : ", ") + std::string(name);
      ++families;
    };
    count(has(limit(form::kGpuMem)) || has(limit(form::kGpuCore)), form::kGpuMem);
    count(has(limit(form::kWholeCards)), form::kWholeCards);
    count(has(limit(form::kTopologyCards)), form::kTopologyCards);
    if (families > 1) add(FormRule::SeveralGpuForms, FormField::Gpu, m_paths.resources / "limits", asked);
  }

  void checkShared() {
    const auto memory = wholeNumber(m_form.gpuMemory);
    const YamlPath label = m_paths.podMeta / "labels" / form::kCount;
    const auto cards = wholeNumber(m_form.cards);
    if (m_form.gpuMemory.empty()) {
      add(m_form.gpuCore.empty() ? FormRule::Missing : FormRule::CoreWithoutMemory, FormField::GpuMemory,
          limit(form::kGpuMem));
    } else if (!memory || *memory < 1) {
      add(FormRule::NotWholeNumber, FormField::GpuMemory, limit(form::kGpuMem), m_form.gpuMemory);
    } else if (cards && *cards > 1 && *memory % *cards != 0) {
      add(FormRule::NotDivisible, FormField::GpuMemory, limit(form::kGpuMem), m_form.gpuMemory, m_form.cards);
    }
    if (m_form.gpu == GpuForm::SharedMemoryAndCore) checkCore(cards && *cards > 1);
    if (!m_form.cards.empty() && !cards) add(FormRule::NotWholeNumber, FormField::Cards, label, m_form.cards);
    const Node* said = m_paths.podMeta.empty() ? nullptr : m_text.find(m_document, label);
    if (said != nullptr && said->kind != Node::Kind::String)
      add(FormRule::CountNotText, FormField::Cards, label, m_form.cards);
  }

  void checkCore(bool severalCards) {
    constexpr std::int64_t kStep = 5;
    constexpr std::int64_t kWhole = 100;
    const YamlPath path = limit(form::kGpuCore);
    const auto core = wholeNumber(m_form.gpuCore);
    if (!core) {
      add(FormRule::NotWholeNumber, FormField::GpuCore, path, m_form.gpuCore);
    } else if (*core % kStep != 0) {
      add(FormRule::CoreNotMultipleOfFive, FormField::GpuCore, path, m_form.gpuCore);
    } else if (*core < kStep || *core > kWhole) {
      add(FormRule::CoreOutOfRange, FormField::GpuCore, path, m_form.gpuCore);
    }
    if (!severalCards) return;
    add(FormRule::CoreOverSeveralCards, FormField::Cards, m_paths.podMeta / "labels" / form::kCount, m_form.cards);
    m_out.back().warning = true;
  }

  void checkWhole() {
    const YamlPath path = limit(m_form.gpu == GpuForm::WholeCards ? form::kWholeCards : form::kTopologyCards);
    const auto cards = wholeNumber(m_form.cards);
    if (!cards || *cards < 1) add(FormRule::NotWholeNumber, FormField::Cards, path, m_form.cards);
  }

  void checkRequests() {
    const std::array<std::pair<const char*, FormField>, 4> all = {{{form::kGpuMem, FormField::GpuMemory},
                                                                   {form::kGpuCore, FormField::GpuCore},
                                                                   {form::kWholeCards, FormField::Cards},
                                                                   {form::kTopologyCards, FormField::Cards}}};
    for (const auto& [name, field] : all) {
      const YamlPath request = m_paths.resources / "requests" / name;
      if (has(request) && scalarAt(m_text, m_document, request) != scalarAt(m_text, m_document, limit(name))) {
        add(FormRule::RequestDiffers, m_form.gpu == GpuForm::None ? FormField::Gpu : field, request, name);
      }
    }
  }

  void checkCountPlaces() {
    if (m_paths.podMeta.empty()) return;
    std::vector<YamlPath> wrong = {
        {"metadata", "annotations", form::kCount}, limit(form::kCount), m_paths.resources / "requests" / form::kCount};
    if (m_paths.podMeta.size() > 1) {
      wrong.insert(wrong.begin(), YamlPath{"metadata", "labels", form::kCount});
      wrong.push_back(m_paths.podMeta / "annotations" / form::kCount);
    }
    for (const YamlPath& path : wrong) {
      if (has(path)) add(FormRule::CountMisplaced, FormField::Cards, path, describe(path));
    }
  }

  void checkSelector() {
    const YamlPath& path = m_paths.selector;
    const Node* selector = path.empty() ? nullptr : m_text.find(m_document, path);
    for (std::size_t i = 0; selector != nullptr && i < selector->keys.size(); ++i) {
      const Node* label = m_text.find(m_document, m_paths.podMeta / "labels" / selector->keys[i]);
      if (label == nullptr || label->text != selector->items[i].text) {
        add(FormRule::SelectorMismatch, FormField::Kind, path / selector->keys[i],
            selector->keys[i] + "=" + selector->items[i].text);
      }
    }
  }

  void checkTolerations() {
    for (std::size_t i = 0; i < m_form.tolerations.size(); ++i) {
      const Toleration& one = m_form.tolerations[i];
      const bool known = one.op.empty() || one.op == "Equal" || one.op == "Exists";
      if (known && !(one.op == "Exists" && !one.value.empty()) && (one.op == "Exists" || !one.key.empty())) continue;
      add(FormRule::TolerationOperator, FormField::Tolerations, m_paths.podSpec / "tolerations" / static_cast<int>(i),
          one.op, one.key);
    }
  }

  const YamlText& m_text;
  int m_document;
  const WorkloadForm& m_form;
  Paths m_paths;
  std::vector<RuleBreak> m_out;
};

}  // namespace

std::vector<RuleBreak> checkForm(const YamlText& text, const FormTarget& target) {
  const Result<WorkloadForm> form = readForm(text, target);
  if (!form) return {};
  return FormChecker(text, target, *form, *form::pathsOf(text, target)).check();
}

bool fieldOfPath(const std::string& path, FormField& field) {
  const auto holds = [&](const char* part) { return path.find(part) != std::string::npos; };
  const std::array<std::pair<const char*, FormField>, 17> table = {{
      {"gpu-mem", FormField::GpuMemory},
      {"gpu-core", FormField::GpuCore},
      {"gpu-count", FormField::Cards},
      {"nvidia.com/gpu", FormField::Cards},
      {"aliyun.com/gpu", FormField::Cards},
      {"requests[cpu]", FormField::CpuRequest},
      {"limits[cpu]", FormField::CpuLimit},
      {"requests[memory]", FormField::MemoryRequest},
      {"limits[memory]", FormField::MemoryLimit},
      {"nodeSelector", FormField::NodeSelector},
      {"tolerations", FormField::Tolerations},
      {".image", FormField::Image},
      {"metadata.namespace", FormField::Namespace},
      {"metadata.name", FormField::Name},
      {"replicas", FormField::Replicas},
      {"parallelism", FormField::Replicas},
      {"completions", FormField::Completions},
  }};
  for (const auto& [part, found] : table) {
    if (!holds(part)) continue;
    field = found;
    return true;
  }
  return false;
}

}  // namespace cardinal
