// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>
#include <set>

#include "core/alloc/stacks/dra/dra.h"
#include "core/replay/kube/dra_replay.h"
#include "core/replay/recording/comparison.h"
#include "core/replay/recording/played_pod.h"

namespace cardinal::replay {
namespace {

using alloc::DraAnswer;
using alloc::DraOutcome;

/// What the recorder wrote where the allocator panicked.
constexpr const char* kPanic =
    "panic in the allocator: runtime error: invalid memory address or nil pointer dereference";

/// One recorded scenario and the cluster as it goes on.
class DraReplay {
 public:
  explicit DraReplay(const Field& scenario) {
    const Field config = scenario.at("config");
    m_gates.adminAccess = config.at("admin_access").flag();
    m_gates.prioritizedList = config.at("prioritized_list").flag();
    m_gates.deviceTaints = config.at("device_taints").flag();
    m_gates.partitionableDevices = config.at("partitionable_devices").flag();
    for (const Field& node : scenario.at("nodes").items()) {
      auto raw = node.node();
      m_nodes[raw->meta.key.name] = std::move(raw);
    }
    for (const Field& object : scenario.at("objects").items()) add(object);
  }

  ReplayResult run(const Field& scenario) {
    for (const Field& step : scenario.at("steps").items()) {
      const std::string action = step.at("action").text();
      m_step = step.at("i").integer();
      m_comparison.begin(m_step, action == "create");
      if (action == "create")
        create(step);
      else if (action == "delete" || action == "complete")
        remove(step);
      else if (action == "object")
        add(step.at("object"));
      else
        step.at("action").fail();
    }
    return m_comparison.take();
  }

 private:
  using Slices = alloc::DraCluster::Slices;

  struct Pod {
    std::string node;
    std::vector<ObjectKey> claims;
    std::vector<ObjectKey> own;  ///< made from templates
  };
  struct Claim {
    RawResourceClaim raw;
    int users = 0;
  };

  void add(const Field& object) {
    const std::string kind = object.at("kind").text();
    if (kind == "ResourceSlice") {
      auto slice = object.resourceSlice();
      m_slices[slice->meta.key.name] = std::move(slice);
    } else if (kind == "DeviceClass") {
      m_classes.push_back(object.deviceClass());
    } else if (kind == "ResourceClaim") {
      addClaim(object);
    } else {
      object.at("kind").fail();
    }
  }

  ObjectKey addClaim(const Field& object) {
    const auto raw = object.resourceClaim();
    m_claims[raw->meta.key] = {*raw, 0};
    return raw->meta.key;
  }

  /// The slices as the recorder handed them over.
  Slices slicesByName() const {
    Slices out;
    for (const auto& [name, slice] : m_slices) out.push_back(slice);
    return out;
  }

  alloc::DraHeld held() const {
    alloc::DraHeld out;
    for (const auto& [key, claim] : m_claims) {
      if (claim.raw.allocation) out.hold(*claim.raw.allocation);
    }
    return out;
  }

  // A decision

  Pod podOf(const Field& step) {
    const Field pod = step.at("pod");
    const ObjectKey key{pod.at("metadata").at("namespace").text(), pod.at("metadata").at("name").text()};
    Pod out;
    for (const Field& made : step.at("claims").items()) out.own.push_back(addClaim(made));
    for (const Field& entry : pod.at("spec").at("resourceClaims").items()) {
      const auto named = entry.find("resourceClaimName");
      const std::string name = named ? named->text() : key.name + "-" + entry.at("name").text();
      const ObjectKey claim{key.ns, name};
      if (m_claims.count(claim) == 0) entry.fail();
      out.claims.push_back(claim);
    }
    return out;
  }

  /// Played by the recorder: cordon and nodeSelector, where the host's name stands for a label that nodes lack.
  bool isOffered(const RawNode& node, const RawPod& pod) const {
    if (node.unschedulable) return false;
    return std::all_of(pod.spec.nodeSelector.begin(), pod.spec.nodeSelector.end(), [&](const auto& entry) {
      const std::string* label = find(node.meta.labels, entry.first);
      if (label == nullptr && entry.first == "kubernetes.io/hostname") label = &node.meta.key.name;
      return label != nullptr && *label == entry.second;
    });
  }

  DraAnswer ask(const Pod& pod, const RawNode& node, Slices slices) const {
    const alloc::DraCluster cluster(std::move(slices), m_classes, m_gates);
    std::vector<const RawResourceClaim*> claims;
    for (const ObjectKey& key : pod.claims) claims.push_back(&m_claims.at(key).raw);
    return alloc::DraQuestion(cluster, std::move(claims)).ask(node, held());
  }

  static std::string wordsOf(const DraAnswer& answer) {
    if (answer.outcome == DraOutcome::EndsScheduler) return kPanic;
    if (answer.outcome == DraOutcome::Unknown) return "not known: " + answer.detail;
    return alloc::schedulerWords(answer);
  }

