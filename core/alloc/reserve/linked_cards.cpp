// SPDX-License-Identifier: Apache-2.0
#include "core/alloc/reserve/linked_cards.h"

#include <algorithm>
#include <limits>

namespace cardinal::alloc {
namespace {

constexpr std::size_t kMaxCards = 24;

class Search {
 public:
  Search(const LinkMatrix& bandwidth, const std::vector<CardIndex>& free, std::size_t count)
      : m_bandwidth(bandwidth), m_free(free), m_count(count) {}

  std::vector<CardIndex> run() {
    extend(0, std::numeric_limits<double>::infinity());
    return m_best;
  }

 private:
  double link(CardIndex a, CardIndex b) const {
    return m_bandwidth[static_cast<std::size_t>(a)][static_cast<std::size_t>(b)];
  }

  /// Depth first in ascending order, so that the first of equals is found first.
  void extend(std::size_t from, double slowest) {
    if (m_found && slowest <= m_fastest) return;
    if (m_chosen.size() == m_count) {
      m_best = m_chosen;
      m_fastest = slowest;
      m_found = true;
      return;
    }
    for (std::size_t i = from; i + (m_count - m_chosen.size()) <= m_free.size(); ++i) {
      double next = m_count == 1 ? link(m_free[i], m_free[i]) : slowest;
      for (const CardIndex card : m_chosen) next = std::min(next, link(card, m_free[i]));
      m_chosen.push_back(m_free[i]);
      extend(i + 1, next);
      m_chosen.pop_back();
    }
  }

  const LinkMatrix& m_bandwidth;
  const std::vector<CardIndex>& m_free;
  std::size_t m_count;
  std::vector<CardIndex> m_chosen;
  std::vector<CardIndex> m_best;
  double m_fastest = 0;
  bool m_found = false;
};

}  // namespace

std::vector<CardIndex> bestLinkedCards(const LinkMatrix& bandwidth, const std::vector<CardIndex>& free, int count) {
  const std::size_t size = bandwidth.size();
  const auto isOutside = [&](CardIndex card) { return card < 0 || static_cast<std::size_t>(card) >= size; };
  const auto isShort = [&](const std::vector<double>& row) { return row.size() < size; };
  if (count < 1 || static_cast<std::size_t>(count) > free.size() || free.size() > kMaxCards) return {};
  if (std::any_of(free.begin(), free.end(), isOutside) || std::any_of(bandwidth.begin(), bandwidth.end(), isShort))
    return {};
  return Search(bandwidth, free, static_cast<std::size_t>(count)).run();
}

}  // namespace cardinal::alloc
