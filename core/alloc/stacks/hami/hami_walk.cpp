// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <limits>
#include <numeric>

#include "core/alloc/stacks/hami/hami_figures.h"

namespace cardinal::hami {
namespace {

// A MIG placement of size 0 is never used up: HAMi would take it without end.
constexpr std::size_t kMaxTaken = 4096;
constexpr std::size_t kMaxCombinations = 1'000'000;

bool overlap(const MigPlacement& a, const MigPlacement& b) {
  return a.start < b.start + b.size && b.start < a.start + a.size;
}

bool typeMatches(const AnnotationList& list, const std::string& type) {
  const std::string capitals = detail::capitals(type);
  return std::any_of(list.entries.begin(), list.entries.end(),
                     [&](const std::string& entry) { return capitals.find(entry) != std::string::npos; });
}

bool idMatches(const AnnotationList& list, const std::string& id) {
  return std::find(list.entries.begin(), list.entries.end(), id) != list.entries.end();
}

bool idFits(const CardRestrictions& restrictions, const std::string& id) {
  if (restrictions.ids.present && !idMatches(restrictions.ids, id)) return false;
  return !restrictions.noIds.present || !idMatches(restrictions.noIds, id);
}

/// Peak of the first parts and sum of the others on one card, as countedUse() has it.
struct Collapsed {
  std::int32_t peakMemory = 0, peakCores = 0, memory = 0, cores = 0;

