// SPDX-License-Identifier: Apache-2.0
#include "core/alloc/stacks/koordinator/koordinator_rule.h"

#include <algorithm>
#include <limits>

#include "core/alloc/filter/kept_room.h"
#include "core/alloc/reserve/card_fit.h"
#include "core/alloc/stacks/common/card_shares.h"
#include "core/alloc/stacks/common/state_of.h"
#include "core/alloc/stacks/koordinator/koordinator.h"
#include "core/alloc/stacks/koordinator/koordinator_numa.h"
#include "core/alloc/stacks/koordinator/koordinator_rows.h"
#include "core/base/saturate.h"
#include "core/model/extras/koordinator.h"
#include "core/model/pods/pod_fields.h"
#include "core/provider/stacks/koordinator/koordinator_adapter.h"
#include "core/provider/stacks/koordinator/koordinator_reservations.h"

namespace cardinal::alloc {
namespace {

using koordinator::Amounts;
using koordinator::DeviceType;
using koordinator::HeldDevice;
using koordinator::kMemory;
using koordinator::kRatio;
using koordinator::kWhole;

constexpr std::size_t kGpu = indexOf(DeviceType::Gpu);
constexpr const char* kNoReservation = "node(s) no reservations match reservation affinity";
constexpr const char* kUnaligned = "Unaligned NUMA Hint";

/// A choice of devices, and what the NUMA policy says of it.
struct Aligned {
  koordinator::Choice choice;
  bool isTied = false;     ///< devices of another NUMA node are as good, and cpu and memory decide
  bool isRefused = false;  ///< the policy wants one NUMA node, and none has the devices
  bool fits() const { return !isRefused && choice.fits(); }
};

bool isSame(const std::vector<HeldDevice>& a, const std::vector<HeldDevice>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const HeldDevice& one, const HeldDevice& other) {
    return one.type == other.type && one.minor == other.minor;
  });
}

/// Decides through buffers of its own, so one rule serves one thread, as the evaluator that owns it.
class KoordinatorRule final : public CardRule {
 public:
  explicit KoordinatorRule(const Demand& demand)
      : m_pod(*demand.request.pod),
        // What exists has been through the webhook, or was made without it.
        m_request(koordinator::readRequest(isCreated(m_pod) ? m_pod : koordinator::admitted(m_pod))),
        m_plugin(m_request, m_settings),
        m_rows(m_request, m_settings) {}

  bool choose(const NodeView& view, const TieRule& /*tie*/, CardChoice& out, CardRoom& room) const override {
    if (const auto cards = m_rows.of(view); !cards.empty()) return m_rows.choose(view, cards, out, room);
    clearChoice(out);
    room = CardRoom{};
    const koordinator::NodeState* state = stateOf<koordinator::NodeState>(view);
    if (state == nullptr || !canAsk()) return false;
    for (const Card& card : view.cards)
      room.free = saturatedSum<std::int64_t>(room.free, isCandidate(card) ? freeMemory(card) : 0);
    look(*state, view);
    if (m_lacksReservation || !m_numa.refusal.empty()) return false;
    if (!m_plugin.filter(state->node, m_use, m_reserved).empty()) return false;
    const Aligned aligned = reserve(state->node, m_use, m_reserved, m_nominated);
    if (!aligned.fits()) return false;
    fillChoice(*state, aligned.choice, out);
    out.tied = aligned.isTied;
    out.score = nodeScore(state->node);
    room.fits = fitting(*state, view);
    room.usable = room.fits > 0 ? room.free : 0;
    return true;
  }

  void explain(const NodeView& view, NodeRejection& out) const override {
    if (const auto cards = m_rows.of(view); !cards.empty()) return m_rows.explain(cards, out);
    out.reason = Rejection{ReasonCode::StackRefused, Waiting::Unknown, kPendingCard, 0, 0, {}};
    if (!m_request.refusals.empty()) {
      out.reason.detail = m_request.refusals.front().text;
      out.reason.waiting = Waiting::Never;
      return;
    }
    const koordinator::NodeState* state = stateOf<koordinator::NodeState>(view);
    if (!m_request.isEvaluated)
      out.reason = {ReasonCode::ModeNotPlaceable, Waiting::Unknown, kPendingCard, 0, 0, toString(view.mode())};
    if (state == nullptr || !canAsk()) return;
    look(*state, view);
    if (m_lacksReservation) {
      out.reason.detail = kNoReservation;
      return;
    }
    if (!m_numa.refusal.empty()) {
      out.reason.detail = m_numa.refusal;
      out.reason.waiting = Waiting::Never;
      return;
    }
    out.reason.detail = refusalOn(*state, m_use, m_reserved);
    const bool takesWhenEmpty = refusalOn(*state, koordinator::emptyUsage(state->node), {}).empty();
    out.reason.waiting = takesWhenEmpty ? Waiting::NotNow : Waiting::Never;
    explainCards(*state, view, out);
  }

