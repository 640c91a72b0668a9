// SPDX-License-Identifier: Apache-2.0
#include "core/replay/recording/replay.h"

#include <algorithm>

#include "core/alloc/engine/allocator.h"
#include "core/alloc/evaluation/make_demand.h"
#include "core/alloc/profile.h"
#include "core/alloc/reserve/best_fit.h"
#include "core/model/resource_names.h"
#include "core/provider/record/snapshot_builder.h"
#include "core/sim/api/scheduler_message.h"

namespace cardinal {
namespace {

using Op = ClusterDelta::Op;
using Action = RecordedStep::Action;

constexpr const char* kExtenderRefusal = "Insufficient GPU Memory in one device";
using resource::kGpuCount;
using resource::kGpuMem;

constexpr const char* kRecordedVersion = "v1.20.2";
constexpr const char* kAssumeTime = "ALIYUN_COM_GPU_MEM_ASSUME_TIME";
constexpr std::int64_t kMaxCards = 1024;

const std::string& shown(const std::string& text) {
  return text;
}
std::string shown(bool value) {
  return value ? "true" : "false";
}
std::string shown(std::int64_t value) {
  return std::to_string(value);
}
std::string shown(const RecordedCard& card) {
  return std::to_string(card.used) + "/" + std::to_string(card.total);
}
std::string shown(const std::pair<std::string, std::string>& entry) {
  return entry.first + "=" + entry.second;
}

template <typename Items>
std::string shownAll(const Items& items) {
  std::string out;
  for (const auto& item : items) out += (out.empty() ? "" : ", ") + shown(item);
  return "[" + out + "]";
}

template <typename T>
std::string shown(const std::vector<T>& items) {
  return shownAll(items);
}
std::string shown(const StringMap& items) {
  return shownAll(items);
}

template <typename T>
std::string shown(const std::optional<T>& value) {
  return value ? shown(*value) : "null";
}

std::string shown(const RecordedCardCheck& check) {
  std::string out = shown(check.feasible);
  for (const auto& entry : check.failed) out += "; " + entry.first + ": " + shown(entry.second);
  return out;
}

bool requestsGpuMemory(const RawPod& pod) {
  const auto asks = [](const Container& container) { return find(container.limits, kGpuMem) != nullptr; };
  return std::any_of(pod.spec.containers.begin(), pod.spec.containers.end(), asks) ||
         std::any_of(pod.spec.initContainers.begin(), pod.spec.initContainers.end(), asks);
}

/// The extender alone, without the scheduler's own filters: its refusal of one node, empty when it passes.
std::string extenderRefusal(const AllocationRequest& request, const ClusterSnapshot& cluster, NodeIndex index) {
  const NodeRecord& node = cluster.node(index);
  if (node.gpu.memCapacity.value <= 0) return "The node " + node.name + " is not for GPU share, need skip";
  const alloc::Demand demand = alloc::makeDemand(request);
  const alloc::BestFitRule rule(demand);
  const alloc::NodeView view{index, &node, cluster.cardsOf(index), 0};
  if (demand.extenderOnly) {
    NodeRejection refused;
    rule.explain(view, refused);
    return refused.reason.code == ReasonCode::NeverBound ? "" : kExtenderRefusal;
  }
  static const TieBreaker kFirst;
  alloc::CardChoice choice;
  alloc::CardRoom room;
  return rule.choose(view, {kFirst}, choice, room) ? "" : kExtenderRefusal;
}

RawPod probePod(std::int64_t units) {
  RawPod pod;
  pod.meta.key = {"default", "probe"};
  pod.spec.containers.push_back({"main", "", {}, {{kGpuMem, Quantity::fromInteger(units)}}});
  pod.phase = PodPhase::Pending;
  return pod;
}

std::optional<std::vector<std::int64_t>> usedUnits(const ClusterSnapshot& cluster, const std::string& node) {
  const auto index = cluster.findNode(node);
  if (!index) return std::nullopt;
  std::vector<std::int64_t> out;
  for (const Card& card : cluster.cardsOf(*index)) out.push_back(card.memScheduler.value);
  return out;
}

StringMap sorted(StringMap map) {
  std::sort(map.begin(), map.end());
  return map;
}

/// What the extender writes when it binds to this place.
StringMap bindAnnotations(const Candidate& place, const AllocationRequest& request, const ClusterSnapshot& cluster) {
  const auto cards = cluster.cardsOf(place.node);
  const auto card = static_cast<std::size_t>(place.cards.front());
  const SharedAmounts requested = request.gpu.shared().value_or(SharedAmounts());
  return {{"ALIYUN_COM_GPU_MEM_ASSIGNED", "false"},
          {"ALIYUN_COM_GPU_MEM_DEV", std::to_string(cards[card].memTotal.value)},
          {"ALIYUN_COM_GPU_MEM_IDX", std::to_string(place.cards.front())},
          {"ALIYUN_COM_GPU_MEM_POD", std::to_string(requested.memory.value)}};
}

class Replayer {
 public:
  explicit Replayer(const Recording& recording) : m_recording(recording) {
    ClusterDelta delta;
    delta.op = Op::ReplaceNodes;
    delta.nodes = recording.nodes;
    m_builder.apply(std::move(delta));
  }

