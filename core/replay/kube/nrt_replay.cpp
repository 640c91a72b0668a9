// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>

#include "core/alloc/numa/numa.h"
#include "core/replay/kube/nrt_replay.h"
#include "core/replay/recording/comparison.h"
#include "core/replay/recording/played_pod.h"

namespace cardinal::replay {
namespace {

using alloc::Exact;
using alloc::NumaAmount;
using alloc::NumaAmounts;
using alloc::NumaNode;
using alloc::NumaPod;
using alloc::NumaQos;
using alloc::NumaZone;

std::string exactText(Exact amount) {
  const auto rest = static_cast<std::int64_t>(amount % alloc::kExactUnit);
  const std::string whole = std::to_string(static_cast<std::int64_t>(amount / alloc::kExactUnit));
  return rest == 0 ? whole : whole + " + " + std::to_string(rest) + "n";
}

std::string zonesText(const std::vector<int>& zones) {
  std::vector<std::string> out;
  for (const int zone : zones) out.push_back(std::to_string(zone));
  return Comparison::joined(out);
}

template <typename Amounts>
auto* amountOf(Amounts& amounts, const std::string& name) {
  const auto found = std::find_if(amounts.begin(), amounts.end(), [&](const auto& one) { return one.name == name; });
  return found == amounts.end() ? nullptr : &found->amount;
}

alloc::NumaStrategy strategyOf(const Field& field) {
  constexpr const char* kWords[] = {"LeastAllocated", "MostAllocated", "BalancedAllocation", "LeastNUMANodes"};
  for (std::size_t i = 0; i < std::size(kWords); ++i) {
    if (field.text() == kWords[i]) return static_cast<alloc::NumaStrategy>(i);
  }
  field.fail();
}

/// One recorded scenario and the cluster as it goes on.
class NodeTopologyReplay {
 public:
  explicit NodeTopologyReplay(const Field& scenario) {
    const Field config = scenario.at("config");
    m_profile.strategy = strategyOf(config.at("strategy"));
    if (const auto weights = config.find("weights")) {
      for (const auto& [name, weight] : weights->entries()) m_profile.weights.emplace_back(name, weight.integer());
    }
    for (const Field& node : scenario.at("nodes").items()) {
      auto raw = node.node();
      m_nodes[raw->meta.key.name].raw = raw;
    }
    for (const Field& object : scenario.at("objects").items()) {
      const auto raw = object.nodeTopology();
      Node& node = nodeNamed(raw->meta.key.name, object);
      node.topology = alloc::numaNodeOf(*raw);
      const std::string* stale = find(raw->meta.annotations, "oracle/stale");
      node.isStale = stale != nullptr && *stale == "true";
    }
  }

  ReplayResult run(const Field& scenario) {
    for (const Field& step : scenario.at("steps").items()) {
      const std::string action = step.at("action").text();
      const bool isCreate = action == "create";
      m_comparison.begin(step.at("i").integer(), isCreate);
      if (isCreate)
        create(step);
      else if (action == "delete" || action == "complete" || action == "terminate")
        leave(step, action == "terminate");
      else
        step.at("action").fail();
    }
    const auto probes = scenario.find("final_probe");
    for (const Field& probe : probes ? probes->items() : std::vector<Field>()) {
      m_comparison.begin(std::nullopt, true);
      decide(probe, readPod(probe.at("pod")));
    }
    return m_comparison.take();
  }

 private:
  struct Node {
    std::shared_ptr<const RawNode> raw;
    std::optional<NumaNode> topology;
    bool isStale = false;
    NumaAmounts used;  ///< effective requests of the pods here
    const NumaNode* known() const { return topology ? &*topology : nullptr; }
  };
  struct Share {
    int zone;
    NumaAmount amount;
  };
  struct Pod {
    std::shared_ptr<const RawPod> raw;
    NumaPod numa;
    std::string node;
    std::vector<Share> shares;  ///< what it took from zones
  };

  Node& nodeNamed(const std::string& name, const Field& where) {
    const auto found = m_nodes.find(name);
    if (found == m_nodes.end()) where.fail();
    return found->second;
  }

