// SPDX-License-Identifier: Apache-2.0
#include "core/replay/recording/recording.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "core/replay/recording/recorded_json.h"

namespace cardinal {
namespace {

using replay::Field;
using Action = RecordedStep::Action;

constexpr std::string_view kHealthPrefix = "unhealthy-gpu-";

struct NamedAction {
  const char* name;
  Action action;
};
constexpr std::array<NamedAction, 11> kActions{{{"create", Action::Decide},
                                                {"rescheduled", Action::Decide},
                                                {"preexisting", Action::Preexisting},
                                                {"terminate", Action::Terminate},
                                                {"delete", Action::Delete},
                                                {"complete", Action::Complete},
                                                {"configmap", Action::ConfigMap},
                                                {"inspect", Action::Nothing},
                                                {"probe", Action::Nothing},
                                                {"http", Action::Nothing},
                                                {"note", Action::Nothing}}};

Action readAction(const Field& field) {
  const std::string name = field.text();
  const auto known =
      std::find_if(kActions.begin(), kActions.end(), [&name](const NamedAction& a) { return a.name == name; });
  if (known == kActions.end()) field.fail();
  return known->action;
}

PodPhase readPhase(const Field& field) {
  const std::string name = field.text();
  if (name == "Pending") return PodPhase::Pending;
  if (name == "Running") return PodPhase::Running;
  if (name == "Succeeded") return PodPhase::Succeeded;
  if (name == "Failed") return PodPhase::Failed;
  field.fail();
}

std::shared_ptr<const RawNode> readNode(const Field& field) {
  auto node = std::make_shared<RawNode>();
  const Field meta = field.at("metadata");
  const Field status = field.at("status");
  node->meta.key.name = meta.at("name").text();
  if (const auto labels = meta.find("labels")) node->meta.labels = labels->map();
  node->capacity = status.at("capacity").resources();
  node->allocatable = status.at("allocatable").resources();
  node->conditions.push_back({"Ready", "True", "", "", 0});
  return node;
}

SharedList<Container> readContainers(const Field& field) {
  SharedList<Container> out;
  for (const Field& item : field.items()) {
    Container& container = out.emplace_back();
    container.name = item.at("name").text();
    if (const auto limits = item.find("limits")) container.limits = limits->resources();
  }
  return out;
}

ObjectKey readKey(const Field& pod) {
  return {pod.at("namespace").text(), pod.at("name").text()};
}

RawPod readPod(const Field& field) {
  RawPod pod;
  pod.meta.key = readKey(field);
  pod.meta.uid = "uid-" + pod.meta.key.ns + "-" + pod.meta.key.name;
  if (const auto labels = field.find("labels")) pod.meta.labels = labels->map();
  pod.spec.containers = readContainers(field.at("containers"));
  if (const auto first = field.find("init_containers")) pod.spec.initContainers = readContainers(*first);
  pod.phase = PodPhase::Pending;
  return pod;
}

RecordedCardCheck readCardCheck(const Field& field) {
  RecordedCardCheck out;
  out.feasible = field.at("feasible").texts();
  std::sort(out.feasible.begin(), out.feasible.end());
  for (const auto& entry : field.at("failed").entries()) {
    NodeNames& nodes = out.failed[entry.first];
    nodes = entry.second.texts();
    std::sort(nodes.begin(), nodes.end());
  }
  return out;
}

std::optional<NodeNames> readNames(const std::optional<Field>& field) {
  if (!field) return std::nullopt;
  NodeNames out = field->texts();
  std::sort(out.begin(), out.end());
  return out;
}

RecordedResult readResult(const Field& field, Action action) {
  RecordedResult out;
  // The recorder's own words stand there for pods that go.
  if (action != Action::Delete && action != Action::Terminate) out.phase = readPhase(field.at("phase"));
  if (const auto node = field.find("node")) out.node = node->text();
  if (const auto card = field.find("card_idx")) out.card = card->integer();
  if (const auto annotations = field.find("annotations")) out.annotations = annotations->map();
  if (const auto called = field.find("filter_called")) out.filterCalled = called->flag();
  out.nodesIn = readNames(field.find("filter_nodes_in"));
  out.feasible = readNames(field.find("feasible_nodes"));
  if (const auto check = field.find("card_check")) out.cardCheck = readCardCheck(*check);
  if (const auto message = field.find("message")) out.message = message->text();
  if (const auto used = field.find("node_used_after")) {
    out.usedUnits.emplace();
    for (const Field& units : used->items()) out.usedUnits->push_back(units.integer());
  }
  return out;
}

void readHealth(const Field& field, RecordedStep& step) {
  const Field name = field.at("name");
  step.healthNode = name.text();
  if (step.healthNode.rfind(kHealthPrefix, 0) != 0) name.fail();
  step.healthNode.erase(0, kHealthPrefix.size());
  const auto data = field.find("data");
  step.healthKnown = data.has_value();
  if (!data) return;
  if (const auto cards = data->find("gpus")) step.unhealthyCards = cards->text();
}

RecordedStep readStep(const Field& field) {
  RecordedStep step;
  step.number = field.at("i").integer();
  step.action = readAction(field.at("action"));
  switch (step.action) {
    case Action::Decide:
    case Action::Preexisting:
      step.pod = readPod(field.at("pod"));
      step.result = readResult(field.at("result"), step.action);
      break;
    case Action::Terminate:
    case Action::Delete:
    case Action::Complete:
      step.pod.meta.key = readKey(field.at("pod"));
      step.result = readResult(field.at("result"), step.action);
      break;
    case Action::ConfigMap:
      readHealth(field.at("configmap"), step);
      break;
    case Action::Nothing:
      break;
  }
  if (step.action == Action::Preexisting && !step.result.node) field.at("result").at("node").fail();
  if (const auto removed = field.find("refused_then_removed")) step.removedAfterwards = removed->flag();
  return step;
}

RecordedProbe readProbe(const Field& field) {
  return {field.at("request").integer(), *readNames(field.at("card_ok")), *readNames(field.at("feasible_nodes"))};
}

Recording readRecording(const Field& root) {
  Recording out;
  out.name = root.at("name").text();
  if (out.recordsFaults()) return out;
  for (const Field& node : root.at("nodes").items()) out.nodes.push_back(readNode(node));
  for (const Field& step : root.at("steps").items()) out.steps.push_back(readStep(step));
  if (const auto probes = root.find("final_probe")) {
    for (const Field& probe : probes->items()) out.probes.push_back(readProbe(probe));
  }
  if (const auto nodes = root.find("final_extender_cards")) {
    for (const auto& node : nodes->entries()) {
      auto& cards = out.cards[node.first];
      for (const Field& card : node.second.items())
        cards.push_back({card.at("total").integer(), card.at("used").integer()});
    }
  }
  return out;
}

}  // namespace

Result<std::optional<Recording>> parseRecording(const std::string& text, const std::string& file) {
  nlohmann::json root;
  try {
    root = nlohmann::json::parse(text);
  } catch (const nlohmann::json::parse_error& fault) {
    return unexpected(makeError(ErrorCode::ParseFailed, file, "byte " + std::to_string(fault.byte), "invalid JSON"));
  } catch (const nlohmann::json::exception& fault) {
    return unexpected(makeError(ErrorCode::ParseFailed, file, {}, fault.what()));
  }
  if (!root.is_object() || !root.contains("steps")) return std::optional<Recording>();
  try {
    return std::optional<Recording>(readRecording(Field(root, {})));
  } catch (const replay::FieldFault& fault) {
    return unexpected(makeError(ErrorCode::InvalidField, fault.field, file, fault.value));
  }
}

}  // namespace cardinal