  bool takes(const NodeView& view, CardIndex card) const override {
    const koordinator::NodeState* state = stateOf<koordinator::NodeState>(view);
    if (state == nullptr || card < 0 || static_cast<std::size_t>(card) >= view.cards.size()) return false;
    look(*state, view);
    return !m_lacksReservation && sharesOn(*state, static_cast<std::size_t>(card)) > 0;
  }

  void take(const CardChoice& choice, std::vector<Card>& cards) const override { takeShares(choice, cards); }
  bool readsStates() const override { return !m_rows.isPlain(); }

  StringMap annotations(const NodeView& view, const CardList& cards) const override {
    StringMap out;
    const koordinator::NodeState* state = stateOf<koordinator::NodeState>(view);
    if (state == nullptr || !canAsk()) return out;
    look(*state, view);
    if (m_lacksReservation || !m_numa.refusal.empty() || !m_plugin.filter(state->node, m_use, m_reserved).empty())
      return out;
    const Aligned aligned = reserve(state->node, m_use, m_reserved, m_nominated);
    if (!aligned.fits()) return out;
    CardChoice choice;
    fillChoice(*state, aligned.choice, choice);
    if (cards == choice.cards)
      out.emplace_back(std::string(koordinator::kDeviceAllocated), koordinator::allocationText(aligned.choice.devices));
    return out;
  }

  std::optional<Caveat> doubt(const NodeView& view) const override {
    // Neither the pod nor the node has a policy then, and a scan does not reach for the state of each node.
    if (!m_rows.of(view).empty()) return std::nullopt;
    const koordinator::NodeState* state = stateOf<koordinator::NodeState>(view);
    const bool isAligned = state != nullptr && koordinator::numaOf(m_request, state->node, state->zones).policy !=
                                                   koordinator::NumaPolicy::None;
    return isAligned ? std::optional(Caveat::NumaNotEvaluated) : std::nullopt;
  }

 private:
  bool canAsk() const { return m_request.refusals.empty() && m_request.isEvaluated && m_request.requestsDevices; }

  /// Turns to a node: what is used there, what Reservations hold of it, and which of them the pod may take.
  void look(const koordinator::NodeState& state, const NodeView& view) const {
    m_numa = koordinator::numaOf(m_request, state.node, state.zones);
    fillUse(state, view, m_use);
    m_reserved.clear();
    m_nominated = -1;
    bool isAnyMine = false;
    if (view.node->kept != nullptr) {
      // A Reservation without devices may still be the one that an affinity asks for.
      for (const KeptRoom& room : *view.node->kept) isAnyMine = isAnyMine || isMine(*room.by, room.pods > 0, view);
    }
    for (const koordinator::Reserved& one : state.reserved) {
      koordinator::add(m_use, state.node, one.devices);
      const bool isMineToo = isMine(*one.by, !one.heldByPods.empty(), view);
      // Which of several is taken is the choice of a plugin that is not evaluated: the first by name stands for it.
      if (isMineToo && m_nominated < 0) m_nominated = static_cast<int>(m_reserved.size());
      m_reserved.push_back({isMineToo, one.by->allocatePolicy == "Restricted", one.devices, one.heldByPods});
    }
    placeAgain(state, view.placed);
    const koordinator::ReservationAffinity& affinity = m_request.reservations;
    m_lacksReservation = affinity.isNeeded && !affinity.isIgnored && !isAnyMine && knowsReservations(*view.node);
    if (!m_reserved.empty()) m_seen = koordinator::seenByPod(m_use, state.node, m_reserved);
  }