  Result<ReplayResult> run() {
    for (const RecordedStep& step : m_recording.steps) {
      m_step = step.number;
      if (!play(step)) {
        const std::string field = "steps[" + std::to_string(step.number) + "].pod";
        return unexpected(makeError(ErrorCode::InvalidField, field, m_recording.name, step.pod.meta.key.name));
      }
      compareUsed(step);
      settle();
    }
    m_step.reset();
    compareProbes();
    compareCards();
    return std::move(m_result);
  }

 private:
  SnapshotPtr now() { return m_builder.build(1); }

  template <typename T>
  void compare(const char* what, const T& recorded, const T& ours) {
    if (recorded == ours) return;
    m_differs = true;
    m_result.differences.push_back({m_step, what, shown(recorded), shown(ours)});
  }

  void settle() {
    m_result.mismatches += m_differs ? 1 : 0;
    m_differs = false;
  }

  /// False when the step speaks of a pod that is not there.
  bool play(const RecordedStep& step) {
    switch (step.action) {
      case Action::Decide:
        decide(step);
        return true;
      case Action::Preexisting:
        put(afterwards(step));
        return true;
      case Action::ConfigMap:
        setHealth(step);
        return true;
      case Action::Nothing:
        return true;
      case Action::Terminate:
      case Action::Delete:
      case Action::Complete:
        break;
    }
    return change(step);
  }

  bool change(const RecordedStep& step) {
    const auto held = m_pods.find(step.pod.meta.key);
    if (held == m_pods.end()) return false;
    RawPod pod = held->second;
    if (step.action == Action::Delete) {
      erase(pod);
      return true;
    }
    if (step.action == Action::Terminate) pod.meta.deletionTimestamp = 1;
    if (step.action == Action::Complete) pod.phase = step.result.phase;
    put(pod);
    return true;
  }

  static RawPod afterwards(const RecordedStep& step) {
    RawPod pod = step.pod;
    pod.spec.nodeName = step.result.node.value_or(std::string());
    pod.meta.annotations = step.result.annotations;
    pod.phase = step.result.phase;
    return pod;
  }

  void put(const RawPod& pod) {
    erase(pod);
    m_pods[pod.meta.key] = pod;
    ClusterDelta delta;
    delta.op = Op::UpsertPod;
    delta.pods.push_back(std::make_shared<const RawPod>(pod));
    m_builder.apply(std::move(delta));
  }

  void erase(const RawPod& pod) {
    ClusterDelta delta;
    delta.op = Op::DeletePod;
    delta.key = pod.meta.key;
    delta.uid = pod.meta.uid;
    m_builder.apply(std::move(delta));
    m_pods.erase(delta.key);
  }

