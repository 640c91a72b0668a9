// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <map>

#include "core/alloc/filter/labels.h"
#include "core/alloc/stacks/kai.h"
#include "core/provider/stacks/kai.h"
#include "core/replay/recording/comparison.h"
#include "core/replay/recording/played_pod.h"
#include "core/replay/recording/stack_replays.h"

namespace cardinal::replay {
namespace {

using namespace kai;

constexpr const char* kHostname = "kubernetes.io/hostname";
constexpr const char* kGroup = "runai-gpu-group";

struct NodeState {
  std::shared_ptr<const RawNode> raw;
  Node node;
};

/// One scheduling cycle of the allocate action for each new pod.
class KaiReplay {
 public:
  explicit KaiReplay(const Field& scenario) : m_scenario(scenario) {}

  ReplayResult run() {
    const Field config = m_scenario.at("config");
    m_settings.spreadNodes = config.at("placement").text() == "spread";
    m_settings.spreadCards = config.at("cards").text() == "gpuspread";
    for (const Field& field : m_scenario.at("nodes").items()) {
      const auto raw = field.node();
      m_nodes[raw->meta.key.name] = {raw, readNode(*raw)};
    }
    for (const Field& step : m_scenario.at("steps").items()) play(step);
    for (const Field& probe : m_scenario.at("final_probe").items()) {
      m_comparison.begin({}, true);
      decide(*probe.at("pod").pod(), probe.at("result"));
    }
    return m_comparison.take();
  }

 private:
  State stateOf(const std::string& name) const {
    const Node& node = m_nodes.at(name).node;
    State state = emptyState(node);
    for (const auto& entry : m_pods) {
      if (entry.second.spec.nodeName == name) add(state, node, readRequest(entry.second), readHolding(entry.second));
    }
    return state;
  }

  void play(const Field& step) {
    const std::string action = step.at("action").text();
    const Field result = step.at("result");
    m_comparison.begin(step.at("i").integer(), action == "create");
    if (action == "create") {
      const auto pod = step.at("pod").pod();
      decide(*pod, result);
      adopt(*pod, result);
    } else if (action == "delete" || action == "complete" || action == "terminate") {
      const auto pod = playedPod(m_pods, step, m_comparison);
      if (pod == m_pods.end()) return;
      if (action == "terminate")
        pod->second.meta.deletionTimestamp = 1;
      else
        m_pods.erase(pod);
    } else {
      step.at("action").fail();
    }
    compareAfterwards(result);
  }

  /// The recorded outcome, read as the program would read it from the API.
  void adopt(RawPod pod, const Field& result) {
    if (result.at("kai_status").text() != "Binding") return;
    pod.spec.nodeName = result.at("node").text();
    pod.phase = PodPhase::Running;
    if (const auto groups = result.find("gpu_groups")) {
      const std::vector<std::string> names = groups->texts();
      for (const std::string& name : names)
        pod.meta.labels.emplace_back(names.size() == 1 ? kGroup : std::string(kGroup) + "/" + name, name);
    }
    m_pods[pod.meta.key] = std::move(pod);
  }

  static std::string refusalOfKubernetes(const RawPod& pod, const RawNode& node) {
    RawNode labelled = node;  // the recorder's nodes carry no hostname label
    if (find(node.meta.labels, kHostname) == nullptr) labelled.meta.labels.emplace_back(kHostname, node.meta.key.name);
    return alloc::matchesNodeRules(pod.spec, labelled) ? "" : "node(s) didn't match Pod's node affinity/selector";
  }

  struct Answer {
    State state;
    NodeFit fit;
    double score = 0;
  };

  void decide(const RawPod& pod, const Field& result) {
    const Request request = readRequest(pod);
    Extremes extremes;
    std::map<std::string, Answer> answers;
    for (const auto& [name, known] : m_nodes) {
      Answer& answer = answers[name];
      answer.state = stateOf(name);
      add(extremes, known.node, answer.state, request);
    }
    const EarlyRefusal early = earlyRefusal(request, extremes);
    std::vector<std::string> reasons;
    for (auto& [name, answer] : answers) {
      const NodeState& known = m_nodes.at(name);
      if (early.text.empty()) {
        answer.fit = fit(known.node, answer.state, request, m_settings, refusalOfKubernetes(pod, *known.raw));
        answer.score = score(known.node, answer.state, request, m_settings, extremes);
      } else {
        answer.fit.reason = early.text;
      }
      reasons.insert(reasons.end(), answer.fit.reasons.begin(), answer.fit.reasons.end());
      compareNode(name, result.at("nodes").at(name.c_str()), answer);
    }
    compareOutcome(request, early, std::move(reasons), result, answers);
  }

