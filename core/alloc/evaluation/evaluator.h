// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "core/alloc/demand.h"
#include "core/alloc/evaluation/nominated.h"
#include "core/alloc/explain/near_miss.h"
#include "core/alloc/filter/between_replicas.h"
#include "core/alloc/filter/filter.h"
#include "core/alloc/filter/resources.h"
#include "core/alloc/profile.h"
#include "core/alloc/reserve/ack_packing.h"
#include "core/alloc/reserve/best_fit.h"
#include "core/alloc/reserve/counted_devices.h"
#include "core/alloc/reserve/no_cards.h"
#include "core/alloc/reserve/whole_cards.h"
#include "core/alloc/score/balance.h"
#include "core/alloc/score/kube_scores.h"
#include "core/alloc/stacks/dra/dra_rule.h"
#include "core/alloc/stacks/stack_rules.h"

namespace cardinal::alloc {

/// Whose rule chooses the cards of a node, and with it how sure the choice is. Values from FirstStack on stand for the
/// scheduler of one stack: see familyOf.
enum class Family : std::uint8_t {
  Plain,
  OpenSource,
  Ack,
  WholeCards,
  Counted,
  Claims,  ///< kube-scheduler gives devices to claims
  FirstStack,
};

/// A scheduler of the stack's own, whose rules were compared with one version of it.
constexpr bool isStackFamily(Family family) {
  return family >= Family::FirstStack;
}
constexpr Family familyOf(GpuStack stack) {
  return static_cast<Family>(static_cast<std::uint8_t>(Family::FirstStack) + static_cast<std::uint8_t>(stack));
}
/// The stack chooses between nodes, by CardChoice::score: gpu-admission hands kube-scheduler one node back.
constexpr bool scoresNodes(Family family) {
  return family == Family::Ack || isStackFamily(family);
}

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
  /// The same but for the rules of `betweenReplicas`.
  void evaluateAlone(const NodeView& view, const TieBreaker& breakTie, Verdict& out);
  /// Rules of which replicas that were placed change the say; empty for most requests.
  std::span<BetweenReplicas* const> betweenReplicas() const { return m_between; }
  /// A rule between pods refuses the node, be it that the verdict met it or that the node is full before that.
  bool isRefusedByRules(const NodeView& view, const Verdict& verdict) const;
  /// One of these rules refuses the node, wherever replicas go.
  bool isRefusedForGood(const NodeView& view) const;
  /// A replica went to the node. For each of these rules: may nodes of other domains be judged otherwise now?
  std::vector<bool> placed(const NodeView& view);
  /// Why a verdict is not feasible.
  void explain(const NodeView& view, const Verdict& verdict, NodeRejection& out) const;
  Candidate candidate(const NodeView& view, const Verdict& verdict) const {
    Candidate out;
    fill(view, verdict, out);
    return out;
  }
  /// The same into a fresh candidate, where it stays.
  void fill(const NodeView& view, const Verdict& verdict, Candidate& out) const;
  /// kube-scheduler's scores; not to be used while its profile is not known.
  const KubeScores& scores() const { return m_scores; }
  const SchedulerProfile& profile() const { return m_profile; }
  /// True where the rows do not show enough: most nodes' records will be read.
  bool needsRecords() const;
  /// True where the rules of stacks choose the cards of many nodes, from what their adapters read.
  bool needsDevices() const;
  /// The memory that the rule of the node's stack reads first of `state`; empty = none.
  std::span<const std::byte> readFirst(const NodeView& view, const StackState& state) {
    return rule(sortOf(view).family).readFirst(state);
  }
  /// A refusal was explained by what a node registered, which no row has: the next ones will be, too.
  bool readsCapacity() const { return m_readsCapacity; }
  /// What one node says may depend on the pods of other nodes.
  bool looksAtOtherPods() const;
  /// recount() is all that the end of pods changes of the rules between pods. False: some rule was not read, or looks
  /// at the cluster in its own way.
  bool canRecount() const;
  /// For the rules between pods: a pod of the node has left it (by = -1), or is there again (+1).
  void recount(const RawPod& pod, const RawNode& node, int by);
  /// Placing one replica takes from the next what is not counted here.
  bool replicasInteract() const;
  /// Whose rule chooses the cards of the node.
  Family family(const NodeView& view) { return sortOf(view).family; }
  const CardRule& rule(Family family) const { return *m_rules[static_cast<std::size_t>(family)]; }
  /// Null where the request is not one for claims.
  ClaimRule* claims() const { return m_claims.get(); }
  /// The user aimed at another node. Such a node is evaluated all the same, for the fragmentation and the certainty.
  bool isAimedAway(const NodeView& view) const { return m_aim && *m_aim != view.index; }
  /// A DeviceClass stands for a requested resource: nodes without that resource may serve the pod by devices, which is
  /// not evaluated. By its field the API server keeps such classes only while its gate DRAExtendedResource is on; by
  /// the name that every class has without it the API does not tell.
  bool isMappedToClaims() const { return !m_mapped.empty(); }
  /// The KAI-Scheduler chooses: among equal nodes the first by name.
  bool isOfKai() const { return m_isOfKai; }
  /// For ranking nodes that were refused before their cards were looked at.
  CardNeed cardNeed(const ClusterSnapshot& snapshot) const;
  /// The node's part in the fragmentation of the cluster.
  Fragmentation fragmentation(const NodeView& view, const Verdict& verdict) const;

