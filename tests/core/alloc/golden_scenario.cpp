// SPDX-License-Identifier: Apache-2.0
#include "tests/core/alloc/golden_scenario.h"

#include <zlib.h>

#include <algorithm>
#include <array>
#include <stdexcept>

#include "core/alloc/reserve/best_fit.h"
#include "core/alloc/score/profile.h"
#include "core/provider/pod_request.h"
#include "tests/core/alloc/scheduler_text.h"

namespace cardinal::testing {
namespace {

using nlohmann::json;

constexpr const char* kExtenderRefusal = "Insufficient GPU Memory in one device";

/// Plain and gzipped files alike: zlib reads both.
json readJson(const std::filesystem::path& path) {
  gzFile file = gzopen(path.c_str(), "rb");
  if (file == nullptr) throw std::runtime_error("cannot read " + path.string());
  std::string text;
  std::array<char, 65536> buffer{};
  for (int read = gzread(file, buffer.data(), buffer.size()); read > 0;
       read = gzread(file, buffer.data(), buffer.size())) {
    text.append(buffer.data(), static_cast<std::size_t>(read));
  }
  gzclose(file);
  return json::parse(text);
}

std::filesystem::path scenarioFile(const std::filesystem::path& directory) {
  const auto plain = directory / "scenario.json";
  return std::filesystem::exists(plain) ? plain : directory / "scenario.json.gz";
}

ResourceList readResources(const json& list) {
  ResourceList out;
  for (const auto& [name, amount] : list.items())
    out.push_back({name, Quantity::parse(amount.get<std::string>()).value()});
  return out;
}

StringMap readMap(const json& map) {
  StringMap out;
  for (const auto& [key, value] : map.items()) out.emplace_back(key, value.get<std::string>());
  return out;
}

std::shared_ptr<const RawNode> readNode(const json& recorded) {
  auto node = std::make_shared<RawNode>();
  node->meta.key.name = recorded["metadata"]["name"];
  node->meta.labels = readMap(recorded["metadata"]["labels"]);
  node->capacity = readResources(recorded["status"]["capacity"]);
  node->allocatable = readResources(recorded["status"]["allocatable"]);
  node->conditions.push_back({"Ready", "True", "", "", 0});
  return node;
}

std::vector<Container> readContainers(const json& list) {
  std::vector<Container> out;
  for (const json& recorded : list) {
    Container container;
    container.name = recorded["name"];
    container.limits = readResources(recorded.value("limits", json::object()));
    out.push_back(std::move(container));
  }
  return out;
}

RawPod readPod(const json& recorded) {
  RawPod pod;
  pod.meta.key = {recorded["namespace"], recorded["name"]};
  pod.meta.uid = "uid-" + pod.meta.key.ns + "-" + pod.meta.key.name;
  pod.meta.labels = readMap(recorded.value("labels", json::object()));
  pod.spec.containers = readContainers(recorded["containers"]);
  pod.spec.initContainers = readContainers(recorded.value("init_containers", json::array()));
  pod.phase = PodPhase::Pending;
  return pod;
}

PodPhase phaseOf(const std::string& text) {
  if (text == "Running") return PodPhase::Running;
  if (text == "Succeeded") return PodPhase::Succeeded;
  return text == "Failed" ? PodPhase::Failed : PodPhase::Pending;
}

bool asksGpuMemory(const RawPod& pod) {
  const auto asks = [](const Container& container) { return find(container.limits, "aliyun.com/gpu-mem") != nullptr; };
  return std::any_of(pod.spec.containers.begin(), pod.spec.containers.end(), asks) ||
         std::any_of(pod.spec.initContainers.begin(), pod.spec.initContainers.end(), asks);
}

json sorted(std::vector<std::string> names) {
  std::sort(names.begin(), names.end());
  return names;
}

json usedUnits(const ClusterSnapshot& cluster, const std::string& node) {
  json out = json::array();
  for (const Card& card : cluster.cardsOf(*cluster.findNode(node))) out.push_back(card.memScheduler.value);
  return out;
}

/// The extender alone, without the scheduler's own filters: its refusal of one node, empty when it passes.
std::string extenderRefusal(const AllocationRequest& request, const ClusterSnapshot& cluster, NodeIndex index) {
  const NodeRecord& node = cluster.node(index);
  if (node.gpu.memCapacity.value <= 0) return "The node " + node.name + " is not for GPU share, need skip";
  const alloc::Demand demand = alloc::makeDemand(request);
  const alloc::BestFitRule rule(demand);
  NodeRejection refused;
  rule.explain({index, &node, cluster.cardsOf(index), 0}, refused);
  if (demand.extenderOnly) return refused.reason.code == ReasonCode::NeverBound ? "" : kExtenderRefusal;
  static const TieBreaker kFirst;
  alloc::CardChoice choice;
  alloc::CardRoom room;
  return rule.choose({index, &node, cluster.cardsOf(index), 0}, {kFirst}, choice, room) ? "" : kExtenderRefusal;
}

}  // namespace

std::vector<std::filesystem::path> recordedScenarios() {
  std::vector<std::filesystem::path> out;
  for (const auto& entry :
       std::filesystem::directory_iterator(std::filesystem::path(CARDINAL_TEST_DATA) / "gpushare" / "1.20.2")) {
    if (!entry.is_directory() || !std::filesystem::exists(scenarioFile(entry.path()))) continue;
    if (entry.path().filename().string().rfind("s8-", 0) != 0) out.push_back(entry.path());
  }
  std::sort(out.begin(), out.end());
  return out;
}

GoldenReplay::GoldenReplay(const std::filesystem::path& directory) : m_scenario(readJson(scenarioFile(directory))) {
  ClusterDelta nodes;
  nodes.op = ClusterDelta::Op::ReplaceNodes;
  for (const json& node : m_scenario["nodes"]) nodes.nodes.push_back(readNode(node));
  m_builder.apply(std::move(nodes));
}

void GoldenReplay::run() {
  for (const json& step : m_scenario["steps"]) {
    m_place = m_scenario["name"].get<std::string>() + " step " + std::to_string(step["i"].get<int>());
    play(step);
    settle();
  }
  m_place = m_scenario["name"].get<std::string>() + " end";
  compareEnd();
}

void GoldenReplay::compare(const std::string& what, const Json& recorded, const Json& ours) {
  if (recorded == ours) return;
  m_differs = true;
  m_differences.push_back(m_place + ": " + what + ": recorded " + recorded.dump() + ", ours " + ours.dump());
}

void GoldenReplay::settle() {
  m_mismatches += m_differs ? 1 : 0;
  m_differs = false;
}

void GoldenReplay::put(const RawPod& pod) {
  erase(pod);
  m_pods.push_back(pod);
  ClusterDelta delta;
  delta.op = ClusterDelta::Op::UpsertPod;
  delta.pods.push_back(std::make_shared<const RawPod>(pod));
  m_builder.apply(std::move(delta));
}

void GoldenReplay::erase(const RawPod& pod) {
  const ObjectKey key = pod.meta.key;
  ClusterDelta delta;
  delta.op = ClusterDelta::Op::DeletePod;
  delta.key = key;
  delta.uid = pod.meta.uid;
  m_builder.apply(std::move(delta));
  std::erase_if(m_pods, [&](const RawPod& held) { return held.meta.key == key; });
}

RawPod& GoldenReplay::known(const Json& step) {
  const ObjectKey key{step["pod"]["namespace"], step["pod"]["name"]};
  const auto held = std::find_if(m_pods.begin(), m_pods.end(), [&](const RawPod& pod) { return pod.meta.key == key; });
  if (held == m_pods.end()) throw std::runtime_error(m_place + ": unknown pod " + key.name);
  return *held;
}

void GoldenReplay::play(const Json& step) {
  const std::string action = step["action"];
  if (action == "create" || action == "rescheduled") {
    decide(step);
  } else if (action == "preexisting") {
    RawPod pod = readPod(step["pod"]);
    pod.spec.nodeName = step["result"]["node"];
    pod.meta.annotations = readMap(step["result"]["annotations"]);
    pod.phase = phaseOf(step["result"]["phase"]);
    put(pod);
  } else if (action == "terminate") {
    RawPod pod = known(step);
    pod.meta.deletionTimestamp = 1'700'000'000;
    put(pod);
  } else if (action == "delete") {
    erase(RawPod(known(step)));
  } else if (action == "complete") {
    RawPod pod = known(step);
    pod.phase = phaseOf(step["result"]["phase"]);
    put(pod);
  } else if (action == "configmap") {
    setConfigMap(step);
  } else if (action != "inspect" && action != "probe" && action != "http" && action != "note") {
    throw std::runtime_error(m_place + ": unknown action " + action);
  }
  compareUsed(step);
}

void GoldenReplay::setConfigMap(const Json& step) {
  constexpr std::string_view kPrefix = "unhealthy-gpu-";
  ClusterDelta delta;
  delta.unhealthy.node = step["configmap"]["name"].get<std::string>().substr(kPrefix.size());
  const Json& data = step["configmap"]["data"];
  delta.op = data.is_null() ? ClusterDelta::Op::DeleteUnhealthy : ClusterDelta::Op::UpsertUnhealthy;
  if (data.is_object() && data.contains("gpus")) delta.unhealthy.gpus = data["gpus"].get<std::string>();
  m_builder.apply(std::move(delta));
}

void GoldenReplay::decide(const Json& step) {
  ++m_decisions;
  RawPod pod = readPod(step["pod"]);
  const Json& recorded = step["result"];
  const SnapshotPtr cluster = m_builder.build(1);
  const AllocationRequest request = makeRequest(std::make_shared<const RawPod>(pod));
  if (asksGpuMemory(pod)) {
    compareGpuDecision(step, request, cluster);
  } else {
    compare("filter_called", recorded["filter_called"], false);
    compare("feasible_nodes", recorded["feasible_nodes"], nullptr);
    compare("placed", !recorded["node"].is_null(), !allocate(request, *cluster).placements.empty());
  }
  if (!recorded["node"].is_null()) pod.spec.nodeName = recorded["node"];
  pod.meta.annotations = readMap(recorded.value("annotations", Json::object()));
  pod.phase = phaseOf(recorded["phase"]);
  put(pod);
  if (step.value("refused_then_removed", false)) erase(pod);
}

void GoldenReplay::compareGpuDecision(const Json& step, const AllocationRequest& request, const SnapshotPtr& cluster) {
  const Json& recorded = step["result"];
  const AllocationAnswer answer = allocate(request, *cluster);
  std::vector<std::string> sent;
  std::vector<std::string> feasible;
  for (const Candidate& candidate : answer.candidates) {
    sent.push_back(cluster->node(candidate.node).name);
    feasible.push_back(sent.back());
  }
  for (const NodeRejection& rejection : answer.rejections) {
    if (!fromExtender(rejection, request)) continue;
    sent.push_back(cluster->node(rejection.node).name);
    if (rejection.reason.code == ReasonCode::NeverBound) feasible.push_back(sent.back());
  }
  compare("filter_called", recorded["filter_called"], !sent.empty());
  if (recorded["filter_called"]) compare("filter_nodes_in", recorded["filter_nodes_in"], sorted(sent));
  compare("feasible_nodes", recorded["feasible_nodes"], sorted(feasible));
  if (recorded.contains("card_check")) compareCardCheck(recorded["card_check"], request, cluster);
  if (recorded["node"].is_null()) {
    compareRefusal(recorded, request, answer, cluster);
  } else {
    comparePlace(recorded, request, answer, cluster);
  }
}

void GoldenReplay::compareRefusal(const Json& recorded, const AllocationRequest& request,
                                  const AllocationAnswer& answer, const SnapshotPtr& cluster) {
  const auto neverBound = [](const NodeRejection& rejection) {
    return rejection.reason.code == ReasonCode::NeverBound;
  };
  const std::string message = recorded["message"];
  if (std::any_of(answer.rejections.begin(), answer.rejections.end(), neverBound)) {
    compare("bind refused", message.rfind("binding rejected: ", 0), 0);
  } else {
    compare("message", message, schedulerMessage(answer, request, *cluster));
  }
  compare("placements", 0, answer.placements.size());
}

void GoldenReplay::comparePlace(const Json& recorded, const AllocationRequest& request, const AllocationAnswer& answer,
                                const SnapshotPtr& cluster) {
  const std::string node = recorded["node"];
  const auto place = std::find_if(answer.candidates.begin(), answer.candidates.end(), [&](const Candidate& candidate) {
    return cluster->node(candidate.node).name == node;
  });
  if (place == answer.candidates.end()) return compare("node", node, nullptr);
  compare("card_idx", recorded["card_idx"], place->cards.at(0));
  Json written = recorded["annotations"];
  written.erase("ALIYUN_COM_GPU_MEM_ASSUME_TIME");
  const Card& card = cluster->cardsOf(place->node)[static_cast<std::size_t>(place->cards.at(0))];
  compare("annotations", written,
          {{"ALIYUN_COM_GPU_MEM_IDX", std::to_string(place->cards.at(0))},
           {"ALIYUN_COM_GPU_MEM_DEV", std::to_string(card.memTotal.value)},
           {"ALIYUN_COM_GPU_MEM_POD", std::to_string(request.gpu.memory.value)},
           {"ALIYUN_COM_GPU_MEM_ASSIGNED", "false"}});
  compareAmongBest(node, request, *cluster);
  const bool certain = recorded["feasible_nodes"].size() == 1;
  compare("certainty", certain ? "Certain" : "OneOf", toString(answer.certainty));
}

/// With the scores of the recorded version: is the recorded node one of those that the answer calls equal?
void GoldenReplay::compareAmongBest(const std::string& node, AllocationRequest request,
                                    const ClusterSnapshot& cluster) {
  request.scheduler = std::make_shared<SchedulerProfile>(profileFor("v1.20.2"));
  const AllocationAnswer answer = allocate(request, cluster);
  Json best = Json::array();
  for (std::uint32_t i = 0; i < answer.tied; ++i) best.push_back(cluster.node(answer.candidates[i].node).name);
  compare("scores known", true, answer.totalsKnown);
  if (std::find(best.begin(), best.end(), Json(node)) == best.end()) compare("best nodes", node, best);
}

void GoldenReplay::compareCardCheck(const Json& recorded, const AllocationRequest& request,
                                    const SnapshotPtr& cluster) {
  Json ours = {{"feasible", Json::array()}, {"failed", Json::object()}};
  for (std::uint32_t i = 0; i < cluster->nodes.size(); ++i) {
    const std::string refused = extenderRefusal(request, *cluster, NodeIndex{i});
    (refused.empty() ? ours["feasible"] : ours["failed"][refused]).push_back(cluster->nodes[i]->name);
  }
  compare("card_check", recorded, ours);
}

void GoldenReplay::compareUsed(const Json& step) {
  const Json result = step.value("result", Json::object());
  if (!result.contains("node_used_after") || result["node"].is_null()) return;
  compare("node_used_after", result["node_used_after"], usedUnits(*m_builder.build(1), result["node"]));
}

void GoldenReplay::compareEnd() {
  const SnapshotPtr cluster = m_builder.build(1);
  for (const Json& probe : m_scenario["final_probe"]) {
    const Json pod = {{"namespace", "default"},
                      {"name", "probe"},
                      {"labels", Json::object()},
                      {"containers",
                       {{{"name", "main"},
                         {"limits", {{"aliyun.com/gpu-mem", std::to_string(probe["request"].get<std::int64_t>())}}}}}}};
    const AllocationRequest request = makeRequest(std::make_shared<const RawPod>(readPod(pod)));
    std::vector<std::string> feasible;
    for (const Candidate& candidate : allocate(request, *cluster).candidates)
      feasible.push_back(cluster->node(candidate.node).name);
    compare("probe feasible", probe["feasible_nodes"], sorted(feasible));
    Json cards = Json::array();
    for (std::uint32_t i = 0; i < cluster->nodes.size(); ++i) {
      if (extenderRefusal(request, *cluster, NodeIndex{i}).empty()) cards.push_back(cluster->nodes[i]->name);
    }
    compare("probe card_ok", probe["card_ok"], cards);
    settle();
  }
  for (const auto& [node, recorded] : m_scenario["final_extender_cards"].items()) {
    Json ours = Json::array();
    const NodeRecord& record = cluster->node(*cluster->findNode(node));
    for (const Card& card : record.cards)
      ours.push_back({{"total", card.memTotal.value}, {"used", card.memScheduler.value}});
    // A node that left gpushare keeps its gpu-count: the extender lists cards of 0 units there, the model has none.
    const Quantity* count = find(record.raw->capacity, "aliyun.com/gpu-count");
    if (record.gpu.memCapacity.value == 0 && count != nullptr) {
      for (std::int64_t i = 0; i < count->value(); ++i) ours.push_back({{"total", 0}, {"used", 0}});
    }
    compare("cards of " + node, recorded, ours);
    settle();
  }
}

}  // namespace cardinal::testing
