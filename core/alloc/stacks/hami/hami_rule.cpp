// SPDX-License-Identifier: Apache-2.0
#include "core/alloc/stacks/hami/hami_rule.h"

#include <algorithm>
#include <limits>

#include "core/alloc/reserve/card_fit.h"
#include "core/alloc/stacks/common/card_shares.h"
#include "core/alloc/stacks/common/state_of.h"
#include "core/alloc/stacks/hami/hami.h"
#include "core/alloc/stacks/hami/hami_quota.h"
#include "core/alloc/stacks/hami/hami_rows.h"
#include "core/base/saturate.h"
#include "core/provider/gpu_keys.h"
#include "core/provider/stacks/hami/hami_adapter.h"
#include "core/provider/stacks/hami/hami_vendors.h"

namespace cardinal::alloc {
namespace {

constexpr std::int32_t kWholeCard = 100;

std::int32_t clamped(std::int64_t value) {
  return static_cast<std::int32_t>(std::clamp<std::int64_t>(value, std::numeric_limits<std::int32_t>::min(),
                                                            std::numeric_limits<std::int32_t>::max()));
}

/// A pod that exists has been through the webhook.
hami::Request requestOf(const RawPod& pod) {
  const hami::Config config;
  return pod.meta.uid.empty() ? hami::readHamiRequest(pod, config) : hami::readExistingHamiRequest(pod, config);
}

/// Judges through scratch memory of its own, so one rule serves one thread, as the evaluator that owns it.
class HamiRule final : public CardRule {
 public:
  explicit HamiRule(const Demand& demand)
      : m_request(requestOf(*demand.request.pod)),
        m_quota(demand.snapshot != nullptr ? hamiQuotaOf(demand.request, *demand.snapshot) : hami::Quota()),
        m_judge(m_request, m_config, &m_quota),
        m_rows(m_request, m_quota) {
    if (hami::quotaAdmits(m_quota, m_config, m_request)) return;
    m_request.admission = hami::Admission::Denied;
    m_request.admissionText = hami::kQuotaDenied;
    hami::Quota unused = m_quota;
    unused.memoryUsed = unused.coresUsed = 0;
    m_mayFitLater = hami::quotaAdmits(unused, m_config, m_request);
  }

  bool choose(const NodeView& view, const TieRule& /*tie*/, CardChoice& out, CardRoom& room) const override {
    if (const auto cards = m_rows.of(view); !cards.empty()) return m_rows.choose(view, cards, out, room);
    clearChoice(out);
    room = CardRoom{};
    const hami::NodeState* state = stateOf<hami::NodeState>(view);
    if (state == nullptr) return false;
    fillUse(*state, view.cards);
    room.free = openVendor(*state) == nullptr ? freeMemory(view.cards) : 0;
    const hami::Verdict* verdict = judge(*state);
    if (verdict == nullptr || !verdict->fits) return false;
    fillChoice(*verdict, out);
    room.fits = fitting(*state, view.cards, *verdict);
    room.usable = room.fits > 0 ? room.free : 0;
    return true;
  }

  void explain(const NodeView& view, NodeRejection& out) const override {
    if (const auto cards = m_rows.of(view); !cards.empty()) return m_rows.explain(view, cards, out);
    out.reason = Rejection{ReasonCode::StackRefused, Waiting::Unknown, kPendingCard, 0, 0, refusalText(view)};
    if (const hami::NodeState* state = stateOf<hami::NodeState>(view)) {
      if (const hami::Ask* open = openVendor(*state)) {
        out.reason = openReason(*state, *open);
        return;
      }
      explainCards(*state, view.cards, out);
      out.reason.waiting = waitingOn(state->node);
    }
    if (m_mayFitLater) out.reason.waiting = Waiting::NotNow;
  }

  bool takes(const NodeView& view, CardIndex card) const override {
    const hami::NodeState* state = stateOf<hami::NodeState>(view);
    if (state == nullptr || card < 0 || static_cast<std::size_t>(card) >= view.cards.size()) return false;
    return sharesOn(state->node.cards[static_cast<std::size_t>(card)], view.cards[static_cast<std::size_t>(card)]) > 0;
  }

  bool readsStates() const override { return !m_rows.isPlain(); }

  std::span<const std::byte> readFirst(const StackState& state) const override {
    const auto* own = stateAs<hami::NodeState>(&state);
    return own != nullptr ? std::as_bytes(std::span(own->node.cards)) : std::span<const std::byte>();
  }

  void take(const CardChoice& choice, std::vector<Card>& cards) const override {
    takeShares(choice, cards);
    // Cores in units of the cards' own.
    for (const CardShare& share : choice.shares) {
      cards[static_cast<std::size_t>(share.card)].coreScheduler += share.core;
      cards[static_cast<std::size_t>(share.card)].coreAllocated += share.core;
    }
    for (const CardIndex card : choice.cards) ++cards[static_cast<std::size_t>(card)].slotsHeld;
  }

 private:
  /// Null where HAMi judges no node at all, or never sees the pod.
  const hami::Verdict* judge(const hami::NodeState& state) const {
    if (m_request.admission != hami::Admission::Admitted || !m_request.choice.weightsError.empty()) return nullptr;
    return &m_judge.judge(state.node, m_use);
  }

