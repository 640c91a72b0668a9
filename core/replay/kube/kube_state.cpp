// SPDX-License-Identifier: Apache-2.0
#include "core/replay/kube/kube_state.h"

#include "core/alloc/selector.h"
#include "core/kube/decode/decoder.h"

namespace cardinal::replay {
namespace {

using nlohmann::json;

constexpr const char* kCordonTaint = "node.kubernetes.io/unschedulable";

template <typename T>
std::shared_ptr<const T> decoded(json object, const char* kind, const std::string& name) {
  object.emplace("kind", kind);
  object.emplace("apiVersion", "v1");
  auto read = Decoder().object<T>(object.dump());
  if (!read || !(*read)->problems.empty()) throw FieldFault{name, {}};
  return std::move(read).value();
}

StringMap textsOf(const std::optional<Field>& map) {
  return map ? map->map() : StringMap();
}

}  // namespace

KubeState::KubeState(const Field& scenario) : m_selectors(std::make_shared<SelectorObjects>()) {
  for (const Field& node : scenario.at("nodes").items()) putNode(json::parse(node.json()));
  if (const auto objects = scenario.find("objects")) {
    for (const Field& object : objects->items()) readObject(object);
  }
}

void KubeState::readObject(const Field& object) {
  const std::string kind = object.at("kind").text();
  const Field meta = object.at("metadata");
  if (kind == "Namespace") {
    m_selectors->namespaceLabels[meta.at("name").text()] = textsOf(meta.find("labels"));
  } else if (kind == "Service") {
    m_selectors->services.push_back({meta.at("namespace").text(), textsOf(object.at("spec").find("selector"))});
  } else if (kind == "PodDisruptionBudget") {
    const json list = {{"kind", "PodDisruptionBudgetList"}, {"items", json::array({json::parse(object.json())})}};
    auto read = Decoder().list<RawDisruptionBudget>(list.dump());
    if (!read) object.fail();
    for (const auto& budget : read->items) m_budgets.push_back(*budget);
  } else {
    object.fail();
  }
}

void KubeState::putNode(json object) {
  const std::string name = object.at("metadata").at("name");
  m_nodes[name] = object;
  object["metadata"]["labels"].emplace("kubernetes.io/hostname", name);
  object["metadata"]["resourceVersion"] = std::to_string(++m_version);
  if (object["spec"].value("unschedulable", false))
    object["spec"]["taints"].push_back({{"key", kCordonTaint}, {"effect", "NoSchedule"}});
  ClusterDelta delta;
  delta.op = ClusterDelta::Op::UpsertNode;
  delta.nodes = {decoded<RawNode>(std::move(object), "Node", name)};
  m_builder.apply(std::move(delta));
}

void KubeState::patchNode(const std::string& node, const json& patch) {
  json object = m_nodes.at(node);
  object.merge_patch(patch);
  putNode(std::move(object));
}

std::shared_ptr<const RawPod> KubeState::pod(const std::string& pod) const {
  auto out = std::make_shared<RawPod>(*decoded<RawPod>(m_pods.at(pod), "Pod", pod));
  for (PodAffinityTerm& term : out->spec.podAffinity) term = alloc::withLabelKeys(std::move(term), out->meta.labels);
  return out;
}

void KubeState::put(const std::string& pod, json object) {
  object["metadata"]["resourceVersion"] = std::to_string(++m_version);
  m_pods[pod] = std::move(object);
  ClusterDelta delta;
  delta.op = ClusterDelta::Op::UpsertPod;
  delta.pods = {this->pod(pod)};
  m_builder.apply(std::move(delta));
}

void KubeState::patchPod(const std::string& pod, const json& patch) {
  json object = m_pods.at(pod);
  object.merge_patch(patch);
  put(pod, std::move(object));
}

void KubeState::remove(const std::string& pod) {
  ClusterDelta delta;
  delta.op = ClusterDelta::Op::DeletePod;
  delta.key = this->pod(pod)->meta.key;
  m_builder.apply(std::move(delta));
  m_pods.erase(pod);
}

std::vector<std::string> KubeState::nominatedTo(const std::string& node, const std::string& but) const {
  std::vector<std::string> out;
  for (const auto& [name, object] : m_pods) {
    const json status = object.value("status", json::object());
    if (name != but && status.value("nominatedNodeName", std::string()) == node) out.push_back(name);
  }
  return out;
}

SnapshotPtr KubeState::snapshot() {
  auto out = std::make_shared<ClusterSnapshot>(*m_builder.build(0));
  out->selectors = m_selectors;
  return out;
}

}  // namespace cardinal::replay