  static Pod readPod(const Field& field) {
    Pod out;
    out.raw = field.pod();
    std::vector<std::string> sidecars;
    if (const auto list = field.at("spec").find("initContainers")) {
      for (const Field& container : list->items()) {
        const auto policy = container.find("restartPolicy");
        if (policy && policy->text() == "Always") sidecars.push_back(container.at("name").text());
      }
    }
    out.numa = alloc::numaPodOf(*out.raw, sidecars);
    return out;
  }

  /// Played by the recorder: cordon and nodeSelector, where the host's name stands for a label that nodes lack.
  static bool isOffered(const RawNode& node, const RawPod& pod) {
    if (node.unschedulable) return false;
    return std::all_of(pod.spec.nodeSelector.begin(), pod.spec.nodeSelector.end(), [&](const auto& entry) {
      const std::string* label = find(node.meta.labels, entry.first);
      if (label == nullptr && entry.first == "kubernetes.io/hostname") label = &node.meta.key.name;
      return label != nullptr && *label == entry.second;
    });
  }

  static bool isSumEnough(const Node& node, const NumaPod& pod) {
    return std::all_of(pod.request.begin(), pod.request.end(), [&](const NumaAmount& one) {
      const Quantity* allocatable = find(node.raw->allocatable, one.name);
      const Exact* used = amountOf(node.used, one.name);
      const Exact total = one.amount + (used != nullptr ? *used : 0);
      return total <= (allocatable != nullptr ? alloc::exactly(*allocatable) : 0);
    });
  }

  /// Compares one node; its score where the pod could go there.
  std::optional<std::int64_t> compareNode(const std::string& name, const Field& recorded, const NumaPod& pod) {
    const Node& node = m_nodes.at(name);
    const std::string what = "nodes." + name;
    const auto ours = alloc::numaFilter(pod, node.raw->allocatable, node.known(), node.isStale);
    const bool isEnough = isSumEnough(node, pod);
    m_comparison.compare(what + ".node_sum_ok", flagText(recorded.at("node_sum_ok").flag()), flagText(isEnough));
    m_comparison.compare(what + ".fit", flagText(recorded.at("fit").flag()), flagText(ours.fits()));
    const auto reason = recorded.find("reason");
    m_comparison.compare(what + ".reason", reason ? reason->text() : "",
                         std::string(alloc::schedulerWords(ours.refusal)));
    compareZones(what + ".zones", recorded.find("zones"), ours.zones);
    const auto score = alloc::numaScore(pod, node.known(), node.isStale, m_profile);
    const auto recordedScore = recorded.find("score");
    const bool isScored = ours.fits() && score.isKnown && !score.endsScheduler;
    m_comparison.compare(what + ".score", recordedScore ? std::to_string(recordedScore->integer()) : "",
                         isScored ? std::to_string(score.value) : "");
    if (!ours.fits() || !isEnough) return std::nullopt;
    return score.value;
  }

  void compareZones(const std::string& what, const std::optional<Field>& recorded, const std::vector<int>& ours) {
    std::vector<int> theirs;
    for (const Field& zone : recorded ? recorded->items() : std::vector<Field>())
      theirs.push_back(static_cast<int>(zone.integer()));
    m_comparison.compare(what, zonesText(theirs), zonesText(ours));
  }

  /// Compares a decision; the best nodes.
  std::vector<std::string> decide(const Field& step, const Pod& pod) {
    constexpr const char* kQos[] = {"BestEffort", "Burstable", "Guaranteed"};
    const Field result = step.at("result");
    m_comparison.compare("qos", result.at("qos").text(), kQos[static_cast<std::size_t>(pod.numa.qos)]);
    std::vector<std::string> offered;
    std::vector<std::string> best;
    std::int64_t top = 0;
    const Field nodes = result.at("nodes");
    for (const auto& [name, node] : m_nodes) {
      if (!isOffered(*node.raw, *pod.raw)) continue;
      offered.push_back(name);
      const auto recorded = nodes.find(name.c_str());
      const auto score = recorded ? compareNode(name, *recorded, pod.numa) : std::nullopt;
      if (!score || (!best.empty() && *score < top)) continue;
      if (best.empty() || *score > top) best.clear();
      top = *score;
      best.push_back(name);
    }
    if (const auto names = result.find("nodes_in")) m_comparison.compareSets("nodes_in", names->texts(), offered);
    const auto recordedBest = result.find("best");
    m_comparison.compareSets("best", recordedBest ? recordedBest->texts() : std::vector<std::string>(), best);
    return best;
  }

