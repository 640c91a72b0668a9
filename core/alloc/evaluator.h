// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <vector>

#include "core/alloc/demand.h"
#include "core/alloc/explain/near_miss.h"
#include "core/alloc/filter/filter.h"
#include "core/alloc/filter/resources.h"
#include "core/alloc/reserve/ack_packing.h"
#include "core/alloc/reserve/best_fit.h"
#include "core/alloc/reserve/no_cards.h"
#include "core/alloc/reserve/whole_cards.h"
#include "core/alloc/score/balance.h"
#include "core/alloc/score/kube_scores.h"
#include "core/alloc/score/profile.h"

namespace cardinal::alloc {

/// Whose rule chooses the cards of a node, and with it how sure the choice is.
enum class Family : std::uint8_t { Plain, OpenSource, Ack, WholeCards };

/// One node's answer. Reused from node to node, so that a scan does not allocate.
struct Verdict {
  std::optional<Rejection> place;  ///< refused by something that placing replicas cannot change
  ResourceFit resources;           ///< valid when `place` is empty
  CardRoom room;                   ///< likewise; fits is bounded by the node's resources too
  std::optional<Rejection> rules;  ///< likewise: refused by a rule between pods
  Family family = Family::Plain;
  bool cardsFit = false;  ///< the rule found cards
  bool feasible = false;
  CardChoice choice;  ///< valid when `cardsFit`
};

/// Asks one node after the other for one request: the filters in kube-scheduler's order, then the card rule of the
/// node's stack. Serves one thread.
class Evaluator {
 public:
  /// Both must outlive the evaluator.
  Evaluator(const AllocationRequest& request, const ClusterSnapshot& snapshot);
  Evaluator(const Evaluator&) = delete;
  Evaluator& operator=(const Evaluator&) = delete;

  void evaluate(const NodeView& view, const TieBreaker& breakTie, Verdict& out);
  /// Why a verdict is not feasible.
  void explain(const NodeView& view, const Verdict& verdict, NodeRejection& out) const;
  Candidate candidate(const NodeView& view, const Verdict& verdict) const {
    Candidate out;
    fill(view, verdict, out);
    return out;
  }
  /// The same into a fresh candidate, where it stays.
  void fill(const NodeView& view, const Verdict& verdict, Candidate& out) const;
  /// kube-scheduler's scores; not to be asked while its profile is not known.
  const KubeScores& scores() const { return m_scores; }
  const SchedulerProfile& profile() const { return m_profile; }
  /// True where the rows do not show enough: most nodes' records will be read.
  bool needsRecords() const;
  /// What one node says may depend on the pods of other nodes.
  bool looksAtOtherPods() const;
  /// Placing one replica changes what the rules between pods say of the next.
  bool replicasInteract() const;
  const CardRule& rule(Family family) const;
  /// The user aimed at another node. Such a node is asked all the same, for the fragmentation and the certainty.
  bool isAimedAway(const NodeView& view) const { return m_aim && *m_aim != view.index; }
  /// For ranking nodes that were refused before their cards were looked at.
  CardNeed cardNeed(const ClusterSnapshot& snapshot) const;
  /// The node's part in the fragmentation of the cluster.
  Fragmentation fragmentation(const NodeView& view, const Verdict& verdict) const;

 private:
  bool missesCard(const Verdict& verdict) const;
  Family familyOf(const NodeView& view) const;
  std::optional<Rejection> checkPlace(const NodeView& view) const;
  void learnPassing();
  bool surelyPasses(const NodeView& view) const;
  bool areCardsTooSmall(const NodeView& view, const Verdict& verdict, const Rejection& reason) const;
  void explainAim(const NodeView& view, const Verdict& verdict, NodeRejection& out) const;

  const AllocationRequest& m_request;
  Demand m_demand;
  SchedulerProfile m_profile;
  KubeScores m_scores;
  static constexpr std::size_t kStacks = static_cast<std::size_t>(GpuStack::Nvidia) + 1;
  static constexpr std::size_t kModes = static_cast<std::size_t>(GpuMode::Unknown) + 1;
  std::vector<std::unique_ptr<Filter>> m_filters;
  std::array<bool, kModes * kStacks> m_passes{};  ///< open nodes by mode and stack: all filters surely pass
  std::vector<std::unique_ptr<Filter>> m_podRules;  ///< asked after the resources, as the scheduler does
  ResourceCheck m_resources;
  BestFitRule m_bestFit;
  AckPackingRule m_ack;
  WholeCardRule m_wholeCards;
  NoCardRule m_noCards;
  ScoredRequest m_scored;
  std::optional<NodeIndex> m_aim;
};

}  // namespace cardinal::alloc
