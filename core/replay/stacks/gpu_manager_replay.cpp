// SPDX-License-Identifier: Apache-2.0
#include "core/replay/stacks/gpu_manager_replay.h"

#include <algorithm>
#include <map>

#include "core/alloc/stacks/gpu_manager/gpu_manager.h"
#include "core/alloc/stacks/gpu_manager/gpu_manager_tree.h"
#include "core/provider/stacks/gpu_manager/gpu_manager.h"
#include "core/replay/kube/node_offer.h"
#include "core/replay/recording/comparison.h"
#include "core/replay/recording/played_pod.h"
#include "core/replay/recording/recorded_json.h"

namespace cardinal::replay {
namespace {

using alloc::GpuManagerNodeState;

using Texts = std::map<std::string, std::string>;

std::string textOf(const Texts& texts) {
  std::vector<std::string> items;
  for (const auto& [key, value] : texts) items.push_back(key + "=" + value);
  return Comparison::joined(items);
}

Texts textsIn(const Field& object, const char* key) {
  Texts out;
  if (const auto entry = object.find(key)) {
    for (const auto& [name, value] : entry->map()) out[name] = value;
  }
  return out;
}

std::string wordsIn(const Field& object, const char* key) {
  const auto entry = object.find(key);
  return entry ? entry->text() : std::string();
}

struct PlayedPod {
  RawPod raw;
  provider::GpuManagerHoldings holdings;
  provider::GpuManagerRequest request;
};

class GpuAdmissionReplay {
 public:
  explicit GpuAdmissionReplay(const Field& scenario) : m_scenario(scenario) {
    for (const Field& node : scenario.at("nodes").items()) setNode(node);
  }

  ReplayResult run() {
    for (const Field& step : m_scenario.at("steps").items()) play(step);
    for (const Field& probe : m_scenario.at("final_probe").items()) {
      m_comparison.begin(std::nullopt, false);
      const Field result = probe.at("result");
      compareCardChecks(*probe.at("pod").pod(), result);
    }
    m_comparison.begin(std::nullopt, false);
    for (const auto& [node, cards] : m_scenario.at("final_cards").entries())
      m_comparison.compare("final_cards." + node, recordedCards(cards), cardsText(stateOf(node)));
    return m_comparison.take();
  }

 private:
  void setNode(const Field& node) {
    auto raw = node.node();
    const std::string name = raw->meta.key.name;
    m_nodes[name] = std::move(raw);
  }

  void play(const Field& step) {
    const std::string action = step.at("action").text();
    m_comparison.begin(step.at("i").integer(), action == "create");
    if (action == "create")
      create(step);
    else if (action == "node")
      setNode(step.at("node"));
    else
      change(step, action);
  }

  GpuManagerNodeState stateOf(const std::string& name) const {
    const auto read = provider::readGpuManagerNode(*m_nodes.at(name));
    GpuManagerNodeState state = alloc::gpuManagerNodeState(name, read ? &*read : nullptr);
    for (const PlayedPod& pod : m_pods) {
      if (provider::gpuManagerNodeOf(pod.raw) == name)
        alloc::countGpuManagerPod(state, pod.holdings, pod.request, !pod.raw.spec.nodeName.empty());
    }
    return state;
  }

  /// The cards of every node are evaluated; those that kube-scheduler would hand to the extender come back.
  std::vector<GpuManagerNodeState> compareCardChecks(const RawPod& pod, const Field& result) {
    const provider::GpuManagerRequest request = provider::readGpuManagerRequest(pod);
    m_comparison.compare("gpu_pod", flagText(result.at("gpu_pod").flag()), flagText(request.isGpuPod));
    alloc::GpuManagerFitter fitter(request);
    std::vector<GpuManagerNodeState> handed;
    std::vector<std::string> names;
    std::vector<std::string> recorded;
    for (const auto& entry : result.at("card_check").entries()) recorded.push_back(entry.first);
    std::vector<std::string> ours;
    for (const auto& [name, node] : m_nodes) {
      ours.push_back(name);
      GpuManagerNodeState state = stateOf(name);
      if (const auto check = result.at("card_check").find(name.c_str()))
        compareCardCheck(name, *check, fitter.fit(state), request, gpuManagerSumsHold(state, request));
      if (!isOffered(*node, pod) || !gpuManagerSumsHold(state, request)) continue;
      names.push_back(name);
      handed.push_back(std::move(state));
    }
    m_comparison.compareSets("card_check", recorded, ours);
    m_comparison.compareSets("filter_nodes_in", result.at("filter_nodes_in").texts(), names);
    return handed;
  }

