// SPDX-License-Identifier: Apache-2.0
#include "core/provider/stacks/volcano/volcano_adapter.h"

#include <algorithm>
#include <utility>

#include "core/base/saturate.h"
#include "core/model/stack_card.h"
#include "core/provider/gpu_keys.h"
#include "core/provider/shared_node.h"

namespace cardinal::provider {
namespace {

std::uint16_t smallCount(std::int64_t value) {
  return static_cast<std::uint16_t>(std::clamp<std::int64_t>(value, 0, UINT16_MAX));
}

std::int32_t smallPercent(std::int64_t value) {
  return static_cast<std::int32_t>(std::clamp<std::int64_t>(value, INT32_MIN, INT32_MAX));
}

bool isAbsurd(const VolcanoCard& registered) {
  return registered.memory > kMaxUnitsPerNode;
}

Card cardOf(const VolcanoCard& registered, std::size_t at, bool mig) {
  constexpr std::int32_t kWholeCard = 100;
  Card card;
  card.index = static_cast<std::uint16_t>(at);
  card.health = registered.healthy ? CardHealth::Healthy : CardHealth::Unhealthy;
  card.memoryKnown = registered.figuresKnown && registered.memory > 0 && !isAbsurd(registered) && !mig;
  if (registered.figuresKnown && !isAbsurd(registered)) {
    card.memTotal = MemUnits(registered.memory);
    card.slotsTotal = smallCount(registered.slots);
    card.slotsHeldKnown = true;
  }
  card.coreKnown = true;
  card.coreTotal = CorePercent(kWholeCard);
  return card;
}

/// Units are not MiB where a label says that the card is far larger.
MemoryUnit unitOf(const RawNode& raw, const VolcanoNode& node) {
  const auto mib = labelledCardMib(raw);
  if (!mib) return MemoryUnit::MiB;
  // Less than the driver's reserve and a configured scaling would leave.
  const bool smaller = std::any_of(node.cards.begin(), node.cards.end(), [&](const VolcanoCard& card) {
    return card.figuresKnown && card.memory > 0 && card.memory < *mib / 4 * 3;
  });
  return smaller ? MemoryUnit::Unknown : MemoryUnit::MiB;
}

/// Reads the shares of one node's pods; cards are found by their UUID.
class VolcanoPods final : public StackPods {
 public:
  VolcanoPods(std::shared_ptr<VolcanoStackState> state, bool mig) : m_state(std::move(state)), m_mig(mig) {}

  void read(const RawPod& pod, PodUsage& usage) override {
    const VolcanoHoldings holdings = readVolcanoPod(pod);
    bool isReadable = true;
    for (const VolcanoProblem& problem : holdings.problems) {
      // Here the containers make no difference.
      if (problem.code == VolcanoProblemCode::OtherContainers) continue;
      isReadable = false;
      usage.findings.push_back({FindingCode::MalformedAllocation, kPendingCard, displayName(pod.meta.key),
                                clipped(problem.field) + ": " + clipped(problem.value), 0, 0});
    }
    usage.shares.clear();
    // A terminating pod's cards are free for the scheduler at once; the node's sums still hold it.
    usage.countsForScheduler = !isTerminating(pod);
    if (!holdings.assigned) {
      if (m_state->node.seenByScheduler && readVolcanoRequest(pod).requestsDevices())
        usage.findings.push_back({FindingCode::AllocationMissing, kPendingCard, displayName(pod.meta.key), {}, 0, 0});
      return;
    }
    usage.source = AllocationSource::VolcanoDevices;
    usage.counted.emplace();
    for (const VolcanoShare& share : holdings.shares) addShare(share, holdings.group, pod, usage);
    // What such a pod really has of its cards is not known; the scheduler counts what it reads.
    if (!isReadable) usage.shares.clear();
  }

