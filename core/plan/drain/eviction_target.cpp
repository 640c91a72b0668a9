// SPDX-License-Identifier: Apache-2.0
#include "core/plan/drain/eviction_target.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "core/alloc/engine/allocator.h"
#include "core/alloc/explain/equal_places.h"
#include "core/model/extras/extra.h"
#include "core/model/pods/pod_owner.h"
#include "core/plan/drain/drain.h"
#include "core/plan/drain/taken_places.h"
#include "core/provider/record/snapshot_builder.h"

namespace cardinal {
namespace {

using RawPodPtr = std::shared_ptr<const RawPod>;

/// The pod as its controller makes it again: nothing of the place it had.
std::shared_ptr<RawPod> successorOf(const RawPod& pod) {
  auto out = std::make_shared<RawPod>(pod);
  out->spec.nodeName.clear();
  out->meta.annotations.clear();
  out->meta.deletionTimestamp = 0;
  out->phase = PodPhase::Pending;
  out->held.clear();
  out->resize = Resize::None;
  out->nominatedNode.clear();
  return out;
}

/// A copy of the state in which the nodes are closed and the pods gone, and in which places can be taken.
class EmptiedCluster {
 public:
  EmptiedCluster(const ClusterSnapshot& snapshot, const std::vector<LeavingNode>& leaving) : m_taken(snapshot) {
    for (const LeavingNode& one : leaving) close(one);
  }

  const ClusterSnapshot& state() const { return m_taken.state(); }
  /// The pod as the state had it; null when it had none.
  const RawPodPtr* find(const std::string& node, const ObjectKey& pod) const {
    const auto found = m_gone.find({node, pod});
    return found != m_gone.end() ? &found->second : nullptr;
  }
  bool isClosed(NodeIndex node) const { return m_closed.contains(node.value); }

  void take(const Candidate& place, const RawPod& successor) { m_taken.take(place, successor); }

 private:
  void close(const LeavingNode& leaving) {
    ClusterSnapshot& state = m_taken.state();
    const auto index = state.findNode(leaving.node);
    if (!index || !state.node(*index).exists()) return;
    const NodeRecord& old = state.node(*index);
    const std::unordered_set<ObjectKey, ObjectKeyHash> going(leaving.pods.begin(), leaving.pods.end());
    std::vector<RawPodPtr> staying;
    std::vector<RawPodPtr> released;
    for (const RawPodPtr& pod : old.scheduler.pods) {
      if (!going.contains(pod->meta.key)) {
        staying.push_back(pod);
        continue;
      }
      m_gone.emplace(std::pair(leaving.node, pod->meta.key), pod);
      released.push_back(pod);
      if (pod->spec.hasPodAffinity && state.counts.podsWithAffinity > 0) --state.counts.podsWithAffinity;
    }
    auto raw = std::make_shared<RawNode>(*old.raw);
    raw->unschedulable = true;
    state.nodes[index->value] = makeNodeRecord(std::move(raw), old.name, staying, nullptr, old.extras);
    m_closed.insert(index->value);
    for (const RawPodPtr& pod : released) m_taken.release(*pod);
  }

  TakenPlaces m_taken;
  std::map<std::pair<std::string, ObjectKey>, RawPodPtr> m_gone;
  std::unordered_set<std::uint32_t> m_closed;
};

/// Pods of one controller, which ask for the same: asked as replicas of one request.
struct Group {
  RawPodPtr pod;
  std::int64_t size = 0;  ///< of the request
  std::vector<std::size_t> targets;
};

std::int64_t sizeOf(const RawPod& pod) {
  const GpuRequest request = makeRequest(std::make_shared<const RawPod>(pod)).gpu;
  constexpr std::int64_t kCard = 1'000'000;  // several cards are harder to find than a large piece of one
  const auto shared = request.shared();
  const std::int64_t cards = shared ? shared->cards : request.number().value_or(1);
  return cards * kCard + (shared ? shared->memory.value : 0);
}

/// In the order of kube-scheduler's queue, as What-if has it too; of pods that are as old the large ones first.
bool comesFirst(const Group& a, const Group& b) {
  const auto order = [](const Group& one) {
    return std::tuple(-std::int64_t{one.pod->spec.priority}, one.pod->meta.created, -one.size);
  };
  return order(a) < order(b);
}

class Predictor {
 public:
  Predictor(const ClusterSnapshot& snapshot, const std::vector<LeavingNode>& leaving) : m_cluster(snapshot, leaving) {
    for (const LeavingNode& one : leaving) {
      for (const ObjectKey& pod : one.pods) add(one.node, pod);
    }
    std::stable_sort(m_groups.begin(), m_groups.end(), comesFirst);
  }

