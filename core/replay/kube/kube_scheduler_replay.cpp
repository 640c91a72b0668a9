// SPDX-License-Identifier: Apache-2.0
#include "core/replay/kube/kube_scheduler_replay.h"

#include <algorithm>
#include <stdexcept>

#include "core/alloc/engine/allocator.h"
#include "core/alloc/score/configured_profile.h"
#include "core/manifest/scheduler_config.h"
#include "core/provider/effective_request.h"
#include "core/replay/kube/kube_attempt.h"
#include "core/replay/kube/kube_state.h"
#include "core/replay/recording/comparison.h"

namespace cardinal::replay {
namespace {

using nlohmann::json;
using Texts = std::map<std::string, std::string>;

/// "v1.35.4" out of "kube-scheduler v1.35.4: ...".
std::string versionOf(const std::string& source) {
  const std::size_t from = source.find(" v");
  if (from == std::string::npos) return {};
  return source.substr(from + 1, source.find_first_of(": ", from + 1) - from - 1);
}

SchedulerProfile profileOf(const Field& scenario) {
  const Field config = scenario.at("config").at("scheduler");
  const auto read = parseSchedulerConfig(config.json(), "scenario.json");
  if (!read) config.fail();
  auto profile = profileFor(*read, {}, versionOf(scenario.at("source").text()));
  if (!profile) config.fail();
  return std::move(*profile);
}

std::string textOf(const Texts& texts) {
  std::string out;
  for (const auto& [key, value] : texts) out += (out.empty() ? "" : "; ") + key + " " + value;
  return out;
}

/// Amounts as the recording names them.
Texts amountsOf(const ResourceList& list) {
  Texts out = {{"cpu_milli", "0"}, {"memory", "0"}};
  for (const ResourceAmount& entry : list) {
    const bool cpu = entry.name == "cpu";
    const std::int64_t amount = cpu ? entry.amount.milliValue() : entry.amount.value();
    if (amount != 0) out[cpu ? "cpu_milli" : entry.name] = std::to_string(amount);
  }
  return out;
}

Texts amountsIn(const Field& recorded) {
  Texts out;
  for (const auto& [name, amount] : recorded.entries()) {
    if (amount.integer() != 0 || name == "cpu_milli" || name == "memory") out[name] = std::to_string(amount.integer());
  }
  return out;
}

std::string codeOf(const KubeRefusal& refusal) {
  return refusal.isFinal ? "UnschedulableAndUnresolvable" : "Unschedulable";
}

std::string keyOf(const RawPod& pod) {
  return pod.meta.key.ns + "/" + pod.meta.key.name;
}

std::vector<std::string> namesOf(const std::vector<std::shared_ptr<const RawPod>>& pods) {
  std::vector<std::string> out;
  for (const auto& pod : pods) out.push_back(keyOf(*pod));
  return out;
}

const char* pluginOf(ScoreCode code) {
  switch (code) {
    case ScoreCode::LeastAllocated:
    case ScoreCode::MostAllocated:
    case ScoreCode::CapacityRatio:
      return "NodeResourcesFit";
    case ScoreCode::BalancedAllocation:
      return "NodeResourcesBalancedAllocation";
    case ScoreCode::TaintToleration:
      return "TaintToleration";
    case ScoreCode::NodeAffinity:
      return "NodeAffinity";
    case ScoreCode::TopologySpread:
      return "PodTopologySpread";
    case ScoreCode::PodAffinity:
      return "InterPodAffinity";
    case ScoreCode::ImageLocality:
      return "ImageLocality";
    default:
      return "?";
  }
}

class Replay {
 public:
  explicit Replay(const Field& scenario)
      : m_scenario(scenario),
        m_profile(std::make_shared<SchedulerProfile>(profileOf(scenario))),
        m_state(scenario),
        m_order(scenario.at("node_order").texts()) {}

  ReplayResult run() {
    for (const Field& step : m_scenario.at("steps").items()) play(step);
    return m_comparison.take();
  }

 private:
  void play(const Field& step) {
    const std::string action = step.at("action").text();
    const Field result = step.at("result");
    m_startTime = step.at("i").integer();
    const bool attempts = action == "create" || action == "retry" || action == "settle";
    m_comparison.begin(m_startTime, attempts && !result.find("skipped"));
    if (result.find("skipped")) return;
    if (action == "node") return patchNode(step, result);
    const Field named = action == "create" ? step.at("pod").at("metadata") : step;
    const std::string pod = named.at("namespace").text() + "/" + named.at("name").text();
    if (action == "create") {
      m_state.put(pod, json::parse(step.at("pod").json()));
      const bool isBound = step.at("pod").at("spec").find("nodeName").has_value();
      isBound ? bind(pod, step.at("pod").at("spec").at("nodeName").text()) : attempt(pod, result);
    } else if (action == "retry") {
      attempt(pod, result);
    } else if (action == "settle") {
      for (const std::string& gone : result.at("gone").texts()) m_state.remove(gone);
      attempt(pod, result.at("retry"));
      return compareNode(result.at("retry"));
    } else {
      change(action, pod, step);
    }
    compareNode(result);
  }