  /// What is asked of a vendor of whose cards these rules do not decide on the node; null = they decide.
  const hami::Ask* openVendor(const hami::NodeState& state) const {
    if (m_request.admission != hami::Admission::Admitted || !m_request.choice.weightsError.empty()) return nullptr;
    const auto open = std::find_if(m_request.asks.begin(), m_request.asks.end(),
                                   [&](const hami::Ask& ask) { return ask.asks() && !state.decidesAbout(ask.vendor); });
    return open != m_request.asks.end() ? &*open : nullptr;
  }

  /// The plugin is gone, or an older HAMi, whose rules are not these, shares out the cards.
  static Rejection openReason(const hami::NodeState& state, const hami::Ask& ask) {
    if ((state.gone & hami::setOf(ask.vendor)) != 0)
      return {ReasonCode::InsufficientResource,    Waiting::Unknown, kPendingCard, ask.number, 0,
              hami::vendors()[ask.vendor].countKey};
    return {ReasonCode::ModeNotPlaceable, Waiting::Unknown, kPendingCard, 0, 0, "vgpu (HAMi 2.7 or older)"};
  }

  /// On the node without pods; a card that is unhealthy or cordoned may come back.
  Waiting waitingOn(const hami::Node& node) const {
    if (m_request.admission != hami::Admission::Admitted || !m_request.choice.weightsError.empty())
      return Waiting::Never;
    m_use = hami::emptyUse(node);
    if (m_judge.judge(node, m_use).fits) return Waiting::NotNow;
    hami::Node mended = node;
    for (hami::Card& card : mended.cards) {
      card.healthy = true;
      card.cordoned = false;
    }
    m_use = hami::emptyUse(mended);
    return m_judge.judge(mended, m_use).fits ? Waiting::Unknown : Waiting::Never;
  }

  std::string refusalText(const NodeView& view) const {
    if (m_request.admission == hami::Admission::Denied) return m_request.admissionText;
    if (!m_request.choice.weightsError.empty()) return m_request.choice.weightsError;
    const hami::NodeState* state = stateOf<hami::NodeState>(view);
    if (state == nullptr) return "node unregistered";
    fillUse(*state, view.cards);
    const hami::Verdict* verdict = judge(*state);
    return verdict == nullptr ? std::string() : hami::textOf(verdict->refusal);
  }

  /// From the figures of the cards, where a plan may have put more; MIG instances stand in the pods' annotations only.
  void fillUse(const hami::NodeState& state, std::span<const Card> cards) const {
    const std::size_t count = state.node.cards.size();
    m_use.mig.clear();
    if (!state.holdings.empty()) {
      m_use = hami::emptyUse(state.node);
      for (const hami::Holdings& holdings : state.holdings) hami::addUse(m_use, state.node, holdings);
    }
    m_use.cards.resize(count);
    for (std::size_t i = 0; i < count && i < cards.size(); ++i) {
      hami::CardUse& use = m_use.cards[i];
      use.slots = cards[i].slotsHeld;
      use.memoryMib = clamped(cards[i].memScheduler.value);
      use.cores = cards[i].coreScheduler.value;
      if (state.holdings.empty()) use.healthy = state.node.cards[i].healthy;
    }
  }

  void fillChoice(const hami::Verdict& verdict, CardChoice& out) const {
    for (const hami::Placed& placed : verdict.placed) out.cards.push_back(static_cast<CardIndex>(placed.card));
    std::sort(out.cards.begin(), out.cards.end());
    out.cards.erase(std::unique(out.cards.begin(), out.cards.end()), out.cards.end());
    out.cardCount = static_cast<int>(out.cards.size());
    out.tied = !verdict.cardsAreCertain;
    if (!verdict.placed.empty()) {
      out.memoryPerCard = MemUnits(verdict.placed.front().memoryMib);
      if (hami::vendors()[vendorOf(verdict)].coresArePercent)
        out.corePerCard = CorePercent(verdict.placed.front().cores);
      else
        fillOwnUnits(verdict, out);
    }
    out.score = hami::pointsOf(verdict.score, m_request.choice.spreadsNodes);
  }

  static hami::VendorIndex vendorOf(const hami::Verdict& verdict) {
    for (const hami::PlacedSegment& segment : verdict.segments) {
      if (segment.begin != segment.end) return segment.vendor;
    }
    return hami::kNvidia;
  }

  static void fillOwnUnits(const hami::Verdict& verdict, CardChoice& out) {
    for (const hami::Placed& placed : verdict.placed)
      out.shares.push_back({static_cast<CardIndex>(placed.card), {}, CorePercent(placed.cores), 0});
  }

  const hami::Ask* onlyAsk() const {
    const hami::Ask* only = nullptr;
    for (const hami::Ask& ask : m_request.asks) {
      if (!ask.asks()) continue;
      if (only != nullptr) return nullptr;
      only = &ask;
    }
    return only;
  }

