// SPDX-License-Identifier: Apache-2.0
#include "core/alloc/stacks/gpu_manager/gpu_manager_tree.h"

#include <algorithm>
#include <array>
#include <bit>
#include <optional>
#include <set>
#include <tuple>

#include "core/base/saturate.h"

namespace cardinal::alloc {
namespace {

using provider::GpuLinkLevel;
using provider::kGpuManagerWholeCard;

constexpr std::size_t kMaxCards = 32;
constexpr int kLevelStep = 10;
constexpr int kLevels = 5;  ///< PIX .. SYS

std::uint32_t bitOf(std::size_t card) {
  return std::uint32_t{1} << card;
}

/// The lowest `count` cards of the set; nothing where there are fewer.
std::optional<std::vector<int>> lowest(std::uint32_t cards, int count) {
  if (std::popcount(cards) < count) return std::nullopt;
  std::vector<int> out;
  for (; count > 0; --count) {
    out.push_back(std::countr_zero(cards));
    cards &= cards - 1;
  }
  return out;
}

std::vector<std::vector<int>> sortedOnce(std::vector<std::vector<int>> sets) {
  std::sort(sets.begin(), sets.end());
  sets.erase(std::unique(sets.begin(), sets.end()), sets.end());
  return sets;
}

}  // namespace

GpuLinkTree::GpuLinkTree(const provider::GpuLinkMatrix& links, std::int64_t bytesPerCard) : m_bytes(bytesPerCard) {
  const std::size_t count = std::min(links.size(), kMaxCards);
  m_leaves.assign(count, {kGpuManagerWholeCard, bytesPerCard});
  m_parents.assign(count, -1);
  std::vector<std::vector<int>> levels(kLevels);
  for (std::size_t a = 0; a < count; ++a) {
    for (std::size_t b = 0; b < std::min(links[a].size(), count); ++b) {
      if (a != b && links[a][b] != GpuLinkLevel::Same)
        join(levels, static_cast<int>(links[a][b]) / kLevelStep - 1, bitOf(a) | bitOf(b));
    }
  }
  for (std::size_t card = 0; card < count; ++card) climb(levels, card);
  m_root = static_cast<int>(m_groups.size());
  m_groups.emplace_back();
  const auto highest = std::find_if(levels.rbegin(), levels.rend(), [](const auto& groups) { return !groups.empty(); });
  if (highest == levels.rend()) {
    // a single card hangs on the root
    if (count == 1) {
      m_parents[0] = m_root;
      m_groups.back().free = bitOf(0);
    }
    return;
  }
  for (const int group : *highest) {
    adopt(m_root, group);
    m_groups.back().free |= m_groups[static_cast<std::size_t>(group)].free;
  }
}

void GpuLinkTree::join(std::vector<std::vector<int>>& levels, int level, std::uint32_t cards) {
  std::vector<int>& groups = levels[static_cast<std::size_t>(level)];
  for (const int group : groups) {
    std::uint32_t& members = m_groups[static_cast<std::size_t>(group)].free;
    if ((members & cards) == 0) continue;
    members |= cards;
    return;
  }
  groups.push_back(static_cast<int>(m_groups.size()));
  m_groups.push_back({(level + 1) * kLevelStep, cards, -1, {}});
}

void GpuLinkTree::climb(const std::vector<std::vector<int>>& levels, std::size_t card) {
  std::uint32_t members = bitOf(card);
  int at = -1;
  for (const std::vector<int>& groups : levels) {
    for (const int group : groups) {
      const std::uint32_t theirs = m_groups[static_cast<std::size_t>(group)].free;
      if ((theirs & members) == 0) continue;
      if (at < 0)
        m_parents[card] = group;
      else
        adopt(group, at);
      at = group;
      members = theirs;
      break;
    }
  }
}

void GpuLinkTree::adopt(int parent, int child) {
  m_groups[static_cast<std::size_t>(child)].parent = parent;
  std::vector<int>& children = m_groups[static_cast<std::size_t>(parent)].groups;
  if (std::find(children.begin(), children.end(), child) == children.end()) children.push_back(child);
}

std::vector<std::vector<int>> GpuLinkTree::choices(std::int64_t cores, std::int64_t bytes) const {
  if (cores < kGpuManagerWholeCard) return share(cores, bytes);
  if (cores > kGpuManagerWholeCard)
    return linked(static_cast<int>(std::min<std::int64_t>(cores / kGpuManagerWholeCard, kMaxCards + 1)));
  std::vector<std::vector<int>> out;
  fragments(m_root, out);
  return sortedOnce(std::move(out));
}

std::vector<std::vector<int>> GpuLinkTree::share(std::int64_t cores, std::int64_t bytes) const {
  constexpr std::int64_t kBlock = provider::kGpuManagerUnitMiB << 20;
  const auto rank = [&](std::size_t card) {
    return std::tuple(m_leaves[card].freeCores, m_leaves[card].freeBytes / kBlock, card);
  };
  std::optional<std::size_t> first;
  for (std::size_t card = 0; card < m_leaves.size(); ++card) {
    const bool has = m_leaves[card].freeCores >= cores && m_leaves[card].freeBytes >= bytes;
    if (has && (!first || rank(card) < rank(*first))) first = card;
  }
  if (!first) return {};
  return {{static_cast<int>(*first)}};
}

/// Down into the groups with the fewest free cards; of equal ones the closer link, and of equal ones any.
void GpuLinkTree::fragments(int at, std::vector<std::vector<int>>& out) const {
  const Group& group = m_groups[static_cast<std::size_t>(at)];
  const auto rank = [&](int child) {
    const Group& below = m_groups[static_cast<std::size_t>(child)];
    return std::tuple(std::popcount(below.free), below.level);
  };
  std::vector<int> best;
  for (const int child : group.groups) {
    if (m_groups[static_cast<std::size_t>(child)].free == 0) continue;
    if (!best.empty() && rank(best.front()) < rank(child)) continue;
    if (!best.empty() && rank(child) < rank(best.front())) best.clear();
    best.push_back(child);
  }
  for (const int child : best) fragments(child, out);
  if (!best.empty()) return;
  if (auto cards = lowest(group.free, 1)) out.push_back(std::move(*cards));
}

std::vector<std::vector<int>> GpuLinkTree::linked(int count) const {
  std::set<int> candidates;
  for (const int parent : m_parents) {
    int at = parent;
    while (at >= 0 && at != m_root && std::popcount(m_groups[static_cast<std::size_t>(at)].free) < count)
      at = m_groups[static_cast<std::size_t>(at)].parent;
    if (at >= 0 && at != m_root) candidates.insert(at);
  }
  if (candidates.empty()) candidates.insert(m_root);
  const auto rank = [&](int group) {
    const Group& entry = m_groups[static_cast<std::size_t>(group)];
    return std::tuple(entry.level, std::popcount(entry.free));
  };
  const auto best =
      rank(*std::min_element(candidates.begin(), candidates.end(), [&](int a, int b) { return rank(a) < rank(b); }));
  std::vector<std::vector<int>> out;
  for (const int group : candidates) {
    if (rank(group) != best) continue;
    if (auto cards = lowest(m_groups[static_cast<std::size_t>(group)].free, count)) out.push_back(std::move(*cards));
  }
  return sortedOnce(std::move(out));
}

void GpuLinkTree::setFree(int card, bool free) {
  const std::uint32_t bit = bitOf(static_cast<std::size_t>(card));
  for (int at = m_parents[static_cast<std::size_t>(card)]; at >= 0;
       at = m_groups[static_cast<std::size_t>(at)].parent) {
    std::uint32_t& set = m_groups[static_cast<std::size_t>(at)].free;
    set = free ? set | bit : set & ~bit;
  }
}

void GpuLinkTree::take(const std::vector<int>& cards, std::int64_t cores, std::int64_t bytes) {
  for (const int card : cards) {
    if (card < 0 || static_cast<std::size_t>(card) >= m_leaves.size()) continue;
    GpuLeaf& leaf = m_leaves[static_cast<std::size_t>(card)];
    const bool whole = cores >= kGpuManagerWholeCard;
    leaf.freeCores =
        whole ? 0 : std::max<std::int64_t>(saturatedSum(leaf.freeCores, -std::max<std::int64_t>(cores, 0)), 0);
    leaf.freeBytes =
        whole ? 0 : std::max<std::int64_t>(saturatedSum(leaf.freeBytes, -std::max<std::int64_t>(bytes, 0)), 0);
    setFree(card, false);
  }
}

void GpuLinkTree::giveBack(const std::vector<int>& cards, std::int64_t cores, std::int64_t bytes) {
  for (const int card : cards) {
    if (card < 0 || static_cast<std::size_t>(card) >= m_leaves.size()) continue;
    GpuLeaf& leaf = m_leaves[static_cast<std::size_t>(card)];
    const bool whole = cores >= kGpuManagerWholeCard;
    leaf.freeCores =
        whole ? kGpuManagerWholeCard
              : std::min(saturatedSum(leaf.freeCores, std::max<std::int64_t>(cores, 0)), kGpuManagerWholeCard);
    leaf.freeBytes =
        whole ? m_bytes : std::min(saturatedSum(leaf.freeBytes, std::max<std::int64_t>(bytes, 0)), m_bytes);
    if (leaf.freeCores == kGpuManagerWholeCard) setFree(card, true);
  }
}

}  // namespace cardinal::alloc
