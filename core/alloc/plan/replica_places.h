// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/alloc/evaluation/evaluator.h"
#include "core/alloc/plan/place_groups.h"
#include "core/alloc/score/replica_totals.h"

namespace cardinal::alloc {

/// The places of a plan whose replicas have a say in where the next may go: rules between pods open and close whole
/// domains, and scores count the replicas. A replica costs a look at the domains that it changed, or at the
/// groups of places that are rated alike where scores change with it.
class ReplicaPlaces {
 public:
  /// Whether that is so for a plan of several replicas, or scores are scaled to the nodes that are left. `best`: the
  /// first of the answer's candidates. `kubeDecides`: kube-scheduler's totals choose between nodes.
  static bool isNeeded(const Evaluator& evaluator, const RawPod& pod, const ClusterSnapshot& snapshot,
                       const Candidate& best, bool kubeDecides);
  /// More replicas than scores are followed for.
  static constexpr int kMaxScored = 10'000;

  struct Rating {
    bool kubeDecides = false;
    bool scoresDecide = false;  ///< CardChoice::score, where kube-scheduler does not decide
    bool ofStacks = false;      ///< the candidates' nodes are chosen by their stacks
  };
  /// All arguments must outlive it; `answer` holds its candidates and rejections.
  ReplicaPlaces(Evaluator& evaluator, const AllocationRequest& request, const ClusterSnapshot& snapshot,
                const AllocationAnswer& answer, Rating rating);

  /// How many nodes take one more.
  std::size_t size() const { return m_groups->size(); }
  /// How many of them the scheduler prefers, and the one at a position among these, by name.
  std::size_t best();
  NodeIndex bestAt(std::size_t position) const { return m_nodes[m_groups->bestAt(position)]; }
  /// A replica went there. `fits`: the node takes one more if no rule between replicas refuses it, `score` as its card
  /// rule rates it then, `change` of what it has of kube-scheduler's total by itself.
  void place(const NodeView& view, bool fits, int score, std::int64_t change);
  /// The node takes none for a reason that is not known here.
  void drop(NodeIndex node);

  /// Every node that takes a replica sooner or later.
  std::span<const NodeIndex> nodes() const { return m_nodes; }
  bool holds(NodeIndex node) const;
  /// However equal nodes are chosen between, as many replicas find a place.
  bool isOrderFree() const;
  /// The scores of the next place are known.
  bool followsScores() const { return m_followsScores; }

 private:
  struct Domains {
    BetweenReplicas* rule = nullptr;
    std::size_t ofRule = 0;  ///< position of the rule
    std::size_t constraint = 0;
    BetweenReplicas::Constraint what;
    std::vector<std::uint32_t> domainOf;              ///< by place
    std::vector<const std::string*> values;           ///< by domain; null = the nodes lack the label
    std::vector<std::vector<std::uint32_t>> members;  ///< by domain
    std::vector<bool> closed;                         ///< by domain
    bool isOfHosts = false;                           ///< no domain has several places
    std::vector<std::vector<std::uint32_t>> groups;   ///< by domain; where places are grouped by it
  };

  void addWaiting(const NodeRejection& rejection, std::vector<Candidate>& places);
  void addDomains(const ClusterSnapshot& snapshot);
  void followTotals(std::vector<Candidate> places);
  void group();
  /// The group of the places that are like this one in what opens and closes them and in how they are rated together.
  std::uint32_t groupLike(std::uint32_t at);
  void check(Domains& domains, std::size_t domain);
  void setFits(std::uint32_t at, bool fits);
  void list(std::uint32_t at);
  void moveGroup(std::uint32_t at);
  bool isIn(std::size_t at) const { return m_fits[at] && m_refusals[at] == 0; }
  void rate();
  std::uint32_t positionOf(NodeIndex node) const;

  Evaluator& m_evaluator;
  const AllocationRequest& m_request;
  const ClusterSnapshot& m_snapshot;
  Rating m_rating;
  std::vector<NodeIndex> m_nodes;              ///< by place
  std::vector<bool> m_fits;                    ///< by place
  std::vector<std::uint32_t> m_refusals;       ///< by place: constraints that refuse it alone now
  std::vector<std::uint32_t> m_groupRefusals;  ///< by group: constraints that refuse it now
  std::vector<std::int64_t> m_keys;            ///< by place: what decides between nodes, of its own
  std::vector<Domains> m_domains;              ///< by constraint
  std::unique_ptr<ReplicaTotals> m_totals;     ///< null where scores do not change but with the node's own replicas
  std::optional<PlaceGroups> m_groups;         ///< those that fit and that nothing refuses alone
  std::map<std::vector<std::int64_t>, std::uint32_t> m_groupsLike;  ///< by what their places have in common
  std::vector<std::int64_t> m_like;                                 ///< of one place
  bool m_followsScores = true;
  bool m_countsReplicas = false;  ///< scores change with every replica; else with the nodes that are left
  bool m_isRated = false;         ///< the groups have the ratings that their places share
};

}  // namespace cardinal::alloc
