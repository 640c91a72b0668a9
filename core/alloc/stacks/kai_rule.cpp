// SPDX-License-Identifier: Apache-2.0
#include "core/alloc/stacks/kai_rule.h"

#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/alloc/reserve/card_fit.h"
#include "core/alloc/stacks/common/card_shares.h"
#include "core/alloc/stacks/common/state_of.h"
#include "core/alloc/stacks/kai.h"
#include "core/base/saturate.h"

namespace cardinal::alloc {
namespace {

using Kind = kai::Request::Kind;

/// A node as the scheduler sees it, with what a plan has put there; and the card of each group.
struct Seen {
  kai::Node node;
  kai::State state;
  std::vector<CardIndex> cards;  ///< of `state.groups`; kPendingCard = none
  std::size_t existing = 0;      ///< so many of the groups exist in the cluster, the others the plan has opened
};

std::int64_t amountOf(const ResourceList& list, std::string_view resource) {
  const Quantity* amount = find(list, resource);
  return amount != nullptr ? amount->value() : 0;
}

/// The memory of a node's cards by the label that this scheduler reads. A cluster has few values of it: each is read
/// once, by its hash in the node's row.
class LabelledMemory {
 public:
  std::optional<std::int64_t> on(const NodeView& view) {
    const auto labels = view.row != nullptr ? view.rows->labels(view.index.value, view.node) : std::nullopt;
    if (!labels) return kai::readCardMemory(view.raw());
    const std::optional<LabelHash> value = valueIn(labels->node);
    if (!value) return std::nullopt;
    for (const auto& [known, memory] : m_known) {
      if (known == *value) return memory;
    }
    const std::optional<std::int64_t> memory = kai::readCardMemory(view.raw());
    constexpr std::size_t kMax = 64;
    if (m_known.size() < kMax) m_known.emplace_back(*value, memory);
    return memory;
  }

 private:
  /// Looks first where the node before had it.
  std::optional<LabelHash> valueIn(std::span<const RowLabel> labels) {
    if (m_at < labels.size() && labels[m_at].key == m_key) return labels[m_at].value;
    const auto found =
        std::find_if(labels.begin(), labels.end(), [this](const RowLabel& label) { return label.key == m_key; });
    if (found == labels.end()) return std::nullopt;
    m_at = static_cast<std::size_t>(found - labels.begin());
    return found->value;
  }

  LabelHash m_key = hashOfLabelText(kai::kMemoryLabel);
  std::size_t m_at = 0;
  std::vector<std::pair<LabelHash, std::optional<std::int64_t>>> m_known;
};

/// A node without pods of this scheduler: kube-scheduler's sums say all.
void seePlain(const NodeView& view, std::optional<std::int64_t> memory, Seen& out) {
  const PlacementRow* row = view.row;
  const auto slot = static_cast<std::size_t>(ResourceSlot::NvidiaCards);
  kai::Node& node = out.node;
  node.gpus = row != nullptr ? row->allocatable[slot] : amountOf(view.raw().allocatable, kNvidiaCards);
  node.allocatable.pods = row != nullptr ? row->podsAllocatable : amountOf(view.raw().allocatable, "pods");
  node.cardMemory = memory.value_or(kai::kUnknownMemory);
  node.memoryKnown = memory.has_value();
  node.refusals.clear();
  kai::State& state = out.state;
  const std::int64_t held = row != nullptr ? row->requested[slot] : amountOf(view.node->requested, kNvidiaCards);
  state.idleGpus = node.gpus - held;
  state.releasingGpus = 0;
  state.used.pods = row != nullptr ? row->podCount : view.node->podCount;
  state.releasing.pods = 0;
  state.groups.clear();
  out.cards.clear();
  out.existing = 0;
}

/// Decides through buffers of its own, so one rule serves one thread, as the evaluator that owns it.
class KaiRule final : public CardRule {
 public:
  explicit KaiRule(const Demand& demand) : m_request(kai::readRequest(*demand.request.pod)) {
    // What is no card kube-scheduler's filters have checked.
    m_request.resources = {};
    m_request.resources.pods = 1;
  }

