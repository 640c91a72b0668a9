// SPDX-License-Identifier: Apache-2.0
#include "core/alloc/pending/pending.h"

#include <algorithm>
#include <array>
#include <memory>
#include <span>

#include "core/alloc/admission.h"
#include "core/alloc/created_pod.h"
#include "core/alloc/engine/allocator.h"
#include "core/alloc/engine/prefetch.h"
#include "core/alloc/evaluation/make_demand.h"
#include "core/alloc/explain/shapes.h"
#include "core/alloc/filter/volumes.h"
#include "core/alloc/newer_fields.h"
#include "core/alloc/pending/offered_room.h"
#include "core/alloc/pending/remedies.h"

namespace cardinal {
namespace alloc {
namespace {

/// Few enough that the nodes of a block stay in the cache while every shape is tried on them.
constexpr std::uint32_t kNodesPerBlock = 256;
constexpr std::size_t kShapesPerStopCheck = 16;

/// Remedies in the order in which an operator would take them.
constexpr std::array kRemedyOrder = {RemedyKind::MovePod,
                                     RemedyKind::Uncordon,
                                     RemedyKind::MakeReady,
                                     RemedyKind::SpreadOverCards,
                                     RemedyKind::RequestLessMemory,
                                     RemedyKind::RequestLessCore,
                                     RemedyKind::RequestFewerCards,
                                     RemedyKind::AddCore,
                                     RemedyKind::DropCore,
                                     RemedyKind::Tolerate,
                                     RemedyKind::DropSelector,
                                     RemedyKind::DropAffinity,
                                     RemedyKind::AddNode};

PodVolumes volumesOf(const AllocationRequest& request) {
  switch (knowledgeOf(request)) {
    case VolumeKnowledge::None:
      return PodVolumes::None;
    case VolumeKnowledge::Bound:
    case VolumeKnowledge::Refused:
      return PodVolumes::Known;
    case VolumeKnowledge::NotBound:
      return PodVolumes::NotBound;
    case VolumeKnowledge::NotRead:
      break;
  }
  return PodVolumes::NotRead;
}

/// One request on its way over all nodes.
class ShapeScan {
 public:
  ShapeScan(AllocationRequest request, const ClusterSnapshot& snapshot)
      : m_request(std::move(request)), m_snapshot(snapshot) {
    m_out.gpu = m_request.gpu;
    m_out.volumes = volumesOf(m_request);
    m_out.problems = problemsOf(m_request, snapshot);
    if (!m_out.problems.empty()) {
      // What is not evaluated here is no fault of the request.
      const auto isOpen = [](const Error& problem) { return problem.code == ErrorCode::Unsupported; };
      const bool open = std::all_of(m_out.problems.begin(), m_out.problems.end(), isOpen);
      m_out.outlook = open ? Outlook::Unknown : Outlook::Invalid;
      return;
    }
    m_evaluator = std::make_unique<Evaluator>(m_request, snapshot);
    m_ranking = std::make_unique<MissRanking>(m_evaluator->cardNeed(snapshot), kMaxNearMisses);
  }

  bool isOver() const { return m_evaluator == nullptr; }

  void visit(const NodeView& view) {
    static const TieBreaker kFirst;
    m_evaluator->evaluate(view, kFirst, m_verdict);
    ++m_out.nodes;
    const bool isKeptOff = !m_verdict.place && m_evaluator->isRefusedByRules(view, m_verdict);
    if (!m_verdict.place && !isKeptOff) addRoom(m_out.room, view, m_verdict, m_request.gpu);
    if (m_verdict.rules && chooses(view)) ++m_out.room.ruled;
    if (m_verdict.feasible && m_scoring.empty()) return addFeasible(view);
    if (m_verdict.feasible) return refuseCompared(view);
    // Refused before its cards were looked at: nothing is explained further, and nothing of it is counted in amounts.
    if (m_verdict.place && !m_evaluator->isAimedAway(view) && !isCounted(*m_verdict.place))
      return m_tally.add(view.index, *m_verdict.place);
    m_rejection.cards.clear();
    m_rejection.sumWouldFit = false;
    m_evaluator->explain(view, m_verdict, m_rejection);
    if (m_verdict.resources.rejection && !m_verdict.place) countBlocked(view);
    m_tally.add(m_rejection);
    m_ranking->add(m_rejection);
  }