  /// How many shares of the only asking container a card still takes by memory, compute and slots.
  std::int64_t sharesOn(const hami::Card& card, const Card& used) const {
    const hami::Ask* ask = onlyAsk();
    if (ask == nullptr || !card.healthy || card.cordoned || !card.isOfferedTo(ask->vendor)) return 0;
    const std::int64_t slots = std::int64_t{card.slots} - used.slotsHeld;
    const std::int64_t memory = hami::memoryOn(card, *ask);
    const std::int32_t cores = hami::coresOn(card, *ask);
    const std::int64_t freeMem = card.memoryMib - used.memScheduler.value;
    std::int64_t shares = std::max<std::int64_t>(slots, 0);
    if (memory > 0) shares = std::min(shares, std::max<std::int64_t>(freeMem, 0) / memory);
    if (cores > 0) shares = std::min<std::int64_t>(shares, std::max(card.cores - used.coreScheduler.value, 0) / cores);
    if (cores == kWholeCard && card.cores == kWholeCard && used.slotsHeld > 0) shares = 0;
    return shares;
  }

  /// How many pods like this one follow one after another; at least the one that the verdict places.
  std::int64_t fitting(const hami::NodeState& state, std::span<const Card> cards, const hami::Verdict& verdict) const {
    const hami::Ask* ask = onlyAsk();
    if (ask == nullptr || !verdict.fits || !m_use.mig.empty()) return 1;
    m_shares.clear();
    for (std::size_t i = 0; i < state.node.cards.size() && i < cards.size(); ++i)
      m_shares.push_back(sharesOn(state.node.cards[i], cards[i]));
    return std::max<std::int64_t>(setsThatFit(m_shares, std::max(ask->number, 1)), 1);
  }

  static std::int64_t freeMemory(std::span<const Card> cards) {
    std::int64_t free = 0;
    for (const Card& card : cards) {
      if (card.health != CardHealth::Unhealthy)
        free = saturatedSum(free, std::max<std::int64_t>(card.memTotal.value - card.memScheduler.value, 0));
    }
    return free;
  }

  static std::int64_t percentOf(const hami::Card& card, std::int32_t cores) {
    if (hami::vendors()[card.vendor].coresArePercent || card.cores <= 0) return cores;
    return std::int64_t{cores} * kWholeCard / card.cores;
  }

  void explainCards(const hami::NodeState& state, std::span<const Card> cards, NodeRejection& out) const {
    const hami::Ask* ask = onlyAsk();
    if (ask == nullptr) return;
    for (std::size_t i = 0; i < state.node.cards.size() && i < cards.size(); ++i) {
      const hami::Card& card = state.node.cards[i];
      const Card& used = cards[i];
      if (!card.isOfferedTo(ask->vendor) || sharesOn(card, used) > 0) continue;
      const auto index = static_cast<CardIndex>(i);
      const std::int64_t memory = hami::memoryOn(card, *ask);
      const std::int64_t free = std::max<std::int64_t>(card.memoryMib - used.memScheduler.value, 0);
      if (!card.healthy || card.cordoned) {
        out.cards.add(ReasonCode::CardUnhealthy, Waiting::Unknown, index, 0, 0);
      } else if (used.slotsHeld >= card.slots) {
        out.cards.add(ReasonCode::CardFull, Waiting::NotNow, index, used.slotsHeld + 1, card.slots);
      } else if (free < memory) {
        out.cards.add(ReasonCode::InsufficientCardMemory, card.memoryMib < memory ? Waiting::Never : Waiting::NotNow,
                      index, memory, free);
      } else {
        out.cards.add(ReasonCode::InsufficientCardCore, Waiting::NotNow, index,
                      percentOf(card, hami::coresOn(card, *ask)),
                      percentOf(card, std::max(card.cores - used.coreScheduler.value, 0)));
      }
    }
  }

  hami::Config m_config;
  hami::Request m_request;
  hami::Quota m_quota;
  bool m_mayFitLater = false;  ///< denied for what other pods of the namespace use
  mutable hami::Judge m_judge;
  mutable HamiRows m_rows;
  mutable hami::NodeUse m_use;
  mutable std::vector<std::int64_t> m_shares;
};

}  // namespace

std::unique_ptr<CardRule> makeHamiRule(const Demand& demand) {
  return std::make_unique<HamiRule>(demand);
}

bool isSharedByHami(const RawPod& pod) {
  const hami::Request request = requestOf(pod);
  return request.admission != hami::Admission::NotHami && request.asksOtherVendors() && !request.asksUnread;
}

bool isUnreadByHami(const RawPod& pod) {
  const hami::Request request = requestOf(pod);
  return request.admission != hami::Admission::NotHami && request.asksOtherVendors() && request.asksUnread;
}

void eraseHamiResources(ResourceList& resources) {
  eraseIf(resources, [](const ResourceAmount& entry) {
    if (entry.name == kNvidiaCards || provider::stackOfResource(entry.name) == GpuStack::Hami) return true;
    const auto vendor = hami::otherVendorOf(entry.name);
    if (!vendor) return false;
    const hami::Vendor& of = hami::vendors()[*vendor];
    return entry.name == of.countKey || of.partsIgnored;
  });
}

}  // namespace cardinal::alloc