  void patchNode(const Field& step, const Field& result) {
    m_state.patchNode(step.at("name").text(), json::parse(step.at("patch").json()));
    m_order = result.at("node_order").texts();
  }

  void change(const std::string& action, const std::string& pod, const Field& step) {
    if (action == "delete") return m_state.remove(pod);
    if (action == "complete") return m_state.patchPod(pod, {{"status", {{"phase", step.at("phase").text()}}}});
    if (action == "terminate") return terminate(pod);
    if (action == "update") return m_state.patchPod(pod, json::parse(step.at("patch").json()));
    step.at("action").fail();
  }

  void terminate(const std::string& pod) {
    m_state.patchPod(pod, {{"metadata", {{"deletionTimestamp", "2026-11-23T01:00:00Z"}}}});
  }

  /// A pod that got its place runs at once.
  void bind(const std::string& pod, const std::string& node) {
    constexpr std::int64_t kMinute = 60;
    const auto two = [](std::int64_t number) { return (number < 10 ? "0" : "") + std::to_string(number); };
    const std::string time = "2026-11-23T00:" + two(m_startTime / kMinute) + ":" + two(m_startTime % kMinute) + "Z";
    m_state.patchPod(pod, {{"spec", {{"nodeName", node}}},
                           {"status", {{"phase", "Running"}, {"startTime", time}, {"nominatedNodeName", nullptr}}}});
  }

  void attempt(const std::string& name, const Field& recorded) {
    const auto pod = m_state.pod(name);
    compareRequest(*pod, recorded);
    if (pod->spec.hasSchedulingGates || recorded.find("gated")) return compareGates(*pod, recorded);
    const SnapshotPtr snapshot = m_state.snapshot();
    AllocationRequest request;
    request.pod = pod;
    request.scheduler = m_profile;
    m_walk.order.clear();
    for (const std::string& node : m_order) m_walk.order.push_back(nodeOf(*snapshot, node));
    KubeAttempt ours = attemptOf({request, *snapshot, m_walk, m_state.budgets()});
    if (const auto hint = recorded.find("batch_hint")) useHint(hint->text(), ours);
    compareAttempt(*snapshot, ours, recorded);
    compareEngine(*snapshot, pod, ours);
    const bool byHint = recorded.find("batch_hint").has_value();
    if (!byHint && !ours.byNomination) m_walk.start = nextStart(m_walk, ours);
    if (!byHint) m_hints = ours.ranked;
    if (!m_hints.empty()) m_hints.erase(m_hints.begin());
    apply(name, recorded);
  }

  static NodeIndex nodeOf(const ClusterSnapshot& snapshot, const std::string& name) {
    const auto index = snapshot.findNode(name);
    if (!index) throw FieldFault{"node", name};
    return *index;
  }

  /// An equal pod takes what the ranking before left.
  void useHint(const std::string& hint, KubeAttempt& ours) {
    m_comparison.compare("batch_hint", hint, m_hints.empty() ? std::string() : m_hints.front());
    ours.evaluated = 1;
    ours.best = ours.ranked = {hint};
  }

  void compareRequest(const RawPod& pod, const Field& recorded) {
    const auto request = recorded.find("request");
    if (!request) return;
    ResourceList ours;
    provider::addEffectiveRequests(ours, pod);
    m_comparison.compare("request", textOf(amountsIn(*request)), textOf(amountsOf(ours)));
  }

  void compareGates(const RawPod& pod, const Field& recorded) {
    std::string ours;
    for (const std::string& gate : pod.spec.schedulingGates) ours += (ours.empty() ? "" : " ") + gate;
    const auto gated = recorded.find("gated");
    m_comparison.compare("gated", gated ? gated->at("reasons").texts().front() : std::string(),
                         "waiting for scheduling gates: [" + ours + "]");
  }

