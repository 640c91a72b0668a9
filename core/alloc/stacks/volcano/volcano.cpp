// SPDX-License-Identifier: Apache-2.0
#include "core/alloc/stacks/volcano/volcano.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/base/saturate.h"

namespace cardinal::alloc {
namespace {

using provider::VolcanoAmounts;
using provider::VolcanoConfig;
using provider::VolcanoMigGroup;
using provider::VolcanoMigInstance;

constexpr std::int64_t kWholeCores = 100;

void addAmount(std::optional<std::int64_t>& sum, const std::optional<std::int64_t>& amount) {
  if (amount) sum = saturatedSum<std::int64_t>(sum.value_or(0), *amount);
}

void addAmounts(VolcanoAmounts& sums, const VolcanoAmounts& amounts) {
  addAmount(sums.number, amounts.number);
  addAmount(sums.memory, amounts.memory);
  addAmount(sums.cores, amounts.cores);
  addAmount(sums.percentage, amounts.percentage);
}

/// Which of the instances' profile and which of its instances a position in the id is.
const VolcanoMigInstance* instanceAt(const VolcanoMigGroup& group, std::int64_t position, int& number) {
  std::int64_t before = 0;
  for (const VolcanoMigInstance& instance : group.instances) {
    if (position < saturatedSum<std::int64_t>(before, instance.count)) {
      number = static_cast<int>(std::min<std::int64_t>(position - before, std::numeric_limits<int>::max()));
      return &instance;
    }
    before = saturatedSum<std::int64_t>(before, instance.count);
  }
  return nullptr;
}

/// Marks the instance; MiB of it, 0 where the card has no such group or instance.
std::int64_t useInstance(VolcanoCardState& card, const provider::VolcanoShare& share) {
  if (card.mig == nullptr) return 0;
  const auto& groups = card.mig->groups;
  const auto group =
      std::find_if(groups.begin(), groups.end(), [&](const VolcanoMigGroup& g) { return g.name == share.migGroup; });
  if (group == groups.end()) return 0;
  int number = 0;
  const VolcanoMigInstance* instance = instanceAt(*group, share.migPosition, number);
  if (instance == nullptr) return 0;
  card.migGroup = static_cast<int>(group - groups.begin());
  for (VolcanoUsedInstances& used : card.instances) {
    if (used.name != instance->name) continue;
    const auto at = std::lower_bound(used.numbers.begin(), used.numbers.end(), number);
    if (at == used.numbers.end() || *at != number) used.numbers.insert(at, number);
    return used.memory;
  }
  card.instances.push_back({instance->name, instance->memory, {number}});
  return instance->memory;
}

std::int64_t inUnits(std::int64_t mib, std::int64_t factor) {
  return factor > 1 ? mib / factor : mib;
}

/// The card of an entry is the one whose uuid is part of the entry's id.
VolcanoCardState* cardOf(VolcanoNodeState& state, const provider::VolcanoShare& share) {
  for (VolcanoCardState& card : state.cards) {
    if (share.id.find(card.uuid) != std::string::npos) return &card;
  }
  return nullptr;
}

void countShare(VolcanoCardState& card, const provider::VolcanoShare& share, bool mig, const std::string& group,
                std::int64_t factor) {
  const std::int64_t memory = mig ? inUnits(useInstance(card, share), factor) : share.memory;
  card.usedSlots = saturatedSum<std::int64_t>(card.usedSlots, 1);
  card.usedMemory = saturatedSum<std::int64_t>(card.usedMemory, memory);
  card.usedCores = saturatedSum<std::int64_t>(card.usedCores, share.cores);
  ++card.pods;
  if (!group.empty() && (memory != 0 || share.cores != 0)) card.groups.push_back(group);
}

// Card types are NVIDIA's product names: ASCII.
char upper(char c) {
  return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
}

bool containsIgnoringCase(std::string_view text, std::string_view part) {
  return std::search(text.begin(), text.end(), part.begin(), part.end(),
                     [](char a, char b) { return upper(a) == upper(b); }) != text.end() ||
         part.empty();
}

bool anyEntryIn(std::string_view type, std::string_view list) {
  for (;;) {
    const std::size_t comma = list.find(',');
    if (containsIgnoringCase(type, list.substr(0, comma))) return true;
    if (comma == std::string_view::npos) return false;
    list.remove_prefix(comma + 1);
  }
}

}  // namespace

std::int64_t volcanoPartOf(std::int64_t memory, std::int32_t percentage) {
  constexpr double kBeyond = 9.2e18;
  const double part = static_cast<double>(memory) * static_cast<double>(percentage) / 100.0;
  return part >= kBeyond    ? std::numeric_limits<std::int64_t>::max()
         : part <= -kBeyond ? std::numeric_limits<std::int64_t>::min()
                            : static_cast<std::int64_t>(part);
}

int volcanoPoints(double score, std::size_t cards) {
  if (cards == 0 || !std::isfinite(score)) return 0;
  return static_cast<int>(std::lround(std::clamp(score / static_cast<double>(cards), 0.0, 100.0)));
}

bool volcanoTypeMatches(const provider::VolcanoRequest& request, std::string_view type) {
  if (type.find("NVIDIA") == std::string_view::npos) return false;
  if (request.useTypes) return anyEntryIn(type, *request.useTypes);
  return !request.nouseTypes || !anyEntryIn(type, *request.nouseTypes);
}

VolcanoPolicy volcanoPolicy(std::string_view word) {
  return word == "binpack" ? VolcanoPolicy::Binpack : word == "spread" ? VolcanoPolicy::Spread : VolcanoPolicy::None;
}

VolcanoNodeState volcanoNodeState(std::string name, const provider::VolcanoNode& node, const VolcanoConfig& config) {
  VolcanoNodeState state;
  state.name = std::move(name);
  state.allocatable = node.allocatable;
  state.seenByScheduler = node.seenByScheduler;
  if (!node.seenByScheduler) return state;
  for (const provider::VolcanoCard& registered : node.cards) {
    VolcanoCardState card;
    card.index = registered.index;
    card.uuid = registered.uuid;
    card.type = registered.type;
    card.slots = registered.slots;
    card.memory = registered.memory;
    card.mig = registered.isMig ? migModelsOf(config, registered.type) : nullptr;
    // the last record decides for all
    state.mig = card.mig != nullptr;
    state.cards.push_back(std::move(card));
  }
  return state;
}

void countVolcanoPod(VolcanoNodeState& state, const provider::VolcanoHoldings& holdings, const VolcanoAmounts& sums,
                     bool terminating, std::int64_t factor) {
  addAmounts(state.used, sums);
  if (terminating) {
    addAmounts(state.releasing, sums);
    return;
  }
  const provider::VolcanoShare* const first = holdings.shares.data();
  for (const provider::VolcanoShare& share : holdings.shares) {
    VolcanoCardState* const card = cardOf(state, share);
    // without an instance a MIG card does not take the pod in
    if (card == nullptr || (state.mig && share.migPosition < 0)) continue;
    const bool before = std::any_of(first, &share, [&](const provider::VolcanoShare& earlier) {
      return cardOf(state, earlier) == card && !(state.mig && earlier.migPosition < 0);
    });
    if (!before) countShare(*card, share, state.mig, holdings.group, factor);
  }
}

VolcanoFitter::VolcanoFitter(const provider::VolcanoRequest& request, const VolcanoConfig& config,
                             VolcanoArguments arguments)
    : m_request(request), m_config(config), m_arguments(arguments) {}

const VolcanoFit& VolcanoFitter::fit(const VolcanoNodeState& node) {
  m_fit.refusal = VolcanoRefusal::None;
  m_fit.missing = 0;
  m_fit.groupMayDiffer = false;
  m_fit.score = 0;
  m_fit.nodeOrder = 0;
  m_fit.picks.clear();
  m_fit.withoutCards = m_request.requestsDevices() && !node.seenByScheduler;
  checkSums(node);
  if (m_fit.fits() && m_request.requestsDevices() && node.seenByScheduler) placeAll(node);
  if (!m_fit.fits()) {
    m_fit.picks.clear();
    m_fit.score = 0;
  } else if (m_arguments.weight > 0 && !std::isnan(m_fit.score)) {
    constexpr double kRounding = 0.5;
    constexpr double kBeyond = 9.2e18;
    const double rounded = std::clamp(std::floor(m_fit.score + kRounding), -kBeyond, kBeyond);
    m_fit.nodeOrder = saturatedProduct<std::int64_t>(static_cast<std::int64_t>(rounded), m_arguments.weight);
  }
  return m_fit;
}

void VolcanoFitter::checkSums(const VolcanoNodeState& node) {
  m_fit.idle = true;
  const auto check = [&](std::optional<std::int64_t> VolcanoAmounts::*key, std::uint8_t bit) {
    const auto& requested = m_request.sums.*key;
    if (!requested) return;
    const std::int64_t idle =
        saturatedDifference<std::int64_t>((node.allocatable.*key).value_or(0), (node.used.*key).value_or(0));
    if (*requested <= idle) return;
    m_fit.idle = false;
    if (*requested > saturatedSum<std::int64_t>(idle, (node.releasing.*key).value_or(0)))
      m_fit.missing = static_cast<std::uint8_t>(m_fit.missing | bit);
  };
  check(&VolcanoAmounts::number, kVolcanoNumber);
  check(&VolcanoAmounts::memory, kVolcanoMemory);
  check(&VolcanoAmounts::cores, kVolcanoCores);
  check(&VolcanoAmounts::percentage, kVolcanoPercentage);
  if (m_fit.missing != 0) m_fit.refusal = VolcanoRefusal::Insufficient;
}

void VolcanoFitter::placeAll(const VolcanoNodeState& node) {
  if (m_request.mode && *m_request.mode != (node.mig ? "mig" : "hami-core")) {
    m_fit.refusal = VolcanoRefusal::WrongMode;
    return;
  }
  m_books.clear();
  for (const VolcanoCardState& card : node.cards) m_books.push_back({card.usedSlots, card.usedMemory, card.usedCores});
  for (int i = 0; i < static_cast<int>(m_request.containers.size()); ++i) {
    if (!placeContainer(node, i)) return;
  }
}

bool VolcanoFitter::placeContainer(const VolcanoNodeState& node, int index) {
  const auto& request = m_request.containers[static_cast<std::size_t>(index)];
  const auto refuse = [&](VolcanoRefusal why) {
    m_fit.refusal = why;
    return false;
  };
  if (request.number > static_cast<std::int64_t>(node.cards.size())) return refuse(VolcanoRefusal::TooFewCards);
  // without a policy cards are taken by number, and a number that is missing is not looked for
  const bool hasGap = node.cards.back().index != static_cast<int>(node.cards.size()) - 1;
  if (m_arguments.policy == VolcanoPolicy::None && hasGap) return refuse(VolcanoRefusal::SchedulerFails);
  sortCards(node);
  std::int32_t left = request.number;
  for (const int at : m_order) {
    const VolcanoCardState& card = node.cards[static_cast<std::size_t>(at)];
    const std::int64_t memory = request.percentage ? volcanoPartOf(card.memory, *request.percentage) : request.memory;
    VolcanoInstance instance;
    if (!takes(node, at, request, memory, instance)) continue;
    CardBooks& books = m_books[static_cast<std::size_t>(at)];
    books.slots = saturatedSum<std::int64_t>(books.slots, 1);
    books.memory =
        saturatedSum<std::int64_t>(books.memory, node.mig ? inUnits(instance.memory, m_config.memoryFactor) : memory);
    books.cores = saturatedSum<std::int64_t>(books.cores, request.cores);
    if (left > 0) {
      --left;
      m_fit.groupMayDiffer = m_fit.groupMayDiffer || (node.mig && card.migGroup < 0 && card.mig->groups.size() > 1);
      m_fit.picks.push_back({index, at, memory, request.cores, instance.group, instance.position});
      if (m_arguments.policy == VolcanoPolicy::Binpack)
        m_fit.score += 100 * (static_cast<double>(books.memory) / static_cast<double>(card.memory));
    }
    if (left == 0) break;
  }
  return left > 0 ? refuse(VolcanoRefusal::NotFitted) : true;
}

bool VolcanoFitter::takes(const VolcanoNodeState& node, int at, const provider::VolcanoContainerRequest& request,
                          std::int64_t memory, VolcanoInstance& instance) {
  const VolcanoCardState& card = node.cards[static_cast<std::size_t>(at)];
  const CardBooks& books = m_books[static_cast<std::size_t>(at)];
  const auto isUnsignedMore = [](std::int64_t a, std::int64_t b) {
    return static_cast<std::uint64_t>(a) > static_cast<std::uint64_t>(b);
  };
  if (!isUnsignedMore(card.slots, books.slots)) return false;
  if (!m_request.avoidedGroup.empty() &&
      std::find(card.groups.begin(), card.groups.end(), m_request.avoidedGroup) != card.groups.end())
    return false;
  if (saturatedDifference<std::int64_t>(card.memory, books.memory) < memory) return false;
  if (isUnsignedMore(saturatedSum<std::int64_t>(books.cores, request.cores), kWholeCores)) return false;
  if (request.cores == kWholeCores && books.slots > 0) return false;
  if (books.cores == kWholeCores && request.cores == 0) return false;
  if (!typeMatches(card.type)) return false;
  return !node.mig || pickVolcanoInstance(card, memory, m_config.memoryFactor, instance);
}

void VolcanoFitter::sortCards(const VolcanoNodeState& node) {
  m_order.resize(node.cards.size());
  for (std::size_t i = 0; i < m_order.size(); ++i) m_order[i] = static_cast<int>(i);
  const auto booksOf = [&](int at) -> const CardBooks& { return m_books[static_cast<std::size_t>(at)]; };
  switch (m_arguments.policy) {
    case VolcanoPolicy::None:
      std::reverse(m_order.begin(), m_order.end());
      break;
    case VolcanoPolicy::Binpack:
      std::sort(m_order.begin(), m_order.end(), [&](int a, int b) {
        return booksOf(a).memory != booksOf(b).memory ? booksOf(a).memory > booksOf(b).memory : a < b;
      });
      break;
    case VolcanoPolicy::Spread:
      std::sort(m_order.begin(), m_order.end(), [&](int a, int b) {
        return booksOf(a).slots != booksOf(b).slots ? booksOf(a).slots < booksOf(b).slots : a < b;
      });
      break;
  }
}

bool VolcanoFitter::typeMatches(const std::string& type) {
  for (const auto& [known, answer] : m_types) {
    if (known == type) return answer;
  }
  const bool matches = volcanoTypeMatches(m_request, type);
  constexpr std::size_t kKept = 64;
  if (m_types.size() < kKept) m_types.emplace_back(type, matches);
  return matches;
}

std::vector<std::size_t> bestVolcanoNodes(std::span<const VolcanoRating> ratings) {
  const bool anyIdle =
      std::any_of(ratings.begin(), ratings.end(), [](const VolcanoRating& r) { return r.fits && r.idle; });
  std::vector<std::size_t> best;
  for (std::size_t i = 0; i < ratings.size(); ++i) {
    const VolcanoRating& rating = ratings[i];
    if (!rating.fits || (anyIdle && !rating.idle)) continue;
    if (!best.empty() && rating.nodeOrder < ratings[best.front()].nodeOrder) continue;
    if (!best.empty() && rating.nodeOrder > ratings[best.front()].nodeOrder) best.clear();
    best.push_back(i);
  }
  return best;
}

}  // namespace cardinal::alloc
