// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bitset>
#include <stop_token>

#include "core/alloc/evaluator.h"

namespace cardinal::alloc {

/// One answer: scan over all nodes, order of the candidates, certainty and caveats, then the replicas.
class Engine {
 public:
  /// All arguments must outlive the engine; the request must have no problems.
  Engine(const AllocationRequest& request, const ClusterSnapshot& snapshot, const TieBreaker& breakTie,
         std::stop_token stop)
      : m_request(request),
        m_snapshot(snapshot),
        m_breakTie(breakTie),
        m_stop(std::move(stop)),
        m_evaluator(request, snapshot) {}

  /// Nothing when stopped.
  std::optional<AllocationAnswer> run();

 private:
  bool scan();
  void visit(NodeIndex node);
  void addFeasible(const NodeView& view);
  void sortCandidates();
  void rate();
  void rateByKubeScores();
  void setDisplayScores();
  void addSchedulerCaveats();
  void addRequestCaveats();
  bool mayPreempt() const;
  bool isLowered() const;
  bool othersMayWin() const;
  void add(Caveat caveat) { m_caveats.set(static_cast<std::size_t>(caveat)); }
  bool has(Caveat caveat) const { return m_caveats.test(static_cast<std::size_t>(caveat)); }

  const AllocationRequest& m_request;
  const ClusterSnapshot& m_snapshot;
  const TieBreaker& m_breakTie;
  std::stop_token m_stop;
  Evaluator m_evaluator;
  AllocationAnswer m_answer;
  Verdict m_verdict;
  std::bitset<32> m_caveats;
  std::size_t m_ackNodes = 0;
  std::size_t m_elsewhere = 0;  ///< nodes that would take the request but are not aimed at
  int m_bestElsewhere = 0;      ///< the best score among them
  bool m_scoresDecide = false;
  bool m_kubeDecides = false;  ///< kube-scheduler's totals choose between the candidates
};

}  // namespace cardinal::alloc