 private:
  std::optional<std::size_t> cardOf(const VolcanoShare& share) const {
    const auto& cards = m_state->node.cards;
    const auto same = [&](const VolcanoCard& card) { return card.uuid == share.uuid; };
    // The scheduler takes an entry for the card whose id is a part of it.
    const auto part = [&](const VolcanoCard& card) {
      return !card.uuid.empty() && share.id.find(card.uuid) != std::string::npos;
    };
    auto found = std::find_if(cards.begin(), cards.end(), same);
    if (found == cards.end()) found = std::find_if(cards.begin(), cards.end(), part);
    if (found == cards.end()) return std::nullopt;
    return static_cast<std::size_t>(found - cards.begin());
  }

  void addShare(const VolcanoShare& recorded, const std::string& group, const RawPod& pod, PodUsage& usage) {
    const auto card = cardOf(recorded);
    if (!card) {
      usage.findings.push_back(
          {FindingCode::CardOutOfRange, kPendingCard, displayName(pod.meta.key), clipped(recorded.id), 0, 0});
      return;
    }
    const auto index = static_cast<CardIndex>(*card);
    // An instance may be larger than what was requested.
    const CardShare share{index, MemUnits(m_mig ? 0 : std::max<std::int64_t>(recorded.memory, 0)),
                          CorePercent(smallPercent(std::max<std::int64_t>(recorded.cores, 0))), 1};
    const auto isSame = [&](const CardShare& other) { return other.card == index; };
    const auto held = std::find_if(usage.shares.begin(), usage.shares.end(), isSame);
    if (held == usage.shares.end()) {
      usage.shares.push_back(share);
      // Volcano counts the first entry of a pod on a card and none of the others.
      usage.counted->push_back(share);
      if (!group.empty() && usage.countsForScheduler && (recorded.memory != 0 || recorded.cores != 0))
        m_state->groups[*card].push_back(group);
      return;
    }
    held->memory.value = saturatedSum(held->memory.value, share.memory.value);
    held->core.value = saturatedSum(held->core.value, share.core.value);
  }

