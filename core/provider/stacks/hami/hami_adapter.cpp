// SPDX-License-Identifier: Apache-2.0
#include "core/provider/stacks/hami/hami_adapter.h"

#include <algorithm>
#include <string>
#include <utility>

#include "core/base/saturate.h"
#include "core/model/stack_card.h"
#include "core/provider/gpu_keys.h"
#include "core/provider/shared_node.h"

namespace cardinal::hami {

bool NodeState::fillStackCard(std::size_t at, const cardinal::Card& card, StackCard& out) const {
  if (!node.isRegistered() || at >= node.cards.size() || node.cards.size() > kMaxRowCards) return false;
  const Card& registered = node.cards[at];
  const bool isOffered = registered.isOfferedTo(kNvidia);
  if (registered.isMig() || (isOffered && registered.vendor != kNvidia) || !decidesAbout(kNvidia)) return false;
  const auto isSmall = [](std::int64_t value) { return value >= 0 && std::in_range<std::int16_t>(value); };
  const bool fits = std::in_range<std::int32_t>(card.memScheduler.value) && card.memScheduler.value >= 0 &&
                    isSmall(registered.slots) && isSmall(card.slotsHeld) && isSmall(registered.cores) &&
                    isSmall(card.coreScheduler.value) && std::in_range<std::int16_t>(registered.index) &&
                    std::in_range<std::int16_t>(registered.numa);
  if (!fits) return false;
  out.type = hashOfLabelText(registered.type);
  out.memory = registered.memoryMib;
  out.memoryUsed = card.memScheduler.value;
  out.slotsTotal = static_cast<std::int16_t>(registered.slots);
  out.slotsUsed = static_cast<std::int16_t>(card.slotsHeld);
  out.cores = static_cast<std::int16_t>(registered.cores);
  out.coresUsed = static_cast<std::int16_t>(card.coreScheduler.value);
  out.index = static_cast<std::int16_t>(registered.index);
  out.numa = static_cast<std::int16_t>(registered.numa);
  const bool isWord = registered.type == vendors()[kNvidia].word;
  out.marks =
      static_cast<std::uint16_t>((registered.healthy ? kMarkHealthy : 0) | (registered.cordoned ? kMarkCordoned : 0) |
                                 (isOffered ? kMarkOffered : 0) | (isWord ? kMarkIsWord : 0));
  return true;
}

}  // namespace cardinal::hami

namespace cardinal::provider {
namespace {

std::uint16_t smallCount(std::int64_t value) {
  return static_cast<std::uint16_t>(std::clamp<std::int64_t>(value, 0, UINT16_MAX));
}

Card cardOf(const hami::Card& registered, std::size_t at) {
  Card card;
  card.index = static_cast<std::uint16_t>(at);
  card.health = registered.healthy && !registered.cordoned ? CardHealth::Healthy : CardHealth::Unhealthy;
  card.memoryKnown = registered.memoryMib > 0;
  card.memTotal = MemUnits(std::max(registered.memoryMib, 0));
  // AI cores and compute units are no percent.
  card.coreKnown = registered.cores > 0 && hami::vendors()[registered.vendor].coresArePercent;
  card.coreTotal = CorePercent(std::max(registered.cores, 0));
  card.slotsTotal = smallCount(registered.slots);
  card.slotsHeldKnown = true;
  return card;
}

/// Reads the shares of one node's pods; cards are found by their UUID.
class HamiPods final : public StackPods {
 public:
  explicit HamiPods(std::shared_ptr<hami::NodeState> state)
      : m_state(std::move(state)),
        m_keepsHoldings(std::any_of(m_state->node.cards.begin(), m_state->node.cards.end(),
                                    [](const hami::Card& card) { return card.isMig(); })) {}

  void read(const RawPod& pod, PodUsage& usage) override {
    const bool hasList = hami::hasDeviceList(pod);
    // Devices of another kind, which kube-scheduler counts.
    if (!hasList && usage.request.kind() == GpuRequest::Kind::Counted && !requestsCards(pod)) return;
    hami::Holdings holdings = hami::readHamiPod(pod);
    for (const hami::Problem& problem : holdings.problems)
      usage.findings.push_back({FindingCode::MalformedAllocation, kPendingCard, displayName(pod.meta.key),
                                clipped(problem.field) + ": " + clipped(problem.value), 0, 0});
    usage.shares.clear();
    usage.countsForScheduler = holdings.isCounted();
    if (!hasList) {
      usage.findings.push_back({FindingCode::AllocationMissing, kPendingCard, displayName(pod.meta.key), {}, 0, 0});
      return;
    }
    usage.source = AllocationSource::HamiDevices;
    bool negative = false;
    for (const hami::CountedUse& counted : hami::countedUse(holdings)) {
      addShare(counted, pod, usage);
      negative = negative || counted.memoryMib < 0 || counted.cores < 0;
    }
    if (negative) {
      // What such a pod really has of its cards is not known.
      usage.findings.push_back({FindingCode::MalformedAllocation, kPendingCard, displayName(pod.meta.key),
                                std::string(hami::kAllocated) + ": < 0", 0, 0});
      usage.counted = std::move(usage.shares);
      usage.shares.clear();
    }
    addInstances(holdings, pod, usage);
    if (m_keepsHoldings && holdings.isCounted()) m_state->holdings.push_back(std::move(holdings));
  }

