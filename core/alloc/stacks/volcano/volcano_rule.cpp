// SPDX-License-Identifier: Apache-2.0
#include "core/alloc/stacks/volcano/volcano_rule.h"

#include <algorithm>
#include <limits>
#include <string>

#include "core/alloc/reserve/card_fit.h"
#include "core/alloc/stacks/common/card_shares.h"
#include "core/alloc/stacks/common/state_of.h"
#include "core/alloc/stacks/volcano/volcano.h"
#include "core/alloc/stacks/volcano/volcano_rows.h"
#include "core/base/saturate.h"
#include "core/provider/stacks/volcano/volcano_adapter.h"

namespace cardinal::alloc {
namespace {

constexpr std::int32_t kWholeCores = 100;
using provider::VolcanoContainerRequest;
using provider::VolcanoRequest;
using provider::VolcanoStackState;

/// A request of percentages passes only nodes that publish that resource; who publishes it names it to the scheduler.
provider::VolcanoConfig namingPercentages() {
  provider::VolcanoConfig config;
  config.percentageName = "volcano.sh/vgpu-memory-percentage";
  return config;
}

/// The node's sums are looked at before the cards, by ResourceCheck.
VolcanoRequest ofCards(const RawPod& pod, const provider::VolcanoConfig& config) {
  VolcanoRequest request = provider::readVolcanoRequest(pod, config);
  request.sums = {};
  return request;
}

/// The same asking one card, to see what a card alone would take.
VolcanoRequest ofOneCard(const VolcanoRequest& request) {
  VolcanoRequest out = request;
  for (VolcanoContainerRequest& container : out.containers) container.number = 1;
  return out;
}

/// Judges through scratch memory of its own, so one rule serves one thread, as the evaluator that owns it.
class VolcanoRule final : public CardRule {
 public:
  explicit VolcanoRule(const Demand& demand)
      : m_config(namingPercentages()),
        m_request(ofCards(*demand.request.pod, m_config)),
        m_oneCard(ofOneCard(m_request)),
        m_binpack(m_request, m_config, {VolcanoPolicy::Binpack, 1}),
        m_spread(m_request, m_config, {VolcanoPolicy::Spread, 1}),
        m_byNumber(m_request, m_config, {VolcanoPolicy::None, 0}),
        m_prober(m_oneCard, m_config, {VolcanoPolicy::Binpack, 1}),
        m_rows(m_request, m_config) {}

  bool choose(const NodeView& view, const TieRule& /*tie*/, CardChoice& out, CardRoom& room) const override {
    if (const auto cards = m_rows.of(view); !cards.empty()) return m_rows.choose(view, cards, out, room);
    clearChoice(out);
    room = CardRoom{};
    const VolcanoStackState* state = stateOf<VolcanoStackState>(view);
    if (state == nullptr) return false;
    fillNode(*state, view);
    room.free = freeOnAll(view.cards);
    const VolcanoFit& fit = m_binpack.fit(m_node);
    if (!fit.fits()) return false;
    fillChoice(fit, out);
    out.tied = !out.cards.empty() && (differs(m_spread.fit(m_node), out) || differs(m_byNumber.fit(m_node), out));
    room.fits = out.cards.empty() ? std::numeric_limits<std::int64_t>::max() : fitting();
    room.usable = room.free;
    return true;
  }

  void explain(const NodeView& view, NodeRejection& out) const override {
    if (const auto cards = m_rows.of(view); !cards.empty()) return m_rows.explain(view, cards, out);
    out.reason = Rejection{ReasonCode::StackRefused, Waiting::Unknown, kPendingCard, 0, 0, {}};
    const VolcanoStackState* state = stateOf<VolcanoStackState>(view);
    if (state == nullptr) return;
    fillNode(*state, view);
    const VolcanoFit& fit = m_binpack.fit(m_node);
    out.reason.detail = volcanoRefusalText(fit, m_request, m_node, m_config);
    const bool byCards = fit.refusal == VolcanoRefusal::NotFitted;
    empty(m_node);
    out.reason.waiting = m_binpack.fit(m_node).fits() ? Waiting::NotNow : Waiting::Never;
    if (!byCards || onlyContainer() == nullptr) return;
    fillNode(*state, view);
    for (std::size_t i = 0; i < m_node.cards.size(); ++i) explainCard(i, out);
  }

  bool takes(const NodeView& view, CardIndex card) const override {
    const VolcanoStackState* state = stateOf<VolcanoStackState>(view);
    if (state == nullptr || card < 0 || static_cast<std::size_t>(card) >= view.cards.size()) return false;
    fillNode(*state, view);
    return static_cast<std::size_t>(card) < m_node.cards.size() && probe(static_cast<std::size_t>(card));
  }