  void compareCardCheck(const std::string& node, const Field& check, const alloc::GpuManagerFit& fit,
                        const provider::GpuManagerRequest& request, bool sumsHold) {
    const std::string what = "card_check." + node + ".";
    Texts cards;
    for (const alloc::GpuManagerPick& pick : fit.picks)
      cards[std::to_string(pick.container)] = gpuManagerIndexes(fit, pick);
    m_comparison.compare(what + "node_sum_ok", flagText(check.at("node_sum_ok").flag()), flagText(sumsHold));
    m_comparison.compare(what + "fit", flagText(check.at("fit").flag()), flagText(fit.fits));
    m_comparison.compare(what + "cards", textOf(textsIn(check, "cards")), textOf(cards));
    m_comparison.compare(what + "error", wordsIn(check, "error"), gpuManagerError(fit, request));
  }

  void create(const Field& step) {
    PlayedPod pod;
    pod.raw = *step.at("pod").pod();
    const Field result = step.at("result");
    pod.request = provider::readGpuManagerRequest(pod.raw);
    setUid(pod, result);
    const auto handed = compareCardChecks(pod.raw, result);
    const auto choice = alloc::chooseGpuManagerNode(pod.request, handed);
    const std::string chosen = compareChoice(pod.request, choice, handed, result);
    const auto annotations = result.find("annotations");
    compareAnnotations(pod, chosen, handed, result);
    if (!annotations) return;
    // the recorded prediction holds from here on, whether the pod is bound or kept waiting
    for (const auto& [key, value] : annotations->map()) pod.raw.meta.annotations.emplace_back(key, value);
    if (const auto node = result.find("node")) pod.raw.spec.nodeName = node->text();
    pod.holdings = provider::readGpuManagerPod(pod.raw);
    const std::string node = annotations->at("tencent.com/predicate-node").text();
    m_pods.push_back(std::move(pod));
    compareCards(node, result);
  }

  /// Only the texts of refusals have the uid.
  static void setUid(PlayedPod& pod, const Field& result) {
    for (const auto& [node, text] : textsIn(result, "failed_nodes")) {
      const std::size_t start = text.find(' ');
      if (text.rfind("pod ", 0) == 0)
        pod.request.podUid = text.substr(start + 1, text.find(' ', start + 1) - start - 1);
    }
  }

  std::string compareChoice(const provider::GpuManagerRequest& request, const alloc::GpuManagerChoice& choice,
                            const std::vector<GpuManagerNodeState>& handed, const Field& result) {
    std::vector<std::string> feasible;
    Texts failed;
    for (const std::size_t index : choice.feasible) feasible.push_back(handed[index].name);
    for (std::size_t i = 0; i < handed.size(); ++i) {
      const std::string text = gpuManagerRefusalText(choice.refusals[i], request);
      if (!text.empty()) failed[handed[i].name] = text;
    }
    m_comparison.compareSets("feasible_nodes", result.at("feasible_nodes").texts(), feasible);
    m_comparison.compare("failed_nodes", textOf(textsIn(result, "failed_nodes")), textOf(failed));
    m_comparison.compare("error", wordsIn(result, "error"), gpuManagerRequestError(choice, request));
    return request.isGpuPod && !feasible.empty() ? feasible.front() : std::string();
  }

  void compareAnnotations(const PlayedPod& pod, const std::string& chosen,
                          const std::vector<GpuManagerNodeState>& handed, const Field& result) {
    Texts recorded = textsIn(result, "annotations");
    const auto time = recorded.find("tencent.com/predicate-time");
    if (time != recorded.end()) time->second = "(time)";
    Texts ours;
    for (const GpuManagerNodeState& state : handed) {
      if (chosen.empty() || state.name != chosen) continue;
      alloc::GpuManagerFitter fitter(pod.request);
      const alloc::GpuManagerFit& fit = fitter.fit(state);
      for (const alloc::GpuManagerPick& pick : fit.picks)
        ours["tencent.com/predicate-gpu-idx-" + std::to_string(pick.container)] = gpuManagerIndexes(fit, pick);
      ours["tencent.com/predicate-node"] = chosen;
      ours["tencent.com/gpu-assigned"] = "false";
      ours["tencent.com/predicate-time"] = "(time)";
    }
    m_comparison.compare("annotations", textOf(recorded), textOf(ours));
    const auto node = result.find("node");
    m_comparison.compare("phase", result.at("phase").text(), node ? "Running" : "Pending");
    if (node) m_comparison.compare("node", node->text(), chosen);
  }

  void change(const Field& step, const std::string& action) {
    const Field result = step.at("result");
    const auto pod = playedPod(m_pods, step, m_comparison);
    if (pod == m_pods.end()) return;
    const std::string node = pod->raw.spec.nodeName.empty() ? pod->holdings.predicateNode : pod->raw.spec.nodeName;
    if (action == "terminate")
      pod->raw.meta.deletionTimestamp = 1;
    else if (action == "complete")
      pod->raw.phase = step.at("phase").text() == "Failed" ? PodPhase::Failed : PodPhase::Succeeded;
    else if (action == "delete")
      m_pods.erase(pod);
    else
      step.at("action").fail();
    m_comparison.compare("node", result.at("node").text(), node);
    compareCards(node, result);
  }

