// SPDX-License-Identifier: Apache-2.0
#include "core/queues/kueue/fair_share.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace cardinal::queues {
namespace {

int compareNumbers(double a, double b) {
  return a < b ? -1 : a > b ? 1 : 0;
}

bool isInfinite(const FairShare& share) {
  return share.weight == 0 && share.ratio != 0;
}

}  // namespace

bool FairShare::isBorrowingAny(const CellAmounts& requested) const {
  return std::any_of(borrowed.begin(), borrowed.end(), [&](int cell) {
    const auto found = requested.find(cell);
    return found != requested.end() && found->second > 0;
  });
}

double FairShare::weighted() const {
  if (ratio == 0) return 0;
  return weight == 0 ? std::numeric_limits<double>::infinity() : ratio / weight;
}

std::int64_t FairShare::rounded() const {
  const double share = std::ceil(weighted());
  constexpr auto kMax = std::numeric_limits<std::int64_t>::max();
  return share >= static_cast<double>(kMax) ? kMax : static_cast<std::int64_t>(share);
}

FairShare fairShareOf(const QuotaTree& tree, QuotaTree::Node node, double weight) {
  constexpr double kThousand = 1000;
  FairShare out{0, weight, {}};
  const QuotaTree::Node parent = tree.parent(node);
  if (parent == QuotaTree::kNone) return out;
  std::map<std::string, Amount> borrowed;
  for (const int cell : tree.knownCells(node)) {
    const Amount more = minus(tree.usage(node, cell), tree.subtreeQuota(node, cell));
    if (more <= 0) continue;
    Amount& sum = borrowed[tree.resourceOf(cell)];
    sum = plus(sum, more);
    out.borrowed.push_back(cell);
  }
  if (borrowed.empty()) return out;
  std::map<std::string, Amount> lendable;
  for (const int cell : tree.knownCells(tree.root(parent))) {
    Amount& sum = lendable[tree.resourceOf(cell)];
    sum = plus(sum, tree.potential(parent, cell));
  }
  for (const auto& [resource, amount] : borrowed) {
    const Amount most = lendable[resource];
    if (most > 0) out.ratio = std::max(out.ratio, static_cast<double>(amount) * kThousand / static_cast<double>(most));
  }
  return out;
}

int compare(const FairShare& a, const FairShare& b) {
  if (isInfinite(a) && isInfinite(b)) return compareNumbers(a.ratio, b.ratio);
  if (isInfinite(a)) return 1;
  if (isInfinite(b)) return -1;
  return compareNumbers(a.weighted(), b.weighted());
}

double fairWeight(const KueueObjects& objects, const QuotaTree& tree, QuotaTree::Node node) {
  const std::string& name = tree.name(node);
  if (tree.queue(name) == node) return objects.clusterQueues.at(name).fairWeight;
  const auto cohort = objects.cohorts.find(name);
  return cohort != objects.cohorts.end() ? cohort->second.fairWeight : 1;
}

}  // namespace cardinal::queues
