// SPDX-License-Identifier: Apache-2.0
#include "core/alloc/explain/equal_places.h"

#include <algorithm>

namespace cardinal {

std::size_t equalPlaces(const AllocationAnswer& answer) {
  const auto& all = answer.candidates;
  const auto tied = all.begin() + static_cast<std::ptrdiff_t>(std::min<std::size_t>(answer.tied, all.size()));
  if (answer.certainty != Certainty::Modelled) return static_cast<std::size_t>(tied - all.begin());
  const auto other = std::find_if(all.begin(), tied, [&](const Candidate& one) {
    return answer.totalsKnown ? one.total != all.front().total : one.score != all.front().score;
  });
  return static_cast<std::size_t>(other - all.begin());
}

std::vector<std::string> equalNodes(const ReplicaPlacement& placement, const AllocationAnswer& answer,
                                    const ClusterSnapshot& snapshot) {
  std::vector<std::string> names;
  const std::size_t equal = equalPlaces(answer);
  const auto nodes = answer.candidates.begin() + static_cast<std::ptrdiff_t>(equal);
  const bool among = std::any_of(answer.candidates.begin(), nodes,
                                 [&](const Candidate& one) { return one.node == placement.place.node; });
  if (equal < 2 || placement.tied < 2 || !among) return names;
  for (auto one = answer.candidates.begin(); one != nodes; ++one) names.push_back(snapshot.node(one->node).name);
  return names;
}

std::vector<CardIndex> equalCards(const Candidate& place, const ClusterSnapshot& snapshot) {
  std::vector<CardIndex> equal;
  if (!place.cardsTied || place.cards.size() != 1) return equal;
  const auto cards = snapshot.cardsOf(place.node);
  const auto named =
      std::find_if(cards.begin(), cards.end(), [&](const Card& card) { return card.index == place.cards.front(); });
  if (named == cards.end()) return equal;
  for (const Card& card : cards) {
    const bool same = card.memTotal == named->memTotal && card.memScheduler == named->memScheduler &&
                      card.coreScheduler == named->coreScheduler;
    if (same && card.health == named->health && card.held == named->held) equal.push_back(card.index);
  }
  return equal;
}

}  // namespace cardinal