  void add(const Placed& placed, bool isInit) {
    if (isInit) {
      peakMemory = std::max(peakMemory, placed.memoryMib);
      peakCores = std::max(peakCores, placed.cores);
    } else {
      memory = wrappedSum(memory, placed.memoryMib);
      cores = wrappedSum(cores, placed.cores);
    }
  }
};

/// The next combination in lexicographic order; false after the last one.
bool advance(std::vector<std::size_t>& chosen, std::size_t of) {
  for (std::size_t i = chosen.size(); i-- > 0;) {
    if (chosen[i] + (chosen.size() - i) >= of) continue;
    ++chosen[i];
    for (std::size_t next = i + 1; next < chosen.size(); ++next) chosen[next] = chosen[next - 1] + 1;
    return true;
  }
  return false;
}

std::int64_t pairScore(const Node& node, const Placed& from, const Placed& to) {
  return node.pairScores.empty() ? 0 : node.pairScores[from.card * node.cards.size() + to.card];
}

}  // namespace

bool typeFits(const CardRestrictions& restrictions, const Card& card) {
  if (restrictions.types.present && !typeMatches(restrictions.types, card.type)) return false;
  return !restrictions.noTypes.present || !typeMatches(restrictions.noTypes, card.type);
}

std::optional<MigChoice> chooseMig(const Card& card, std::span<const MigPlacement> taken, std::int32_t memoryMib) {
  for (std::size_t i = 0; i < card.profiles.size(); ++i) {
    const MigProfile& profile = card.profiles[i];
    if (profile.memoryMib < memoryMib) continue;
    for (const MigPlacement& place : profile.placements) {
      const bool isFree =
          std::none_of(taken.begin(), taken.end(), [&](const MigPlacement& used) { return overlap(place, used); });
      if (isFree) return MigChoice{static_cast<std::int32_t>(i), place};
    }
  }
  return std::nullopt;
}

bool Judge::walk(const Node& node, const NodeUse& use, const ContainerRequest& requested) {
  m_got.clear();
  m_left = requested.number;
  m_numa = -1;
  for (std::size_t i = m_order.size(); i-- > 0;) {
    const std::size_t card = m_order[i];
    if (!node.cards[card].isOfferedTo(requested.vendor)) continue;
    Looked looked = look(node, use, card, requested);
    while (looked == Looked::PassedLooksAgain) looked = look(node, use, card, requested);
    if (looked == Looked::Done) return true;
    if (m_got.size() >= kMaxTaken) return refuse(Refusal::Kind::TooManyChoices);
  }
  if (m_isNvidia && m_request.choice.isTopologyAware && m_got.size() >= static_cast<std::size_t>(requested.number))
    return endTopology(node, requested);
  if (!m_got.empty()) count(CardReason::AllocatedInsufficient, m_got.size());
  return refuse(Refusal::Kind::Cards);
}

Judge::Looked Judge::look(const Node& node, const NodeUse& use, std::size_t index, const ContainerRequest& requested) {
  const Card& card = node.cards[index];
  const auto refused = [this](CardReason reason) {
    count(reason);
    return Looked::Refused;
  };
  if (const auto reason = earlyReason(card, use.cards[index])) return refused(*reason);
  if (m_isNvidia && m_request.choice.numaBind) startNuma(card.numa, requested);
  const Placed next{index, memoryOn(card, requested), coresOn(card, requested), -1, {}};
  if (!idFits(*m_restrictions, card.id)) return refused(CardReason::UuidMismatch);
  if (card.slots <= use.cards[index].slots) return refused(CardReason::TimeSlicingExhausted);
  if (m_request.choice.isMutex && use.cards[index].slots > 0) return refused(CardReason::ExclusiveConflict);
  if (m_isNvidia && m_quota != nullptr && !quotaAllows(node, next)) return refused(CardReason::QuotaNotFit);
  if (const auto reason = lateReason(card, use.cards[index], requested, next)) return refused(*reason);
  if (const auto reason = ruleReason(node, next, requested)) return refused(*reason);
  std::optional<MigChoice> mig;
  const bool isMig = m_isNvidia && card.isMig();
  const bool takesAll = m_isNvidia && m_request.choice.isTopologyAware;
  if (isMig) {
    mig = chooseMig(card, takenOn(use, index), next.memoryMib);
    if (!mig) return refused(CardReason::MigTopologyInfeasible);
  }
  if (m_left > 0) {
    m_got.push_back(next);
    if (mig) {
      m_got.back().profile = mig->profile;
      m_got.back().placement = mig->placement;
    }
    if (!takesAll) --m_left;
  }
  if (m_left == 0 && !takesAll) return Looked::Done;
  return isMig && m_got.size() < kMaxTaken ? Looked::PassedLooksAgain : Looked::Passed;
}

/// numa-bind: cards of another NUMA node begin anew.
void Judge::startNuma(std::int64_t numa, const ContainerRequest& requested) {
  if (numa == m_numa) return;
  if (m_left != requested.number) count(CardReason::NumaNotFit, m_got.size());
  m_left = requested.number;
  m_numa = numa;
  m_got.clear();
}

std::optional<CardReason> Judge::earlyReason(const Card& card, const CardUse& use) const {
  if (!use.healthy) return CardReason::NotHealth;
  if (m_isNvidia && card.cordoned) return CardReason::Cordoned;
  if (!typeFits(*m_restrictions, card)) return CardReason::TypeMismatch;
  const auto& mode = m_request.choice.vgpuMode;
  if (m_isNvidia && mode && mode->find(card.mode) == std::string::npos) return CardReason::TypeMismatch;
  return std::nullopt;
}

std::optional<CardReason> Judge::lateReason(const Card& card, const CardUse& use, const ContainerRequest& requested,
                                            const Placed& next) const {
  if (vendors()[requested.vendor].rule == VendorRule::Amd) {
    if (wrappedDifference(card.memoryMib, use.memoryMib) < next.memoryMib) return CardReason::InsufficientMemory;
    const bool lacks = card.cores <= 0 || wrappedDifference(card.cores, use.cores) < next.cores;
    return lacks ? std::optional(CardReason::InsufficientCore) : std::nullopt;
  }
  const CardReason reason = roomReason(figuresOf(card, use), requested, next.memoryMib, next.cores);
  return reason == kPasses ? std::nullopt : std::optional(reason);
}

/// Moore Threads: all containers of a pod share one card.
std::optional<CardReason> Judge::ruleReason(const Node& node, const Placed& next,
                                            const ContainerRequest& requested) const {
  if (vendors()[requested.vendor].rule != VendorRule::MooreThreads) return std::nullopt;
  const auto& segments = m_verdict.segments;
  for (std::size_t i = m_passBegin; i < segments.size(); ++i) {
    for (std::size_t at = segments[i].begin; at < segments[i].end; ++at) {
      const bool own = segments[i].vendor == requested.vendor;
      if (own && node.cards[m_verdict.placed[at].card].id != node.cards[next.card].id) return CardReason::CustomRule;
    }
  }
  return std::nullopt;
}

/// Only the parts of this pass are counted, and the first of them as init containers' whatever they are.
bool Judge::quotaAllows(const Node& node, const Placed& next) const {
  std::vector<Collapsed> cards(node.cards.size());
  const auto& segments = m_verdict.segments;
  std::size_t parts = 0;
  for (std::size_t i = m_passBegin; i < segments.size(); ++i) {
    if (segments[i].vendor != kNvidia) continue;
    for (std::size_t at = segments[i].begin; at < segments[i].end; ++at) {
      const Placed& placed = m_verdict.placed[at];
      cards[placed.card].add(placed, parts < m_request.initContainers);
    }
    ++parts;
  }
  const bool isInit = parts < m_request.initContainers;
  for (const Placed& placed : m_got) cards[placed.card].add(placed, isInit);
  cards[next.card].add(next, isInit);
  std::int64_t memory = 0, cores = 0;
  for (const Collapsed& card : cards) {
    memory += std::max(card.peakMemory, card.memory);
    cores += std::max(card.peakCores, card.cores);
  }
  return quotaFits(*m_quota, m_config, memory, cores);
}

std::vector<MigPlacement> Judge::takenOn(const NodeUse& use, std::size_t card) const {
  std::vector<MigPlacement> out;
  for (const MigInstance& instance : use.mig) {
    if (instance.card == card) out.push_back(instance.placement);
  }
  for (const Placed& placed : m_got) {
    if (placed.card == card) out.push_back(placed.placement);
  }
  return out;
}

/// One card: the one with the weakest links to the others, which keeps good links for other pods. Several: those with
/// the strongest links among each other.
bool Judge::endTopology(const Node& node, const ContainerRequest& requested) {
  const auto number = static_cast<std::size_t>(requested.number);
  if (m_got.size() == number) return true;
  if (number != 1) return chooseLinked(node, number);
  std::size_t chosen = 0;
  std::int64_t least = 0;
  for (std::size_t from = 0; from < m_got.size(); ++from) {
    std::int64_t sum = 0;
    for (const Placed& to : m_got) sum += to.card == m_got[from].card ? 0 : pairScore(node, m_got[from], to);
    if (from == 0 || sum < least) {
      chosen = from;
      least = sum;
    }
  }
  m_got = {m_got[chosen]};
  return true;
}

bool Judge::chooseLinked(const Node& node, std::size_t number) {
  std::vector<std::size_t> chosen(number);
  std::iota(chosen.begin(), chosen.end(), std::size_t{0});
  std::vector<std::size_t> best = chosen;
  std::int64_t most = std::numeric_limits<std::int64_t>::min();
  // Without pair scores every combination is equal and the first one is taken.
  const std::size_t of = node.pairScores.empty() ? number : m_got.size();
  std::size_t seen = 0;
  do {
    if (++seen > kMaxCombinations) return refuse(Refusal::Kind::TooManyChoices);
    std::int64_t sum = 0;
    for (std::size_t i = 0; i < number; ++i) {
      for (std::size_t j = i + 1; j < number; ++j) sum += pairScore(node, m_got[chosen[i]], m_got[chosen[j]]);
    }
    if (sum > most) {
      most = sum;
      best = chosen;
    }
  } while (advance(chosen, of));
  std::vector<Placed> kept;
  for (const std::size_t i : best) kept.push_back(m_got[i]);
  m_got = std::move(kept);
  return true;
}

/// What is counted and written is the instance, not the request. Instances are chosen again, since of those that
/// passed not all may be kept.
void Judge::finishMig(const Node& node, const NodeUse& use) {
  const auto onMig = [&](const Placed& placed) { return node.cards[placed.card].isMig(); };
  if (std::none_of(m_got.begin(), m_got.end(), onMig)) return;
  const std::vector<Placed> wanted = std::move(m_got);
  m_got.clear();
  for (Placed placed : wanted) {
    const Card& card = node.cards[placed.card];
    const auto mig = card.isMig() ? chooseMig(card, takenOn(use, placed.card), placed.memoryMib) : std::nullopt;
    if (mig) {
      const MigProfile& profile = card.profiles[static_cast<std::size_t>(mig->profile)];
      placed = {placed.card, profile.memoryMib, profile.cores, mig->profile, mig->placement};
    }
    m_got.push_back(placed);
  }
}

}  // namespace cardinal::hami