  void compareAttempt(const ClusterSnapshot& snapshot, const KubeAttempt& ours, const Field& recorded) {
    compareRefusals(ours, recorded);
    if (const auto feasible = recorded.find("feasible_nodes"))
      m_comparison.compareSets("feasible_nodes", feasible->texts(), ours.feasible);
    if (const auto count = recorded.find("feasible_count"))
      m_comparison.compare("feasible_count", std::to_string(count->integer()), std::to_string(ours.feasible.size()));
    const auto number = [&](const char* what, std::size_t own) {
      m_comparison.compare(what, std::to_string(recorded.at(what).integer()), std::to_string(own));
    };
    number("start_index", m_walk.start);
    number("evaluated", ours.evaluated);
    number("found", recorded.find("batch_hint") ? 1 : ours.found.size());
    compareScores(snapshot, ours, recorded);
    if (const auto best = recorded.find("best")) m_comparison.compareSets("best", best->texts(), ours.best);
    const auto node = recorded.find("node");
    m_comparison.compare("node", node ? node->text() : std::string(),
                         ours.ranked.empty() ? std::string() : ours.ranked.front());
    const auto message = recorded.find("message");
    m_comparison.compare("message", message ? message->text() : std::string(), ours.message);
    compareEvictions(snapshot, ours, recorded);
  }

  void compareRefusals(const KubeAttempt& ours, const Field& recorded) {
    if (const auto counts = recorded.find("refused_count")) {
      std::map<std::string, int> own;
      for (const auto& [node, refusal] : ours.refused) {
        for (const std::string& reason : refusal.reasons) ++own[std::string(refusal.plugin) + ": " + reason];
      }
      Texts ownTexts;
      for (const auto& [text, count] : own) ownTexts[text] = std::to_string(count);
      m_comparison.compare("refused_count", textOf(amountsIn(*counts)), textOf(ownTexts));
      return;
    }
    Texts expected;
    if (const auto refused = recorded.find("refused")) {
      for (const auto& [node, refusal] : refused->entries()) {
        const auto plugin = refusal.find("plugin");
        expected[node] = (plugin ? plugin->text() : std::string()) + " " + refusal.at("code").text() + " " +
                         Comparison::joined(refusal.at("reasons").texts());
      }
    }
    Texts own;
    if (!recorded.find("feasible_count")) {
      for (const auto& [node, refusal] : ours.refused)
        own[node] = std::string(refusal.plugin) + " " + codeOf(refusal) + " " + Comparison::joined(refusal.reasons);
    }
    m_comparison.compare("refused", textOf(expected), textOf(own));
  }

  /// Parts that are the same everywhere stand in our totals only.
  void compareScores(const ClusterSnapshot& snapshot, const KubeAttempt& ours, const Field& recorded) {
    const auto ends = recorded.find("scored_first_last");
    if (ends && !ours.found.empty()) {
      const auto name = [&](const Candidate& one) { return snapshot.node(one.node).name; };
      const std::vector<std::string> own = {name(ours.found.front()), name(ours.found.back())};
      m_comparison.compare("scored_first_last", Comparison::joined(ends->texts()), Comparison::joined(own));
    }
    if (const auto best = recorded.find("best_score")) {
      std::int64_t most = ours.found.empty() ? 0 : ours.found.front().total;
      for (const Candidate& candidate : ours.found) most = std::max(most, candidate.total);
      m_comparison.compare("best_score", std::to_string(best->integer()), std::to_string(most));
    }
    const auto scores = recorded.find("scores");
    if (!scores) return;
    std::map<std::string, Texts> own;  // by plugin and node
    for (const Candidate& candidate : ours.found) {
      const std::string& node = snapshot.node(candidate.node).name;
      own["total"][node] = std::to_string(candidate.total);
      for (const ScorePart& part : candidate.parts) {
        if (part.decides) own[pluginOf(part.code)][node] = std::to_string(part.value);
      }
    }
    std::map<std::string, Texts> expected;
    for (const auto& [node, plugins] : scores->entries()) {
      for (const auto& [plugin, value] : plugins.entries()) expected[plugin][node] = std::to_string(value.integer());
    }
    for (const auto& entry : expected) {
      const auto& plugin = entry.first;
      const auto& values = entry.second;
      const bool same = std::all_of(values.begin(), values.end(),
                                    [&](const auto& one) { return one.second == values.begin()->second; });
      if (own.count(plugin) == 0 && same) continue;
      m_comparison.compare("scores." + plugin, textOf(values), textOf(own[plugin]));
    }
  }