  void finish(NodeDevices& devices) override {
    for (const auto& [card, group] : m_instances) {
      if (card < devices.cards.size()) devices.cards[card].instances.push_back(group);
    }
  }

 private:
  bool requestsCards(const RawPod& pod) const {
    const hami::Request request = hami::readExistingHamiRequest(pod, hami::Config());
    return std::any_of(
        request.containers.begin(), request.containers.end(), [this](const hami::ContainerRequest& requested) {
          const auto& cards = m_state->node.cards;
          return requested.requestsCards() && std::any_of(cards.begin(), cards.end(), [&](const hami::Card& card) {
                   return card.isOfferedTo(requested.vendor);
                 });
        });
  }

  std::optional<std::size_t> cardOfId(std::string_view id) const {
    id = id.substr(0, id.find('['));
    const auto& cards = m_state->node.cards;
    const auto found = std::find_if(cards.begin(), cards.end(), [&](const hami::Card& card) { return card.id == id; });
    if (found == cards.end()) return std::nullopt;
    return static_cast<std::size_t>(found - cards.begin());
  }

  void addShare(const hami::CountedUse& counted, const RawPod& pod, PodUsage& usage) const {
    const auto card = cardOfId(counted.id);
    if (!card) {
      usage.findings.push_back(
          {FindingCode::CardOutOfRange, kPendingCard, displayName(pod.meta.key), clipped(counted.id), 0, 0});
      return;
    }
    const auto index = static_cast<CardIndex>(*card);
    const auto same = std::find_if(usage.shares.begin(), usage.shares.end(),
                                   [&](const CardShare& share) { return share.card == index; });
    CardShare& share = same != usage.shares.end() ? *same : usage.shares.emplace_back(CardShare{index, {}, {}, 0});
    share.memory.value = saturatedSum(share.memory.value, std::int64_t{std::max(counted.memoryMib, 0)});
    share.core.value = saturatedSum(share.core.value, std::max(counted.cores, 0));
    share.slotsTaken = smallCount(share.slotsTaken + std::max(counted.slots, 1));
  }

  /// Instances that the scheduler reserved; how many more fit depends on their places.
  void addInstances(const hami::Holdings& holdings, const RawPod& pod, PodUsage& usage) {
    for (const hami::MigAllocation& allocation : holdings.mig) {
      const auto card = cardOfId(allocation.card);
      if (!card) {
        usage.findings.push_back(
            {FindingCode::CardOutOfRange, kPendingCard, displayName(pod.meta.key), clipped(allocation.card), 0, 0});
        continue;
      }
      auto found = std::find_if(m_instances.begin(), m_instances.end(), [&](const auto& entry) {
        return entry.first == *card && entry.second.profile == allocation.profile;
      });
      if (found == m_instances.end()) {
        m_instances.push_back({*card, {clipped(allocation.profile), {}, 0, 0, {}, {}}});
        found = std::prev(m_instances.end());
      }
      ++found->second.total;
      found->second.allocated = found->second.total;
      auto& holders = found->second.holders;
      std::string name = displayName(pod.meta.key);
      if (std::find(holders.begin(), holders.end(), name) == holders.end()) holders.push_back(std::move(name));
    }
  }