  bool choose(const NodeView& view, const TieRule& /*tie*/, CardChoice& out, CardRoom& room) const override {
    clearChoice(out);
    room = CardRoom{};
    if (!isPlaceable(view)) return false;
    const Seen& seen = see(view);
    const bool fits = kai::hasRoom(seen.node, seen.state, m_request, true);
    fillRoom(view, seen, room);
    if (!fits) return false;
    const kai::NodeFit fit = kai::fit(seen.node, seen.state, m_request, m_settings, {});
    if (!fit.fits || kai::statusOn(seen.node, fit, m_request) == kai::Status::Pending) return false;
    out.cardCount = static_cast<int>(isShared() ? m_request.devices : m_request.gpus);
    out.score = scoreOf(seen, fit.fitsNow);
    fillCards(view, seen, fit, out);
    room.fits = std::max<std::int64_t>(room.fits, 1);
    return true;
  }

  void explain(const NodeView& view, NodeRejection& out) const override {
    if (!isPlaceable(view)) {
      out.reason = {ReasonCode::ModeNotPlaceable, Waiting::Unknown, kPendingCard, 0, 0, toString(view.mode())};
      return;
    }
    const Seen& seen = see(view);
    const kai::NodeFit fit = kai::fit(seen.node, seen.state, m_request, m_settings, {});
    kai::Node ready = seen.node;
    ready.refusals.clear();
    const bool never = !kai::fit(ready, kai::emptyState(ready), m_request, m_settings, {}).fits;
    out.reason = {ReasonCode::StackRefused, never ? Waiting::Never : Waiting::NotNow, kPendingCard, 0, 0, {}};
    std::string detail;
    for (const std::string& reason : fit.reasons) detail += (detail.empty() ? "" : ", ") + reason;
    out.reason.detail = std::move(detail);
    explainCards(seen, out);
    if (!out.reason.detail.empty()) return;
    // The scheduler gives no reason where memory of full cards is requested in MiB, or fewer cards have the room than
    // are wanted.
    const std::int64_t open = isShared() ? cardsWithRoom(seen) : 0;
    if (open > 0 && open < m_request.devices) {
      out.reason.code = ReasonCode::NotEnoughCards;
      out.reason.needed = m_request.devices;
      out.reason.found = open;
      return;
    }
    out.reason.code = isShared() ? ReasonCode::InsufficientCardMemory : ReasonCode::NotEnoughWholeCards;
    out.reason.needed = isShared() ? kai::needOn(seen.node, m_request) : m_request.gpus;
    out.reason.found = isShared() ? mostFree(seen) : std::max<std::int64_t>(seen.state.idleGpus, 0);
  }

  bool takes(const NodeView& view, CardIndex card) const override {
    if (!isShared() || !isPlaceable(view)) return true;
    const Seen& seen = see(view);
    const auto at = std::find(seen.cards.begin(), seen.cards.end(), card);
    if (at == seen.cards.end()) return seen.state.idleGpus > 0;
    const kai::Group& group = seen.state.groups[static_cast<std::size_t>(at - seen.cards.begin())];
    return seen.node.cardMemory - group.allocated >= kai::needOn(seen.node, m_request);
  }

  /// `shares` name the stand-ins of cards that are opened too.
  void take(const CardChoice& choice, std::vector<Card>& cards) const override {
    for (const CardShare& share : choice.shares) {
      Card& card = cards[static_cast<std::size_t>(share.card)];
      card.held = true;
      card.memAllocated.value = saturatedSum<std::int64_t>(card.memAllocated.value, share.memory.value);
      card.memScheduler.value = saturatedSum<std::int64_t>(card.memScheduler.value, share.memory.value);
      ++card.pods;
    }
  }

 private:
  bool isShared() const { return m_request.kind == Kind::Shared; }
  bool isPlaceable(const NodeView& view) const {
    return view.mode() == GpuMode::Exclusive && view.exists() && (isShared() || m_request.kind == Kind::Whole);
  }

  const Seen& see(const NodeView& view) const {
    const kai::NodeState* recorded = stateOf<kai::NodeState>(view);
    if (recorded != nullptr) {
      m_seen.node = recorded->node;
      m_seen.state = recorded->state;
      m_seen.cards = recorded->cards;
      m_seen.existing = recorded->cards.size();
    } else {
      // Of whole cards the memory is not asked.
      seePlain(view, isShared() ? m_memory.on(view) : std::nullopt, m_seen);
    }
    if (view.placed > 0) addPlanned(view);
    return m_seen;
  }