  static bool isFatal(const DraAnswer& answer) {
    return answer.outcome == DraOutcome::Fatal || answer.outcome == DraOutcome::EndsScheduler;
  }

  static std::string devicesOf(const DraAnswer& answer) {
    if (answer.outcome != DraOutcome::Fits) return wordsOf(answer);
    std::string out;
    for (const auto& allocation : answer.allocations) {
      for (const RawDeviceResult& result : allocation.allocation.results)
        out += (out.empty() ? "" : " ") + result.device;
    }
    return out;
  }

  static std::string pickText(const std::string& claim, const std::string& request, const std::string& pool,
                              const std::string& device, bool admin) {
    return claim + " " + request + " " + pool + "/" + device + (admin ? " admin" : "");
  }

  static std::string picksOf(const DraAnswer& answer) {
    std::vector<std::string> out;
    for (const auto& allocation : answer.allocations) {
      for (const RawDeviceResult& result : allocation.allocation.results)
        out.push_back(pickText(allocation.claim.name, result.request, result.pool, result.device, result.adminAccess));
    }
    return Comparison::joined(out);
  }

  static std::string recordedPicks(const std::optional<Field>& field) {
    std::vector<std::string> out;
    for (const Field& pick : field ? field->items() : std::vector<Field>()) {
      const auto admin = pick.find("admin");
      out.push_back(pickText(pick.at("claim").text(), pick.at("request").text(), pick.at("pool").text(),
                             pick.at("device").text(), admin && admin->flag()));
    }
    return Comparison::joined(out);
  }

