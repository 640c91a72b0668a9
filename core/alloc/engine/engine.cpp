// SPDX-License-Identifier: Apache-2.0
#include "core/alloc/engine/engine.h"

#include <algorithm>

#include "core/alloc/admission.h"
#include "core/alloc/created_pod.h"
#include "core/alloc/engine/allocator.h"
#include "core/alloc/engine/prefetch.h"
#include "core/alloc/explain/reason_counts.h"
#include "core/alloc/explain/within_reach.h"
#include "core/alloc/filter/kept_room.h"
#include "core/alloc/filter/volumes.h"
#include "core/alloc/newer_fields.h"
#include "core/alloc/plan/replica_plan.h"
#include "core/alloc/selector.h"
#include "core/base/saturate.h"
#include "core/model/extras/extra.h"
#include "core/model/extras/network_devices.h"

namespace cardinal::alloc {
namespace {

constexpr std::uint32_t kNodesPerStopCheck = 256;
/// Of a PriorityClass that is not the system's own.
constexpr std::int32_t kHighestOfUsers = 1'000'000'000;

bool hasUnknownCards(const NodeView& view) {
  if (view.hasRowCards()) return (view.row->knownCards | view.row->unhealthyCards) != (1U << view.row->cardCount) - 1U;
  return std::any_of(view.cards.begin(), view.cards.end(),
                     [](const Card& card) { return !card.memoryKnown && card.health != CardHealth::Unhealthy; });
}

std::uint64_t bitOf(Caveat caveat) {
  return std::uint64_t{1} << static_cast<unsigned>(caveat);
}

}  // namespace

std::optional<OpenAnswer> Engine::run() {
  if (!scan()) return std::nullopt;
  ClaimRule* claims = m_evaluator.claims();
  if (claims != nullptr && claims->endsAttempt()) {
    // One node's error ends the attempt on all of them.
    claims->endAttempt();
    m_open = {};
    m_elsewhere = 0;
    if (!scan()) return std::nullopt;
  }
  if (claims != nullptr) endScoring(claims->wordsOfScoring());
  m_open.alone = claims != nullptr && claims->judgesEachNodeAlone();
  order();
  return finish();
}

/// Where the scheduler fails as it compares the nodes that take the pod, it goes to none of them; a single one, or the
/// one that it was nominated to, is not compared.
void Engine::endScoring(const std::string& words) {
  auto& candidates = m_answer.candidates;
  if (words.empty() || candidates.size() + m_elsewhere < 2 || candidates.empty()) return;
  const auto nominated = m_snapshot.findNode(m_request.pod->nominatedNode);
  const bool isGivenNode = nominated && std::any_of(candidates.begin(), candidates.end(),
                                                    [&](const Candidate& one) { return one.node == *nominated; });
  if (isGivenNode) return;
  refuseAll(nodeRejection(ReasonCode::StackRefused, Waiting::Unknown, words));
  m_answer.before.usableMib = 0;
  m_answer.before.fits = 0;
  m_elsewhere = 0;
}

/// Nodes that each take the request by themselves, for a reason that is about all of them.
void Engine::refuseAll(const Rejection& reason) {
  for (const Candidate& candidate : m_answer.candidates) {
    m_answer.rejections.push_back({candidate.node, reason, {}, false});
    m_open.totals.reasons[static_cast<std::size_t>(reason.code)] += 1;
  }
  std::sort(m_answer.rejections.begin(), m_answer.rejections.end(),
            [](const NodeRejection& a, const NodeRejection& b) { return a.node < b.node; });
  m_answer.candidates.clear();
}

bool Engine::scan() {
  const auto nodes = static_cast<std::uint32_t>(m_snapshot.nodes.size());
  const NodePrefetcher prefetcher(m_snapshot);
  const bool needsRecords = m_evaluator.needsRecords();
  const bool needsDevices = m_evaluator.needsDevices();
  for (std::uint32_t i = 0; i < nodes; ++i) {
    if (i % kNodesPerStopCheck == 0 && m_stop.stop_requested()) return false;
    const NodeView view = viewOf(m_snapshot, NodeIndex{i});
    if (needsRecords || view.row == nullptr) prefetcher.ahead(i);
    if (needsDevices) prefetcher.aheadOfDevices(i, m_evaluator);
    if (m_evaluator.readsCapacity()) prefetcher.aheadOfCapacity(i);
    const NodeFacts facts = judge(view);
    m_open.totals.add(facts);
    m_answer.before.freeMib = saturatedSum<std::int64_t>(m_answer.before.freeMib, facts.part.freeMib);
    m_answer.before.usableMib = saturatedSum<std::int64_t>(m_answer.before.usableMib, facts.part.usableMib);
    m_answer.before.fits = saturatedSum<std::int64_t>(m_answer.before.fits, facts.part.fits);
    if (facts.feasible) {
      keepFeasible(view);
    } else {
      if (m_answer.rejections.empty()) m_answer.rejections.reserve(nodes - i);
      m_answer.rejections.push_back(std::move(m_refusal));
    }
  }
  return true;
}

NodeFacts Engine::judge(const NodeView& view) {
  static const TieBreaker kFirst;
  m_evaluator.evaluate(view, kFirst, m_verdict);
  NodeFacts facts;
  facts.exists = view.exists();
  facts.feasible = m_verdict.feasible;
  if (!m_verdict.place) facts.part = m_evaluator.fragmentation(view, m_verdict);
  facts.caveats = caveatsOf(view);
  if (m_verdict.feasible) {
    facts.ack = scoresNodes(m_verdict.family);
    facts.spreadLabels = view.hasSpreadLabels();
    return facts;
  }
  m_refusal.cards.clear();
  m_refusal.sumWouldFit = false;
  m_evaluator.explain(view, m_verdict, m_refusal);
  facts.reason = m_refusal.reason.code;
  if (isDecidedAtAdmission(m_refusal.reason)) facts.caveats |= bitOf(Caveat::TolerationsAtAdmission);
  if (m_verdict.cardsFit && m_evaluator.isAimedAway(view)) {
    ++m_elsewhere;
    m_bestElsewhere = std::max(m_bestElsewhere, m_verdict.choice.score);
  }
  return facts;
}

std::uint64_t Engine::caveatsOf(const NodeView& view) const {
  std::uint64_t out = 0;
  if (m_verdict.feasible) {
    const Family family = m_verdict.family;
    if (family == Family::OpenSource) {
      const auto requested = m_request.gpu.shared();
      if (requested && requested->cards > 1) out |= bitOf(Caveat::CountLabelIgnored);
      if (m_severalContainers && view.cards.size() > 1) out |= bitOf(Caveat::ContainersUnmatched);
    } else if (family == Family::Ack) {
      out |= bitOf(Caveat::ClosedScheduler);
    } else if (family != Family::Plain) {
      out |= caveatsOfCards(view);
    }
    if (view.readiness() == NodeReadiness::NotReady) out |= bitOf(Caveat::NodesNotReady);
    return out;
  }
  const bool cardLevel = !m_verdict.place && !m_verdict.resources.rejection && !m_verdict.rules &&
                         m_verdict.family != Family::WholeCards && m_verdict.family != Family::Counted;
  if (!cardLevel) return out;
  if (m_verdict.family == Family::Ack) out |= bitOf(Caveat::ClosedScheduler);
  const bool isClaimed = m_verdict.family == Family::Claims;
  if (isStackFamily(m_verdict.family) || isClaimed) out |= bitOf(Caveat::StackScheduler);
  if (!m_verdict.cardsFit && !isClaimed && hasUnknownCards(view)) out |= bitOf(Caveat::UnknownMemory);
  return out;
}

/// Of a feasible node whose cards are not gpushare's or ACK's.
std::uint64_t Engine::caveatsOfCards(const NodeView& view) const {
  std::uint64_t out = 0;
  const GpuRequest& gpu = m_request.gpu;
  const Family family = m_verdict.family;
  const bool byKubelet = family == Family::WholeCards || (family == Family::Counted && gpu.number() != 0) ||
                         family == alloc::familyOf(GpuStack::Kai);
  if (byKubelet && m_verdict.choice.cards.empty()) out |= bitOf(Caveat::CardChosenByKubelet);
  if (isStackFamily(family) || family == Family::Claims) out |= bitOf(Caveat::StackScheduler);
  if (gpu.kind() == GpuRequest::Kind::Topology) out |= bitOf(Caveat::ClosedScheduler);
  if (const auto doubt = m_evaluator.rule(family).doubt(view)) out |= bitOf(*doubt);
  const bool ofKoordinator = family == alloc::familyOf(GpuStack::Koordinator);
  if (ofKoordinator && !(view.row != nullptr ? view.row->knowsReservations : knowsReservations(*view.node)))
    out |= bitOf(Caveat::ReservationsNotRead);
  return out;
}

void Engine::keepFeasible(const NodeView& view) {
  auto& candidates = m_answer.candidates;
  if (candidates.empty()) candidates.reserve(m_snapshot.nodes.size() - view.index.value);
  m_evaluator.fill(view, m_verdict, candidates.emplace_back());
}

std::optional<OpenAnswer> Engine::finish() {
  m_answer.generation = m_snapshot.generation;
  m_answer.time = m_snapshot.time;
  for (std::size_t i = 0; i < kCaveatBits; ++i) m_caveats.set(i, m_open.totals.caveats[i] > 0);
  m_answer.caveats.clear();
  addRequestCaveats();
  placeGroup();
  rate();
  explainMisses();
  const std::size_t ackNodes = othersMayWin() ? 0 : m_open.totals.ack;
  std::optional<AllocationRequest> ofOnePod;
  if (m_request.replicas > 1 && isOfOnePodClaim(m_request)) ofOnePod.emplace(m_request).replicas = 1;
  const AllocationRequest& planned = ofOnePod ? *ofOnePod : m_request;
  ReplicaPlan plan{m_evaluator, m_snapshot, m_breakTie, m_open.scoresDecide, isLowered(), ackNodes, planned};
  plan.kubeDecides = m_open.kubeDecides;
  plan.tiesByName = m_evaluator.isOfKai();
  plan.nearestRefusal = m_open.nearest;
  plan.group = m_group.places;
  if (m_request.replicas > 1 && m_evaluator.replicasInteract()) add(Caveat::ReplicasInteract);
  if (!planReplicas(plan, m_stop, m_answer)) return std::nullopt;
  if (m_isUnspread) add(Caveat::TopologySpread);  // of the first replica alone
  if (ofOnePod) keepToOnePod();
  softenClosed();
  const ClaimRule* claims = m_evaluator.claims();
  // What each node takes by itself is no sum where replicas have a say in it.
  const bool isNoSum = claims != nullptr && (claims->sharesDevices() || claims->countsAtLeast());
  if (isNoSum || !m_evaluator.betweenReplicas().empty()) m_answer.before.fits = m_answer.after.fits = kFitsUnknown;
  for (const Caveat caveat : m_answer.caveats) add(caveat);
  m_answer.caveats.clear();
  for (std::size_t i = 0; i < m_caveats.size(); ++i) {
    if (m_caveats.test(i)) m_answer.caveats.push_back(static_cast<Caveat>(i));
  }
  return std::move(m_open);
}

/// The nodes that take the whole group stand first; where none do, no node is left.
void Engine::placeGroup() {
  auto& candidates = m_answer.candidates;
  if (!isOfTopologyGroup(m_request) || candidates.empty()) return;
  m_group = planTopologyGroup(m_request, m_snapshot, candidates);
  if (m_group.isIncomplete) add(Caveat::GroupIncomplete);
  if (!m_group.refusal.empty()) {
    refuseAll(nodeRejection(ReasonCode::StackRefused, Waiting::Unknown, m_group.refusal));
    m_open.kubeDecides = false;
    return;
  }
  if (m_group.places.empty()) return;
  m_open.kubeDecides = false;
  const auto isOfGroup = [&](const Candidate& candidate) {
    return std::any_of(m_group.places.begin(), m_group.places.end(),
                       [&](const GroupPlace& place) { return place.node == candidate.node; });
  };
  std::stable_partition(candidates.begin(), candidates.end(), isOfGroup);
  const auto first = std::find_if(candidates.begin(), candidates.end(), [&](const Candidate& candidate) {
    return candidate.node == m_group.places.front().node;
  });
  std::rotate(candidates.begin(), first, first + 1);
  const std::vector<CardIndex>& cards = m_group.places.front().cards;
  if (!cards.empty()) candidates.front().cards.assign(cards.data(), cards.data() + cards.size());
}

/// The first pod uses a claim that one pod at a time may use.
void Engine::keepToOnePod() {
  m_answer.before.fits = std::min<std::int64_t>(m_answer.before.fits, 1);
  if (m_answer.placements.empty()) return;
  m_answer.after.fits = 0;
  m_answer.firstMiss = NodeRejection{m_answer.placements.front().place.node, refusalOfSecondPod(m_request), {}, false};
}

/// A place that a closed scheduler chooses is never more than what its public model says.
void Engine::softenClosed() {
  if (!has(Caveat::ClosedScheduler) && !has(Caveat::StackScheduler)) return;
  if (m_answer.certainty == Certainty::Certain) m_answer.certainty = Certainty::Modelled;
  for (ReplicaPlacement& placement : m_answer.placements) {
    if (placement.certainty == Certainty::Certain) placement.certainty = Certainty::Modelled;
  }
}

/// The kept ranking and the kept nearest are used where an update left them.
void Engine::explainMisses() {
  m_answer.reasonCounts = countReasons(m_open.totals.reasons);
  if (!m_open.ranked) {
    MissRanking ranking(m_evaluator.cardNeed(m_snapshot), kMaxNearMisses);
    for (const NodeRejection& rejection : m_answer.rejections) ranking.add(rejection);
    m_open.misses = ranking.takeEntries();
    m_open.ranked = true;
  }
  m_answer.nearMisses.clear();
  for (const MissRanking::Entry& entry : m_open.misses) m_answer.nearMisses.push_back(entry.miss);
  if (!m_answer.candidates.empty()) {
    m_open.nearest.reset();
  } else if (!m_open.nearest) {
    const NodeRejection* found = nearest(m_answer.rejections);
    if (found != nullptr) m_open.nearest = found->node;
  }
}

void Engine::addRequestCaveats() {
  const RawPodSpec& spec = m_request.pod->spec;
  const auto hostPort = [](const Container& container) { return container.hasHostPort && container.hostPorts.empty(); };
  if ((spec.hasPodAffinity && spec.podAffinity.empty()) || hasUnknownNamespaces()) add(Caveat::PodAffinity);
  if (spec.hasTopologySpread && spec.topologySpread.empty()) add(Caveat::TopologySpread);
  const VolumeKnowledge volumes = knowledgeOf(m_request);
  if (volumes == VolumeKnowledge::NotBound || volumes == VolumeKnowledge::NotRead) add(Caveat::Volumes);
  if (volumes == VolumeKnowledge::Bound) add(Caveat::VolumeLimits);
  if (rulesUnknown(m_request)) add(Caveat::RulesNotRead);
  if (isHeldByGates(*m_request.pod, m_snapshot.serverVersion)) add(Caveat::SchedulingGates);
  addNewerCaveats();
  const bool preferenceUnknown = spec.preferredNodeAffinity.empty() || !m_evaluator.profile().known;
  if (spec.hasPreferredNodeAffinity && preferenceUnknown) add(Caveat::PreferredNodeAffinity);
  if (std::any_of(spec.containers.begin(), spec.containers.end(), hostPort)) add(Caveat::HostPorts);
  if (!spec.usesDefaultScheduler() && !m_request.scheduler && !m_evaluator.isOfKai()) add(Caveat::OtherScheduler);
  if (m_evaluator.profile().hasUnknownParts) add(Caveat::PluginsNotEvaluated);
  const bool isUnknown = isPriorityUnknown(*m_request.pod, m_snapshot.extras.get());
  if (m_answer.candidates.empty() && m_elsewhere == 0 && mayPreempt(isUnknown))
    add(isUnknown ? Caveat::PriorityNotRead : Caveat::Preemption);
  if (mayBeCountedByClass(m_request, m_snapshot)) add(Caveat::PriorityNotRead);
}

/// A term of this pod or of one that runs looks into namespaces by labels that were not read.
bool Engine::hasUnknownNamespaces() const {
  if (knowsNamespaces(m_snapshot.selectors.get())) return false;
  const auto asks = [](const RawPod& pod) {
    return std::any_of(pod.spec.podAffinity.begin(), pod.spec.podAffinity.end(), needsNamespaceLabels);
  };
  if (asks(*m_request.pod)) return true;
  if (m_snapshot.counts.podsWithAffinity == 0) return false;
  return std::any_of(m_snapshot.nodes.begin(), m_snapshot.nodes.end(), [&](const NodePtr& node) {
    if (node->scheduler.podsWithAffinity == 0) return false;
    const auto& pods = node->scheduler.pods;
    return std::any_of(pods.begin(), pods.end(), [&](const auto& pod) { return asks(*pod); });
  });
}

/// What came with Kubernetes 1.26 and later, and what the API server fills in when it creates a pod.
void Engine::addNewerCaveats() {
  const RawPod& pod = *m_request.pod;
  const RawPodSpec& spec = pod.spec;
  const auto compares = [](const Toleration& one) { return one.op == "Gt" || one.op == "Lt"; };
  const ClaimRule* claims = m_evaluator.claims();
  if (!spec.deviceClaims.empty() && (claims == nullptr || claims->isPartlyUnknown())) add(Caveat::DeviceClaims);
  if (m_evaluator.isMappedToClaims()) add(Caveat::DeviceClaims);
  if (!spec.unreadFields.empty() || std::any_of(spec.tolerations.begin(), spec.tolerations.end(), compares))
    add(Caveat::FieldsNotRead);
  if (namesMissingClaim(m_request)) add(Caveat::ClaimMissing);
  if (isSmcRWithoutErdma(pod)) add(Caveat::SmcRWithoutErdma);
  if (isCreated(pod)) return;
  if (isRuntimeUnknown(pod, m_snapshot.extras.get())) add(Caveat::RuntimeOverhead);
  if (lacksLabelKeys(pod)) add(Caveat::LabelKeys);
  const std::optional<int> minor = minorVersion(m_snapshot.serverVersion);
  if (m_dropsFields || (minor && hasDroppedFields(spec, *minor))) add(Caveat::FieldsByGate);
}

/// The scheduler looks for pods to evict only on nodes that others fill, and never for lack of devices.
bool Engine::mayPreempt(bool isPriorityUnknown) {
  if (m_request.pod->spec.neverPreempts) return false;
  const std::int32_t priority = isPriorityUnknown ? kHighestOfUsers : m_request.pod->spec.priority;
  if (m_open.looked) return m_open.evictable.has_value();
  const auto& refused = m_answer.rejections;
  const auto found = std::find_if(refused.begin(), refused.end(), [&](const NodeRejection& rejection) {
    const bool isOfDevices =
        m_request.gpu.kind() == GpuRequest::Kind::Claims && rejection.reason.code == ReasonCode::StackRefused;
    if (rejection.reason.waiting != Waiting::NotNow || isOfDevices) return false;
    const PlacementRow* row = m_snapshot.rowOf(rejection.node);
    return (row != nullptr ? row->lowestPriority : m_snapshot.node(rejection.node).scheduler.lowestPriority) < priority;
  });
  m_open.looked = true;
  if (found != refused.end()) m_open.evictable = found->node;
  return found != refused.end();
}

bool Engine::isLowered() const {
  for (const Caveat caveat :
       {Caveat::DeviceClaims, Caveat::RuntimeOverhead, Caveat::ClaimMissing, Caveat::LabelKeys, Caveat::FieldsNotRead,
        Caveat::FieldsByGate, Caveat::TolerationsAtAdmission, Caveat::PriorityNotRead}) {
    if (has(caveat)) return true;
  }
  return has(Caveat::PodAffinity) || has(Caveat::TopologySpread) || has(Caveat::Volumes) ||
         has(Caveat::SchedulingGates) || has(Caveat::HostPorts) || has(Caveat::UnknownMemory) ||
         has(Caveat::CardChosenByKubelet) || has(Caveat::OtherScheduler) || has(Caveat::Preemption) ||
         has(Caveat::PluginsNotEvaluated) || has(Caveat::VolumeLimits) || has(Caveat::RulesNotRead) || othersMayWin();
}

bool Engine::othersMayWin() const {
  if (m_elsewhere == 0) return false;
  return !m_open.scoresDecide || m_answer.candidates.front().score <= m_bestElsewhere;
}

}  // namespace cardinal::alloc