  bool readsCapacity() const { return m_evaluator->readsCapacity(); }

  PendingExplanation finish(NewHomes& homes, const std::stop_token& stop) {
    if (isOver()) return std::move(m_out);
    askAgainWhereAttemptEnds();
    for (const MissRanking::Entry& entry : m_ranking->entries()) {
      // The card may lack more than the node's sum: then its figures count.
      const bool ofCard = entry.miss.code != entry.reason.code;
      const auto requested = m_request.gpu.shared();
      const std::int64_t needed = ofCard && requested ? requested->memoryPerCard().value : entry.reason.needed;
      m_out.nearest.push_back({entry.miss, needed, needed - entry.miss.lacking, entry.reason.waiting});
    }
    m_out.groups = m_tally.groups();
    if (m_out.fitting == 0 && !m_isEnded) addRemedies(homes, stop);
    const Outlook ofNodes = outlook();
    m_out.outlook = isHeldByGates(*m_request.pod, m_snapshot.serverVersion) ? Outlook::Gated : ofNodes;
    m_out.fragmented = ofNodes == Outlook::MayHelp && isFragmented(m_out.room, m_request.gpu, m_out.fitting);
    return std::move(m_out);
  }

 private:
  /// An error of a claim on one node ends the scheduler's attempt on all of them; so does a version of it that cannot
  /// compare the nodes that take the pod.
  void askAgainWhereAttemptEnds() {
    ClaimRule* claims = m_evaluator->claims();
    if (claims == nullptr) return;
    if (claims->endsAttempt())
      claims->endAttempt();
    else if (m_out.fitting > 1 && !m_fitsNominated && !claims->wordsOfScoring().empty())
      m_scoring = claims->wordsOfScoring();
    else
      return;
    m_isEnded = true;
    PendingExplanation anew;
    anew.gpu = m_out.gpu;
    anew.volumes = m_out.volumes;
    anew.pods = m_out.pods;
    m_out = std::move(anew);
    m_tally = {};
    m_ranking = std::make_unique<MissRanking>(m_evaluator->cardNeed(m_snapshot), kMaxNearMisses);
    for (std::uint32_t node = 0; node < m_snapshot.nodes.size(); ++node) visit(viewOf(m_snapshot, NodeIndex{node}));
  }

  void refuseCompared(const NodeView& view) {
    m_rejection.cards.clear();
    m_rejection.sumWouldFit = false;
    m_rejection.node = view.index;
    m_rejection.reason = nodeRejection(ReasonCode::StackRefused, Waiting::Unknown, m_scoring);
    m_tally.add(m_rejection);
  }

  void addFeasible(const NodeView& view) {
    ++m_out.fitting;
    const std::string& nominated = m_request.pod->nominatedNode;
    if (!nominated.empty() && view.node->name == nominated) m_fitsNominated = true;
    // Nodes are distinguished by a score only where all of them are scored by it.
    if (!m_out.place || (scoresNodes(m_verdict.family) && m_verdict.choice.score > m_bestScore)) {
      m_out.place = m_evaluator->candidate(view, m_verdict);
      m_bestScore = m_verdict.choice.score;
    }
  }

  /// The cards would do, something else of the node is short.
  void countBlocked(const NodeView& view) {
    const Rejection& reason = *m_verdict.resources.rejection;
    const bool ofCards = reason.code == ReasonCode::NotEnoughWholeCards || reason.detail == kGpuMemory;
    if (!ofCards && m_verdict.family != Family::Plain && chooses(view)) ++m_out.room.blocked;
  }
  bool chooses(const NodeView& view) {
    static const TieBreaker kFirst;
    return m_evaluator->rule(m_verdict.family).choose(view, TieRule{kFirst}, m_choice, m_room);
  }