 private:
  /// What mode and stack of a node decide about the request, looked up once for all nodes of a sort.
  struct Sort {
    bool isLearned = false;
    bool passes = false;  ///< all filters surely pass where the node is open
    Family family = Family::Plain;
  };
  const Sort& sortOf(const NodeView& view) {
    Sort& sort = m_sorts[static_cast<std::size_t>(view.mode()) * kStacks + static_cast<std::size_t>(view.stack())];
    if (!sort.isLearned) sort = learn(view.mode(), view.stack());
    return sort;
  }
  Sort learn(GpuMode mode, GpuStack stack) const;
  void learnRules();

  bool passesWithNominated(const NodeView& view, const TieBreaker& breakTie, Verdict& out);
  void evaluateWith(const NodeView& view, const PodRules& rules, const TieBreaker& breakTie, Verdict& out);
  Waiting onceEmptied(const NodeView& view) const;
  bool missesCard(const Verdict& verdict) const;
  Family familyOf(GpuMode mode, GpuStack stack) const;
  void joinHami();
  void joinKoordinator();
  bool isCountedBeside(GpuStack stack) const;
  std::optional<Rejection> checkPlace(const NodeView& view) const;
  bool areCardsTooSmall(const NodeView& view, const Verdict& verdict, const Rejection& reason) const;
  void explainAim(const NodeView& view, const Verdict& verdict, NodeRejection& out) const;

  bool spreadsByDefault() const;
  bool asksExtenderAlone() const;
  bool isPlacedWithOthers() const;
  bool mayComeBack(const NodeView& view, const Rejection& reason) const;
  bool isLeftToHami(const NodeView& view, const Rejection& reason) const;
  bool mayBeServedByClaims(const NodeView& view, const Rejection& reason) const;

  const AllocationRequest& m_request;
  const SelectorObjects* m_selectors;
  Demand m_demand;
  SchedulerProfile m_profile;
  KubeScores m_scores;
  static constexpr std::size_t kStacks = static_cast<std::size_t>(kLastGpuStack) + 1;
  static constexpr std::size_t kModes = static_cast<std::size_t>(kLastGpuMode) + 1;
  std::vector<std::unique_ptr<Filter>> m_filters;
  std::array<Sort, kModes * kStacks> m_sorts{};  ///< by mode and stack; learned when the first such node comes
  PodRules m_podRules;                           ///< checked after the resources, as the scheduler does
  std::vector<BetweenReplicas*> m_between;       ///< of m_podRules
  bool m_ignoresReplicas = false;                ///< of m_podRules, those are left out
  std::vector<NominatedPods> m_nominated;
  ResourceCheck m_resources;
  std::optional<ResourceCheck> m_hamiResources;  ///< on HAMi's nodes, for pods that ask other vendors' cards
  BestFitRule m_bestFit;
  AckPackingRule m_ack;
  WholeCardRule m_wholeCards;
  CountedDeviceRule m_counted;
  NoCardRule m_noCards;
  UnknownRule m_unknown;
  std::array<std::unique_ptr<CardRule>, kStacks> m_stackRules;  ///< of stacks with a scheduler of their own
  std::unique_ptr<ClaimRule> m_claims;                          ///< null = the pod claims no devices
  std::array<const CardRule*, static_cast<std::size_t>(Family::FirstStack) + kStacks> m_rules{};  ///< by family
  provider::WeighedRequest m_scored;
  std::optional<NodeIndex> m_aim;
  std::vector<std::string> m_mapped;  ///< requested resources for which a DeviceClass stands
  mutable bool m_readsCapacity = false;
  bool m_isOfKai = false;
  bool m_requestsKoordinator = false;  ///< its NICs or FPGAs, and no GPU
};

}  // namespace cardinal::alloc