  void compareEvictions(const ClusterSnapshot& snapshot, const KubeAttempt& ours, const Field& recorded) {
    const auto describe = [](const std::vector<std::string>& victims, std::int64_t violations) {
      return Comparison::joined(victims) + " violating " + std::to_string(violations);
    };
    Texts expected;
    if (const auto candidates = recorded.find("preemption_candidates")) {
      for (const auto& [node, one] : candidates->entries())
        expected[node] = describe(one.at("victims").texts(), one.at("pdb_violations").integer());
    }
    Texts own;
    for (const EvictionCandidate& one : ours.evictions)
      own[snapshot.node(one.node).name] = describe(namesOf(one.victims), one.violations);
    m_comparison.compare("preemption_candidates", textOf(expected), textOf(own));
    if (expected.empty()) return;
    std::vector<std::string> best;
    std::vector<std::string> victims;
    const std::string nominated = recorded.at("nominated_node").text();
    for (const std::size_t at : bestEvictions(ours.evictions)) {
      best.push_back(snapshot.node(ours.evictions[at].node).name);
      if (best.back() == nominated) victims = namesOf(ours.evictions[at].victims);
    }
    m_comparison.compareSets("nominated_any", recorded.at("nominated_any").texts(), best);
    m_comparison.compareAmong("nominated_node", nominated, best);
    m_comparison.compareSets("victims", recorded.at("victims").texts(), victims);
  }

  /// The whole engine, called as the window calls it, must have the same feasible nodes. Nodes that share their cards
  /// are not kube-scheduler's alone: the engine knows more of them.
  void compareEngine(const ClusterSnapshot& snapshot, const std::shared_ptr<const RawPod>& pod,
                     const KubeAttempt& ours) {
    AllocationRequest request = makeRequest(pod);
    const bool plain =
        request.gpu.kind() == GpuRequest::Kind::None || request.gpu.kind() == GpuRequest::Kind::WholeCards;
    const bool whole = std::all_of(snapshot.nodes.begin(), snapshot.nodes.end(), [](const NodePtr& node) {
      return node->gpu.mode == GpuMode::None || node->gpu.mode == GpuMode::Exclusive;
    });
    if (!plain || !whole) return;
    request.scheduler = m_profile;
    const AllocationAnswer answer = allocate(request, snapshot);
    std::vector<std::string> feasible;
    for (const Candidate& candidate : answer.candidates) feasible.push_back(snapshot.node(candidate.node).name);
    m_comparison.compareSets("engine", ours.feasible, feasible);
  }

  void apply(const std::string& pod, const Field& recorded) {
    if (const auto node = recorded.find("node")) return bind(pod, node->text());
    if (recorded.find("refused_then_removed")) return m_state.remove(pod);
    const auto nominated = recorded.find("nominated_node");
    if (!nominated) return;
    for (const std::string& victim : recorded.at("victims").texts()) {
      terminate(victim);
      const json condition = {{"type", "DisruptionTarget"}, {"status", "True"}, {"reason", "PreemptionByScheduler"}};
      m_state.patchPod(victim, {{"status", {{"conditions", json::array({condition})}}}});
    }
    const std::int32_t priority = m_state.pod(pod)->spec.priority;
    for (const std::string& other : m_state.nominatedTo(nominated->text(), pod)) {
      if (m_state.pod(other)->spec.priority < priority)
        m_state.patchPod(other, {{"status", {{"nominatedNodeName", nullptr}}}});
    }
    m_state.patchPod(pod, {{"status", {{"nominatedNodeName", nominated->text()}}}});
  }

  void compareNode(const Field& result) {
    const auto used = result.find("node_used_after");
    if (!used) return;
    const SnapshotPtr snapshot = m_state.snapshot();
    const NodeRecord& node = snapshot->node(nodeOf(*snapshot, result.at("node").text()));
    Texts own = amountsOf(node.requested);
    if (node.podCount > 0) own["pods"] = std::to_string(node.podCount);
    m_comparison.compare("node_used_after", textOf(amountsIn(*used)), textOf(own));
    const Texts weighed = {{"cpu_milli", std::to_string(node.scheduler.cpuMilli)},
                           {"memory", std::to_string(node.scheduler.memory)}};
    m_comparison.compare("node_nonzero_after", textOf(amountsIn(result.at("node_nonzero_after"))), textOf(weighed));
  }

  const Field& m_scenario;
  std::shared_ptr<const SchedulerProfile> m_profile;
  KubeState m_state;
  std::vector<std::string> m_order;
  KubeWalk m_walk;
  std::vector<std::string> m_hints;  ///< of the ranking before
  std::int64_t m_startTime = 0;      ///< in seconds after the beginning
  Comparison m_comparison;
};

}  // namespace

ReplayResult replayKubeScheduler(const Field& scenario) {
  try {
    return Replay(scenario).run();
  } catch (const json::exception& fault) {
    throw FieldFault{"steps", fault.what()};
  } catch (const std::out_of_range&) {
    throw FieldFault{"steps", "a pod or node that is not there"};
  }
}

}  // namespace cardinal::replay
