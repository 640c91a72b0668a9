// SPDX-License-Identifier: Apache-2.0
#include "core/queues/limit_remedies.h"

#include <algorithm>
#include <cmath>

namespace cardinal::queues {

const std::vector<Holding>& LimitRemedies::holdersIn(const Place& place) {
  const auto [at, isNew] = m_holders.try_emplace(place);
  if (!isNew) return at->second;
  const auto& holders = m_tree.holders();
  for (std::size_t i = 0; i < holders.size(); ++i) {
    const auto held = holders[i].amounts.find(place.second);
    if (held == holders[i].amounts.end() || held->second <= 0 || !m_tree.isBelow(holders[i].leaf, place.first))
      continue;
    at->second.push_back({{holders[i].key, held->second}, i});
  }
  sortBySize(at->second);
  return at->second;
}

void LimitRemedies::offerEndings(std::size_t leaf, const LimitRequest& request, const LimitHit& hit,
                                 std::vector<GroupRemedy>& out) {
  const auto& holders = m_tree.holders();
  std::vector<Holding> others;
  for (const Holding& one : holdersIn({hit.node, hit.resource})) {
    if (one.who.key != request.self) others.push_back(one);
  }
  const auto fits = [&](const std::vector<std::size_t>& ids) {
    LimitChange change;
    for (const std::size_t id : ids) {
      for (std::optional<std::size_t> at = holders[id].leaf; at; at = m_tree.nodes()[*at].parent) {
        for (const auto& [resource, amount] : holders[id].amounts) change.ended[{*at, resource}] += amount;
      }
    }
    return !m_tree.hit(leaf, request.next, &change);
  };
  auto found = endings(others, hit.resource, hit.requested - hit.free, fits);
  std::move(found.begin(), found.end(), std::back_inserter(out));
}

void LimitRemedies::offerLess(std::size_t leaf, const LimitRequest& request, const LimitHit& hit,
                              std::vector<GroupRemedy>& out) const {
  // what the limit leaves, of a limit that is below the ask what is free of it
  const auto free = m_tree.freeOf(leaf, hit.resource);
  if (!free) return;
  const double most = rankOfResource(hit.resource) > 1 ? std::floor(*free) : *free;
  Amounts less = request.next;
  less[hit.resource] = most;
  if (most <= 0 || std::isinf(most) || m_tree.hit(leaf, less)) return;
  GroupRemedy remedy;
  remedy.kind = GroupRemedy::Kind::RequestLess;
  remedy.resource = hit.resource;
  remedy.amount = most;
  out.push_back(std::move(remedy));
}

void LimitRemedies::offerQuota(std::size_t leaf, const Amounts& requests, std::int64_t pods,
                               std::vector<GroupRemedy>& out) const {
  constexpr int kMaxRaises = 64;
  LimitChange change;
  for (int i = 0; i < kMaxRaises; ++i) {
    const auto hit = m_tree.hit(leaf, requests, &change);
    if (!hit) {
      GroupRemedy remedy;
      remedy.kind = GroupRemedy::Kind::MoreQuota;
      remedy.pods = pods;
      for (const auto& [place, amount] : change.raised)
        remedy.raises.push_back({m_tree.nodes()[place.first].name, "max", place.second, amount});
      out.push_back(std::move(remedy));
      return;
    }
    change.raised[{hit->node, hit->resource}] += hit->requested - hit->free;
  }
}

std::vector<GroupRemedy> LimitRemedies::of(std::size_t leaf, const LimitRequest& request) {
  std::vector<GroupRemedy> out;
  const auto hit = m_tree.hit(leaf, request.next);
  if (!hit) return out;
  if (!hit->isHopeless) offerEndings(leaf, request, *hit, out);
  if (request.all.empty()) {
    offerQuota(leaf, request.next, 0, out);
    return out;
  }
  offerLess(leaf, request, *hit, out);
  offerQuota(leaf, request.next, request.pods > 1 ? 1 : 0, out);
  if (request.pods > 1) offerQuota(leaf, request.all, 0, out);
  return out;
}

}  // namespace cardinal::queues