  /// What a plan has placed is replicas of this very request; they take the slots of their reservation pods too.
  void addPlanned(const NodeView& view) const {
    kai::State& state = m_seen.state;
    state.used.pods = saturatedSum<std::int64_t>(state.used.pods, view.placed);
    if (!isShared()) {
      state.idleGpus = saturatedDifference<std::int64_t>(state.idleGpus,
                                                         saturatedProduct<std::int64_t>(view.placed, m_request.gpus));
      return;
    }
    const std::int64_t need = kai::needOn(m_seen.node, m_request);
    for (std::size_t i = 0; i < view.cards.size() && i < view.node->cards.size(); ++i) {
      const int more = view.cards[i].pods - view.node->cards[i].pods;
      if (more <= 0) continue;
      const auto index = static_cast<CardIndex>(i);
      auto at = std::find(m_seen.cards.begin(), m_seen.cards.end(), index);
      if (at == m_seen.cards.end()) {
        state.groups.push_back({"planned-" + std::to_string(i), 0, 0, 0});
        at = m_seen.cards.insert(m_seen.cards.end(), index);
        --state.idleGpus;
        ++state.used.pods;
      }
      kai::Group& group = state.groups[static_cast<std::size_t>(at - m_seen.cards.begin())];
      group.used = saturatedSum<std::int64_t>(group.used, saturatedProduct<std::int64_t>(need, std::int64_t{more}));
      group.allocated =
          saturatedSum<std::int64_t>(group.allocated, saturatedProduct<std::int64_t>(need, std::int64_t{more}));
    }
  }

  /// Nodes come in the order of the scheduler's scores: those with a shared card that has room, then those that fit
  /// now, then the fullest. A point stands for one idle card; beyond 24 of them nodes are no longer distinguished.
  int scoreOf(const Seen& seen, bool fitsNow) const {
    constexpr std::int64_t kCards = 24;
    const std::int64_t room = std::clamp<std::int64_t>(seen.state.idleGpus + seen.state.releasingGpus, 0, kCards);
    const int tier = (hasOpenCard(seen) ? 2 : 0) + (fitsNow ? 1 : 0);
    return tier * static_cast<int>(kCards + 1) + static_cast<int>(kCards - room);
  }

  bool hasOpenCard(const Seen& seen) const {
    const std::int64_t need = kai::needOn(seen.node, m_request);
    return std::any_of(seen.state.groups.begin(), seen.state.groups.end(), [&](const kai::Group& group) {
      return group.used != 0 && group.allocated != group.releasing &&
             seen.node.cardMemory - group.allocated + group.releasing >= need;
    });
  }

  CardIndex cardOf(const Seen& seen, const kai::Group* group) const {
    return group == nullptr ? kPendingCard : seen.cards[static_cast<std::size_t>(group - seen.state.groups.data())];
  }

  /// Which card a new group gets is the device plugin's choice, so then no card is named at all.
  void fillCards(const NodeView& view, const Seen& seen, const kai::NodeFit& fit, CardChoice& out) const {
    const bool isMeasured = view.unit() == MemoryUnit::MiB || seen.node.memoryKnown;
    const std::int64_t need = isShared() && isMeasured ? kai::needOn(seen.node, m_request) : 0;
    out.memoryPerCard = MemUnits(isShared() ? need : view.cards.empty() ? 0 : view.cards.front().memTotal.value);
    if (!isShared()) return;
    const auto count = static_cast<std::size_t>(m_request.devices);
    bool isNamed = true;
    CardIndex next = 0;
    for (std::size_t i = 0; i < count; ++i) {
      const kai::Group* group = fit.cards[i].group;
      CardIndex card = cardOf(seen, group);
      const bool isExisting =
          group != nullptr && group < seen.state.groups.data() + seen.existing && card != kPendingCard;
      isNamed = isNamed && isExisting;
      if (group == nullptr) {
        while (static_cast<std::size_t>(next) < view.cards.size() && view.cards[static_cast<std::size_t>(next)].held)
          ++next;
        card = static_cast<std::size_t>(next) < view.cards.size() ? next++ : kPendingCard;
      }
      if (card != kPendingCard) out.shares.push_back({card, MemUnits(need), {}, 0});
    }
    if (isNamed) {
      for (const CardShare& share : out.shares) out.cards.push_back(share.card);
      std::sort(out.cards.begin(), out.cards.end());
    }
    out.tied = count < fit.cards.size() && fit.cards[count].group != nullptr && fit.cards[count - 1].group != nullptr &&
               fit.cards[count].group->used == fit.cards[count - 1].group->used;
  }