  void setHealth(const RecordedStep& step) {
    ClusterDelta delta;
    delta.op = step.healthKnown ? Op::UpsertUnhealthy : Op::DeleteUnhealthy;
    delta.unhealthy.node = step.healthNode;
    if (step.unhealthyCards) delta.unhealthy.gpus = *step.unhealthyCards;
    m_builder.apply(std::move(delta));
  }

  void decide(const RecordedStep& step) {
    ++m_result.decisions;
    const SnapshotPtr cluster = now();
    const AllocationRequest request = makeRequest(std::make_shared<const RawPod>(step.pod));
    const AllocationAnswer answer = allocate(request, *cluster);
    if (requestsGpuMemory(step.pod)) {
      compareFilter(step.result, request, answer, *cluster);
      if (step.result.cardCheck) compareCardCheck(*step.result.cardCheck, request, *cluster);
      if (step.result.node) {
        comparePlace(step.result, request, answer, *cluster);
      } else {
        compareRefusal(step.result, request, answer, *cluster);
      }
    } else {
      compare("filter_called", step.result.filterCalled, false);
      compare("feasible_nodes", step.result.feasible, std::optional<NodeNames>());
      compare("node", step.result.node.has_value(), !answer.placements.empty());
    }
    put(afterwards(step));
    if (step.removedAfterwards) erase(RawPod(step.pod));
  }

  void compareFilter(const RecordedResult& recorded, const AllocationRequest& request, const AllocationAnswer& answer,
                     const ClusterSnapshot& cluster) {
    NodeNames sent;
    NodeNames feasible;
    for (const Candidate& candidate : answer.candidates) feasible.push_back(cluster.node(candidate.node).name);
    sent = feasible;
    for (const NodeRejection& rejection : answer.rejections) {
      if (!sim::refusedByExtender(rejection, request)) continue;
      sent.push_back(cluster.node(rejection.node).name);
      if (rejection.reason.code == ReasonCode::NeverBound) feasible.push_back(sent.back());
    }
    std::sort(sent.begin(), sent.end());
    std::sort(feasible.begin(), feasible.end());
    compare("filter_called", recorded.filterCalled, !sent.empty());
    if (recorded.filterCalled) compare("filter_nodes_in", recorded.nodesIn, std::optional<NodeNames>(sent));
    compare("feasible_nodes", recorded.feasible, std::optional<NodeNames>(feasible));
  }

  void compareRefusal(const RecordedResult& recorded, const AllocationRequest& request, const AllocationAnswer& answer,
                      const ClusterSnapshot& cluster) {
    const bool neverBound = std::any_of(answer.rejections.begin(), answer.rejections.end(), [](const auto& rejection) {
      return rejection.reason.code == ReasonCode::NeverBound;
    });
    if (neverBound) {
      compare("message", recorded.message.rfind("binding rejected: ", 0) == 0, true);
    } else {
      compare("message", recorded.message, sim::unschedulableMessage(answer, request, cluster));
    }
    compare("node", false, !answer.placements.empty());
  }

  void comparePlace(const RecordedResult& recorded, const AllocationRequest& request, const AllocationAnswer& answer,
                    const ClusterSnapshot& cluster) {
    const auto place = std::find_if(answer.candidates.begin(), answer.candidates.end(), [&](const auto& candidate) {
      return cluster.node(candidate.node).name == *recorded.node;
    });
    if (place == answer.candidates.end() || place->cards.empty())
      return compare("node", recorded.node, std::optional<std::string>());
    compare("card_idx", recorded.card, std::optional<std::int64_t>(place->cards.front()));
    StringMap written = recorded.annotations;
    eraseIf(written, [](const auto& entry) { return entry.first == kAssumeTime; });
    compare("annotations", sorted(written), bindAnnotations(*place, request, cluster));
    const bool isOnly = recorded.feasible && recorded.feasible->size() == 1;
    compare("certainty", std::string(isOnly ? "Certain" : "OneOf"), std::string(toString(answer.certainty)));
    compareAmongBest(*recorded.node, request, cluster);
  }

