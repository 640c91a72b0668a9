// SPDX-License-Identifier: Apache-2.0
#include "core/alloc/plan/replica_places.h"

#include <algorithm>
#include <limits>
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
  m_open = places.size();
  addDomains(snapshot);
  if (!rating.kubeDecides) return;
  m_followsScores = m_followsScores && request.replicas <= kMaxScored;
  m_countsReplicas = scoresMindReplicas(*request.pod, snapshot, evaluator.profile());
  m_totals = std::make_unique<ReplicaTotals>(evaluator.scores(), *request.pod, snapshot, std::move(places), m_nodes);
  if (m_followsScores && !m_totals->isConstant()) return;
  m_followsScores = m_followsScores || m_totals->isConstant();
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
      for (std::size_t domain = 0; domain < domains.values.size(); ++domain) check(domains, domain);
    }
  }
}

void ReplicaPlaces::check(Domains& domains, std::size_t domain) {
  const bool closes = domains.rule->refuses(domains.constraint, domains.values[domain]);
  if (closes == domains.closed[domain]) return;
  domains.closed[domain] = closes;
  const bool forGood = closes && domains.what.sort != Sort::Spread;
  for (const std::uint32_t at : domains.members[domain]) {
    const bool before = isOpen(at);
    m_refusals[at] = static_cast<std::uint8_t>(closes ? m_refusals[at] + 1 : m_refusals[at] - 1);
    if (forGood) m_isGone[at] = true;
    countOpen(before, at);
  }
}

void ReplicaPlaces::setFits(std::size_t at, bool fits) {
  const bool before = isOpen(at);
  m_fits[at] = fits;
  if (!fits) m_isGone[at] = true;
  countOpen(before, at);
}

void ReplicaPlaces::countOpen(bool before, std::size_t at) {
  const bool now = isOpen(at);
  if (now == before) return;
  m_open = now ? m_open + 1 : m_open - 1;
  m_isRated = false;  // some scores are scaled to the best of the nodes that take the pod
}

std::size_t ReplicaPlaces::positionOf(NodeIndex node) const {
  return static_cast<std::size_t>(std::lower_bound(m_nodes.begin(), m_nodes.end(), node) - m_nodes.begin());
}

bool ReplicaPlaces::holds(NodeIndex node) const {
  return std::binary_search(m_nodes.begin(), m_nodes.end(), node);
}

void ReplicaPlaces::place(const NodeView& view, bool fits, int score, std::int64_t change) {
  const std::size_t at = positionOf(view.index);
  m_isFresh = false;
  const std::vector<bool> wide = m_evaluator.placed(view);
  for (Domains& domains : m_domains) {
    if (!wide[domains.ofRule]) {
      check(domains, domains.domainOf[at]);
      continue;
    }
    for (std::size_t domain = 0; domain < domains.values.size(); ++domain) check(domains, domain);
  }
  setFits(at, fits);
  if (m_totals) m_totals->place(at, change);
  if (m_countsReplicas) m_isRated = false;
  m_keys[at] = m_rating.kubeDecides ? m_keys[at] + change : m_rating.scoresDecide ? score : 0;
}

void ReplicaPlaces::drop(NodeIndex node) {
  setFits(positionOf(node), false);
  m_isFresh = false;
}

std::span<const std::uint32_t> ReplicaPlaces::best() {
  if (m_isFresh) return m_best;
  m_isFresh = true;
  m_best.clear();
  m_opened.clear();
  std::erase_if(m_left, [&](std::uint32_t at) { return m_isGone[at]; });
  for (const std::uint32_t at : m_left) {
    if (isOpen(at)) m_opened.push_back(at);
  }
  if (m_totals && !m_isRated) {
    m_isRated = true;
    const std::vector<std::int64_t> totals = m_totals->of(m_opened);
    for (std::size_t i = 0; i < m_opened.size(); ++i) m_keys[m_opened[i]] = totals[i];
  }
  std::int64_t most = std::numeric_limits<std::int64_t>::min();
  for (const std::uint32_t at : m_opened) {
    if (m_keys[at] < most) continue;
    if (m_keys[at] > most) m_best.clear();
    most = m_keys[at];
    m_best.push_back(m_nodes[at].value);
  }
  return m_best;
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
