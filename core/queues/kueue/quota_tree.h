// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "core/queues/kueue/kueue_objects.h"

namespace cardinal::queues {

/// Amounts by cell of a QuotaTree; cells are unique, in rising order.
using CellAmounts = std::map<int, Amount>;

/// ClusterQueues and cohorts as one forest, and what each has, lends, borrows and uses of every resource of every
/// flavor (a cell). Source of the arithmetic: Kueue v0.19.2, pkg/cache/scheduler/resource_node.go. Not thread-safe.
class QuotaTree {
 public:
  using Node = int;
  static constexpr Node kNone = -1;

  /// Every ClusterQueue and cohort of `objects`, without usage. Cohorts that are only named exist with no quota.
  explicit QuotaTree(const KueueObjects& objects);

  int cellOf(const std::string& flavor, const std::string& resource);  ///< made where it is new
  const std::string& flavorOf(int cell) const { return m_cells[static_cast<std::size_t>(cell)].first; }
  const std::string& resourceOf(int cell) const { return m_cells[static_cast<std::size_t>(cell)].second; }

  Node queue(const std::string& name) const;   ///< kNone = there is none
  Node cohort(const std::string& name) const;  ///< the same
  /// Cohorts by name, of those that have children or an object.
  const std::map<std::string, Node>& cohorts() const { return m_cohorts; }
  const std::string& name(Node node) const { return at(node).name; }
  Node parent(Node node) const { return at(node).parent; }
  Node root(Node node) const;
  const std::vector<Node>& childQueues(Node cohort) const { return at(cohort).queues; }
  const std::vector<Node>& childCohorts(Node cohort) const { return at(cohort).cohorts; }
  /// Cohorts are their own ancestors here: Kueue admits nothing in such a tree.
  bool isCyclic(Node node) const { return at(node).cyclic; }
  /// A queue that is not active does not count as a child where the height of a tree is asked.
  void setActive(Node queue, bool active) { at(queue).active = active; }
  bool isActive(Node queue) const { return at(queue).active; }

  const KueueQuota& quota(Node node, int cell) const;
  /// Cells that the node has a quota for, or a child lends to it.
  std::vector<int> knownCells(Node node) const;
  Amount subtreeQuota(Node node, int cell) const { return value(at(node).subtree, cell); }
  Amount usage(Node node, int cell) const { return value(at(node).usage, cell); }
  /// What only the node itself may use, as far as it is free.
  Amount localAvailable(Node node, int cell) const;
  /// What a queue could take now; never below 0.
  Amount available(Node queue, int cell) const;
  /// The largest request that could ever fit.
  Amount potential(Node node, int cell) const;
  /// Would the node use more than its own subtree has?
  bool borrowsWith(Node node, int cell, Amount more) const;
  bool borrowsInAny(Node node, const std::vector<int>& cells) const;
  /// Levels below a cohort; 0 = a cohort without children.
  int height(Node cohort) const;
  /// How far up quota for `amount` more is found, and whether some tree above is left then.
  std::pair<int, bool> lowestFit(Node queue, int cell, Amount amount) const;

  void addUsage(Node node, int cell, Amount amount);
  void removeUsage(Node node, int cell, Amount amount);
  void addUsage(Node queue, const CellAmounts& amounts);
  void removeUsage(Node queue, const CellAmounts& amounts);

 private:
  friend class RaisedQuota;
  struct Entry {
    std::string name;
    Node parent = kNone;
    std::vector<Node> queues;
    std::vector<Node> cohorts;
    std::map<int, KueueQuota> quotas;
    std::vector<Amount> subtree;
    std::vector<char> known;
    std::vector<Amount> usage;
    bool cyclic = false;
    bool active = true;
  };

  Entry& at(Node node) { return m_nodes[static_cast<std::size_t>(node)]; }
  const Entry& at(Node node) const { return m_nodes[static_cast<std::size_t>(node)]; }
  static Amount value(const std::vector<Amount>& amounts, int cell);
  static void change(std::vector<Amount>& amounts, int cell, Amount amount);
  Node makeCohort(const std::string& name);
  void readQuotas(Node node, const std::vector<KueueResourceGroup>& groups);
  void breakCycles();
  void sumQuotas(Node node);
  /// Of a cohort, when one of its children has changed.
  void sumCell(Node cohort, int cell);
  Amount localQuota(Node node, int cell) const;
  Amount freeFor(Node node, int cell) const;

  std::vector<Entry> m_nodes;
  std::map<std::string, Node> m_queues;
  std::map<std::string, Node> m_cohorts;
  std::vector<std::pair<std::string, std::string>> m_cells;
  std::map<std::pair<std::string, std::string>, int> m_cellIndex;
};

/// More nominal quota of a cell that the queue has quota of, as long as this lives; what it lends, borrows and uses of
/// others follows. Usage must be as before when it ends.
class RaisedQuota {
 public:
  RaisedQuota(QuotaTree& tree, QuotaTree::Node queue, int cell, Amount more);
  ~RaisedQuota();
  RaisedQuota(const RaisedQuota&) = delete;
  RaisedQuota& operator=(const RaisedQuota&) = delete;

 private:
  struct Before {
    QuotaTree::Node node = QuotaTree::kNone;
    Amount subtree = 0;
    Amount usage = 0;
  };
  QuotaTree& m_tree;
  QuotaTree::Node m_queue;
  int m_cell;
  Amount m_nominal;
  std::vector<Before> m_before;  ///< the queue and what is above it
};

}  // namespace cardinal::queues
