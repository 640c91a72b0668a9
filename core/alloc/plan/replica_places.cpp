// SPDX-License-Identifier: Apache-2.0
#include "core/alloc/plan/replica_places.h"

#include <algorithm>
#include <numeric>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace cardinal::alloc {
namespace {

using Constraint = BetweenReplicas::Constraint;
using Sort = BetweenReplicas::Sort;

/// Every domain of the one lies in a domain of the other.
template <typename Domains>
bool isNested(const Domains& inner, const Domains& outer) {
  return std::all_of(inner.members.begin(), inner.members.end(), [&](const auto& members) {
    return std::all_of(members.begin(), members.end(),
                       [&](std::uint32_t at) { return outer.domainOf[at] == outer.domainOf[members.front()]; });
  });
}

}  // namespace

bool ReplicaPlaces::isNeeded(const Evaluator& evaluator, const RawPod& pod, const ClusterSnapshot& snapshot,
                             const Candidate& best, bool kubeDecides) {
  if (!evaluator.betweenReplicas().empty()) return true;
  const auto isScaled = [](const ScorePart& part) {
    return part.code == ScoreCode::TaintToleration || part.code == ScoreCode::NodeAffinity ||
           part.code == ScoreCode::TopologySpread || part.code == ScoreCode::PodAffinity;
  };
  return kubeDecides && (std::any_of(best.parts.begin(), best.parts.end(), isScaled) ||
                         scoresMindReplicas(pod, snapshot, evaluator.profile()));
}

ReplicaPlaces::ReplicaPlaces(Evaluator& evaluator, const AllocationRequest& request, const ClusterSnapshot& snapshot,
                             const AllocationAnswer& answer, Rating rating)
    : m_evaluator(evaluator), m_request(request), m_snapshot(snapshot), m_rating(rating) {
  std::vector<Candidate> places = answer.candidates;
  if (!evaluator.betweenReplicas().empty()) {
    for (const NodeRejection& rejection : answer.rejections) addWaiting(rejection, places);
  }
  std::sort(places.begin(), places.end(), [](const Candidate& a, const Candidate& b) { return a.node < b.node; });
  for (const Candidate& place : places) {
    m_nodes.push_back(place.node);
    m_keys.push_back(rating.kubeDecides ? place.total : rating.scoresDecide ? place.score : 0);
  }
  m_fits.resize(places.size(), true);
  m_refusals.resize(places.size(), 0);
  addDomains(snapshot);
  followTotals(std::move(places));
  group();
}

void ReplicaPlaces::followTotals(std::vector<Candidate> places) {
  if (!m_rating.kubeDecides) return;
  m_countsReplicas = scoresMindReplicas(*m_request.pod, m_snapshot, m_evaluator.profile());
  m_totals =
      std::make_unique<ReplicaTotals>(m_evaluator.scores(), *m_request.pod, m_snapshot, std::move(places), m_nodes);
  const bool isConstant = m_totals->isConstant();
  m_followsScores = m_followsScores && (isConstant || m_request.replicas <= kMaxScored);
  for (std::size_t at = 0; at < m_nodes.size(); ++at) m_keys[at] = m_totals->own(at);
  if (m_followsScores && !isConstant) return;
  if (!isConstant) {
    std::vector<std::uint32_t> all(m_nodes.size());
    std::iota(all.begin(), all.end(), 0U);
    const std::vector<std::int64_t> shared = m_totals->shared(all, std::vector<std::uint32_t>(all.size(), 1));
    for (const std::uint32_t at : all) m_keys[at] += shared[at];
  }
  m_totals.reset();
}

/// A node that is refused for a skew takes replicas once those before them make it even.
void ReplicaPlaces::addWaiting(const NodeRejection& rejection, std::vector<Candidate>& places) {
  static const TieBreaker kFirst;
  if (rejection.reason.code != ReasonCode::TopologySpreadSkew) return;
  const NodeView view = viewOf(m_snapshot, rejection.node);
  Verdict verdict;
  m_evaluator.evaluateAlone(view, kFirst, verdict);
  if (!verdict.feasible || m_evaluator.isRefusedForGood(view)) return;
  places.push_back(m_evaluator.candidate(view, verdict));
  if (scoresNodes(verdict.family) != m_rating.ofStacks) m_followsScores = false;
}