  void compareCards(const std::string& node, const Field& result) {
    if (m_nodes.find(node) == m_nodes.end()) result.fail();
    m_comparison.compare("cards_after", recordedCards(result.at("cards_after")), cardsText(stateOf(node)));
  }

  static std::string cardsText(const GpuManagerNodeState& state) {
    if (!state.isGpuNode) return "null";
    std::vector<std::string> out;
    for (const alloc::GpuManagerCardState& card : state.cards) {
      out.push_back(std::to_string(card.id) + ": " + std::to_string(card.freeCores) + " " +
                    std::to_string(card.freeMemory));
    }
    return Comparison::joined(out);
  }

  static std::string recordedCards(const Field& cards) {
    if (cards.isNull()) return "null";
    std::vector<std::string> out;
    for (const Field& card : cards.items()) {
      out.push_back(std::to_string(card.at("index").integer()) + ": " +
                    std::to_string(card.at("free_cores").integer()) + " " +
                    std::to_string(card.at("free_memory").integer()));
    }
    return Comparison::joined(out);
  }

  const Field& m_scenario;
  std::map<std::string, std::shared_ptr<const RawNode>> m_nodes;
  std::vector<PlayedPod> m_pods;
  Comparison m_comparison;
};

std::vector<int> cardsIn(const Field& list) {
  std::vector<int> out;
  for (const Field& card : list.items()) {
    constexpr std::int64_t kMax = 31;
    if (card.integer() < 0 || card.integer() > kMax) card.fail();
    out.push_back(static_cast<int>(card.integer()));
  }
  return out;
}

std::string setText(const std::vector<int>& cards) {
  std::vector<std::string> words;
  for (const int card : cards) words.push_back(std::to_string(card));
  return Comparison::joined(words);
}

class NodeCase {
 public:
  explicit NodeCase(const Field& recording)
      : m_recording(recording), m_tree(linksOf(recording), recording.at("memory_bytes").integer()) {}

  ReplayResult run() {
    std::int64_t number = 0;
    for (const Field& step : m_recording.at("steps").items()) {
      m_comparison.begin(number++, !step.find("free"));
      if (const auto earlier = step.find("free"))
        giveBack(*earlier);
      else
        ask(step);
      m_comparison.compare("state", recordedState(step.at("state")), stateText());
    }
    return m_comparison.take();
  }

 private:
  struct Taken {
    std::vector<int> cards;
    std::int64_t cores = 0;
    std::int64_t bytes = 0;
  };

  static provider::GpuLinkMatrix linksOf(const Field& recording) {
    auto links = provider::readGpuLinkMatrix(recording.at("topology").text());
    if (!links) recording.at("topology").fail();
    return std::move(*links);
  }

  void ask(const Field& step) {
    Taken taken{cardsIn(step.at("cards")), step.at("cores").integer(), step.at("memory").integer()};
    std::vector<std::string> recorded;
    std::vector<std::string> ours;
    for (const Field& set : step.at("seen").items()) {
      // a refusal was recorded as a set without cards
      if (!set.items().empty()) recorded.push_back(setText(cardsIn(set)));
    }
    for (const auto& set : m_tree.choices(taken.cores, taken.bytes)) ours.push_back(setText(set));
    m_comparison.compareSets("seen", recorded, ours);
    m_tree.take(taken.cards, taken.cores, taken.bytes);
    m_taken[step.at("id").text()] = std::move(taken);
  }

  void giveBack(const Field& earlier) {
    const auto taken = m_taken.find(earlier.text());
    if (taken == m_taken.end()) earlier.fail();
    m_tree.giveBack(taken->second.cards, taken->second.cores, taken->second.bytes);
  }

  std::string stateText() const {
    std::vector<std::string> out;
    for (const alloc::GpuLeaf& card : m_tree.cards())
      out.push_back(std::to_string(card.freeCores) + " " + std::to_string(card.freeBytes));
    return Comparison::joined(out);
  }

  static std::string recordedState(const Field& state) {
    std::vector<std::string> out;
    for (const Field& card : state.items()) {
      const auto figures = card.items();
      if (figures.size() != 2) card.fail();
      out.push_back(std::to_string(figures[0].integer()) + " " + std::to_string(figures[1].integer()));
    }
    return Comparison::joined(out);
  }

  const Field& m_recording;
  alloc::GpuLinkTree m_tree;
  std::map<std::string, Taken> m_taken;
  Comparison m_comparison;
};

}  // namespace

ReplayResult replayGpuAdmission(const Field& scenario) {
  return GpuAdmissionReplay(scenario).run();
}

ReplayResult replayGpuManagerNode(const Field& recording) {
  return NodeCase(recording).run();
}

}  // namespace cardinal::replay
