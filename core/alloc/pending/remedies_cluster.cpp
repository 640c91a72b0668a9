// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "core/alloc/pending/remedies.h"
#include "core/model/pods/pod_owner.h"

namespace cardinal::alloc {
namespace {

constexpr std::size_t kNodesLookedAt = 4;  ///< of the nearest ones, for single pods that would make room
constexpr std::size_t kMaxEndings = 4;
constexpr std::size_t kMaxMovesTried = 3;
constexpr std::size_t kMaxHomes = 2;

std::string nameOf(const PodRecord& pod) {
  return pod.key().ns + "/" + pod.key().name;
}

/// The engine counts other pods in the snapshot as it is, so what follows from pods that go or come cannot be proven.
bool hasRulesOnPods(const RawPodSpec& spec) {
  return spec.hasPodAffinity || spec.hasTopologySpread;
}

/// A pod that its controller makes again elsewhere once it is evicted.
bool canMove(const PodRecord& pod) {
  const OwnerRef* owner = controllerOf(*pod.raw);
  const bool comesBack = owner != nullptr && owner->kind != "DaemonSet" && !isTerminating(*pod.raw);
  return comesBack && !hasRulesOnPods(pod.raw->spec);
}

/// Memory that is shared, then cards.
std::pair<MemUnits, int> sizeOf(const GpuRequest& request) {
  const auto shared = request.shared();
  return shared ? std::pair(shared->memory, shared->cards) : std::pair(MemUnits(), request.number().value_or(1));
}

/// What a pod that ends gives back, smallest first: little should be disturbed.
std::vector<PodPtr> holdersOf(const NodeRecord& node) {
  std::vector<PodPtr> out;
  for (const PodPtr& pod : node.pods) {
    if (pod->countsForInspect) out.push_back(pod);
  }
  std::stable_sort(out.begin(), out.end(), [](const PodPtr& a, const PodPtr& b) {
    const bool aEnds = isTerminating(*a->raw);
    if (aEnds != isTerminating(*b->raw)) return aEnds;
    return sizeOf(a->request) < sizeOf(b->request);
  });
  return out;
}

/// The nodes that lack least and that waiting can help.
std::vector<NearFit> nodesToFree(const RemedyCase& about) {
  std::vector<NearFit> out;
  for (const NearFit& near : about.facts.nearest) {
    if (near.waiting == Waiting::Never || out.size() == kNodesLookedAt) continue;
    out.push_back(near);
  }
  return out;
}

Remedy remedyOf(RemedyKind kind, NodeIndex node, TrialAnswer answer) {
  Remedy out;
  out.kind = kind;
  out.node = node;
  out.place = std::move(answer.place);
  out.room = answer.room;
  return out;
}

/// False where what the pod holds is less than what its node lacks: no need to ask the engine.
bool mayFree(const PodRecord& pod, const NearFit& near, const ClusterSnapshot& snapshot) {
  if (near.miss.code != ReasonCode::InsufficientCardMemory || near.miss.card == kPendingCard) return true;
  if (!isSharedMode(snapshot.node(near.miss.node).gpu.mode)) return true;
  return std::any_of(pod.shares.begin(), pod.shares.end(),
                     [&near](const CardShare& share) { return share.memory.value >= near.miss.lacking; });
}

/// The first node of the sample that takes the pod once it was changed.
template <typename Change>
void addChanged(const RemedyCase& about, const ClusterSnapshot& snapshot, ReasonCode code, RemedyKind kind,
                Change change, std::vector<Remedy>& out) {
  std::optional<Remedy> best;
  for (const NodeIndex node : about.tally.samples(code)) {
    ChangedNode changed(snapshot, node);
    change(changed);
    auto answer = about.trial.on(changed.view());
    if (!answer || (best && best->room >= answer->room)) continue;
    best = remedyOf(kind, node, std::move(*answer));
  }
  if (best) out.push_back(std::move(*best));
}

class Moves {
 public:
  Moves(const RemedyCase& about, const ClusterSnapshot& snapshot, NewHomes& homes, const std::stop_token& stop)
      : m_about(about), m_snapshot(snapshot), m_homes(homes), m_stop(stop) {}

  std::optional<Remedy> find(const std::vector<FreeingPod>& freeing) {
    std::size_t tried = 0;
    for (const FreeingPod& one : freeing) {
      if (!canMove(*one.pod)) continue;
      if (tried++ == kMaxMovesTried || m_stop.stop_requested()) return std::nullopt;
      ChangedNode freed(m_snapshot, one.node);
      freed.remove(*one.pod);
      auto answer = m_about.trial.on(freed.view());
      if (!answer) continue;
      Remedy remedy = remedyOf(RemedyKind::MovePod, one.node, std::move(*answer));
      remedy.subject = nameOf(*one.pod);
      remedy.moved = homeFor(*one.pod, one.node, freed);
      if (remedy.moved) return remedy;
    }
    return std::nullopt;
  }