void ReplicaPlaces::addDomains(const ClusterSnapshot& snapshot) {
  const auto rules = m_evaluator.betweenReplicas();
  for (std::size_t rule = 0; rule < rules.size(); ++rule) {
    const std::vector<Constraint> constraints = rules[rule]->constraints();
    for (std::size_t i = 0; i < constraints.size(); ++i) {
      Domains& domains = m_domains.emplace_back();
      domains.rule = rules[rule];
      domains.ofRule = rule;
      domains.constraint = i;
      domains.what = constraints[i];
      std::unordered_map<std::string_view, std::uint32_t> known;
      std::optional<std::uint32_t> lacking;
      for (std::uint32_t at = 0; at < m_nodes.size(); ++at) {
        const std::string* value = find(snapshot.node(m_nodes[at]).raw->meta.labels, constraints[i].key);
        const auto next = static_cast<std::uint32_t>(domains.values.size());
        if (value == nullptr && !lacking) lacking = next;
        const std::uint32_t domain = value != nullptr ? known.try_emplace(*value, next).first->second : *lacking;
        if (domain == next) {
          domains.values.push_back(value);
          domains.members.emplace_back();
        }
        domains.domainOf.push_back(domain);
        domains.members[domain].push_back(at);
      }
      domains.closed.resize(domains.values.size(), false);
      domains.isOfHosts = std::none_of(domains.members.begin(), domains.members.end(),
                                       [](const auto& members) { return members.size() > 1; });
    }
  }
}

/// Places that are in one domain of every constraint open and close together.
std::uint32_t ReplicaPlaces::groupLike(std::uint32_t at) {
  m_like.clear();
  for (const Domains& one : m_domains) {
    if (!one.isOfHosts) m_like.push_back(one.domainOf[at]);
  }
  if (m_totals) m_totals->describe(at, m_like);
  const auto found = m_groupsLike.find(m_like);
  if (found != m_groupsLike.end()) return found->second;
  const auto next = static_cast<std::uint32_t>(m_groupRefusals.size());
  m_groupsLike.emplace(m_like, next);
  std::uint32_t& refusals = m_groupRefusals.emplace_back(0);
  for (Domains& one : m_domains) {
    if (one.isOfHosts) continue;
    const std::uint32_t domain = one.domainOf[at];
    one.groups.resize(one.values.size());
    one.groups[domain].push_back(next);
    refusals += one.closed[domain] ? 1 : 0;
  }
  return next;
}

void ReplicaPlaces::group() {
  std::vector<std::uint32_t> groupOf;
  groupOf.reserve(m_nodes.size());
  for (std::uint32_t at = 0; at < m_nodes.size(); ++at) groupOf.push_back(groupLike(at));
  m_groups.emplace(std::move(groupOf), m_keys);
  for (Domains& domains : m_domains) {
    for (std::size_t domain = 0; domain < domains.values.size(); ++domain) check(domains, domain);
  }
}

void ReplicaPlaces::check(Domains& domains, std::size_t domain) {
  const bool closes = domains.rule->refuses(domains.constraint, domains.values[domain]);
  if (closes == domains.closed[domain]) return;
  domains.closed[domain] = closes;
  m_isRated = false;
  const auto count = [closes](std::uint32_t& refusals) { closes ? ++refusals : --refusals; };
  if (!domains.isOfHosts) {
    for (const std::uint32_t group : domains.groups[domain]) {
      count(m_groupRefusals[group]);
      m_groups->setOpen(group, m_groupRefusals[group] == 0);
    }
    return;
  }
  for (const std::uint32_t at : domains.members[domain]) {
    count(m_refusals[at]);
    list(at);
  }
}