  std::shared_ptr<VolcanoStackState> m_state;
  bool m_mig;
};

/// Of two cards of one id it is unknown which of them a pod holds.
void hideTwins(const VolcanoNode& node, NodeCapacity& out) {
  for (std::size_t i = 0; i < node.cards.size(); ++i) {
    const auto twins = std::count_if(node.cards.begin(), node.cards.end(), [&](const VolcanoCard& other) {
      return !other.uuid.empty() && other.uuid == node.cards[i].uuid;
    });
    if (twins > 1) out.cards[i].holderKnown = out.cards[i].slotsHeldKnown = false;
  }
}

void addProblems(const VolcanoNode& node, NodeCapacity& out) {
  for (const VolcanoProblem& problem : node.problems) {
    const bool stale = problem.code == VolcanoProblemCode::NoneAllocatable;
    const std::string field = clipped(problem.field);
    out.findings.push_back({stale ? FindingCode::StaleResource : FindingCode::FieldUnreadable,
                            kPendingCard,
                            {},
                            stale ? field : field + ": " + clipped(problem.value),
                            0,
                            0});
  }
  for (std::size_t i = 0; i < node.cards.size(); ++i) {
    if (isAbsurd(node.cards[i]))
      out.findings.push_back({FindingCode::AbsurdCapacity,
                              static_cast<CardIndex>(i),
                              {},
                              "volcano.sh/node-vgpu-register",
                              0,
                              node.cards[i].memory});
  }
}

}  // namespace

bool VolcanoStackState::fillStackCard(std::size_t at, const Card& card, StackCard& out) const {
  if (!node.seenByScheduler || at >= node.cards.size()) return false;
  const VolcanoCard& registered = node.cards[at];
  const auto isSmall = [](std::int64_t value) { return value >= 0 && std::in_range<std::int16_t>(value); };
  const auto isAmount = [](std::int64_t value) { return value >= 0 && std::in_range<std::int32_t>(value); };
  const bool fits = isAmount(registered.memory) && isAmount(card.memScheduler.value) && isSmall(registered.slots) &&
                    isSmall(card.slotsHeld) && isSmall(card.coreScheduler.value) && isSmall(registered.index);
  if (!fits) return false;
  constexpr std::int16_t kWholeCard = 100;
  out.type = hashOfLabelText(registered.type);
  out.memory = registered.memory;
  out.memoryUsed = card.memScheduler.value;
  out.slotsTotal = static_cast<std::int16_t>(registered.slots);
  out.slotsUsed = static_cast<std::int16_t>(card.slotsHeld);
  out.cores = kWholeCard;
  out.coresUsed = static_cast<std::int16_t>(card.coreScheduler.value);
  out.index = static_cast<std::int16_t>(registered.index);
  out.marks = card.memoryKnown ? kMarkMemoryKnown : std::uint16_t{0};
  return true;
}

void reportVolcanoMemory(const RawNode& node, NodeCapacity& out) {
  const auto amountOf = [&](std::string_view resource) {
    const Quantity* amount = find(node.allocatable, resource);
    return amount != nullptr ? std::optional(amount->value()) : std::nullopt;
  };
  if (amountOf("volcano.sh/vgpu-number").value_or(0) <= 0 || amountOf(kVolcanoMemory) != 0) return;
  out.findings.push_back({FindingCode::ModeResourceMissing, kPendingCard, {}, std::string(kVolcanoMemory), 0, 0});
}

std::optional<NodeCapacity> readVolcanoCapacity(const RawNode& raw) {
  auto node = readVolcanoNode(raw);
  if (!node || node->cards.empty() || node->cards.size() > static_cast<std::size_t>(kMaxCardsPerNode))
    return std::nullopt;
  // The last record decides for the node. Whether its model has instances at all stands in the ConfigMap.
  const bool mig = node->cards.back().isMig;
  NodeCapacity out;
  out.gpu.stack = GpuStack::Volcano;
  out.gpu.mode = mig ? GpuMode::Mig : GpuMode::Vgpu;
  out.gpu.unit = unitOf(raw, *node);
  out.gpu.model = clipped(node->cards.front().type);
  addProblems(*node, out);
  NodeDevices& devices = out.devicesToFill();
  out.cards.reserve(node->cards.size());
  devices.cards.reserve(node->cards.size());
  std::int64_t slots = 0;
  bool slotsKnown = true;
  for (std::size_t i = 0; i < node->cards.size(); ++i) {
    const VolcanoCard& registered = node->cards[i];
    const Card& card = out.cards.emplace_back(cardOf(registered, i, mig));
    slots += card.slotsTotal;
    slotsKnown = slotsKnown && card.slotsHeldKnown;
    out.gpu.memTotal.value = saturatedSum(out.gpu.memTotal.value, card.memTotal.value);
    CardDetail detail{clipped(registered.uuid), clipped(registered.type), {}, {}, {}};
    if (out.gpu.unit == MemoryUnit::MiB && card.memTotal.value > 0) detail.memoryMib = card.memTotal.value;
    devices.cards.push_back(std::move(detail));
  }
  out.gpu.memCapacity = out.gpu.memTotal;
  if (slotsKnown) devices.slotsTotal = slots;
  const bool isWhole = slotsKnown && node->seenByScheduler && node->problems.empty();
  if (isWhole) reportSurplus(raw, "volcano.sh/vgpu-number", slots, out);
  if (isWhole && !mig) reportSurplus(raw, kVolcanoMemory, out.gpu.memTotal.value, out);
  if (!node->problems.empty()) hideTwins(*node, out);
  auto state = std::make_shared<VolcanoStackState>();
  state->groups.resize(node->cards.size());
  state->node = std::move(*node);
  out.pods = std::make_shared<VolcanoPods>(state, mig);
  devices.state = std::move(state);
  return out;
}

}  // namespace cardinal::provider
