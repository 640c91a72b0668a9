// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bitset>
#include <span>
#include <stop_token>
#include <string>

#include "core/alloc/admission.h"
#include "core/alloc/engine/scan_totals.h"
#include "core/alloc/evaluation/evaluator.h"
#include "core/alloc/explain/near_miss.h"
#include "core/alloc/stacks/topology_group.h"
#include "core/provider/device_plugin.h"

namespace cardinal::alloc {

/// An answer, and what of its making is kept so that a node that changed can be exchanged in it.
struct OpenAnswer {
  AllocationAnswer answer;
  ScanTotals totals;
  std::vector<MissRanking::Entry> misses;
  std::optional<NodeIndex> nearest;    ///< the refused node that lacks least; nothing = not looked for
  std::optional<NodeIndex> evictable;  ///< a refused node with pods of lower priority; nothing = none
  std::optional<NodeIndex> relative;   ///< a node with a pod that may share a Service; nothing = none
  bool ranked = false;                 ///< `misses` is what it should be
  bool looked = false;                 ///< `evictable` was looked for
  bool lookedRelative = false;
  bool scoresDecide = false;  ///< how the candidates are ordered
  bool kubeDecides = false;
  bool alone = false;  ///< claims: every node was judged by its own devices alone
  bool plain = false;  ///< kube-scheduler's total of each node does not depend on the other nodes
};

/// One answer: scan over all nodes, order of the candidates, certainty and caveats, then the replicas.
class Engine {
 public:
  /// All arguments must outlive the engine; the request must have no problems.
  Engine(const Admission& admission, const ClusterSnapshot& snapshot, const TieBreaker& breakTie, std::stop_token stop)
      : m_request(admission.request),
        m_dropsFields(admission.dropsFields),
        m_snapshot(snapshot),
        m_breakTie(breakTie),
        m_stop(std::move(stop)),
        m_evaluator(m_request, snapshot),
        m_severalContainers(provider::isNeverMatched(*m_request.pod)) {}

  /// Nothing when stopped.
  std::optional<OpenAnswer> run();

  /// Re-evaluates `changed` in the answer of `before`; nothing where that is not possible. Same nodes by name
  /// in both snapshots, and the request does not depend on pods of other nodes: see `canUpdate`.
  std::optional<OpenAnswer> update(OpenAnswer kept, const ClusterSnapshot& before, std::span<const NodeIndex> changed);

  /// True where no rule of the request looks at more than one node at a time.
  bool canUpdate() const;

 private:
  bool scan();
  /// Verdict, refusal and facts of one node, in m_verdict and m_refusal.
  NodeFacts judge(const NodeView& view);
  std::uint64_t caveatsOf(const NodeView& view) const;
  std::uint64_t caveatsOfCards(const NodeView& view) const;
  void keepFeasible(const NodeView& view);
  void exchange(const ClusterSnapshot& before, NodeIndex node);
  bool insertCandidate(const NodeView& view, std::optional<std::size_t> from);
  void changeMisses(NodeIndex node, bool refused);
  std::int64_t keyOf(const Candidate& candidate) const;
  std::size_t positionOf(std::int64_t key, NodeIndex node) const;

  void endScoring(const std::string& words);
  void refuseAll(const Rejection& reason);
  void keepToOnePod();
  std::optional<OpenAnswer> finish();
  void order();
  void sortCandidates();
  void sortByTotal();
  void rate();
  void rateByKubeScores();
  bool mayBeUnspread() const;
  void addUnspread(std::size_t missed);
  void setDisplayScores(std::span<Candidate> candidates) const;
  void addSchedulerCaveats();
  bool serviceMayMatter();
  void addRequestCaveats();
  void addNewerCaveats();
  bool hasUnknownNamespaces() const;
  void preferNominated();
  bool mayPreempt(bool isPriorityUnknown);
  void explainMisses();
  bool isLowered() const;
  void softenClosed();
  void placeGroup();
  bool othersMayWin() const;
  void add(Caveat caveat) { m_caveats.set(static_cast<std::size_t>(caveat)); }
  bool has(Caveat caveat) const { return m_caveats.test(static_cast<std::size_t>(caveat)); }

  const AllocationRequest& m_request;
  bool m_dropsFields;  ///< see Admission
  const ClusterSnapshot& m_snapshot;
  const TieBreaker& m_breakTie;
  std::stop_token m_stop;
  Evaluator m_evaluator;
  OpenAnswer m_open;
  AllocationAnswer& m_answer = m_open.answer;
  const bool m_severalContainers;  ///< each container's amount differs from the pod's
  Verdict m_verdict;
  NodeRejection m_refusal;  ///< of the node that was judged last
  std::bitset<kCaveatBits> m_caveats;
  std::size_t m_elsewhere = 0;  ///< nodes that would take the request but are not aimed at
  int m_bestElsewhere = 0;      ///< the best score among them
  GroupPlan m_group;            ///< places of ACK's topology group, where the request is one
  bool m_isUnspread = false;    ///< where it goes depends on whether kube-scheduler knows the new controller by then
  bool m_lost = false;          ///< an update found what it did not expect
};

}  // namespace cardinal::alloc
