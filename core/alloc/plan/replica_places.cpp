// SPDX-License-Identifier: Apache-2.0
#include "core/alloc/plan/replica_places.h"

#include <algorithm>
#include <limits>
#include <map>
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
    m_left.push_back(static_cast<std::uint32_t>(m_left.size()));
  }
  m_fits.resize(places.size(), true);
  m_refusals.resize(places.size(), 0);
  m_isGone.resize(places.size(), false);
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
  if (m_followsScores && !isConstant) return;
  m_keys = m_totals->of(m_left);
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
void ReplicaPlaces::group() {
  std::map<std::vector<std::uint32_t>, std::uint32_t> known;
  std::vector<std::uint32_t> groupOf;
  for (std::uint32_t at = 0; at < m_nodes.size(); ++at) {
    std::vector<std::uint32_t> domains;
    for (const Domains& one : m_domains) {
      if (!one.isOfHosts) domains.push_back(one.domainOf[at]);
    }
    const auto [found, isNew] = known.try_emplace(std::move(domains), static_cast<std::uint32_t>(known.size()));
    groupOf.push_back(found->second);
    for (Domains& one : m_domains) {
      if (one.isOfHosts || !isNew) continue;
      one.groups.resize(one.values.size());
      one.groups[one.domainOf[at]].push_back(found->second);
    }
  }
  m_groupRefusals.resize(known.size(), 0);
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
  const bool forGood = closes && domains.what.sort != Sort::Spread;
  if (forGood) {
    for (const std::uint32_t at : domains.members[domain]) m_isGone[at] = true;
  }
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
  if (!fits) m_isGone[at] = true;
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
  m_best.clear();
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
  m_best.clear();
}

std::size_t ReplicaPlaces::best() {
  if (!m_totals) return m_groups->best();
  if (m_best.empty()) rate();
  return m_best.size();
}

NodeIndex ReplicaPlaces::bestAt(std::size_t position) const {
  return m_nodes[m_totals ? m_best[position] : m_groups->bestAt(position)];
}

/// Some scores are scaled to the best of the nodes that take the pod, so they change with these too.
void ReplicaPlaces::rate() {
  std::erase_if(m_left, [&](std::uint32_t at) { return m_isGone[at]; });
  std::vector<std::uint32_t> open;
  for (const std::uint32_t at : m_left) {
    if (isOpen(at)) open.push_back(at);
  }
  if (!m_isRated) {
    m_isRated = true;
    const std::vector<std::int64_t> totals = m_totals->of(open);
    for (std::size_t i = 0; i < open.size(); ++i) m_keys[open[i]] = totals[i];
  }
  std::int64_t most = std::numeric_limits<std::int64_t>::min();
  for (const std::uint32_t at : open) {
    if (m_keys[at] < most) continue;
    if (m_keys[at] > most) m_best.clear();
    most = m_keys[at];
    m_best.push_back(at);
  }
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