 private:
  /// Where the pod goes when the pending one has taken its place: another card of the same node before another node.
  std::optional<Candidate> homeFor(const PodRecord& pod, NodeIndex node, ChangedNode& freed) {
    m_about.trial.take(freed.cards());
    freed.addRequests(m_about.pod);
    Trial trial(pod.raw, m_snapshot);
    if (auto same = trial.on(freed.view())) return std::move(same->place);
    const auto& others = m_homes.of(pod, node, m_stop);
    return others.empty() ? std::nullopt : std::optional(others.front());
  }

  const RemedyCase& m_about;
  const ClusterSnapshot& m_snapshot;
  NewHomes& m_homes;
  const std::stop_token& m_stop;
};

void addEmptyNode(const RemedyCase& about, const ClusterSnapshot& snapshot, std::vector<Remedy>& out) {
  std::vector<NodeIndex> models;
  for (const NearFit& near : about.facts.nearest) models.push_back(near.miss.node);
  for (const RefusalGroup& group : about.facts.groups) models.push_back(group.nearestNode);
  for (const NodeIndex node : models) {
    if (!snapshot.node(node).exists()) continue;
    ChangedNode fresh(snapshot, node);
    fresh.empty();
    fresh.uncordon();
    fresh.makeReady();
    if (auto answer = about.trial.on(fresh.view())) {
      out.push_back(remedyOf(RemedyKind::AddNode, node, std::move(*answer)));
      return;
    }
  }
}

}  // namespace

const std::vector<Candidate>& NewHomes::of(const PodRecord& pod, NodeIndex home, const std::stop_token& stop) {
  const auto known = m_homes.find(&pod);
  if (known != m_homes.end()) return known->second;
  std::vector<Candidate>& out = m_homes[&pod];
  // The pod asks again without its node: the name on a bound pod is where it is, not where it must be.
  auto unbound = std::make_shared<RawPod>(*pod.raw);
  unbound->spec.nodeName.clear();
  Trial trial(std::move(unbound), m_snapshot);
  constexpr std::uint32_t kNodesPerStopCheck = 256;
  for (std::uint32_t i = 0; i < m_snapshot.nodes.size() && out.size() < kMaxHomes; ++i) {
    if (i % kNodesPerStopCheck == 0 && stop.stop_requested()) break;
    if (i == home.value) continue;
    if (auto answer = trial.on(NodeIndex{i})) out.push_back(std::move(answer->place));
  }
  return out;
}

std::vector<FreeingPod> freeingPods(const RemedyCase& about, const ClusterSnapshot& snapshot) {
  std::vector<FreeingPod> out;
  if (hasRulesOnPods(about.pod.spec)) return out;
  for (const NearFit& near : nodesToFree(about)) {
    for (const PodPtr& pod : holdersOf(snapshot.node(near.miss.node))) {
      if (!mayFree(*pod, near, snapshot)) continue;
      ChangedNode freed(snapshot, near.miss.node);
      freed.remove(*pod);
      if (auto answer = about.trial.on(freed.view())) out.push_back({pod, near.miss.node, std::move(answer->place)});
    }
  }
  return out;
}

void addClusterRemedies(const RemedyCase& about, const ClusterSnapshot& snapshot,
                        const std::vector<FreeingPod>& freeing, NewHomes& homes, const std::stop_token& stop,
                        std::vector<Remedy>& out) {
  addChanged(
      about, snapshot, ReasonCode::NodeUnschedulable, RemedyKind::Uncordon, [](ChangedNode& node) { node.uncordon(); },
      out);
  addChanged(
      about, snapshot, ReasonCode::NodeNotReady, RemedyKind::MakeReady, [](ChangedNode& node) { node.makeReady(); },
      out);
  if (hasRulesOnPods(about.pod.spec)) return;
  if (auto move = Moves(about, snapshot, homes, stop).find(freeing)) out.push_back(std::move(*move));
  addEmptyNode(about, snapshot, out);
}

bool wouldFitWhenOpen(const RemedyCase& about, const ClusterSnapshot& snapshot) {
  for (const ReasonCode code : {ReasonCode::NodeUnschedulable, ReasonCode::NodeNotReady}) {
    for (const NodeIndex node : about.tally.samples(code)) {
      ChangedNode open(snapshot, node);
      open.uncordon();
      open.makeReady();
      open.empty();
      if (about.trial.on(open.view())) return true;
    }
  }
  return false;
}

std::vector<EndingPod> endingPods(const std::vector<FreeingPod>& freeing) {
  std::vector<EndingPod> out;
  for (const FreeingPod& one : freeing) {
    if (out.size() == kMaxEndings) break;
    const OwnerRef* owner = controllerOf(*one.pod->raw);
    const bool job = owner != nullptr && owner->kind == "Job";
    out.push_back({one.pod->key(), one.node, isTerminating(*one.pod->raw), job, one.place});
  }
  return out;
}

}  // namespace cardinal::alloc
