// SPDX-License-Identifier: Apache-2.0
#include "core/replay/stacks/volcano_replay.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <map>

#include "core/alloc/stacks/volcano/volcano.h"
#include "core/kube/decode/parts/config_text.h"
#include "core/provider/stacks/volcano/volcano.h"
#include "core/replay/kube/node_offer.h"
#include "core/replay/recording/comparison.h"
#include "core/replay/recording/played_pod.h"
#include "core/replay/recording/recorded_json.h"

namespace cardinal::replay {
namespace {

using alloc::VolcanoFit;
using alloc::VolcanoNodeState;
using provider::VolcanoAmounts;

using Texts = std::map<std::string, std::string>;

std::string textOf(double number) {
  std::array<char, 40> text{};
  return {text.data(), static_cast<std::size_t>(std::snprintf(text.data(), text.size(), "%.17g", number))};
}

std::string textOf(const Texts& texts) {
  std::vector<std::string> items;
  for (const auto& [key, value] : texts) items.push_back(key + "=" + value);
  return Comparison::joined(items);
}

bool isTime(const std::string& key) {
  return key == "volcano.sh/vgpu-time" || key == "volcano.sh/bind-time";
}

struct PlayedPod {
  RawPod raw;
  provider::VolcanoHoldings holdings;
  VolcanoAmounts sums;
  std::string node;  ///< empty = Pending
  bool terminating = false;
  bool finished = false;
};

struct PlayedNode {
  std::shared_ptr<const RawNode> raw;
  std::optional<provider::VolcanoNode> read;
  std::vector<int> migGroups;  ///< what the scheduler remembers of each card
};

provider::VolcanoConfig readConfig(const Field& config) {
  const std::string yaml = config.at("device_config_yaml").text();
  if (yaml.empty()) return {};
  const auto json = configTextAsJson(yaml, "device_config_yaml");
  if (!json) config.fail();
  auto read = provider::readVolcanoConfig(*json);
  if (!read) config.fail();
  return std::move(read).value();
}

class VolcanoReplay {
 public:
  explicit VolcanoReplay(const Field& scenario) : m_scenario(scenario), m_config(readConfig(scenario.at("config"))) {
    const Field config = scenario.at("config");
    m_arguments.policy = alloc::volcanoPolicy(config.at("schedule_policy").text());
    m_arguments.weight = config.at("schedule_weight").integer();
    for (const Field& node : scenario.at("nodes").items()) {
      PlayedNode played;
      played.raw = node.node();
      played.read = provider::readVolcanoNode(*played.raw, m_config);
      m_nodes[played.raw->meta.key.name] = std::move(played);
    }
  }

  ReplayResult run() {
    for (const Field& step : m_scenario.at("steps").items()) play(step);
    for (const Field& probe : m_scenario.at("final_probe").items()) {
      m_comparison.begin(std::nullopt, false);
      decide(*probe.at("pod").pod(), probe.at("result"));
    }
    m_comparison.begin(std::nullopt, false);
    for (const auto& [node, cards] : m_scenario.at("final_cards").entries())
      m_comparison.compare("final_cards." + node, recordedCards(cards), cardsText(stateOf(node)));
    return m_comparison.take();
  }

 private:
  void play(const Field& step) {
    const std::string action = step.at("action").text();
    m_comparison.begin(step.at("i").integer(), action == "create");
    if (action == "create")
      create(step);
    else
      change(step, action);
  }

  void create(const Field& step) {
    const RawPod pod = *step.at("pod").pod();
    const Field result = step.at("result");
    decide(pod, result);
    const auto node = result.find("node");
    if (!node) return;
    adopt(pod, node->text(), result);
    compareAfter(node->text(), result);
  }

  void change(const Field& step, const std::string& action) {
    const Field result = step.at("result");
    const auto pod = playedPod(m_pods, step, m_comparison);
    if (pod == m_pods.end()) return;
    const std::string node = pod->node;
    if (action == "terminate")
      pod->terminating = true;
    else if (action == "complete")
      pod->finished = true;
    else if (action == "delete")
      m_pods.erase(pod);
    else
      step.at("action").fail();
    m_comparison.compare("node", result.at("node").text(), node);
    compareAfter(node, result);
  }

  VolcanoNodeState stateOf(const std::string& name) const {
    const PlayedNode& node = m_nodes.at(name);
    VolcanoNodeState state;
    if (node.read)
      state = alloc::volcanoNodeState(name, *node.read, m_config);
    else
      state.name = name;
    for (std::size_t i = 0; i < state.cards.size() && i < node.migGroups.size(); ++i)
      state.cards[i].migGroup = node.migGroups[i];
    for (const PlayedPod& pod : m_pods) {
      if (pod.node == name && !pod.finished)
        alloc::countVolcanoPod(state, pod.holdings, pod.sums, pod.terminating, m_config.memoryFactor);
    }
    return state;
  }