  void create(const Field& step) {
    Pod pod = readPod(step.at("pod"));
    const auto best = decide(step, pod);
    const Field result = step.at("result");
    const auto recordedNode = result.find("node");
    m_comparison.compare("phase", result.at("phase").text(), best.empty() ? "Pending" : "Running");
    const auto removed = result.find("refused_then_removed");
    m_comparison.compare("refused_then_removed", flagText(removed && removed->flag()), flagText(best.empty()));
    if (!recordedNode) {
      m_comparison.compare("node", "", best.empty() ? "" : best.front());
      return;
    }
    pod.node = recordedNode->text();
    m_comparison.compareAmong("node", pod.node, best);
    Node& node = nodeNamed(pod.node, *recordedNode);
    const auto answer = alloc::numaFilter(pod.numa, node.raw->allocatable, node.known(), node.isStale);
    compareZones("zones", result.find("zones"), answer.zones);
    for (const NumaAmount& one : pod.numa.request) add(node.used, one);
    if (node.topology) place(pod, *node.topology, answer.zones);
    compareAfter(result, node);
    m_pods[pod.raw->meta.key] = std::move(pod);
  }

  static void add(NumaAmounts& sum, const NumaAmount& one) {
    if (Exact* there = amountOf(sum, one.name))
      *there += one.amount;
    else
      sum.push_back(one);
  }

  // The kubelet and the exporter, as the recorder played them

  static void place(Pod& pod, NumaNode& topology, const std::vector<int>& zones) {
    std::vector<const NumaAmounts*> requested;
    for (const auto& container : pod.numa.containers) {
      if (container.kind == alloc::NumaContainer::Kind::App) requested.push_back(&container.request);
    }
    if (topology.podScope) requested.assign(1, &pod.numa.request);
    for (std::size_t i = 0; i < requested.size(); ++i) {
      const NumaAmounts amounts = ofZones(*requested[i], topology, pod.numa.qos == NumaQos::Guaranteed);
      const bool isKnown = topology.policy == alloc::NumaPolicy::SingleNumaNode && i < zones.size();
      take(pod, topology, amounts, isKnown ? std::vector<int>{zones[i]} : narrowest(topology, amounts));
    }
  }

  /// What is taken from zones at all.
  static NumaAmounts ofZones(const NumaAmounts& requested, const NumaNode& topology, bool isGuaranteed) {
    NumaAmounts out;
    for (const NumaAmount& one : requested) {
      const bool isListed = std::any_of(topology.zones.begin(), topology.zones.end(), [&](const NumaZone& zone) {
        return amountOf(zone.available, one.name) != nullptr;
      });
      if (isListed && (isGuaranteed || !alloc::isNumaAffine(one.name))) out.push_back(one);
    }
    return out;
  }

  using Zones = std::vector<const NumaZone*>;

  static bool isEnough(const Zones& zones, const NumaAmounts& requested) {
    return std::all_of(requested.begin(), requested.end(), [&](const NumaAmount& one) {
      Exact sum = 0;
      for (const NumaZone* zone : zones) {
        const Exact* available = amountOf(zone->available, one.name);
        if (available == nullptr) return false;
        sum += *available;
      }
      return sum >= one.amount;
    });
  }

