// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "core/queues/kueue/kueue_requests.h"
#include "core/queues/kueue/quota_tree.h"

namespace cardinal::queues {

/// A workload that holds quota.
struct QuotaHolder {
  const KueueWorkload* workload = nullptr;
  QuotaTree::Node queue = QuotaTree::kNone;
  CellAmounts usage;
  std::vector<int> cells;      ///< that it was given, those it asks 0 of too
  bool isEvicted = false;      ///< of the workload, looked up once
  UnixSeconds reservedAt = 0;  ///< likewise
};

/// The quota tree of some objects with what is used of it: the state in which a decision is taken. What is tried out in
/// it must be taken back. Keeps references into `objects`. Not thread-safe.
class KueueState {
 public:
  explicit KueueState(const KueueObjects& objects);

  const KueueObjects& objects() const { return m_objects; }
  QuotaTree& tree() { return m_tree; }
  const QuotaTree& tree() const { return m_tree; }
  const std::vector<QuotaHolder>& holders() const { return m_holders; }
  /// Whose quota the workload takes over; null = nobody's.
  const QuotaHolder* replacedBy(const KueueWorkload& workload) const;
  /// Holders of a queue, as indexes.
  const std::vector<std::size_t>& holdersOf(QuotaTree::Node queue) const;
  /// Of ClusterQueues; nodes that are none of this tree's throw.
  const KueueClusterQueue& queueOf(QuotaTree::Node node) const;

  void add(const QuotaHolder& holder) { m_tree.addUsage(holder.queue, holder.usage); }
  void remove(const QuotaHolder& holder) { m_tree.removeUsage(holder.queue, holder.usage); }

 private:
  void addHolder(const KueueWorkload& workload);

  const KueueObjects& m_objects;
  QuotaTree m_tree;
  std::vector<QuotaHolder> m_holders;
  std::map<QuotaTree::Node, std::vector<std::size_t>> m_byQueue;
};

}  // namespace cardinal::queues