  void decide(const RawPod& pod, const Field& result) {
    m_request = provider::readVolcanoRequest(pod, m_config);
    alloc::VolcanoFitter fitter(m_request, m_config, m_arguments);
    std::vector<std::string> offered;
    std::vector<alloc::VolcanoRating> ratings;
    for (const auto& [name, node] : m_nodes) {
      if (!isOffered(*node.raw, pod)) continue;
      offered.push_back(name);
      const VolcanoNodeState state = stateOf(name);
      const VolcanoFit& fit = fitter.fit(state);
      ratings.push_back({fit.fits(), fit.idle, fit.nodeOrder});
      const Field answers = result.at("nodes");
      if (const auto answer = answers.find(name.c_str())) compareFit(name, *answer, fit, state);
    }
    m_comparison.compareSets("nodes_in", result.at("nodes_in").texts(), offered);
    compareChoice(result, offered, ratings);
  }

  void compareFit(const std::string& name, const Field& answer, const VolcanoFit& fit, const VolcanoNodeState& state) {
    const std::string what = "nodes." + name + ".";
    const auto flagOf = [&](const char* key) { return answer.find(key) ? answer.at(key).flag() : false; };
    const auto wordsOf = [&](const char* key) { return answer.find(key) ? answer.at(key).text() : std::string(); };
    const auto numberOf = [&](const char* key) { return answer.find(key) ? answer.at(key).number() : 0.0; };
    constexpr int kUnschedulable = 2;
    m_comparison.compare(what + "fit", flagText(flagOf("fit")), flagText(fit.fits()));
    m_comparison.compare(what + "idle", flagText(flagOf("idle")), flagText(fit.fits() && fit.idle));
    m_comparison.compare(what + "code", std::to_string(answer.at("code").integer()),
                         std::to_string(fit.fits() ? 0 : kUnschedulable));
    auto reasons = alloc::volcanoReasons(fit, m_config);
    if (reasons.empty()) reasons.emplace_back();
    m_comparison.compareAmong(what + "reason", wordsOf("reason"), reasons);
    m_comparison.compare(what + "error", wordsOf("error"), alloc::volcanoError(fit, m_request, state, m_config));
    m_comparison.compare(what + "device_score", textOf(numberOf("device_score")), textOf(fit.score));
    m_comparison.compare(what + "node_order_score", textOf(numberOf("node_order_score")),
                         textOf(static_cast<double>(fit.nodeOrder)));
  }

  void compareChoice(const Field& result, const std::vector<std::string>& names,
                     const std::vector<alloc::VolcanoRating>& ratings) {
    std::vector<std::string> best;
    bool idle = false;
    for (const std::size_t index : alloc::bestVolcanoNodes(ratings)) {
      best.push_back(names[index]);
      idle = ratings[index].idle;
    }
    const auto recorded = result.find("best");
    m_comparison.compareSets("best", recorded ? recorded->texts() : std::vector<std::string>(), best);
    const std::string phase = result.at("phase").text();
    if (phase == "probe") return;
    m_comparison.compare("phase", phase, best.empty() ? "Pending" : idle ? "Running" : "Pipelined");
    if (const auto node = result.find("node")) m_comparison.compareAmong("node", node->text(), best);
  }

  /// The recorded node is taken, whichever of the best it is.
  void adopt(const RawPod& pod, const std::string& node, const Field& result) {
    if (m_nodes.find(node) == m_nodes.end()) result.at("node").fail();
    const VolcanoNodeState state = stateOf(node);
    alloc::VolcanoFitter fitter(m_request, m_config, m_arguments);
    const VolcanoFit& fit = fitter.fit(state);
    Texts written;
    for (const auto& [key, value] : pod.meta.annotations) {
      // the recorder kept Volcano's own keys
      if (key.rfind("volcano.sh/", 0) == 0) written[key] = value;
    }
    if (m_request.requestsDevices() && !fit.withoutCards) {
      written["volcano.sh/vgpu-ids-new"] = alloc::volcanoIds(fit, m_request, state);
      written["volcano.sh/devices-to-allocate"] = written["volcano.sh/vgpu-ids-new"];
      written["volcano.sh/vgpu-node"] = node;
      written["volcano.sh/bind-phase"] = "allocating";
      for (const char* time : {"volcano.sh/vgpu-time", "volcano.sh/bind-time"}) written[time] = "(time)";
    }
    Texts recorded;
    if (const auto annotations = result.find("annotations")) {
      for (const auto& [key, value] : annotations->map()) recorded[key] = isTime(key) ? "(time)" : value;
    }
    m_comparison.compare("annotations", textOf(recorded), textOf(written));
    std::vector<std::string> cards;
    for (const alloc::VolcanoPick& pick : fit.picks) cards.push_back(alloc::volcanoDeviceId(pick, state));
    const auto uuids = result.find("card_uuids");
    m_comparison.compare("card_uuids", Comparison::joined(uuids ? uuids->texts() : std::vector<std::string>()),
                         Comparison::joined(cards));
    PlayedPod played;
    played.raw = pod;
    for (const auto& [key, value] : recorded) {
      if (find(pod.meta.annotations, key) == nullptr) played.raw.meta.annotations.emplace_back(key, value);
    }
    played.holdings = provider::readVolcanoPod(played.raw, m_config);
    played.sums = m_request.sums;
    played.node = node;
    m_pods.push_back(std::move(played));
  }

