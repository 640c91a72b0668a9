// SPDX-License-Identifier: Apache-2.0
#include "core/plan/what_if/scenario_file.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <initializer_list>

#include "core/base/files/read_file.h"
#include "core/manifest/tree_reader.h"

namespace cardinal {
namespace {

using yaml::Field;

constexpr const char* kVersionField = "cardinalScenario";
constexpr std::int64_t kMaxUnits = 1'000'000'000;
constexpr int kMaxCards = 1024;
constexpr int kMaxPercent = 100 * kMaxCards;

/// One mapping of the file, whose fields must all be known.
class Reader {
 public:
  Reader(const yaml::Node& node, const std::string& source) : m_node(node), m_source(source), m_field(node, source) {}

  void allowOnly(std::initializer_list<std::string_view> known) const {
    for (const std::string& key : m_node.keys) {
      if (std::find(known.begin(), known.end(), key) == known.end()) refuse(key);
    }
  }
  [[noreturn]] void refuse(const std::string& field) const {
    const yaml::Node* value = m_node.find(field);
    const yaml::Place place = value != nullptr ? value->place : m_node.place;
    const std::string shown = value != nullptr && value->isScalar() ? value->text : std::string();
    constexpr std::size_t kMaxShown = 200;
    throw yaml::Failure{
        makeError(ErrorCode::InvalidField, field, m_source + ", " + yaml::describe(place), shown.substr(0, kMaxShown))};
  }
  bool has(std::string_view key) const { return m_node.find(key) != nullptr; }
  std::string name(std::string_view key) const {
    std::string out = m_field.child(key).string();
    if (out.empty()) refuse(std::string(key));
    return out;
  }
  std::string text(std::string_view key, const std::string& fallback) const {
    return m_field.child(key).string(fallback);
  }
  bool flag(std::string_view key) const { return m_field.child(key).boolean(false); }
  std::int64_t number(std::string_view key, std::int64_t fallback, std::int64_t least, std::int64_t most) const {
    return m_field.child(key).integer(fallback, least, most);
  }
  std::optional<int> maybe(std::string_view key, int least, int most) const {
    if (!has(key)) return std::nullopt;
    return static_cast<int>(number(key, least, least, most));
  }

 private:
  const yaml::Node& m_node;
  const std::string& m_source;
  Field m_field;
};

/// `namespace` with either `pod: name` or `workload: Kind/name`.
PodChoice readChoice(const Reader& step) {
  PodChoice out;
  out.ns = step.text("namespace", "default");
  if (step.has("pod") == step.has("workload")) step.refuse(step.has("pod") ? "workload" : "pod");
  if (step.has("pod")) {
    out.name = step.name("pod");
    return out;
  }
  const std::string workload = step.name("workload");
  const auto slash = workload.find('/');
  if (slash == std::string::npos || slash == 0 || slash + 1 == workload.size()) step.refuse("workload");
  out.kind = workload.substr(0, slash);
  out.name = workload.substr(slash + 1);
  return out;
}

SwitchNode readSwitch(const Reader& step) {
  step.allowOnly({"do", "node", "to", "units-per-card"});
  SwitchNode out{step.name("node"), {}, {}};
  const auto target = parseSwitchTarget(step.name("to"));
  if (!target) step.refuse("to");
  out.target = *target;
  if (step.has("units-per-card")) out.unitsPerCard = step.number("units-per-card", 1, 1, kMaxUnits);
  return out;
}

ResizePods readResize(const Reader& step) {
  step.allowOnly({"do", "namespace", "pod", "workload", "memory", "core", "cards"});
  ResizePods out;
  out.pods = readChoice(step);
  if (step.has("memory")) out.memory = step.number("memory", 1, 1, kMaxUnits);
  out.core = step.maybe("core", 0, kMaxPercent);
  out.cards = step.maybe("cards", 1, kMaxCards);
  if (!out.memory && !out.core && !out.cards) step.refuse("memory");
  return out;
}

WhatIfStep readStep(const yaml::Node& node, const std::string& source) {
  const Reader step(node, source);
  const std::string what = step.name("do");
  if (what == "add-nodes") {
    step.allowOnly({"do", "like", "count"});
    return AddNodes{step.name("like"), static_cast<int>(step.number("count", 1, 1, kMaxAddedNodes))};
  }
  if (what == "remove-node") {
    step.allowOnly({"do", "node"});
    return RemoveNode{step.name("node")};
  }
  if (what == "drain-node") {
    step.allowOnly({"do", "node", "force"});
    return DrainNode{step.name("node"), step.flag("force")};
  }
  if (what == "switch-node") return readSwitch(step);
  if (what == "submit") {
    step.allowOnly({"do", "manifest", "replicas", "namespace"});
    return SubmitWorkload{step.name("manifest"), step.maybe("replicas", 1, kMaxStepReplicas),
                          step.text("namespace", "default")};
  }
  if (what == "delete") {
    step.allowOnly({"do", "namespace", "pod", "workload"});
    return DeletePods{readChoice(step)};
  }
  if (what == "resize") return readResize(step);
  if (what == "retry-pending") {
    step.allowOnly({"do"});
    return RetryPending{};
  }
  if (what == "move-pod") {
    step.allowOnly({"do", "namespace", "pod"});
    return MovePod{step.text("namespace", "default"), step.name("pod")};
  }
  step.refuse("do");
}

Scenario readScenario(const yaml::Node& root, const std::string& source) {
  const Reader file(root, source);
  if (root.kind != yaml::Node::Kind::Mapping || !file.has(kVersionField)) file.refuse(kVersionField);
  constexpr std::int64_t kAnyVersion = 1'000'000;
  const std::int64_t version = file.number(kVersionField, 0, 0, kAnyVersion);
  if (version != kScenarioVersion) {
    throw yaml::Failure{
        makeError(ErrorCode::Unsupported, std::string(kVersionField) + " " + std::to_string(version), source)};
  }
  file.allowOnly({kVersionField, "name", "steps"});
  Scenario out;
  out.name = file.text("name", {});
  const Field steps = Field(root, source).child("steps");
  const auto count = steps.elements().size();  // refuses steps that are no list
  if (count > kMaxSteps) {
    throw yaml::Failure{makeError(ErrorCode::LimitExceeded, "steps", source, std::to_string(kMaxSteps))};
  }
  if (count == 0) return out;
  for (const yaml::Node& step : root.find("steps")->items) out.steps.push_back(readStep(step, source));
  return out;
}

// ---- writing

/// A JSON string, which YAML reads as it is.
std::string jsonText(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    constexpr unsigned char kFirstPrintable = 0x20;
    if (c == '"' || c == '\\') {
      out.append(1, '\\').append(1, c);
    } else if (c == '\n') {
      out += "\\n";
    } else if (byte < kFirstPrintable) {
      char hex[8];
      std::snprintf(hex, sizeof hex, "\\u%04x", byte);
      out += hex;
    } else {
      out += c;
    }
  }
  return out + "\"";
}

/// True when a block of lines gives the text back exactly.
bool fitsBlock(std::string_view text) {
  if (text.size() < 2 || text.back() != '\n' || text[text.size() - 2] == '\n') return false;
  if (text.front() == ' ' || text.front() == '\n') return false;
  return std::none_of(text.begin(), text.end(),
                      [](char c) { return (static_cast<unsigned char>(c) < 0x20 && c != '\n') || c == 0x7f; });
}

std::string block(std::string_view text) {
  if (!fitsBlock(text)) return jsonText(text);
  std::string out = "|";
  for (std::size_t from = 0; from < text.size();) {
    const std::size_t end = text.find('\n', from);
    const std::string_view line = text.substr(from, end - from);
    out += line.empty() ? std::string("\n") : "\n      " + std::string(line);
    from = end + 1;
  }
  return out;
}

class Writer {
 public:
  std::string text(const WhatIfStep& step) {
    m_out = std::string("  - do: ") + wordOf(step) + "\n";
    std::visit([this](const auto& one) { write(one); }, step);
    return std::move(m_out);
  }