  static std::int64_t distance(const Zones& zones) {
    constexpr std::int64_t kUnknownDistance = 255;
    std::int64_t sum = 0;
    for (const NumaZone* from : zones) {
      for (const NumaZone* to : zones) {
        const auto cost = std::find_if(from->costs.begin(), from->costs.end(),
                                       [&](const auto& entry) { return entry.first == to->id; });
        sum += cost == from->costs.end() ? kUnknownDistance : cost->second;
      }
    }
    return sum;
  }

  /// The fewest zones that each list what is requested and are enough together; of as many the nearest ones, of those
  /// the lowest ids. All zones when there are none.
  static std::vector<int> narrowest(const NumaNode& topology, const NumaAmounts& requested) {
    Zones all;
    for (const NumaZone& zone : topology.zones) all.push_back(&zone);
    std::sort(all.begin(), all.end(), [](const NumaZone* a, const NumaZone* b) { return a->id < b->id; });
    Zones best = all;
    for (std::size_t size = 1; size < all.size() && best.size() == all.size(); ++size) {
      std::vector<bool> chosen(all.size(), false);
      std::fill_n(chosen.begin(), size, true);
      do {
        Zones zones;
        for (std::size_t i = 0; i < all.size(); ++i) {
          if (chosen[i]) zones.push_back(all[i]);
        }
        const bool isBetter = best.size() == all.size() || distance(zones) < distance(best);
        if (isEnough(zones, requested) && isBetter) best = std::move(zones);
      } while (std::prev_permutation(chosen.begin(), chosen.end()));
    }
    std::vector<int> out;
    for (const NumaZone* zone : best) out.push_back(zone->id);
    return out;
  }

  static void take(Pod& pod, NumaNode& topology, const NumaAmounts& requested, const std::vector<int>& ids) {
    for (const NumaAmount& one : requested) {
      Exact left = one.amount;
      for (const int id : ids) {
        for (NumaZone& zone : topology.zones) {
          Exact* available = zone.id == id ? amountOf(zone.available, one.name) : nullptr;
          if (available == nullptr) continue;
          const Exact taken = std::min(left, *available);
          *available -= taken;
          left -= taken;
          pod.shares.push_back({id, {one.name, taken}});
        }
      }
    }
  }

  void leave(const Field& step, bool staysInZones) {
    const Field result = step.at("result");
    const auto found = playedPod(m_pods, step, m_comparison);
    if (found == m_pods.end()) return;
    Pod& pod = found->second;
    Node& node = m_nodes.at(pod.node);
    m_comparison.compare("node", result.at("node").text(), pod.node);
    if (!staysInZones) {
      for (const Share& share : pod.shares) giveBack(node, share);
      for (const NumaAmount& one : pod.numa.request) add(node.used, {one.name, -one.amount});
    }
    compareAfter(result, node);
    if (!staysInZones) m_pods.erase(found);
  }

  static void giveBack(Node& node, const Share& share) {
    for (NumaZone& zone : node.topology->zones) {
      if (zone.id == share.zone) add(zone.available, share.amount);
    }
  }

  void compareAfter(const Field& result, const Node& node) {
    const auto recorded = result.find("zones_after");
    std::vector<std::string> theirs;
    for (const auto& [zone, amounts] : recorded ? recorded->entries() : std::vector<std::pair<std::string, Field>>()) {
      for (const ResourceAmount& one : amounts.resources())
        theirs.push_back(zone + " " + one.name + " " + exactText(alloc::exactly(one.amount)));
    }
    std::vector<std::string> ours;
    for (const NumaZone& zone : node.topology ? node.topology->zones : std::vector<NumaZone>()) {
      for (const NumaAmount& one : zone.available)
        ours.push_back("node-" + std::to_string(zone.id) + " " + one.name + " " + exactText(one.amount));
    }
    m_comparison.compareSets("zones_after", theirs, ours);
  }

  alloc::NumaProfile m_profile;
  std::map<std::string, Node> m_nodes;
  std::map<ObjectKey, Pod> m_pods;
  Comparison m_comparison;
};

}  // namespace

ReplayResult replayNodeTopology(const Field& scenario) {
  return NodeTopologyReplay(scenario).run(scenario);
}

}  // namespace cardinal::replay
