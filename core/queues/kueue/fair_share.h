// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "core/queues/kueue/quota_tree.h"

namespace cardinal::queues {

/// How much a queue or cohort borrows, measured by what its tree could lend: the larger, the later it is served and the
/// sooner it loses workloads. Source: Kueue v0.19.2, pkg/cache/scheduler/fair_sharing.go.
struct FairShare {
  double ratio = 0;  ///< thousandths of what could be lent, of the resource where that is most; below 0 = below every
                     ///< real one
  double weight = 1;
  std::vector<int> borrowed;  ///< cells

  bool isBorrowing() const { return !borrowed.empty(); }
  bool isBorrowingAny(const CellAmounts& requested) const;
  /// Infinite where a weight of 0 borrows.
  double weighted() const;
  /// status.fairSharing.weightedShare: rounded up.
  std::int64_t rounded() const;
  static FairShare none() { return {-1, 1, {}}; }
};

/// Of the node as it uses now; a root's is 0.
FairShare fairShareOf(const QuotaTree& tree, QuotaTree::Node node, double weight);
/// Below 0: `a` has the smaller share.
int compare(const FairShare& a, const FairShare& b);

/// fairSharing.weight of a queue or cohort.
double fairWeight(const KueueObjects& objects, const QuotaTree& tree, QuotaTree::Node node);

}  // namespace cardinal::queues