  void addRemedies(NewHomes& homes, const std::stop_token& stop) {
    Trial trial(m_request.pod, m_snapshot, &m_request);
    const RemedyCase about{*m_request.pod, trial, m_tally, m_out};
    const std::vector<FreeingPod> freeing = freeingPods(about, m_snapshot);
    m_out.endings = endingPods(freeing);
    m_shutNodeHelps = wouldFitWhenOpen(about, m_snapshot);
    std::vector<Remedy> remedies;
    addClusterRemedies(about, m_snapshot, freeing, homes, stop, remedies);
    addRequestRemedies(about, m_snapshot, remedies);
    const auto rank = [](const Remedy& remedy) {
      return std::find(kRemedyOrder.begin(), kRemedyOrder.end(), remedy.kind);
    };
    std::stable_sort(remedies.begin(), remedies.end(),
                     [&](const Remedy& a, const Remedy& b) { return rank(a) < rank(b); });
    m_out.remedies = std::move(remedies);
  }

  Outlook outlook() const {
    if (isTerminating(*m_request.pod)) return Outlook::Unknown;  // the scheduler does not place it, whatever would fit
    const bool isOpen = m_out.volumes == PodVolumes::NotBound || m_out.volumes == PodVolumes::NotRead;
    if (m_out.fitting > 0 && isOpen) return Outlook::Unknown;
    if (m_out.fitting > 0) return Outlook::FitsNow;
    const auto helps = [](const RefusalGroup& group) { return group.waitingHelps > 0; };
    if (std::any_of(m_out.groups.begin(), m_out.groups.end(), helps)) return Outlook::MayHelp;
    // The end of pods opens no node; those that are shut count only where the pod would fit once they are open.
    // Of a pod that the API server may make tolerate a taint it is unknown.
    const bool taintsAreKnown = extendedToTolerate(*m_request.pod).empty();
    const auto never = [this, taintsAreKnown](const RefusalGroup& group) {
      const bool shut = group.code == ReasonCode::NodeUnschedulable || group.code == ReasonCode::NodeNotReady;
      return group.unknown == 0 || (shut && !m_shutNodeHelps) ||
             (group.code == ReasonCode::TaintNotTolerated && taintsAreKnown) || group.code == ReasonCode::NodeUnknown;
    };
    const bool none = std::all_of(m_out.groups.begin(), m_out.groups.end(), never);
    return !m_out.groups.empty() && none ? Outlook::NeedsChange : Outlook::Unknown;
  }