 private:
  void raw(const char* key, const std::string& value) { m_out += std::string("    ") + key + ": " + value + "\n"; }
  void string(const char* key, const std::string& value) { raw(key, jsonText(value)); }
  template <typename Number>
  void number(const char* key, const std::optional<Number>& value) {
    if (value) raw(key, std::to_string(*value));
  }
  void choice(const PodChoice& pods) {
    string("namespace", pods.ns);
    if (pods.kind.empty()) return string("pod", pods.name);
    string("workload", pods.kind + "/" + pods.name);
  }
  void write(const AddNodes& step) {
    string("like", step.like);
    raw("count", std::to_string(step.count));
  }
  void write(const RemoveNode& step) { string("node", step.node); }
  void write(const DrainNode& step) {
    string("node", step.node);
    if (step.force) raw("force", "true");
  }
  void write(const SwitchNode& step) {
    string("node", step.node);
    string("to", toString(step.target));
    number("units-per-card", step.unitsPerCard);
  }
  void write(const SubmitWorkload& step) {
    string("namespace", step.ns);
    number("replicas", step.replicas);
    raw("manifest", block(step.manifest));
  }
  void write(const DeletePods& step) { choice(step.pods); }
  void write(const ResizePods& step) {
    choice(step.pods);
    number("memory", step.memory);
    number("core", step.core);
    number("cards", step.cards);
  }
  void write(const RetryPending& /*step*/) {}
  void write(const MovePod& step) {
    string("namespace", step.ns);
    string("pod", step.name);
  }

  std::string m_out;
};

Error unwritable(const std::string& path) {
  return makeError(ErrorCode::FileUnwritable, path, {}, std::strerror(errno));
}

}  // namespace

Result<Scenario> parseScenario(std::string_view text, const std::string& source) {
  try {
    const auto documents = yaml::parseDocuments(text, source);
    const yaml::Node empty;
    return readScenario(documents.empty() ? empty : documents.front(), source);
  } catch (yaml::Failure& failure) {
    return unexpected(std::move(failure.error));
  }
}

Result<Scenario> loadScenario(const std::string& path) {
  const auto text = readFile(path, yaml::kMaxBytes);
  if (!text) return unexpected(text.error());
  return parseScenario(*text, std::filesystem::path(path).filename().string());
}

std::string toYaml(const Scenario& scenario) {
  std::string out = std::string(kVersionField) + ": " + std::to_string(kScenarioVersion) + "\n";
  out += "name: " + jsonText(scenario.name) + "\n";
  out += scenario.steps.empty() ? "steps: []\n" : "steps:\n";
  for (const WhatIfStep& step : scenario.steps) out += Writer().text(step);
  return out;
}

Result<void> saveScenario(const Scenario& scenario, const std::string& path) {
  const std::string aside = path + ".part";
  {
    std::ofstream file(aside, std::ios::binary | std::ios::trunc);
    if (!file) return unexpected(unwritable(path));
    file << toYaml(scenario);
    file.flush();
    if (!file) return unexpected(unwritable(path));
  }
  if (std::rename(aside.c_str(), path.c_str()) != 0) {
    const Error error = unwritable(path);
    std::remove(aside.c_str());
    return unexpected(error);
  }
  return {};
}

}  // namespace cardinal