  std::vector<EvictionTarget> run(const std::stop_token& stop, const EvictionTargetProgress& progress) {
    std::size_t done = m_targets.size() - grouped();
    for (const Group& group : m_groups) {
      if (stop.stop_requested()) {
        for (const std::size_t i : group.targets) m_targets[i].problem = makeError(ErrorCode::Cancelled);
        continue;
      }
      answer(group, stop);
      done += group.targets.size();
      if (progress) progress(done, m_targets.size());
    }
    return std::move(m_targets);
  }

 private:
  void add(const std::string& node, const ObjectKey& key) {
    EvictionTarget& target = m_targets.emplace_back();
    target.pod = key;
    const RawPodPtr* pod = m_cluster.find(node, key);
    if (pod == nullptr) return;
    const OwnerRef* owner = controllerOf(**pod);
    if (owner == nullptr || owner->kind == "Node" || isTerminal(**pod)) {
      target.kind = EvictionTargetKind::NotRemade;
      return;
    }
    const std::string id = key.ns + '\n' + owner->kind + '\n' + owner->name + '\n' + owner->uid;
    const auto [group, isNew] = m_groupOf.try_emplace(id, m_groups.size());
    if (isNew) m_groups.push_back({*pod, sizeOf(**pod), {}});
    m_groups[group->second].targets.push_back(m_targets.size() - 1);
  }

  std::size_t grouped() const {
    return std::accumulate(m_groups.begin(), m_groups.end(), std::size_t{0},
                           [](std::size_t sum, const Group& group) { return sum + group.targets.size(); });
  }

  void answer(const Group& group, const std::stop_token& stop) {
    const auto successor = successorOf(*group.pod);
    const AllocationRequest request = makeRequest(successor, static_cast<int>(group.targets.size()));
    const AllocationAnswer result = allocate(request, m_cluster.state(), {}, stop);
    if (!result.requestProblems.empty()) {
      for (const std::size_t i : group.targets) m_targets[i].problem = result.requestProblems.front();
      return;
    }
    for (std::size_t i = 0; i < group.targets.size(); ++i) {
      EvictionTarget& target = m_targets[group.targets[i]];
      if (i < result.placements.size()) {
        place(result, result.placements[i], target);
      } else {
        miss(result, target);
      }
    }
    for (const ReplicaPlacement& placement : result.placements) m_cluster.take(placement.place, *successor);
  }

  void place(const AllocationAnswer& result, const ReplicaPlacement& placement, EvictionTarget& target) const {
    target.kind = EvictionTargetKind::Placed;
    target.node = m_cluster.state().node(placement.place.node).name;
    target.cards = placement.place.cards;
    target.certainty = placement.certainty;
    target.tied = placement.tied;
    target.equalNodes = equalNodes(placement, result, m_cluster.state());
    target.equalCards = equalCards(placement.place, m_cluster.state());
  }

  void miss(const AllocationAnswer& result, EvictionTarget& target) const {
    // A node that is left for another mode does not count: its old form is gone.
    const bool never =
        result.placements.empty() &&
        std::all_of(result.rejections.begin(), result.rejections.end(), [this](const NodeRejection& one) {
          return one.reason.waiting == Waiting::Never || m_cluster.isClosed(one.node);
        });
    target.kind = never ? EvictionTargetKind::FitsNowhere : EvictionTargetKind::WaitsForRoom;
    const NodeRejection* nearest = result.firstMiss ? &*result.firstMiss : nullptr;
    if (nearest != nullptr && m_cluster.isClosed(nearest->node)) {
      const auto open = std::find_if(result.rejections.begin(), result.rejections.end(),
                                     [this](const NodeRejection& one) { return !m_cluster.isClosed(one.node); });
      nearest = open != result.rejections.end() ? &*open : nullptr;
    }
    if (nearest == nullptr) return;
    target.nearest = m_cluster.state().node(nearest->node).name;
    target.reason = nearest->reason;
  }

  EmptiedCluster m_cluster;
  std::vector<EvictionTarget> m_targets;
  std::vector<Group> m_groups;
  std::unordered_map<std::string, std::size_t> m_groupOf;
};

}  // namespace

const char* toString(EvictionTargetKind kind) noexcept {
  switch (kind) {
    case EvictionTargetKind::Placed:
      return "Placed";
    case EvictionTargetKind::WaitsForRoom:
      return "WaitsForRoom";
    case EvictionTargetKind::FitsNowhere:
      return "FitsNowhere";
    case EvictionTargetKind::NotRemade:
      return "NotRemade";
    case EvictionTargetKind::Unknown:
      return "Unknown";
  }
  return "Unknown";
}

std::vector<EvictionTarget> predictEvictionTargets(const ClusterSnapshot& snapshot,
                                                   const std::vector<LeavingNode>& leaving, const std::stop_token& stop,
                                                   const EvictionTargetProgress& progress) {
  return Predictor(snapshot, leaving).run(stop, progress);
}

}  // namespace cardinal