  void compareNode(const std::string& name, const Field& recorded, const Answer& ours) {
    const std::string at = "nodes." + name;
    m_comparison.compare(at + ".fit", flagText(recorded.at("fit").flag()), flagText(ours.fit.fits));
    m_comparison.compare(at + ".on_idle", flagText(recorded.at("on_idle").flag()), flagText(ours.fit.fitsNow));
    const auto reason = recorded.find("reason");
    m_comparison.compare(at + ".reason", reason ? reason->text() : std::string(), ours.fit.reason);
    const auto score = recorded.find("score");
    constexpr double kExact = 1e-6;
    if (score && std::fabs(score->number() - ours.score) > kExact)
      m_comparison.compare(at + ".score", std::to_string(score->number()), std::to_string(ours.score));
    std::vector<std::string> cards;
    for (const CardChoice& card : ours.fit.cards)
      cards.push_back(card.group != nullptr ? card.group->name + " used " + std::to_string(card.group->used) : "whole");
    const auto listed = recorded.find("fitting_cards");
    m_comparison.compare(at + ".fitting_cards", listed ? Comparison::joined(listed->texts()) : "[]",
                         Comparison::joined(cards));
  }

  /// Usage of the cards that the recording took, as our state knows them; a group that is not there yet is "new".
  static std::vector<std::string> usageOf(const std::vector<std::string>& groups, const State& state) {
    std::vector<std::string> out;
    for (const std::string& name : groups) {
      const auto known = std::find_if(state.groups.begin(), state.groups.end(),
                                      [&](const Group& group) { return group.name == name; });
      out.push_back(known != state.groups.end() ? std::to_string(known->used) : "new");
    }
    return out;
  }

  void compareOutcome(const Request& request, const EarlyRefusal& early, std::vector<std::string> reasons,
                      const Field& result, const std::map<std::string, Answer>& answers) {
    std::vector<std::pair<double, std::string>> order;  // highest score first, then by name
    for (const auto& [name, answer] : answers) {
      if (answer.fit.fits) order.emplace_back(-answer.score, name);
    }
    std::sort(order.begin(), order.end());
    std::vector<std::string> best;
    constexpr double kEqual = 1e-9;
    for (const auto& [negative, name] : order) {
      if (negative - order.front().first < kEqual) best.push_back(name);
    }
    const auto recordedBest = result.find("best");
    m_comparison.compareSets("best", recordedBest ? recordedBest->texts() : std::vector<std::string>{}, best);
    if (result.at("phase").text() == "probe") return;

    Status status = Status::Pending;
    std::string node = "null";
    for (const auto& entry : order) {
      status = statusOn(m_nodes.at(entry.second).node, answers.at(entry.second).fit, request);
      node = entry.second;
      if (status != Status::Pending) break;
    }
    if (status == Status::Pending) node = "null";
    const auto recordedNode = result.find("node");
    m_comparison.compare("kai_status", result.at("kai_status").text(), kai::toString(status));
    m_comparison.compare("node", recordedNode ? recordedNode->text() : "null", node);
    if (status == Status::Pending) {
      const auto message = result.find("message");
      m_comparison.compare("message", message ? message->text() : std::string(),
                           messageOf(request, early, std::move(reasons)));
      return;
    }
    const Answer& answer = answers.at(node);
    std::vector<std::string> taken;
    if (request.kind == Request::Kind::Shared) {
      for (std::int64_t i = 0; i < request.devices; ++i) {
        const Group* group = answer.fit.cards[static_cast<std::size_t>(i)].group;
        taken.push_back(group != nullptr ? std::to_string(group->used) : "new");
      }
    }
    const auto groups = result.find("gpu_groups");
    m_comparison.compareSets("gpu_groups by usage",
                             usageOf(groups ? groups->texts() : std::vector<std::string>{}, answer.state), taken);
  }

  void compareAfterwards(const Field& result) {
    const auto node = result.find("node");
    if (!node) return;
    const State state = stateOf(node->text());
    if (const auto idle = result.find("idle_gpus_after"))
      m_comparison.compare("idle_gpus_after", std::to_string(idle->integer()), std::to_string(state.idleGpus));
    const auto memory = result.find("group_memory_after");
    if (!memory) return;
    std::vector<std::string> recorded;
    for (const auto& [name, used] : memory->entries()) recorded.push_back(name + " " + std::to_string(used.integer()));
    std::vector<std::string> ours;
    for (const Group& group : state.groups) ours.push_back(group.name + " " + std::to_string(group.used));
    m_comparison.compareSets("group_memory_after", recorded, ours);
  }

  const Field& m_scenario;
  Settings m_settings;
  std::map<std::string, NodeState> m_nodes;
  std::map<ObjectKey, RawPod> m_pods;
  Comparison m_comparison;
};

}  // namespace

ReplayResult replayKai(const Field& scenario) {
  return scenario.find("queues") ? replayKaiQueues(scenario) : KaiReplay(scenario).run();
}

}  // namespace cardinal::replay