  std::int64_t cardsWithRoom(const Seen& seen) const {
    const std::int64_t need = kai::needOn(seen.node, m_request);
    const auto open = std::count_if(seen.state.groups.begin(), seen.state.groups.end(), [&](const kai::Group& group) {
      return seen.node.cardMemory - group.allocated >= need;
    });
    return open + (need <= seen.node.cardMemory ? std::max<std::int64_t>(seen.state.idleGpus, 0) : 0);
  }

  std::int64_t mostFree(const Seen& seen) const {
    std::int64_t most = seen.state.idleGpus > 0 ? seen.node.cardMemory : 0;
    for (const kai::Group& group : seen.state.groups) most = std::max(most, seen.node.cardMemory - group.allocated);
    return most;
  }

  void fillRoom(const NodeView& view, const Seen& seen, CardRoom& room) const {
    const std::int64_t idle = std::clamp<std::int64_t>(seen.state.idleGpus, 0, static_cast<std::int64_t>(kMaxCards));
    if (!isShared()) {
      room.fits = idle / std::max<std::int64_t>(m_request.gpus, 1);
      const bool isKnown = !view.cards.empty() && view.cards.front().memoryKnown;
      room.free = isKnown ? saturatedProduct<std::int64_t>(idle, view.cards.front().memTotal.value) : 0;
      room.usable = room.fits > 0 ? room.free : 0;
      return;
    }
    const std::int64_t need = std::max<std::int64_t>(kai::needOn(seen.node, m_request), 1);
    m_shares.clear();
    const auto add = [&](std::int64_t free) {
      if (free <= 0) return;
      m_shares.push_back(free / need);
      room.free = saturatedSum<std::int64_t>(room.free, free);
      if (free >= need) room.usable = saturatedSum<std::int64_t>(room.usable, free);
    };
    for (const kai::Group& group : seen.state.groups) add(seen.node.cardMemory - group.allocated);
    for (std::int64_t i = 0; i < idle; ++i) add(seen.node.cardMemory);
    const auto width =
        static_cast<int>(std::min<std::int64_t>(m_request.devices, static_cast<std::int64_t>(kMaxCards)));
    room.fits = setsThatFit(m_shares, width);
    if (room.fits == 0) room.usable = 0;
  }

  void explainCards(const Seen& seen, NodeRejection& out) const {
    if (!isShared()) return;
    const std::int64_t need = kai::needOn(seen.node, m_request);
    for (std::size_t i = 0; i < seen.cards.size(); ++i) {
      const std::int64_t free = std::max<std::int64_t>(seen.node.cardMemory - seen.state.groups[i].allocated, 0);
      if (seen.cards[i] == kPendingCard || free >= need) continue;
      const bool never = need > seen.node.cardMemory;
      out.cards.add(ReasonCode::InsufficientCardMemory, never ? Waiting::Never : Waiting::NotNow, seen.cards[i], need,
                    free);
    }
  }

  kai::Settings m_settings;
  kai::Request m_request;
  mutable LabelledMemory m_memory;
  mutable Seen m_seen;
  mutable std::vector<std::int64_t> m_shares;
};

}  // namespace

std::unique_ptr<CardRule> makeKaiRule(const Demand& demand) {
  return std::make_unique<KaiRule>(demand);
}

bool isKaiRequest(const RawPodSpec& spec, const GpuRequest& gpu) {
  const bool isShare = gpu.kind() == GpuRequest::Kind::Vgpu && gpu.stack == GpuStack::Kai;
  const bool isForm = isShare || gpu.kind() == GpuRequest::Kind::WholeCards;
  // A scheduler of another name may be this one too, except the cluster's own.
  return isForm && (spec.schedulerName == kai::kScheduler || (isShare && !spec.usesDefaultScheduler()));
}

}  // namespace cardinal::alloc