  /// Every answer over the orders in which the node's pools may stand.
  std::vector<DraAnswer> answersOverPools(const Pod& pod, const RawNode& node) const {
    std::map<std::pair<std::string, std::string>, Slices> seen;
    Slices others;
    for (const auto& [name, slice] : m_slices) {
      const bool isNear = slice->nodes.nodeName.empty() || slice->nodes.nodeName == node.meta.key.name;
      (isNear ? seen[{slice->driver, slice->pool}] : others).push_back(slice);
    }
    std::vector<std::size_t> order(seen.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::vector<Slices> groups;
    for (auto& [id, slices] : seen) groups.push_back(slices);
    std::vector<DraAnswer> out;
    do {
      Slices slices;
      for (const std::size_t at : order) slices.insert(slices.end(), groups[at].begin(), groups[at].end());
      slices.insert(slices.end(), others.begin(), others.end());
      out.push_back(ask(pod, node, std::move(slices)));
    } while (std::next_permutation(order.begin(), order.end()));
    return out;
  }

  void compareOrders(const std::string& name, const Field& recorded, const Pod& pod, const RawNode& node) {
    if (const auto bySlice = recorded.find("by_first_slice")) {
      for (const auto& [slice, devices] : bySlice->entries()) {
        Slices slices = slicesByName();
        const auto first = std::find_if(slices.begin(), slices.end(),
                                        [&, wanted = slice](const auto& one) { return one->meta.key.name == wanted; });
        if (first == slices.end()) devices.fail();
        std::rotate(slices.begin(), first, first + 1);
        m_comparison.compare("nodes." + name + ".by_first_slice[" + slice + "]", devices.text(),
                             devicesOf(ask(pod, node, std::move(slices))));
      }
    }
    const auto anyOf = recorded.find("any_of");
    if (!anyOf) return;
    std::vector<std::string> ours;
    for (const DraAnswer& answer : answersOverPools(pod, node))
      ours.push_back((isFatal(answer) ? "error: " : "") + devicesOf(answer));
    for (const std::string& one : anyOf->texts()) m_comparison.compareAmong("nodes." + name + ".any_of", one, ours);
  }

  /// Compares what was recorded of one node; true = we say that it fits.
  bool compareNode(const std::string& name, const Field& recorded, const Pod& pod) {
    const RawNode& node = *m_nodes.at(name);
    const DraAnswer ours = ask(pod, node, slicesByName());
    const std::string what = "nodes." + name;
    const bool fits = ours.outcome == DraOutcome::Fits;
    m_comparison.compare(what + ".fit", flagText(recorded.at("fit").flag()), flagText(fits));
    const auto error = recorded.find("error");
    m_comparison.compare(what + ".error", error ? error->text() : "", fits ? "" : wordsOf(ours));
    const auto fatal = recorded.find("fatal");
    m_comparison.compare(what + ".fatal", flagText(fatal && fatal->flag()), flagText(isFatal(ours)));
    comparePicks(what + ".picks", recorded, pod, node, ours);
    compareOrders(name, recorded, pod, node);
    return fits;
  }

  /// With several pools their order was drawn.
  void comparePicks(const std::string& what, const Field& recorded, const Pod& pod, const RawNode& node,
                    const DraAnswer& ours) {
    const std::string picks = recordedPicks(recorded.find("picks"));
    if (!recorded.find("any_of")) return m_comparison.compare(what, picks, picksOf(ours));
    std::vector<std::string> possible;
    for (const DraAnswer& answer : answersOverPools(pod, node)) possible.push_back(picksOf(answer));
    m_comparison.compareAmong(what, picks, possible);
  }

  void create(const Field& step) {
    const Field result = step.at("result");
    const Field object = step.at("pod");
    const auto raw = object.pod();
    Pod pod = podOf(step);
    std::vector<std::string> offered;
    for (const auto& [name, node] : m_nodes) {
      if (isOffered(*node, *raw)) offered.push_back(name);
    }
    m_comparison.compareSets("nodes_in", result.at("nodes_in").texts(), offered);
    std::vector<std::string> feasible;
    const Field nodes = result.at("nodes");
    for (const std::string& name : offered) {
      const auto recorded = nodes.find(name.c_str());
      if (recorded && compareNode(name, *recorded, pod)) feasible.push_back(name);
    }
    m_comparison.compareSets("feasible_nodes", result.at("feasible_nodes").texts(), feasible);
    settle(result, raw->meta.key, std::move(pod), feasible);
  }

  /// The recorder's choice of the node, and what follows from the recorded one.
  void settle(const Field& result, const ObjectKey& key, Pod pod, const std::vector<std::string>& feasible) {
    const auto recordedNode = result.find("node");
    const std::string ours =
        feasible.empty() ? std::string() : feasible[static_cast<std::size_t>(m_step) % feasible.size()];
    m_comparison.compare("node", recordedNode ? recordedNode->text() : "", ours);
    m_comparison.compare("phase", result.at("phase").text(), feasible.empty() ? "Pending" : "Running");
    const auto message = result.find("message");
    m_comparison.compare("message", message ? message->text() : "", feasible.empty() ? "0 nodes feasible" : "");
    const auto removed = result.find("refused_then_removed");
    m_comparison.compare("refused_then_removed", flagText(removed && removed->flag()), flagText(feasible.empty()));
    if (!recordedNode) {
      for (const ObjectKey& claim : pod.own) m_claims.erase(claim);
      return;
    }
    pod.node = recordedNode->text();
    if (m_nodes.count(pod.node) == 0) recordedNode->fail();
    const DraAnswer answer = adopted(pod, result.find("picks"));
    for (const auto& allocation : answer.allocations)
      m_claims.at(allocation.claim).raw.allocation = allocation.allocation;
    for (const ObjectKey& claim : pod.claims) ++m_claims.at(claim).users;
    compareFree(result, pod.node);
    m_pods[key] = std::move(pod);
  }

  /// Of the possible answers the one whose devices were recorded.
  DraAnswer adopted(const Pod& pod, const std::optional<Field>& picks) {
    const RawNode& node = *m_nodes.at(pod.node);
    const std::string recorded = recordedPicks(picks);
    DraAnswer ours = ask(pod, node, slicesByName());
    if (picksOf(ours) == recorded) return ours;
    for (DraAnswer& answer : answersOverPools(pod, node)) {
      if (picksOf(answer) == recorded) return std::move(answer);
    }
    m_comparison.compare("picks", recorded, picksOf(ours));
    return ours;
  }

  // Other steps

  void remove(const Field& step) {
    const Field result = step.at("result");
    const auto found = playedPod(m_pods, step, m_comparison);
    if (found == m_pods.end()) return;
    const Pod pod = std::move(found->second);
    m_pods.erase(found);
    for (const ObjectKey& claim : pod.claims) {
      Claim& left = m_claims.at(claim);
      if (--left.users <= 0) left.raw.allocation.reset();
    }
    for (const ObjectKey& claim : pod.own) m_claims.erase(claim);
    m_comparison.compare("node", result.at("node").text(), pod.node);
    compareFree(result, pod.node);
  }

  /// Devices of the node's own slices that nobody holds.
  void compareFree(const Field& result, const std::string& node) {
    const alloc::DraHeld taken = held();
    std::set<std::string> ours;
    for (const auto& [name, slice] : m_slices) {
      if (slice->nodes.nodeName != node) continue;
      for (const RawDevice& device : slice->devices) {
        if (!taken.holds(slice->driver, slice->pool, device.name)) ours.insert(device.name);
      }
    }
    const auto recorded = result.find("free_after");
    std::vector<std::string> theirs;
    for (const auto& [name, devices] : recorded ? recorded->entries() : std::vector<std::pair<std::string, Field>>()) {
      if (name != node) devices.fail();
      theirs = devices.texts();
    }
    m_comparison.compareSets("free_after", theirs, {ours.begin(), ours.end()});
  }

  alloc::DraGates m_gates;
  std::map<std::string, std::shared_ptr<const RawNode>> m_nodes;
  std::map<std::string, std::shared_ptr<const RawResourceSlice>> m_slices;
  alloc::DraCluster::Classes m_classes;
  std::map<ObjectKey, Claim> m_claims;
  std::map<ObjectKey, Pod> m_pods;
  std::int64_t m_step = 0;
  Comparison m_comparison;
};

}  // namespace

ReplayResult replayDra(const Field& scenario) {
  return DraReplay(scenario).run(scenario);
}

}  // namespace cardinal::replay
