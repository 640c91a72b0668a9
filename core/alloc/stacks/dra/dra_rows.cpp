// SPDX-License-Identifier: Apache-2.0
#include "core/alloc/stacks/dra/dra_rows.h"

#include <algorithm>
#include <bit>

#include "core/alloc/reserve/card_fit.h"
#include "core/alloc/stacks/common/card_shares.h"
#include "core/alloc/stacks/common/state_of.h"
#include "core/alloc/stacks/dra/dra_search.h"
#include "core/base/saturate.h"
#include "core/provider/stacks/dra/dra_adapter.h"

namespace cardinal::alloc {
namespace {

constexpr std::int32_t kWholeCard = 100;
constexpr std::size_t kMaxAnswers = 64;

/// True where every use of a map names one entry by a literal: `device.attributes['gpu.nvidia.com'].type`. Then the
/// names in the text are all that is asked for.
bool namesEntries(std::string_view text, std::string_view map) {
  for (std::size_t at = text.find(map); at != std::string_view::npos; at = text.find(map, at)) {
    at += map.size();
    if (at + 1 >= text.size() || text[at] != '[' || (text[at + 1] != '\'' && text[at + 1] != '"')) return false;
    const std::size_t end = text.find(text[at + 1], at + 2);
    if (end == std::string_view::npos || end + 2 >= text.size() || text[end + 1] != ']' || text[end + 2] != '.')
      return false;
    at = end + 3;
  }
  return true;
}

/// True for selectors that devices of one type answer alike: they ask of none of what is one card's own.
bool isOfTypes(const std::string& selector) {
  const auto names = attributesOfOneDevice();
  const bool requestsOne = std::any_of(names.begin(), names.end(),
                                       [&](std::string_view name) { return selector.find(name) != std::string::npos; });
  const auto brackets = std::count(selector.begin(), selector.end(), '[');
  std::ptrdiff_t named = 0;
  for (const std::string_view map : {std::string_view("attributes"), std::string_view("capacity")}) {
    if (!namesEntries(selector, map)) return false;
    for (std::size_t at = selector.find(map); at != std::string::npos; at = selector.find(map, at + 1)) ++named;
  }
  return !selector.empty() && !requestsOne && brackets == named;
}

bool areOfTypes(const std::vector<std::string>& selectors) {
  return std::all_of(selectors.begin(), selectors.end(), isOfTypes);
}

/// Every slice is one node's, and devices take no counters.
bool areOfNodes(const std::vector<std::shared_ptr<const RawResourceSlice>>& slices) {
  constexpr std::size_t kAhead = 16;
  for (std::size_t i = 0; i < slices.size(); ++i) {
    if (i + kAhead < slices.size()) {
      const RawResourceSlice* later = slices[i + kAhead].get();
      __builtin_prefetch(&later->nodes);
      __builtin_prefetch(&later->sharedCounters);
    }
    const RawResourceSlice& slice = *slices[i];
    if (slice.nodes.nodeName.empty() || slice.hasPerDeviceNodes || !slice.sharedCounters.empty()) return false;
  }
  return true;
}

/// What is asked for; null = more than one request of one claim that a template makes.
const RawDeviceChoice* onlyChoice(const PodClaims& claims) {
  if (!claims.problems.empty() || claims.claims.size() != 1 || claims.isShared.front()) return nullptr;
  const RawResourceClaim& claim = claims.claims.front();
  const auto& requests = claim.spec.requests;
  if (claim.allocation || claim.meta.deletionTimestamp != 0 || !claim.spec.constraints.empty()) return nullptr;
  if (requests.size() != 1 || requests.front().prioritized || requests.front().choices.size() != 1) return nullptr;
  const RawDeviceChoice& choice = requests.front().choices.front();
  const bool isPlain = choice.mode == DeviceCountMode::ExactCount && choice.count >= 1 &&
                       choice.count <= kDraMostResults && !choice.adminAccess && !choice.hasCapacity;
  return isPlain && areOfTypes(choice.selectors) ? &choice : nullptr;
}

}  // namespace

DraRows::DraRows(const PodClaims& claims, const ClusterExtras* extras) {
  const RawDeviceChoice* choice = extras != nullptr ? onlyChoice(claims) : nullptr;
  if (choice == nullptr) return;
  const auto named = std::find_if(extras->classes.begin(), extras->classes.end(),
                                  [&](const auto& one) { return one->meta.key.name == choice->deviceClass; });
  if (named == extras->classes.end() || !areOfTypes((*named)->selectors) || !areOfNodes(extras->slices)) return;
  for (const auto* list : {&(*named)->selectors, &choice->selectors}) {
    for (const std::string& selector : *list) m_selectors.push_back(cel::Expression::compile(selector));
  }
  DraAnswer refused;
  refused.outcome = DraOutcome::Refused;
  refused.reason = DraReason::CannotAllocate;
  m_refusal = schedulerWords(refused);
  m_choice = choice;
}

DraRows::Answer DraRows::ask(const RawDevice& device, const std::string& driver) const {
  for (const cel::Expression& selector : m_selectors) {
    const cel::Verdict verdict = selector.matches(device, driver).verdict;
    if (verdict == cel::Verdict::No) return Answer::No;
    if (verdict != cel::Verdict::Yes) return Answer::NotKnown;
  }
  return Answer::Yes;
}

DraRows::Answer DraRows::answerFor(LabelHash type, const NodeView& view, std::size_t card) {
  for (const auto& [known, answer] : m_answers) {
    if (known == type) return answer;
  }
  const NodeExtras* extras = view.node->extras.get();
  if (extras == nullptr || extras->slices.empty() || card >= extras->slices.front()->devices.size())
    return Answer::NotKnown;
  const RawResourceSlice& slice = *extras->slices.front();
  const Answer answer = ask(slice.devices[card], slice.driver);
  if (m_answers.size() < kMaxAnswers) m_answers.emplace_back(type, answer);
  return answer;
}

/// The cards of a node on which a plan has put replicas, each on so many cards; empty where something else changed.
std::span<const StackCard> DraRows::afterReplicas(const NodeView& view) {
  const auto* state = stateOf<dra::NodeState>(view);
  const auto& before = view.node->cards;
  if (state == nullptr || view.placed <= 0 || before.size() != view.cards.size() ||
      before.size() > StackCard::kMaxOnNode)
    return {};
  m_planned.clear();
  std::int64_t taken = 0;
  for (std::size_t i = 0; i < before.size(); ++i) {
    const bool isGivenBack = before[i].held && !view.cards[i].held;
    if (isGivenBack || !state->fillStackCard(i, view.cards[i], m_planned.emplace_back())) return {};
    taken += before[i].held != view.cards[i].held ? 1 : 0;
  }
  return taken == saturatedProduct<std::int64_t>(view.placed, m_choice->count) ? m_planned
                                                                               : std::span<const StackCard>();
}

std::span<const StackCard> DraRows::of(const NodeView& view) {
  if (!isPlain() || view.stack() != GpuStack::Dra) return {};
  const std::span<const StackCard> cards = view.row != nullptr ? view.stackCards() : afterReplicas(view);
  m_selected = 0;
  for (std::size_t i = 0; i < cards.size(); ++i) {
    const Answer answer = answerFor(cards[i].type, view, i);
    if (answer == Answer::NotKnown) return {};
    m_selected |= static_cast<CardBits>(answer == Answer::Yes) << i;
  }
  return cards;
}

CardBits DraRows::free(std::span<const StackCard> cards) const {
  return m_selected & bitsOf(cards, [](const StackCard& card) { return !card.has(dra::kMarkHeld); });
}

bool DraRows::choose(const NodeView& view, std::span<const StackCard> cards, CardChoice& out, CardRoom& room) const {
  clearChoice(out);
  room = CardRoom{};
  for (std::size_t i = 0; i < view.cards.size(); ++i) {
    const bool isKnown = view.hasRowCards() ? (view.row->knownCards >> i & 1U) != 0 : view.cards[i].memoryKnown;
    if (isKnown) room.free = saturatedSum<std::int64_t>(room.free, memoryOf(view, static_cast<CardIndex>(i)).free);
  }
  const CardBits left = free(cards);
  const auto enough = static_cast<std::size_t>(std::popcount(left));
  if (enough < count()) return false;
  CardBits rest = left;
  for (std::size_t i = 0; i < count(); ++i, rest &= rest - 1)
    out.cards.push_back(static_cast<CardIndex>(std::countr_zero(rest)));
  out.cardCount = static_cast<int>(out.cards.size());
  const std::int64_t memory = cards[static_cast<std::size_t>(out.cards.front())].memory;
  const bool isAlike = std::all_of(out.cards.begin(), out.cards.end(), [&](CardIndex card) {
    return cards[static_cast<std::size_t>(card)].memory == memory;
  });
  if (isAlike) {
    out.memoryPerCard = MemUnits(std::max<std::int64_t>(memory, 0));
    out.corePerCard = CorePercent(kWholeCard);
  }
  room.fits = std::min<std::int64_t>(static_cast<std::int64_t>(enough / count()), kMaxDraCounted);
  const std::int64_t each = saturatedProduct<std::int64_t>(out.memoryPerCard.value, out.cardCount);
  room.usable = std::min(room.free, each > 0 ? saturatedProduct<std::int64_t>(each, room.fits) : room.free);
  return true;
}

void DraRows::explain(std::span<const StackCard> cards, NodeRejection& out) const {
  out.reason = Rejection{ReasonCode::StackRefused, Waiting::Unknown, kPendingCard, 0, 0, {}};
  if (static_cast<std::size_t>(std::popcount(free(cards))) >= count()) return;
  out.reason.detail = m_refusal;
  const bool fitsEmpty = static_cast<std::size_t>(std::popcount(m_selected)) >= count();
  out.reason.waiting = fitsEmpty ? Waiting::NotNow : Waiting::Never;
  for (std::size_t i = 0; i < cards.size(); ++i) {
    if (cards[i].has(dra::kMarkHeld))
      out.cards.add(ReasonCode::CardNotEmpty, Waiting::NotNow, static_cast<CardIndex>(i), 0, 0);
  }
}

}  // namespace cardinal::alloc