  /// With the scores of the recorded version the recorded node must be one of those that the answer calls equal.
  void compareAmongBest(const std::string& node, AllocationRequest request, const ClusterSnapshot& cluster) {
    request.scheduler = std::make_shared<SchedulerProfile>(profileFor(kRecordedVersion));
    const AllocationAnswer answer = allocate(request, cluster);
    NodeNames best;
    for (std::size_t i = 0; i < std::min<std::size_t>(answer.tied, answer.candidates.size()); ++i)
      best.push_back(cluster.node(answer.candidates[i].node).name);
    compare("scores known", true, answer.totalsKnown);
    if (std::find(best.begin(), best.end(), node) == best.end()) compare("best nodes", NodeNames{node}, best);
  }

  void compareCardCheck(const RecordedCardCheck& recorded, const AllocationRequest& request,
                        const ClusterSnapshot& cluster) {
    RecordedCardCheck ours;
    for (std::uint32_t i = 0; i < cluster.nodes.size(); ++i) {
      const std::string refused = extenderRefusal(request, cluster, NodeIndex{i});
      (refused.empty() ? ours.feasible : ours.failed[refused]).push_back(cluster.nodes[i]->name);
    }
    compare("card_check", recorded, ours);
  }

  void compareUsed(const RecordedStep& step) {
    if (!step.result.usedUnits || !step.result.node) return;
    compare("node_used_after", step.result.usedUnits, usedUnits(*now(), *step.result.node));
  }

  void compareProbes() {
    const SnapshotPtr cluster = now();
    for (const RecordedProbe& probe : m_recording.probes) {
      const AllocationRequest request = makeRequest(std::make_shared<const RawPod>(probePod(probe.request)));
      NodeNames feasible;
      NodeNames cardOk;
      for (const Candidate& candidate : allocate(request, *cluster).candidates)
        feasible.push_back(cluster->node(candidate.node).name);
      std::sort(feasible.begin(), feasible.end());
      for (std::uint32_t i = 0; i < cluster->nodes.size(); ++i) {
        if (extenderRefusal(request, *cluster, NodeIndex{i}).empty()) cardOk.push_back(cluster->nodes[i]->name);
      }
      compare("final_probe.feasible_nodes", probe.feasible, feasible);
      compare("final_probe.card_ok", probe.cardOk, cardOk);
      settle();
    }
  }

  void compareCards() {
    const SnapshotPtr cluster = now();
    for (const auto& entry : m_recording.cards) {
      std::vector<RecordedCard> ours;
      if (const auto index = cluster->findNode(entry.first)) ours = extenderCards(cluster->node(*index));
      compare("final_extender_cards", entry.second, ours);
      settle();
    }
  }

  static std::vector<RecordedCard> extenderCards(const NodeRecord& node) {
    std::vector<RecordedCard> out;
    for (const Card& card : node.cards) out.push_back({card.memTotal.value, card.memScheduler.value});
    // A node that left gpushare keeps its gpu-count: the extender lists cards of 0 units there, the model has none.
    const Quantity* count = node.raw ? find(node.raw->capacity, kGpuCount) : nullptr;
    if (node.gpu.memCapacity.value != 0 || count == nullptr) return out;
    for (std::int64_t i = 0; i < std::min(count->value(), kMaxCards); ++i) out.push_back({0, 0});
    return out;
  }

  const Recording& m_recording;
  SnapshotBuilder m_builder;
  std::map<ObjectKey, RawPod> m_pods;
  std::optional<std::int64_t> m_step;
  ReplayResult m_result;
  bool m_differs = false;
};

}  // namespace

Result<ReplayResult> replayRecording(const Recording& recording) {
  return Replayer(recording).run();
}

}  // namespace cardinal