  AllocationRequest m_request;
  const ClusterSnapshot& m_snapshot;
  std::unique_ptr<Evaluator> m_evaluator;  ///< null = the request breaks a rule
  std::unique_ptr<MissRanking> m_ranking;
  PendingExplanation m_out;
  RefusalTally m_tally;
  Verdict m_verdict;
  NodeRejection m_rejection;
  CardChoice m_choice;
  CardRoom m_room;
  std::string m_scoring;  ///< the scheduler's words where it fails as it compares nodes
  int m_bestScore = -1;
  bool m_shutNodeHelps = false;
  bool m_fitsNominated = false;
  bool m_isEnded = false;  ///< its attempt ends with an error
};

using Scans = std::vector<std::unique_ptr<ShapeScan>>;

bool scanBlock(Scans& scans, std::span<const NodeView> views, const NodePrefetcher& prefetcher,
               const std::stop_token& stop) {
  for (std::size_t shape = 0; shape < scans.size(); ++shape) {
    if (shape % kShapesPerStopCheck == 0 && stop.stop_requested()) return false;
    if (scans[shape]->isOver()) continue;
    for (const NodeView& view : views) {
      if (scans[shape]->readsCapacity()) prefetcher.aheadOfCapacity(view.index.value);
      scans[shape]->visit(view);
    }
  }
  return true;
}

/// Nodes outside, shapes inside: a node's data is fetched once for all of them.
bool scanAll(Scans& scans, const ClusterSnapshot& snapshot, const std::stop_token& stop) {
  const auto nodes = static_cast<std::uint32_t>(snapshot.nodes.size());
  const NodePrefetcher prefetcher(snapshot);
  std::vector<NodeView> views;
  for (std::uint32_t first = 0; first < nodes; first += kNodesPerBlock) {
    const std::uint32_t last = std::min(first + kNodesPerBlock, nodes);
    views.clear();
    for (std::uint32_t node = first; node < last; ++node) views.push_back(viewOf(snapshot, NodeIndex{node}));
    if (!scanBlock(scans, views, prefetcher, stop)) return false;
  }
  return true;
}

std::optional<std::vector<PendingExplanation>> explainAll(Scans scans, const ClusterSnapshot& snapshot,
                                                          const std::stop_token& stop) {
  if (!scanAll(scans, snapshot, stop)) return std::nullopt;
  NewHomes homes(snapshot);
  std::vector<PendingExplanation> out;
  out.reserve(scans.size());
  for (const auto& scan : scans) {
    if (stop.stop_requested()) return std::nullopt;
    out.push_back(scan->finish(homes, stop));
  }
  if (stop.stop_requested()) return std::nullopt;
  return out;
}

/// A request that its namespace refuses is scanned as it is: its problems are found anew.
std::unique_ptr<ShapeScan> scanOf(const AllocationRequest& request, const ClusterSnapshot& snapshot) {
  Admission admitted = admit(request, snapshot);
  return std::make_unique<ShapeScan>(admitted.problems.empty() ? std::move(admitted.request) : request, snapshot);
}

}  // namespace
}  // namespace alloc

PendingReport explainPending(const ClusterSnapshot& snapshot, std::stop_token stop, const RulesOf& rulesOf) {
  PendingReport report;
  report.generation = snapshot.generation;
  report.time = snapshot.time;
  alloc::PodShapes shapes =
      alloc::groupByShape(snapshot.unboundPods, {snapshot.counts.podsWithAffinity > 0, static_cast<bool>(rulesOf)});
  alloc::Scans scans;
  scans.reserve(shapes.shapes.size());
  for (const alloc::PodShape& shape : shapes.shapes) {
    AllocationRequest request;
    request.gpu = shape.pod->request;
    request.pod = shape.pod->raw;
    request.name = shape.pod->key().name;
    if (rulesOf) request.rules = rulesOf(request);
    report.rules.push_back(request.rules);
    scans.push_back(alloc::scanOf(request, snapshot));
  }
  auto explanations = alloc::explainAll(std::move(scans), snapshot, stop);
  if (!explanations) return report;
  report.explanations = std::move(*explanations);
  for (std::size_t i = 0; i < shapes.shapes.size(); ++i) report.explanations[i].pods = shapes.shapes[i].pods;
  report.ofPod = std::move(shapes.ofPod);
  report.complete = true;
  return report;
}

RulesOf rulesIn(const PendingReport& report, const ClusterSnapshot& snapshot) {
  return [&report, &snapshot](const AllocationRequest& request) -> std::shared_ptr<const NamespaceRules> {
    const auto& pods = snapshot.unboundPods;
    const ObjectKey& key = request.pod->meta.key;
    const auto found = std::lower_bound(pods.begin(), pods.end(), key,
                                        [](const PodPtr& pod, const ObjectKey& wanted) { return pod->key() < wanted; });
    const auto at = static_cast<std::size_t>(found - pods.begin());
    const bool isThere = found != pods.end() && (*found)->key() == key && at < report.ofPod.size();
    return isThere ? report.rules[report.ofPod[at]] : nullptr;
  };
}

std::optional<PendingExplanation> explainRequest(const AllocationRequest& request, const ClusterSnapshot& snapshot,
                                                 std::stop_token stop) {
  alloc::Scans scans;
  scans.push_back(alloc::scanOf(request, snapshot));
  auto explanations = alloc::explainAll(std::move(scans), snapshot, stop);
  if (!explanations) return std::nullopt;
  explanations->front().pods = 1;
  return std::move(explanations->front());
}

}  // namespace cardinal
