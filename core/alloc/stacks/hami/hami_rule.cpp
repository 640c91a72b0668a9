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
    if (!demand.request.pod->meta.uid.empty() && hami::assignedNode(*demand.request.pod) != nullptr)
      m_own = hami::readHamiPod(*demand.request.pod);
    if (hami::quotaAdmits(m_quota, m_config, m_request)) return;
    m_request.admission = hami::Admission::Denied;
    m_request.admissionText = hami::kQuotaDenied;
    hami::Quota unused = m_quota;
    unused.memoryUsed = unused.coresUsed = 0;
    m_mayFitLater = hami::quotaAdmits(unused, m_config, m_request);
  }

  bool choose(const NodeView& given, const TieRule& /*tie*/, CardChoice& out, CardRoom& room) const override {
    if (const auto cards = rowsOf(given); !cards.empty()) return m_rows.choose(given, cards, out, room);
    const NodeView view = withoutOwn(given);
    clearChoice(out);
    room = CardRoom{};
    const hami::NodeState* state = stateOf<hami::NodeState>(view);
    if (state == nullptr) return false;
    fillUse(*state, view);
    room.free = openVendor(*state) == nullptr ? freeMemory(view.cards) : 0;
    const hami::Verdict* verdict = judge(*state);
    if (verdict == nullptr || !verdict->fits) return false;
    fillChoice(*verdict, out);
    room.fits = fitting(*state, view.cards);
    room.usable = room.fits > 0 ? room.free : 0;
    return true;
  }

  void explain(const NodeView& given, NodeRejection& out) const override {
    if (const auto cards = rowsOf(given); !cards.empty()) return m_rows.explain(given, cards, out);
    const NodeView view = withoutOwn(given);
    out.reason = Rejection{ReasonCode::StackRefused, Waiting::Unknown, kPendingCard, 0, 0, refusalText(view)};
    if (const hami::NodeState* state = stateOf<hami::NodeState>(view)) {
      if (const hami::ContainerRequest* open = openVendor(*state)) {
        out.reason = openReason(*state, *open);
        return;
      }
      explainCards(*state, view.cards, out);
      out.reason.waiting = waitingOn(state->node);
    }
    if (m_mayFitLater) out.reason.waiting = Waiting::NotNow;
  }

  bool takes(const NodeView& given, CardIndex card) const override {
    const NodeView view = withoutOwn(given);
    const hami::NodeState* state = stateOf<hami::NodeState>(view);
    if (state == nullptr || card < 0 || static_cast<std::size_t>(card) >= view.cards.size()) return false;
    return sharesOn(state->node.cards[static_cast<std::size_t>(card)], view.cards[static_cast<std::size_t>(card)]) > 0;
  }

  bool readsStates() const override { return !m_rows.isPlain(); }

  std::span<const std::byte> readFirst(const StackState& state) const override {
    const auto* own = stateAs<hami::NodeState>(&state);
    return own != nullptr ? std::as_bytes(std::span(own->node.cards)) : std::span<const std::byte>();
  }

  void take(const CardChoice& choice, std::vector<Card>& cards) const override { takeCardShares(choice, cards); }

  StringMap annotations(const NodeView& given, const CardList& cards) const override {
    StringMap out;
    const NodeView view = withoutOwn(given);
    const hami::NodeState* state = stateOf<hami::NodeState>(view);
    if (state == nullptr || openVendor(*state) != nullptr) return out;
    fillUse(*state, view);
    const hami::Verdict* verdict = judge(*state);
    if (verdict == nullptr || !verdict->fits) return out;
    CardChoice choice;
    fillChoice(*verdict, choice);
    if (!(cards == choice.cards)) return out;
    for (const hami::PlacedSegment& segment : verdict->segments) {
      const std::string& key = hami::vendors()[segment.vendor].allocatedKey;
      if (find(out, key) == nullptr) out.emplace_back(key, hami::deviceListText(state->node, *verdict, segment.vendor));
    }
    std::string instances = hami::migAllocationsText(state->node, *verdict);
    if (!instances.empty()) out.emplace_back(std::string(hami::kMigAllocations), std::move(instances));
    return out;
  }

 private:
  /// Null where HAMi judges no node at all, or never sees the pod.
  const hami::Verdict* judge(const hami::NodeState& state) const {
    if (m_request.admission != hami::Admission::Admitted || !m_request.choice.weightsError.empty()) return nullptr;
    return &m_judge.judge(state.node, m_use);
  }

  /// What is asked of a vendor of whose cards these rules do not decide on the node; null = they decide.
  const hami::ContainerRequest* openVendor(const hami::NodeState& state) const {
    if (m_request.admission != hami::Admission::Admitted || !m_request.choice.weightsError.empty()) return nullptr;
    const auto open = std::find_if(m_request.containers.begin(), m_request.containers.end(),
                                   [&](const hami::ContainerRequest& requested) {
                                     return requested.requestsCards() && !state.decidesAbout(requested.vendor);
                                   });
    return open != m_request.containers.end() ? &*open : nullptr;
  }

  /// The plugin is gone, or an older HAMi, whose rules are not these, shares out the cards.
  static Rejection openReason(const hami::NodeState& state, const hami::ContainerRequest& requested) {
    if ((state.gone & hami::setOf(requested.vendor)) != 0)
      return {ReasonCode::InsufficientResource,          Waiting::Unknown, kPendingCard, requested.number, 0,
              hami::vendors()[requested.vendor].countKey};
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
    fillUse(*state, view);
    const hami::Verdict* verdict = judge(*state);
    return verdict == nullptr ? std::string() : hami::textOf(verdict->refusal);
  }

  bool isOwnPlace(const NodeView& view) const { return m_own && view.node->name == m_own->node; }

  std::span<const StackCard> rowsOf(const NodeView& view) const {
    return isOwnPlace(view) ? std::span<const StackCard>() : m_rows.of(view);
  }

  /// The filter forgets what it once chose for the pod itself.
  NodeView withoutOwn(const NodeView& view) const {
    const hami::NodeState* state = isOwnPlace(view) ? stateOf<hami::NodeState>(view) : nullptr;
    if (state == nullptr || !m_own->isCounted()) return view;
    m_cards.assign(view.cards.begin(), view.cards.end());
    for (const hami::CountedUse& counted : hami::countedUse(*m_own)) {
      for (std::size_t i = 0; i < state->node.cards.size() && i < m_cards.size(); ++i) {
        if (state->node.cards[i].id != counted.id) continue;
        Card& card = m_cards[i];
        card.memScheduler.value = std::max<std::int64_t>(card.memScheduler.value - std::max(counted.memoryMib, 0), 0);
        card.coreScheduler.value = std::max(card.coreScheduler.value - std::max(counted.cores, 0), 0);
        card.slotsHeld = static_cast<std::uint16_t>(std::max(card.slotsHeld - std::max(counted.slots, 1), 0));
      }
    }
    NodeView out = view;
    out.cards = m_cards;
    out.row = nullptr;
    out.rows = nullptr;
    return out;
  }

  static bool hasMigCards(const hami::Node& node) {
    return std::any_of(node.cards.begin(), node.cards.end(), [](const hami::Card& card) { return card.isMig(); });
  }

  /// From the figures of the cards, where a plan may have put more. MIG instances stand in the pods' annotations only:
  /// those of the plan's pods are chosen once more, one pod after the other.
  void fillUse(const hami::NodeState& state, const NodeView& view) const {
    const bool choosesAgain = view.placed > 0 && hasMigCards(state.node);
    fillFigures(state, choosesAgain ? std::span<const Card>(view.node->cards) : view.cards);
    for (std::int64_t i = 0; choosesAgain && i < view.placed; ++i) {
      const hami::Verdict* verdict = judge(state);
      if (verdict == nullptr || !verdict->fits) return;
      addPlaced(state.node, *verdict);
    }
  }

  void fillFigures(const hami::NodeState& state, std::span<const Card> cards) const {
    const std::size_t count = state.node.cards.size();
    m_use.mig.clear();
    if (!state.holdings.empty()) {
      m_use = hami::emptyUse(state.node);
      for (const hami::Holdings& holdings : state.holdings) {
        if (!m_own || !(holdings == *m_own)) hami::addUse(m_use, state.node, holdings);
      }
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

  /// A pod as the verdict places it.
  void addPlaced(const hami::Node& node, const hami::Verdict& verdict) const {
    m_taken.clear();
    countShares(verdict, m_taken);
    for (const CardShare& share : m_taken) {
      hami::CardUse& use = m_use.cards[static_cast<std::size_t>(share.card)];
      use.slots += share.slotsTaken;
      use.memoryMib = clamped(saturatedSum<std::int64_t>(use.memoryMib, share.memory.value));
      use.cores = clamped(saturatedSum<std::int64_t>(use.cores, share.core.value));
    }
    for (const hami::Placed& placed : verdict.placed) {
      if (placed.profile < 0) continue;
      const auto& profiles = node.cards[placed.card].profiles;
      m_use.mig.push_back({placed.card, profiles[static_cast<std::size_t>(placed.profile)].name, placed.placement});
    }
  }

  /// What HAMi counts for the pod on each card, as of the list that it writes: the larger of the init containers' peak
  /// and the app containers' sum. Segments are taken for containers by their position (hami::countedUse).
  void countShares(const hami::Verdict& verdict, std::vector<CardShare>& out) const {
    m_peak.clear();
    for (std::size_t i = 0; i < verdict.segments.size(); ++i) {
      const hami::PlacedSegment& segment = verdict.segments[i];
      const auto before =
          std::count_if(verdict.segments.begin(), verdict.segments.begin() + static_cast<std::ptrdiff_t>(i),
                        [&](const hami::PlacedSegment& earlier) { return earlier.vendor == segment.vendor; });
      const bool isInit = static_cast<std::size_t>(before) < m_request.initContainers;
      for (std::size_t at = segment.begin; at < segment.end; ++at) {
        const hami::Placed& placed = verdict.placed[at];
        const auto card = static_cast<CardIndex>(placed.card);
        const std::int64_t memory = std::max(placed.memoryMib, 0);
        const std::int64_t cores = std::max(placed.cores, 0);
        if (isInit)
          raiseTo(m_peak, {card, MemUnits(memory), CorePercent(static_cast<std::int32_t>(cores)), 1});
        else
          addCardShare(out, card, memory, cores, 1);
      }
    }
    for (const CardShare& peak : m_peak) raiseTo(out, peak);
  }

  static void raiseTo(std::vector<CardShare>& shares, const CardShare& least) {
    addCardShare(shares, least.card, 0, 0, 0);
    const auto found =
        std::find_if(shares.begin(), shares.end(), [&](const CardShare& share) { return share.card == least.card; });
    found->memory = std::max(found->memory, least.memory);
    found->core = std::max(found->core, least.core);
    found->slotsTaken = std::max(found->slotsTaken, least.slotsTaken);
  }

  void fillChoice(const hami::Verdict& verdict, CardChoice& out) const {
    countShares(verdict, out.shares);
    setCardsByShares(out);
    // AI cores and compute units are no percent.
    if (!hami::vendors()[vendorOf(verdict)].coresArePercent) out.corePerCard = CorePercent(0);
    out.tied = !verdict.cardsAreCertain;
    out.score = hami::pointsOf(verdict.score, m_request.choice.spreadsNodes);
  }

  static hami::VendorIndex vendorOf(const hami::Verdict& verdict) {
    for (const hami::PlacedSegment& segment : verdict.segments) {
      if (segment.begin != segment.end) return segment.vendor;
    }
    return hami::kNvidia;
  }

  const hami::ContainerRequest* onlyContainer() const {
    const hami::ContainerRequest* only = nullptr;
    for (const hami::ContainerRequest& requested : m_request.containers) {
      if (!requested.requestsCards()) continue;
      if (only != nullptr) return nullptr;
      only = &requested;
    }
    return only;
  }

  /// How many shares of the only asking container a card still takes by memory, compute and slots.
  std::int64_t sharesOn(const hami::Card& card, const Card& used) const {
    const hami::ContainerRequest* requested = onlyContainer();
    if (requested == nullptr || !card.healthy || card.cordoned || !card.isOfferedTo(requested->vendor)) return 0;
    const std::int64_t slots = std::int64_t{card.slots} - used.slotsHeld;
    const std::int64_t memory = hami::memoryOn(card, *requested);
    const std::int32_t cores = hami::coresOn(card, *requested);
    const std::int64_t freeMem = card.memoryMib - used.memScheduler.value;
    std::int64_t shares = std::max<std::int64_t>(slots, 0);
    if (memory > 0) shares = std::min(shares, std::max<std::int64_t>(freeMem, 0) / memory);
    if (cores > 0) shares = std::min<std::int64_t>(shares, std::max(card.cores - used.coreScheduler.value, 0) / cores);
    if (cores == kWholeCard && card.cores == kWholeCard && used.slotsHeld > 0) shares = 0;
    return shares;
  }

  /// How many pods like this one follow one after another; at least the one that the verdict places. MIG instances have
  /// their places and are counted by choosing them as long as it goes, which leaves other figures in `m_use`.
  std::int64_t fitting(const hami::NodeState& state, std::span<const Card> cards) const {
    const hami::ContainerRequest* requested = onlyContainer();
    if (requested == nullptr) return 1;
    if (hasMigCards(state.node)) return placedInTurn(state);
    m_shares.clear();
    for (std::size_t i = 0; i < state.node.cards.size() && i < cards.size(); ++i)
      m_shares.push_back(sharesOn(state.node.cards[i], cards[i]));
    return std::max<std::int64_t>(setsThatFit(m_shares, std::max(requested->number, 1)), 1);
  }

  std::int64_t placedInTurn(const hami::NodeState& state) const {
    constexpr std::int64_t kMost = 256;
    std::int64_t fits = 0;
    for (const hami::Verdict* verdict = judge(state); verdict != nullptr && verdict->fits && fits < kMost; ++fits) {
      addPlaced(state.node, *verdict);
      verdict = judge(state);
    }
    return std::max<std::int64_t>(fits, 1);
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
    const hami::ContainerRequest* requested = onlyContainer();
    if (requested == nullptr) return;
    for (std::size_t i = 0; i < state.node.cards.size() && i < cards.size(); ++i) {
      const hami::Card& card = state.node.cards[i];
      const Card& used = cards[i];
      if (!card.isOfferedTo(requested->vendor) || sharesOn(card, used) > 0) continue;
      const auto index = static_cast<CardIndex>(i);
      const std::int64_t memory = hami::memoryOn(card, *requested);
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
                      percentOf(card, hami::coresOn(card, *requested)),
                      percentOf(card, std::max(card.cores - used.coreScheduler.value, 0)));
      }
    }
  }

  hami::Config m_config;
  hami::Request m_request;
  hami::Quota m_quota;
  std::optional<hami::Holdings> m_own;  ///< of the pod itself, where HAMi has chosen cards for it before
  bool m_mayFitLater = false;           ///< denied for what other pods of the namespace use
  mutable hami::Judge m_judge;
  mutable HamiRows m_rows;
  mutable hami::NodeUse m_use;
  mutable std::vector<std::int64_t> m_shares;
  mutable std::vector<Card> m_cards;
  mutable std::vector<CardShare> m_taken;
  mutable std::vector<CardShare> m_peak;
};

}  // namespace

std::unique_ptr<CardRule> makeHamiRule(const Demand& demand) {
  return std::make_unique<HamiRule>(demand);
}

bool isSharedByHami(const RawPod& pod) {
  const hami::Request request = requestOf(pod);
  return request.admission != hami::Admission::NotHami && request.requestsOtherVendors() && !request.requestsUnread;
}

bool isUnreadByHami(const RawPod& pod) {
  const hami::Request request = requestOf(pod);
  return request.admission != hami::Admission::NotHami && request.requestsOtherVendors() && request.requestsUnread;
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