  /// Reserve, on as few NUMA nodes as the devices need, where a policy asks for it: of equally small sets the one that
  /// has the devices that would be taken anyway, else the first.
  Aligned reserve(const koordinator::Node& node, const koordinator::Usage& use,
                  std::span<const koordinator::ReservedDevices> reserved, int nominated) const {
    Aligned out{m_plugin.reserve(node, use, reserved, nominated), false, false};
    const auto sets = koordinator::numaSets(node, m_numa.policy);
    if (!out.choice.fits() || sets.empty()) return out;
    std::optional<Aligned> best;
    std::size_t size = 0;
    for (const auto& set : sets) {
      if (best && set.size() > size) break;
      const koordinator::Node inside = koordinator::restrictedTo(node, set);
      koordinator::Choice choice = m_plugin.reserve(inside, use, reserved, nominated);
      if (!choice.fits()) continue;
      if (isSame(choice.devices, out.choice.devices)) return out;
      size = set.size();
      if (best)
        best->isTied = true;
      else
        best = Aligned{std::move(choice), false, false};
    }
    if (best) return *best;
    out.isRefused = m_numa.policy == koordinator::NumaPolicy::SingleNumaNode;
    return out;
  }

  bool requestsOtherDevices() const {
    return m_request.requested[indexOf(DeviceType::Rdma)] || m_request.requested[indexOf(DeviceType::Fpga)];
  }

  /// The devices of a plan's pods, chosen once more one pod after the other: those that are no cards stand nowhere.
  void placeAgain(const koordinator::NodeState& state, std::int64_t pods) const {
    for (; pods > 0 && requestsOtherDevices() && canAsk(); --pods) {
      if (!m_plugin.filter(state.node, m_use, m_reserved).empty()) return;
      const Aligned aligned = reserve(state.node, m_use, m_reserved, m_nominated);
      if (!aligned.fits() || aligned.choice.devices.empty()) return;
      koordinator::add(m_use, state.node, aligned.choice.devices);
    }
  }

  const koordinator::Usage& seen() const { return m_reserved.empty() ? m_use : m_seen; }

  bool isMine(const RawKoordinatorReservation& reservation, bool isInUse, const NodeView& view) const {
    return koordinator::mayTake(m_request.reservations, m_pod, reservation, isInUse, view.raw().meta.labels)
        .value_or(false);
  }

  /// What the pods hold, and what a plan has put on the cards since: shares of this very request. See `placeAgain` for
  /// requests of more than cards.
  void fillUse(const koordinator::NodeState& state, const NodeView& view, koordinator::Usage& use) const {
    use = koordinator::emptyUsage(state.node);
    for (const auto& held : state.held) koordinator::add(use, state.node, held);
    if (requestsOtherDevices()) return;
    const auto& gpus = state.node.cards[kGpu];
    for (std::size_t i = 0; i < gpus.size() && i < view.cards.size() && i < view.node->cards.size(); ++i) {
      for (int more = view.cards[i].pods - view.node->cards[i].pods; more > 0; --more) {
        HeldDevice held;
        held.minor = gpus[i].minor;
        held.amounts = amountsOn(gpus[i]);
        koordinator::add(use, state.node, {held});
      }
    }
  }

  /// What one share of the request takes of a card: bytes and percent follow from each other.
  Amounts amountsOn(const koordinator::Card& card) const {
    Amounts out = m_request.perCard[kGpu];
    const std::int64_t memory = card.declared.value[kMemory];
    if (out.names(kRatio)) {
      out.set(kMemory, static_cast<std::int64_t>(static_cast<double>(memory) * static_cast<double>(out.value[kRatio]) /
                                                 static_cast<double>(kWhole)));
    } else if (out.names(kMemory) && memory > 0) {
      out.set(kRatio, static_cast<std::int64_t>(static_cast<double>(out.value[kMemory]) / static_cast<double>(memory) *
                                                static_cast<double>(kWhole)));
    }
    return out;
  }

  void fillChoice(const koordinator::NodeState& state, const koordinator::Choice& choice, CardChoice& out) const {
    const auto& gpus = state.node.cards[kGpu];
    for (const HeldDevice& held : choice.devices) {
      if (held.type != DeviceType::Gpu) continue;
      const auto found = std::find_if(gpus.begin(), gpus.end(),
                                      [&](const koordinator::Card& card) { return card.minor == held.minor; });
      if (found == gpus.end()) continue;
      out.cards.push_back(static_cast<CardIndex>(found - gpus.begin()));
      out.memoryPerCard = MemUnits(held.amounts.value[kMemory] / koordinator::kBytesPerMib);
      out.corePerCard = koordinator::corePercentOf(held.amounts.value[koordinator::kCore]);
    }
    std::sort(out.cards.begin(), out.cards.end());
    out.cardCount = static_cast<int>(out.cards.size());
  }