  void take(const CardChoice& choice, std::vector<Card>& cards) const override { takeCardShares(choice, cards); }
  bool readsStates() const override { return !m_rows.isPlain(); }

  StringMap annotations(const NodeView& view, const CardList& cards) const override {
    const VolcanoStackState* state = stateOf<VolcanoStackState>(view);
    if (state == nullptr) return {};
    fillNode(*state, view);
    for (std::size_t i = 0; i < m_node.cards.size(); ++i) m_node.cards[i].uuid = state->node.cards[i].uuid;
    const VolcanoFit& fit = m_binpack.fit(m_node);
    if (!fit.fits() || fit.picks.empty()) return {};
    CardChoice choice;
    fillChoice(fit, choice);
    StringMap out;
    if (cards == choice.cards) out.emplace_back(std::string(provider::kVolcanoIds), volcanoIds(fit, m_request, m_node));
    return out;
  }

 private:
  /// From the figures of the cards, where a plan may have put more.
  void fillNode(const VolcanoStackState& state, const NodeView& view) const {
    m_node.name = view.node->name;
    m_node.seenByScheduler = state.node.seenByScheduler;
    const std::size_t count = std::min(state.node.cards.size(), view.cards.size());
    m_node.cards.resize(m_node.seenByScheduler ? count : 0);
    for (std::size_t i = 0; i < m_node.cards.size(); ++i) {
      const provider::VolcanoCard& registered = state.node.cards[i];
      const Card& used = view.cards[i];
      VolcanoCardState& card = m_node.cards[i];
      card.index = registered.index;
      card.type = registered.type;
      card.slots = registered.slots;
      card.memory = registered.memory;
      card.usedSlots = used.slotsHeld;
      card.usedMemory = used.memScheduler.value;
      card.usedCores = used.coreScheduler.value;
      card.pods = used.pods;
      fillGroups(state, view, i);
    }
  }

  void fillGroups(const VolcanoStackState& state, const NodeView& view, std::size_t at) const {
    std::vector<std::string>& groups = m_node.cards[at].groups;
    groups.clear();
    if (m_request.avoidedGroup.empty()) return;
    const auto& others = state.groups[at];
    // Replicas of the request are of its group.
    const bool taken =
        view.placed > 0 && at < view.node->cards.size() && view.cards[at].pods > view.node->cards[at].pods;
    if (taken || std::find(others.begin(), others.end(), m_request.avoidedGroup) != others.end())
      groups.push_back(m_request.avoidedGroup);
  }

  static void empty(VolcanoCardState& card) {
    card.usedSlots = 0;
    card.usedMemory = 0;
    card.usedCores = 0;
    card.pods = 0;
    card.groups.clear();
  }
  static void empty(VolcanoNodeState& node) {
    for (VolcanoCardState& card : node.cards) empty(card);
  }

  void fillChoice(const VolcanoFit& fit, CardChoice& out) const {
    for (const VolcanoPick& pick : fit.picks)
      addCardShare(out.shares, static_cast<CardIndex>(pick.card), std::max<std::int64_t>(pick.memory, 0),
                   std::max<std::int64_t>(pick.cores, 0), 1);
    setCardsByShares(out);
    out.score = volcanoPoints(fit.score, fit.picks.size());
  }

  bool differs(const VolcanoFit& fit, const CardChoice& choice) const {
    if (!fit.fits()) return true;
    m_otherShares.clear();
    for (const VolcanoPick& pick : fit.picks) addCardShare(m_otherShares, static_cast<CardIndex>(pick.card), 0, 0, 1);
    return m_otherShares.size() != choice.cards.size() ||
           std::any_of(m_otherShares.begin(), m_otherShares.end(), [&](const CardShare& share) {
             return !std::binary_search(choice.cards.begin(), choice.cards.end(), share.card);
           });
  }

  const VolcanoContainerRequest* onlyContainer() const {
    return m_request.containers.size() == 1 ? &m_request.containers.front() : nullptr;
  }

  std::int64_t memoryOn(const VolcanoCardState& card, const VolcanoContainerRequest& container) const {
    if (!container.percentage) return container.memory;
    return static_cast<std::int64_t>(static_cast<double>(card.memory) * *container.percentage / 100.0);
  }

  /// Would this card alone be taken.
  bool probe(std::size_t at) const {
    m_one.seenByScheduler = true;
    m_one.cards.resize(1);
    m_one.cards.front() = m_node.cards[at];
    m_one.cards.front().index = 0;
    return m_prober.fit(m_one).fits();
  }