  void compareAfter(const std::string& node, const Field& result) {
    const VolcanoNodeState state = stateOf(node);
    std::vector<int>& groups = m_nodes.at(node).migGroups;
    groups.clear();
    for (const alloc::VolcanoCardState& card : state.cards) groups.push_back(card.migGroup);
    const auto cards = result.find("cards_after");
    m_comparison.compare("cards_after", cards ? recordedCards(*cards) : "null", cardsText(state));
    const Field used = result.at("node_used_after");
    const auto recorded = [&](const char* key) { return used.find(key) ? textOf(used.at(key).number()) : "0"; };
    const auto ours = [&](std::optional<std::int64_t> amount) {
      return textOf(static_cast<double>(amount.value_or(0)));
    };
    m_comparison.compare("used.number", recorded("volcano.sh/vgpu-number"), ours(state.used.number));
    m_comparison.compare("used.memory", recorded("volcano.sh/vgpu-memory"), ours(state.used.memory));
    m_comparison.compare("used.cores", recorded("volcano.sh/vgpu-cores"), ours(state.used.cores));
    m_comparison.compare("used.percentage", recorded("volcano.sh/vgpu-memory-percentage"), ours(state.used.percentage));
  }

  /// Also "null" of a node without cards; health is the annotation's, not the scheduler's.
  std::string cardsText(const VolcanoNodeState& state) const {
    if (!state.seenByScheduler) return "null";
    const auto& registered = m_nodes.at(state.name).read->cards;
    std::vector<std::string> out;
    for (std::size_t i = 0; i < state.cards.size(); ++i) {
      const alloc::VolcanoCardState& card = state.cards[i];
      std::string text = std::to_string(card.index) + " " + card.uuid + " slots " + std::to_string(card.usedSlots) +
                         " mem " + std::to_string(card.usedMemory) + " cores " + std::to_string(card.usedCores) +
                         " pods " + std::to_string(card.pods) + " health " + flagText(registered[i].healthy) +
                         " group " + std::to_string(card.migGroup);
      for (const alloc::VolcanoUsedInstances& used : card.instances) {
        text += " " + used.name + "/" + std::to_string(used.memory) + ":";
        for (const int number : used.numbers) text += " " + std::to_string(number);
      }
      out.push_back(std::move(text));
    }
    return Comparison::joined(out);
  }

  static std::string recordedCards(const Field& cards) {
    if (cards.isNull()) return "null";
    std::vector<std::string> out;
    const auto integer = [](const Field& card, const char* key) { return std::to_string(card.at(key).integer()); };
    for (const Field& card : cards.items()) {
      std::string text = integer(card, "index") + " " + card.at("uuid").text() + " slots " + integer(card, "slots") +
                         " mem " + integer(card, "mem") + " cores " + integer(card, "cores") + " pods " +
                         integer(card, "pods") + " health " + flagText(card.at("health").flag()) + " group " +
                         integer(card, "mig_group");
      const auto mig = card.find("mig");
      for (const Field& used : mig ? mig->items() : std::vector<Field>()) {
        text += " " + used.at("name").text() + "/" + integer(used, "memory") + ":";
        for (const Field& number : used.at("UsedIndex").items()) text += " " + std::to_string(number.integer());
      }
      out.push_back(std::move(text));
    }
    return Comparison::joined(out);
  }

  const Field& m_scenario;
  provider::VolcanoConfig m_config;
  alloc::VolcanoArguments m_arguments;
  std::map<std::string, PlayedNode> m_nodes;
  std::vector<PlayedPod> m_pods;
  provider::VolcanoRequest m_request;
  Comparison m_comparison;
};

}  // namespace

ReplayResult replayVolcano(const Field& scenario) {
  return VolcanoReplay(scenario).run();
}

}  // namespace cardinal::replay
