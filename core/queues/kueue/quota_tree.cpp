// SPDX-License-Identifier: Apache-2.0
#include "core/queues/kueue/quota_tree.h"

#include <algorithm>

namespace cardinal::queues {

QuotaTree::QuotaTree(const KueueObjects& objects) {
  for (const auto& [name, queue] : objects.clusterQueues) {
    const Node node = static_cast<Node>(m_nodes.size());
    m_nodes.push_back({name, kNone, {}, {}, {}, {}, {}, {}});
    m_queues[name] = node;
    readQuotas(node, queue.groups);
    if (queue.cohort.empty()) continue;
    const Node parent = makeCohort(queue.cohort);
    at(node).parent = parent;
    at(parent).queues.push_back(node);
  }
  for (const auto& [name, cohort] : objects.cohorts) {
    const Node node = makeCohort(name);
    readQuotas(node, cohort.groups);
    if (cohort.parent.empty()) continue;
    const Node parent = makeCohort(cohort.parent);
    at(node).parent = parent;
    at(parent).cohorts.push_back(node);
  }
  breakCycles();
  for (std::size_t i = 0; i < m_nodes.size(); ++i) {
    if (m_nodes[i].parent == kNone) sumQuotas(static_cast<Node>(i));
  }
}

QuotaTree::Node QuotaTree::makeCohort(const std::string& name) {
  const auto [found, isNew] = m_cohorts.try_emplace(name, static_cast<Node>(m_nodes.size()));
  if (isNew) m_nodes.push_back({name, kNone, {}, {}, {}, {}, {}, {}});
  return found->second;
}

void QuotaTree::readQuotas(Node node, const std::vector<KueueResourceGroup>& groups) {
  for (const KueueResourceGroup& group : groups) {
    for (const KueueFlavorQuotas& flavor : group.flavors) {
      for (const auto& [resource, quota] : flavor.resources) at(node).quotas[cellOf(flavor.flavor, resource)] = quota;
    }
  }
}

// A chain longer than any that people make is treated as a cycle, so that walks along it end.
void QuotaTree::breakCycles() {
  constexpr int kDeepest = 1000;
  for (std::size_t i = 0; i < m_nodes.size(); ++i) {
    int steps = 0;
    for (Node node = static_cast<Node>(i); node != kNone && steps <= kDeepest; node = at(node).parent) ++steps;
    m_nodes[i].cyclic = steps > kDeepest;
  }
  for (Entry& entry : m_nodes) {
    if (entry.cyclic) entry.parent = kNone;
  }
  for (Entry& entry : m_nodes) {
    if (!entry.cyclic) continue;
    entry.cohorts.clear();
    entry.queues.clear();
  }
}

void QuotaTree::sumQuotas(Node node) {
  const std::size_t cells = m_cells.size();
  Entry& entry = at(node);
  entry.subtree.assign(cells, 0);
  entry.usage.assign(cells, 0);
  entry.known.assign(cells, 0);
  for (const auto& [cell, quota] : entry.quotas) {
    entry.subtree[static_cast<std::size_t>(cell)] = quota.nominal;
    entry.known[static_cast<std::size_t>(cell)] = 1;
  }
  const auto addChild = [&](Node child) {
    sumQuotas(child);
    for (std::size_t i = 0; i < cells; ++i) {
      if (at(child).known[i] == 0) continue;
      const int cell = static_cast<int>(i);
      entry.known[i] = 1;
      entry.subtree[i] = plus(entry.subtree[i], minus(subtreeQuota(child, cell), localQuota(child, cell)));
    }
  };
  for (const Node child : entry.cohorts) addChild(child);
  for (const Node child : entry.queues) addChild(child);
}

void QuotaTree::sumCell(Node cohort, int cell) {
  Amount subtree = quota(cohort, cell).nominal;
  Amount used = 0;
  const auto addChild = [&](Node child) {
    const Amount local = localQuota(child, cell);
    subtree = plus(subtree, minus(subtreeQuota(child, cell), local));
    used = plus(used, std::max<Amount>(0, minus(usage(child, cell), local)));
  };
  for (const Node child : childCohorts(cohort)) addChild(child);
  for (const Node child : childQueues(cohort)) addChild(child);
  change(at(cohort).subtree, cell, subtree);
  change(at(cohort).usage, cell, used);
}

int QuotaTree::cellOf(const std::string& flavor, const std::string& resource) {
  const auto [found, isNew] = m_cellIndex.try_emplace({flavor, resource}, static_cast<int>(m_cells.size()));
  if (isNew) m_cells.emplace_back(flavor, resource);
  return found->second;
}

Amount QuotaTree::value(const std::vector<Amount>& amounts, int cell) {
  const auto index = static_cast<std::size_t>(cell);
  return index < amounts.size() ? amounts[index] : 0;
}

void QuotaTree::change(std::vector<Amount>& amounts, int cell, Amount amount) {
  const auto index = static_cast<std::size_t>(cell);
  if (index >= amounts.size()) amounts.resize(index + 1, 0);
  amounts[index] = amount;
}

QuotaTree::Node QuotaTree::queue(const std::string& name) const {
  const auto found = m_queues.find(name);
  return found != m_queues.end() ? found->second : kNone;
}

QuotaTree::Node QuotaTree::cohort(const std::string& name) const {
  const auto found = m_cohorts.find(name);
  return found != m_cohorts.end() ? found->second : kNone;
}

QuotaTree::Node QuotaTree::root(Node node) const {
  while (parent(node) != kNone) node = parent(node);
  return node;
}

const KueueQuota& QuotaTree::quota(Node node, int cell) const {
  static const KueueQuota kNoQuota;
  const auto found = at(node).quotas.find(cell);
  return found != at(node).quotas.end() ? found->second : kNoQuota;
}

std::vector<int> QuotaTree::knownCells(Node node) const {
  std::vector<int> out;
  const std::vector<char>& known = at(node).known;
  for (std::size_t i = 0; i < known.size(); ++i) {
    if (known[i] != 0) out.push_back(static_cast<int>(i));
  }
  return out;
}

Amount QuotaTree::localQuota(Node node, int cell) const {
  const std::optional<Amount>& limit = quota(node, cell).lendingLimit;
  return limit ? std::max<Amount>(0, minus(subtreeQuota(node, cell), *limit)) : 0;
}

Amount QuotaTree::localAvailable(Node node, int cell) const {
  return std::max<Amount>(0, minus(localQuota(node, cell), usage(node, cell)));
}

/// May be negative where quota was cut below what is used.
Amount QuotaTree::freeFor(Node node, int cell) const {
  if (parent(node) == kNone) return minus(subtreeQuota(node, cell), usage(node, cell));
  Amount above = freeFor(parent(node), cell);
  if (const auto& limit = quota(node, cell).borrowingLimit) {
    const Amount local = localQuota(node, cell);
    const Amount lent = minus(subtreeQuota(node, cell), local);
    const Amount taken = std::max<Amount>(0, minus(usage(node, cell), local));
    above = std::min(above, plus(minus(lent, taken), *limit));
  }
  return plus(localAvailable(node, cell), above);
}

Amount QuotaTree::available(Node queue, int cell) const {
  return std::max<Amount>(0, freeFor(queue, cell));
}

Amount QuotaTree::potential(Node node, int cell) const {
  if (parent(node) == kNone) return subtreeQuota(node, cell);
  const Amount most = plus(localQuota(node, cell), potential(parent(node), cell));
  const auto& limit = quota(node, cell).borrowingLimit;
  return limit ? std::min(most, plus(subtreeQuota(node, cell), *limit)) : most;
}

bool QuotaTree::borrowsWith(Node node, int cell, Amount more) const {
  return subtreeQuota(node, cell) < plus(usage(node, cell), more);
}

bool QuotaTree::borrowsInAny(Node node, const std::vector<int>& cells) const {
  return std::any_of(cells.begin(), cells.end(), [&](int cell) { return borrowsWith(node, cell, 0); });
}

int QuotaTree::height(Node cohort) const {
  const auto isChild = [&](Node queue) { return isActive(queue); };
  const auto& queues = childQueues(cohort);
  const auto& cohorts = childCohorts(cohort);
  int most = cohorts.empty() && std::none_of(queues.begin(), queues.end(), isChild) ? 0 : 1;
  for (const Node child : cohorts) most = std::max(most, height(child) + 1);
  return most;
}

std::pair<int, bool> QuotaTree::lowestFit(Node queue, int cell, Amount amount) const {
  if (parent(queue) == kNone || !borrowsWith(queue, cell, amount)) return {0, parent(queue) != kNone};
  Amount rest = minus(amount, localAvailable(queue, cell));
  Node node = parent(queue);
  for (;; node = parent(node)) {
    if (!borrowsWith(node, cell, rest)) return {height(node), parent(node) != kNone};
    rest = minus(rest, localAvailable(node, cell));
    if (parent(node) == kNone) return {height(node), false};
  }
}

void QuotaTree::addUsage(Node node, int cell, Amount amount) {
  const Amount local = localAvailable(node, cell);
  change(at(node).usage, cell, plus(usage(node, cell), amount));
  if (parent(node) != kNone && amount > local) addUsage(parent(node), cell, minus(amount, local));
}

void QuotaTree::removeUsage(Node node, int cell, Amount amount) {
  const Amount inParent = minus(usage(node, cell), localQuota(node, cell));
  change(at(node).usage, cell, minus(usage(node, cell), amount));
  if (inParent > 0 && parent(node) != kNone) removeUsage(parent(node), cell, std::min(amount, inParent));
}

void QuotaTree::addUsage(Node queue, const CellAmounts& amounts) {
  for (const auto& [cell, amount] : amounts) addUsage(queue, cell, amount);
}

void QuotaTree::removeUsage(Node queue, const CellAmounts& amounts) {
  for (const auto& [cell, amount] : amounts) removeUsage(queue, cell, amount);
}

RaisedQuota::RaisedQuota(QuotaTree& tree, QuotaTree::Node queue, int cell, Amount more)
    : m_tree(tree), m_queue(queue), m_cell(cell), m_nominal(tree.quota(queue, cell).nominal) {
  for (QuotaTree::Node node = queue; node != QuotaTree::kNone; node = tree.parent(node))
    m_before.push_back({node, tree.subtreeQuota(node, cell), tree.usage(node, cell)});
  const Amount raised = plus(m_nominal, more);
  tree.at(queue).quotas.at(cell).nominal = raised;
  QuotaTree::change(tree.at(queue).subtree, cell, raised);
  for (QuotaTree::Node node = tree.parent(queue); node != QuotaTree::kNone; node = tree.parent(node))
    tree.sumCell(node, cell);
}

RaisedQuota::~RaisedQuota() {
  m_tree.at(m_queue).quotas.at(m_cell).nominal = m_nominal;
  for (const Before& before : m_before) {
    QuotaTree::change(m_tree.at(before.node).subtree, m_cell, before.subtree);
    QuotaTree::change(m_tree.at(before.node).usage, m_cell, before.usage);
  }
}

}  // namespace cardinal::queues