  /// How many pods that ask one card follow one after another on this one.
  std::int64_t sharesOn(std::size_t at) const {
    const VolcanoContainerRequest& container = m_request.containers.front();
    if (!probe(at)) return 0;
    const VolcanoCardState& card = m_node.cards[at];
    if (!m_request.avoidedGroup.empty() || container.cores == kWholeCores) return 1;
    std::int64_t shares = card.slots < 0 ? std::numeric_limits<std::int64_t>::max() : card.slots - card.usedSlots;
    if (const std::int64_t memory = memoryOn(card, container); memory > 0)
      shares = std::min(shares, saturatedDifference<std::int64_t>(card.memory, card.usedMemory) / memory);
    if (container.cores > 0) shares = std::min(shares, (kWholeCores - card.usedCores) / container.cores);
    return std::max<std::int64_t>(shares, 1);
  }

  /// How many pods like this one follow one after another; at least the one that was just placed.
  std::int64_t fitting() const {
    const VolcanoContainerRequest* container = onlyContainer();
    if (container != nullptr && container->number == 1) {
      std::int64_t sum = 0;
      for (std::size_t i = 0; i < m_node.cards.size(); ++i) sum = saturatedSum<std::int64_t>(sum, sharesOn(i));
      return std::max<std::int64_t>(sum, 1);
    }
    std::int64_t count = 0;
    for (int i = 0; i < kMaxVolcanoRepeats; ++i) {
      const VolcanoFit& fit = m_binpack.fit(m_node);
      if (!fit.fits()) break;
      ++count;
      for (const VolcanoPick& pick : fit.picks) put(pick, m_node.cards[static_cast<std::size_t>(pick.card)]);
    }
    return std::max<std::int64_t>(count, 1);
  }

  void put(const VolcanoPick& pick, VolcanoCardState& card) const {
    card.usedSlots = saturatedSum<std::int64_t>(card.usedSlots, 1);
    card.usedMemory = saturatedSum<std::int64_t>(card.usedMemory, pick.memory);
    card.usedCores = saturatedSum<std::int64_t>(card.usedCores, pick.cores);
    if (!m_request.avoidedGroup.empty()) card.groups.push_back(m_request.avoidedGroup);
  }

  void explainCard(std::size_t at, NodeRejection& out) const {
    if (probe(at)) return;
    const VolcanoContainerRequest& container = *onlyContainer();
    const auto index = static_cast<CardIndex>(at);
    const VolcanoCardState& card = m_node.cards[at];
    const std::int64_t slots = card.slots;
    const std::int64_t used = card.usedSlots;
    const std::int64_t memory = memoryOn(card, container);
    const std::int64_t free =
        std::max<std::int64_t>(saturatedDifference<std::int64_t>(card.memory, card.usedMemory), 0);
    const std::int64_t cores = std::max<std::int64_t>(kWholeCores - card.usedCores, 0);
    if (slots >= 0 && slots <= used) {
      out.cards.add(ReasonCode::CardFull, slots == 0 ? Waiting::Never : Waiting::NotNow, index, used + 1, slots);
    } else if (free < memory) {
      out.cards.add(ReasonCode::InsufficientCardMemory, card.memory < memory ? Waiting::Never : Waiting::NotNow, index,
                    memory, free);
    } else if (cores < container.cores || (cores == 0 && container.cores == 0)) {
      out.cards.add(ReasonCode::InsufficientCardCore, container.cores > kWholeCores ? Waiting::Never : Waiting::NotNow,
                    index, container.cores, cores);
    } else if (container.cores == kWholeCores && used > 0) {
      out.cards.add(ReasonCode::CardNotEmpty, Waiting::NotNow, index, 0, used);
    } else {
      // Its type, or a pod of the group that is to be spread: no figure of the card says that.
      out.cards.add(ReasonCode::StackRefused, card.groups.empty() ? Waiting::Never : Waiting::NotNow, index, 0, 0);
    }
  }

  provider::VolcanoConfig m_config;
  VolcanoRequest m_request;
  VolcanoRequest m_oneCard;
  mutable VolcanoFitter m_binpack;
  mutable VolcanoFitter m_spread;
  mutable VolcanoFitter m_byNumber;
  mutable VolcanoFitter m_prober;
  mutable VolcanoRows m_rows;
  mutable VolcanoNodeState m_node;
  mutable VolcanoNodeState m_one;
  mutable std::vector<CardShare> m_otherShares;
};

}  // namespace

std::unique_ptr<CardRule> makeVolcanoRule(const Demand& demand) {
  return std::make_unique<VolcanoRule>(demand);
}

}  // namespace cardinal::alloc