  std::shared_ptr<hami::NodeState> m_state;
  bool m_keepsHoldings;
  std::vector<std::pair<std::size_t, InstanceGroup>> m_instances;
};

/// Vendors whose cards the node has.
std::vector<hami::VendorIndex> vendorsOn(const hami::Node& node) {
  std::vector<hami::VendorIndex> out;
  for (const hami::Card& card : node.cards) {
    if (std::find(out.begin(), out.end(), card.vendor) == out.end()) out.push_back(card.vendor);
  }
  return out;
}

/// Cards of an older version are in order: it is a newer scheduler that cannot read them.
void addProblems(const hami::Node& node, NodeCapacity& out) {
  for (const hami::Problem& problem : node.problems) {
    if (problem.code == hami::ProblemCode::RegisterOldFormat || problem.code == hami::ProblemCode::RegisterEmpty)
      continue;
    out.findings.push_back(
        {FindingCode::FieldUnreadable, kPendingCard, {}, clipped(problem.field) + ": " + clipped(problem.value), 0, 0});
  }
}

/// Totals that no card has.
void addAbsurd(const hami::Card& card, std::size_t at, NodeCapacity& out) {
  const std::string& key = hami::vendors()[card.vendor].registerKey;
  const std::pair<const char*, std::int32_t> totals[] = {
      {"count", card.slots}, {"devmem", card.memoryMib}, {"devcore", card.cores}};
  for (const auto& [member, value] : totals) {
    if (value >= 0) continue;
    out.findings.push_back(
        {FindingCode::AbsurdCapacity, static_cast<CardIndex>(at), {}, key + " " + member, INT32_MAX, value});
  }
}

/// The annotation stays when the plugin goes; the resource falls to 0. NVIDIA's counts as 0 where it is missing, too.
hami::VendorSet vendorsGone(const RawNode& raw, const hami::Node& node) {
  hami::VendorSet out = 0;
  for (const hami::VendorIndex index : vendorsOn(node)) {
    const hami::Vendor& vendor = hami::vendors()[index];
    const Quantity* offered = find(raw.allocatable, vendor.countKey);
    const bool isGone = offered != nullptr ? offered->value() <= 0 : index == hami::kNvidia;
    if (isGone && !vendor.registerKey.empty()) out |= hami::setOf(index);
  }
  return out;
}

/// Shown, but offered to nobody.
void withhold(hami::VendorSet gone, hami::Node& node, NodeCapacity& out) {
  for (const hami::VendorIndex index : vendorsOn(node)) {
    if ((gone & hami::setOf(index)) != 0)
      out.findings.push_back({FindingCode::StaleResource, kPendingCard, {}, hami::vendors()[index].registerKey, 0, 0});
  }
  for (hami::Card& card : node.cards) {
    if ((gone & hami::setOf(card.vendor)) != 0) card.offeredTo = 0;
  }
}

/// Of two cards of one id it is unknown which of them a pod holds.
bool isTwice(const hami::Node& node, const hami::Card& card) {
  const bool anyIs = std::any_of(node.problems.begin(), node.problems.end(), [](const hami::Problem& problem) {
    return problem.code == hami::ProblemCode::CardTwice;
  });
  return anyIs && std::count_if(node.cards.begin(), node.cards.end(),
                                [&](const hami::Card& other) { return other.id == card.id; }) > 1;
}

}  // namespace

std::optional<NodeCapacity> readHamiCapacity(const RawNode& raw) {
  auto node = hami::readHamiNode(raw);
  if (!node || node->cards.empty() || node->cards.size() > static_cast<std::size_t>(kMaxCardsPerNode))
    return std::nullopt;
  NodeCapacity out;
  out.gpu.stack = GpuStack::Hami;
  out.gpu.mode = GpuMode::Vgpu;
  out.gpu.unit = MemoryUnit::MiB;
  out.gpu.model = clipped(node->cards.front().type);
  addProblems(*node, out);
  const hami::VendorSet gone = vendorsGone(raw, *node);
  withhold(gone, *node, out);
  NodeDevices& devices = out.devicesToFill();
  devices.slotsTotal = 0;
  out.cards.reserve(node->cards.size());
  devices.cards.reserve(node->cards.size());
  for (std::size_t i = 0; i < node->cards.size(); ++i) {
    const hami::Card& registered = node->cards[i];
    Card& card = out.cards.emplace_back(cardOf(registered, i));
    if ((gone & hami::setOf(registered.vendor)) != 0) card.health = CardHealth::Unknown;
    if (isTwice(*node, registered)) card.holderKnown = card.slotsHeldKnown = false;
    addAbsurd(registered, i, out);
    if (registered.slots < 0) devices.slotsTotal.reset();
    if (devices.slotsTotal) *devices.slotsTotal += registered.slots;
    out.gpu.memTotal += out.cards.back().memTotal;
    CardDetail detail{clipped(registered.id), clipped(registered.type), {}, {}, {}};
    if (registered.numa >= 0 && registered.numa <= INT32_MAX) detail.numa = static_cast<int>(registered.numa);
    devices.cards.push_back(std::move(detail));
  }
  out.gpu.memCapacity = out.gpu.memTotal;
  const bool isNvidia = std::all_of(node->cards.begin(), node->cards.end(),
                                    [](const hami::Card& card) { return card.vendor == hami::kNvidia; });
  if (isNvidia && node->problems.empty() && devices.slotsTotal)
    reportSurplus(raw, kNvidiaGpu, *devices.slotsTotal, out);
  auto state = std::make_shared<hami::NodeState>();
  state->gone = gone;
  state->node = std::move(*node);
  out.pods = std::make_shared<HamiPods>(state);
  devices.state = std::move(state);
  return out;
}

void reportHamiRegistration(const RawNode& raw, NodeCapacity& out) {
  const auto node = hami::readHamiNode(raw);
  if (node) addProblems(*node, out);
  const bool isRead = node && (node->registration == hami::Registration::Unreadable || node->isRegistered());
  if (isRead || !publishes(raw, kNvidiaGpu)) return;
  out.findings.push_back({FindingCode::ModeResourceMissing, kPendingCard, {}, std::string(hami::kRegister), 0, 0});
}

bool isOfHamiCards(const NodeCapacity& capacity, std::string_view resource) {
  const auto vendor = hami::otherVendorOf(resource);
  if (!vendor || capacity.devices == nullptr) return false;
  const auto* state = dynamic_cast<const hami::NodeState*>(capacity.devices->state.get());
  if (state == nullptr) return false;
  const auto& cards = state->node.cards;
  return std::any_of(cards.begin(), cards.end(), [&](const hami::Card& card) { return card.vendor == *vendor; });
}

}  // namespace cardinal::provider