void ReplicaPlaces::setFits(std::uint32_t at, bool fits) {
  if (m_fits[at] != fits) m_isRated = false;
  m_fits[at] = fits;
  list(at);
}

void ReplicaPlaces::list(std::uint32_t at) {
  if (isIn(at)) {
    m_groups->put(at, m_keys[at]);
  } else {
    m_groups->remove(at);
  }
}

std::uint32_t ReplicaPlaces::positionOf(NodeIndex node) const {
  return static_cast<std::uint32_t>(std::lower_bound(m_nodes.begin(), m_nodes.end(), node) - m_nodes.begin());
}

bool ReplicaPlaces::holds(NodeIndex node) const {
  return std::binary_search(m_nodes.begin(), m_nodes.end(), node);
}

void ReplicaPlaces::place(const NodeView& view, bool fits, int score, std::int64_t change) {
  const std::uint32_t at = positionOf(view.index);
  if (m_totals) m_totals->place(at, change);
  if (m_countsReplicas) m_isRated = false;
  m_keys[at] = m_rating.kubeDecides ? m_keys[at] + change : m_rating.scoresDecide ? score : 0;
  if (m_countsReplicas && m_totals) moveGroup(at);
  const std::vector<bool> wide = m_evaluator.placed(view);
  for (Domains& domains : m_domains) {
    if (!wide[domains.ofRule]) {
      check(domains, domains.domainOf[at]);
      continue;
    }
    for (std::size_t domain = 0; domain < domains.values.size(); ++domain) check(domains, domain);
  }
  setFits(at, fits);
}

void ReplicaPlaces::drop(NodeIndex node) {
  setFits(positionOf(node), false);
}

std::size_t ReplicaPlaces::best() {
  if (m_totals && !m_isRated) rate();
  return m_groups->best();
}

/// A replica that went there may have changed what the place has in common with others.
void ReplicaPlaces::moveGroup(std::uint32_t at) {
  const std::uint32_t group = groupLike(at);
  if (group == m_groups->groupOf(at)) return;
  if (group == m_groups->groups()) m_groups->setOpen(m_groups->addGroup(), m_groupRefusals[group] == 0);
  m_groups->move(at, group);
}

/// Some scores are scaled to the best of the nodes that take the pod, so they change with these too.
void ReplicaPlaces::rate() {
  m_isRated = true;
  std::vector<std::uint32_t> rated;
  std::vector<std::uint32_t> open;
  std::vector<std::uint32_t> counts;
  for (std::uint32_t group = 0; group < m_groups->groups(); ++group) {
    const std::size_t size = m_groups->sizeOf(group);
    if (size == 0) continue;
    rated.push_back(group);
    open.push_back(m_groups->anyOf(group));
    counts.push_back(static_cast<std::uint32_t>(size));
  }
  const std::vector<std::int64_t> shared = m_totals->shared(open, counts);
  for (std::size_t i = 0; i < rated.size(); ++i) m_groups->setShared(rated[i], shared[i]);
}

bool ReplicaPlaces::isOrderFree() const {
  const Domains* spread = nullptr;
  for (const Domains& one : m_domains) {
    if (!one.what.countsReplicas || one.values.size() < 2) continue;
    if (one.what.sort == Sort::Follow) return false;
    if (one.what.sort != Sort::Spread) continue;
    if (spread != nullptr && spread->what.key != one.what.key) return false;
    spread = &one;
  }
  for (const Domains& one : m_domains) {
    if (one.what.sort != Sort::Avoid) continue;
    if (spread != nullptr && !isNested(one, *spread)) return false;
    const bool isApart = std::any_of(m_domains.begin(), m_domains.end(), [&](const Domains& other) {
      return other.what.sort == Sort::Avoid && !isNested(one, other) && !isNested(other, one);
    });
    if (isApart) return false;
  }
  return true;
}

}  // namespace cardinal::alloc