  /// The plugin adds a hundred points for each type of device; here they are parts of one hundred.
  int nodeScore(const koordinator::Node& node) const {
    const auto types = std::count(m_request.requested.begin(), m_request.requested.end(), true);
    return static_cast<int>(std::clamp<std::int64_t>(
        m_plugin.score(node, m_use, m_reserved, m_nominated) / std::max<std::int64_t>(types, 1), 0, kWhole));
  }

  std::string refusalOn(const koordinator::NodeState& state, const koordinator::Usage& use,
                        std::span<const koordinator::ReservedDevices> reserved) const {
    const auto& refusals = m_plugin.filter(state.node, use, reserved);
    if (!refusals.empty()) return koordinator::textOf(refusals.front(), state.node);
    const Aligned aligned = reserve(state.node, use, reserved, reserved.empty() ? -1 : m_nominated);
    if (aligned.isRefused) return kUnaligned;
    return aligned.fits() ? std::string() : koordinator::textOf(aligned.choice.refusals.front(), state.node);
  }

  std::int64_t sharesOn(const koordinator::NodeState& state, std::size_t at) const {
    const koordinator::Card& card = state.node.cards[kGpu][at];
    if (!card.healthy) return 0;
    const Amounts perDevice = amountsOn(card);
    const Amounts free = koordinator::freeOf(card, seen().cards[kGpu][at]);
    std::int64_t shares = std::numeric_limits<std::int32_t>::max();
    bool isRequested = false;
    for (std::size_t slot = 0; slot < koordinator::kSlots; ++slot) {
      if (perDevice.value[slot] <= 0) continue;
      isRequested = true;
      shares = std::min(shares, std::max<std::int64_t>(free.value[slot], 0) / perDevice.value[slot]);
    }
    return isRequested ? shares : 0;
  }

  /// How many pods like this one follow one after another; at least the one that was placed. Pods on one card each are
  /// counted by the room of the cards, others by placing them as long as it goes.
  std::int64_t fitting(const koordinator::NodeState& state, const NodeView& view) const {
    const bool isPlain = m_request.gpus == 1 && m_request.joint.empty() && !m_request.hasPartitionSpec &&
                         !m_request.hints[kGpu].selector && !m_request.hints[kGpu].scopeLevel &&
                         !requestsOtherDevices();
    std::int64_t fits = 0;
    if (isPlain && (m_request.isShared || !state.node.hasPartitions)) {
      for (std::size_t i = 0; i < state.node.cards[kGpu].size() && i < view.cards.size(); ++i)
        fits = saturatedSum<std::int64_t>(fits, sharesOn(state, i));
      return std::max<std::int64_t>(fits, 1);
    }
    koordinator::Usage use = m_use;
    for (; fits < koordinator::kMaxCounted; ++fits) {
      if (!m_plugin.filter(state.node, use, m_reserved).empty()) break;
      const Aligned aligned = reserve(state.node, use, m_reserved, m_nominated);
      if (!aligned.fits() || aligned.choice.devices.empty()) break;
      koordinator::add(use, state.node, aligned.choice.devices);
    }
    return std::max<std::int64_t>(fits, 1);
  }

  void explainCards(const koordinator::NodeState& state, const NodeView& view, NodeRejection& out) const {
    if (!m_request.requested[kGpu]) return;
    const auto& gpus = state.node.cards[kGpu];
    for (std::size_t i = 0; i < gpus.size() && i < view.cards.size(); ++i) {
      if (sharesOn(state, i) > 0) continue;
      const Amounts free = koordinator::freeOf(gpus[i], seen().cards[kGpu][i]);
      explainKoordinatorCard({gpus[i].healthy, gpus[i].declared.value[kMemory], free.value}, amountsOn(gpus[i]).value,
                             static_cast<CardIndex>(i), out);
    }
  }

  const RawPod& m_pod;
  koordinator::Settings m_settings;
  koordinator::Request m_request;
  mutable koordinator::DeviceShare m_plugin;
  mutable KoordinatorRows m_rows;
  // Of the node that it turned to last.
  mutable koordinator::Usage m_use;   ///< what pods, a plan and Reservations hold; their pods count twice
  mutable koordinator::Usage m_seen;  ///< the same in the pod's eyes, where there are Reservations
  mutable std::vector<koordinator::ReservedDevices> m_reserved;
  mutable int m_nominated = -1;
  mutable bool m_lacksReservation = false;
  mutable koordinator::NumaDecision m_numa;
};

}  // namespace

std::unique_ptr<CardRule> makeKoordinatorRule(const Demand& demand) {
  return std::make_unique<KoordinatorRule>(demand);
}

}  // namespace cardinal::alloc
