// SPDX-License-Identifier: Apache-2.0
#include "core/provider/stacks/koordinator/koordinator_adapter.h"

#include <algorithm>
#include <string>
#include <utility>

#include "core/base/saturate.h"
#include "core/model/extras/extra.h"
#include "core/model/stack_card.h"
#include "core/provider/gpu_keys.h"
#include "core/provider/shared_node.h"
#include "core/provider/stacks/koordinator/koordinator_reservations.h"

namespace cardinal::koordinator {

/// Nodes with a tree, with partitions, with a NUMA policy or with Reservations are judged by more than the figures of
/// the cards.
bool NodeState::fillStackCard(std::size_t at, const cardinal::Card& /*card*/, StackCard& out) const {
  const auto& gpus = node.cards[indexOf(DeviceType::Gpu)];
  const bool isPlain = node.hasDevice && node.scopes.empty() && !node.hasPartitions && !node.honorsPartitions;
  if (!isPlain || !node.numaPolicy.empty() || !reserved.empty() || at >= gpus.size()) return false;
  const Card& card = gpus[at];
  constexpr std::uint8_t kAll = (1U << kSlots) - 1U;
  Amounts used;
  for (const auto& devices : held) {
    for (const HeldDevice& one : devices) {
      if (one.type != DeviceType::Gpu || one.minor != card.minor) continue;
      for (std::size_t slot = 0; slot < kSlots; ++slot)
        used.value[slot] = saturatedSum(used.value[slot], one.amounts.value[slot]);
    }
  }
  constexpr std::int64_t kMaxBytes = std::int64_t{1} << 42;
  const auto isSmall = [](std::int64_t value) { return value >= 0 && std::in_range<std::int16_t>(value); };
  const auto isAmount = [](std::int64_t value) { return value >= 0 && value <= kMaxBytes; };
  const bool fits = card.declared.named == kAll && isAmount(card.declared.value[kMemory]) &&
                    isAmount(used.value[kMemory]) && isSmall(card.declared.value[kCore]) &&
                    isSmall(used.value[kCore]) && isSmall(card.declared.value[kRatio]) && isSmall(used.value[kRatio]);
  if (!fits) return false;
  out.memory = card.declared.value[kMemory];
  out.memoryUsed = used.value[kMemory];
  out.slotsTotal = static_cast<std::int16_t>(card.declared.value[kRatio]);
  out.slotsUsed = static_cast<std::int16_t>(used.value[kRatio]);
  out.cores = static_cast<std::int16_t>(card.declared.value[kCore]);
  out.coresUsed = static_cast<std::int16_t>(used.value[kCore]);
  out.marks = card.healthy ? kMarkHealthy : std::uint16_t{0};
  return true;
}

CorePercent corePercentOf(std::int64_t percent) {
  return CorePercent(static_cast<std::int32_t>(std::clamp<std::int64_t>(percent, 0, INT32_MAX)));
}

}  // namespace cardinal::koordinator

namespace cardinal::provider {
namespace {

using koordinator::Amounts;
using koordinator::DeviceType;
using koordinator::HeldDevice;
using koordinator::kCore;
using koordinator::kMemory;
using koordinator::kRatio;

const std::vector<koordinator::Card>& gpusOf(const koordinator::Node& node) {
  return node.cards[indexOf(DeviceType::Gpu)];
}

/// No card has 64 TiB.
constexpr std::int64_t kMostBytes = std::int64_t{1} << 46;

bool isAbsurd(const koordinator::Card& reported) {
  return reported.declared.value[kMemory] > kMostBytes;
}

/// Cards that no figure can be true of, cards of one id, and more of a resource than the cards come to.
void reportOdd(const RawNode& raw, const std::vector<koordinator::Card>& gpus, NodeCapacity& out) {
  std::int64_t cores = 0;
  for (std::size_t i = 0; i < gpus.size(); ++i) {
    cores = saturatedSum(cores, gpus[i].declared.value[kCore]);
    const auto index = static_cast<CardIndex>(i);
    if (isAbsurd(gpus[i]))
      out.findings.push_back({FindingCode::AbsurdCapacity,
                              index,
                              {},
                              "koordinator.sh/gpu-memory",
                              kMostBytes,
                              gpus[i].declared.value[kMemory]});
    const bool isTwice = !gpus[i].id.empty() && std::any_of(gpus.begin(), gpus.begin() + index,
                                                            [&](const auto& other) { return other.id == gpus[i].id; });
    if (isTwice)
      out.findings.push_back(
          {FindingCode::FieldUnreadable, index, {}, "spec.devices.id: " + clipped(gpus[i].id), 0, 0});
  }
  reportSurplus(raw, "koordinator.sh/gpu-core", cores, out);
  const Quantity* offered = find(raw.allocatable, "koordinator.sh/gpu-core");
  // koord-manager publishes the sum over the healthy cards.
  const bool isHealthy = std::any_of(gpus.begin(), gpus.end(), [](const auto& card) { return card.healthy; });
  if (offered != nullptr && offered->value() <= 0 && isHealthy && cores > 0)
    out.findings.push_back({FindingCode::StaleResource, kPendingCard, {}, "koordinator.sh/gpu-core", 0, 0});
}

Card cardOf(const koordinator::Card& reported, std::size_t at) {
  Card card;
  card.index = static_cast<std::uint16_t>(at);
  card.health = reported.healthy ? CardHealth::Healthy : CardHealth::Unhealthy;
  card.memoryKnown = reported.declared.value[kMemory] > 0 && !isAbsurd(reported);
  if (!isAbsurd(reported)) card.memTotal = MemUnits(reported.declared.value[kMemory] / koordinator::kBytesPerMib);
  card.coreKnown = reported.declared.value[kCore] > 0;
  card.coreTotal = koordinator::corePercentOf(reported.declared.value[kCore]);
  return card;
}

CardDetail detailOf(const koordinator::Card& reported, const std::string& model) {
  CardDetail detail{clipped(reported.id), model, {}, {}, {}};
  detail.minor = reported.minor;
  // Members that the object leaves out read as NUMA node 0; -1 says that there is none.
  if (reported.hasTopology && reported.numa >= 0) detail.numa = reported.numa;
  return detail;
}

/// Bytes that a pod holds of a card; the annotation names them, older ones only the share of the card.
std::int64_t bytesOf(const Amounts& amounts, const koordinator::Card& card) {
  if (amounts.names(kMemory)) return amounts.value[kMemory];
  return saturatedProduct(card.declared.value[kMemory], amounts.value[kRatio]) / koordinator::kWhole;
}

/// Rounded down: ten pods with a tenth of a card each must not add up to more than the card.
std::int64_t mibOf(std::int64_t bytes) {
  return bytes / koordinator::kBytesPerMib;
}

/// Reads the shares of one node's pods; cards are found by their minor.
class KoordinatorPods final : public StackPods {
 public:
  explicit KoordinatorPods(std::shared_ptr<koordinator::NodeState> state) : m_state(std::move(state)) {}

  void read(const RawPod& pod, PodUsage& usage) override {
    koordinator::Holdings holdings = koordinator::readHoldings(pod);
    for (const Error& problem : holdings.problems)
      usage.findings.push_back({FindingCode::MalformedAllocation, kPendingCard, displayName(pod.meta.key),
                                clipped(problem.subject) + ": " + clipped(problem.detail), 0, 0});
    usage.shares.clear();
    usage.countsForScheduler = holdings.counts;
    if (!holdings.allocated) {
      if (holdings.problems.empty())
        usage.findings.push_back({FindingCode::AllocationMissing, kPendingCard, displayName(pod.meta.key), {}, 0, 0});
      return;
    }
    usage.source = AllocationSource::KoordinatorDevices;
    for (const HeldDevice& held : holdings.devices) {
      if (held.type == DeviceType::Gpu) addShare(held, pod, usage);
    }
    if (!holdings.areGpusKnown) {
      // What such a pod really has of its cards is not known; the scheduler counts what it reads.
      usage.counted = std::move(usage.shares);
      usage.shares.clear();
    }
    if (!holdings.counts) return;
    addThrough(pod, holdings.devices);
    m_state->held.push_back(std::move(holdings.devices));
  }

  void keep(KeptRooms& rooms) override {
    for (KeptRoom& room : rooms) {
      const auto reserved = std::find_if(m_state->reserved.begin(), m_state->reserved.end(),
                                         [&](const koordinator::Reserved& one) { return one.by == room.by; });
      if (reserved == m_state->reserved.end()) continue;
      const auto left = koordinator::remainingOf(reserved->devices, reserved->heldByPods);
      for (std::size_t i = 0; i < left.size(); ++i) addKept(reserved->devices[i].amounts, left[i], room);
    }
  }

 private:
  void addThrough(const RawPod& pod, const std::vector<HeldDevice>& devices) {
    if (m_state->reserved.empty()) return;
    const std::optional<koordinator::ReservationReference> through = koordinator::reservationOf(pod);
    for (koordinator::Reserved& one : m_state->reserved) {
      if (through && through->isTo(*one.by))
        one.heldByPods.insert(one.heldByPods.end(), devices.begin(), devices.end());
    }
  }

  /// `whole`: what the Reservation holds of the card. Both it and what pods hold of it are rounded, so their difference
  /// is what is left.
  void addKept(const Amounts& whole, const HeldDevice& left, KeptRoom& room) const {
    const auto& gpus = gpusOf(m_state->node);
    const auto found =
        std::find_if(gpus.begin(), gpus.end(), [&](const koordinator::Card& card) { return card.minor == left.minor; });
    if (left.type != DeviceType::Gpu || found == gpus.end() || left.amounts.isZero()) return;
    const std::int64_t bytes = bytesOf(whole, *found);
    const std::int64_t mib = mibOf(bytes) - mibOf(bytes - bytesOf(left.amounts, *found));
    room.cards.push_back({static_cast<CardIndex>(found - gpus.begin()), MemUnits(mib),
                          koordinator::corePercentOf(left.amounts.value[kCore]), 0});
  }

  void addShare(const HeldDevice& held, const RawPod& pod, PodUsage& usage) const {
    const auto& gpus = gpusOf(m_state->node);
    const auto found =
        std::find_if(gpus.begin(), gpus.end(), [&](const koordinator::Card& card) { return card.minor == held.minor; });
    if (found == gpus.end()) {
      usage.findings.push_back({FindingCode::CardOutOfRange, kPendingCard, displayName(pod.meta.key),
                                "minor " + std::to_string(held.minor), 0, 0});
      return;
    }
    const auto index = static_cast<CardIndex>(found - gpus.begin());
    const auto same = std::find_if(usage.shares.begin(), usage.shares.end(),
                                   [&](const CardShare& share) { return share.card == index; });
    CardShare& share = same != usage.shares.end() ? *same : usage.shares.emplace_back(CardShare{index, {}, {}, 0});
    const std::int64_t mib = mibOf(bytesOf(held.amounts, *found));
    share.memory.value = saturatedSum(share.memory.value, mib);
    share.core = koordinator::corePercentOf(saturatedSum(std::int64_t{share.core.value}, held.amounts.value[kCore]));
  }

  std::shared_ptr<koordinator::NodeState> m_state;
};

/// The node's label counts, else what the kubelet's policy is by its NodeResourceTopology (v1.8.0,
/// nodenumaresource/topology_options.go).
void readNuma(const RawNode& raw, const RawNodeTopology* topology, koordinator::NodeState& state) {
  const std::string* label = find(raw.meta.labels, "node.koordinator.sh/numa-topology-policy");
  if (label != nullptr) state.node.numaPolicy = *label;
  if (topology == nullptr) return;
  state.zones = static_cast<int>(std::count_if(topology->zones.begin(), topology->zones.end(),
                                               [](const RawTopologyZone& zone) { return zone.type == "Node"; }));
  for (const std::string& policy : topology->policies) {
    if (!state.node.numaPolicy.empty()) return;
    if (policy == "BestEffort" || policy == "Restricted") state.node.numaPolicy = policy;
    if (policy == "SingleNUMANodePodLevel") state.node.numaPolicy = "SingleNUMANode";
  }
}

void addReservations(const NodeExtras& extras, koordinator::NodeState& state, std::vector<Finding>& findings) {
  if (!extras.reservationsKnown) findings.push_back({FindingCode::ReservationsNotRead, kPendingCard, {}, {}, 0, 0});
  for (const auto& reservation : extras.reservations) {
    koordinator::Holdings holdings = koordinator::readHoldings(reservation->meta);
    const bool requested = koordinator::readRequest(reservation->pod).requestsDevices;
    if (!holdings.problems.empty() || (requested && !holdings.allocated))
      findings.push_back(
          {FindingCode::ReservationUnreadable, kPendingCard, {}, displayName(reservation->meta.key), 0, 0});
    if (!holdings.devices.empty()) state.reserved.push_back({reservation, std::move(holdings.devices), {}});
  }
}

}  // namespace

bool offersGpus(const RawKoordinatorDevice& device) {
  return std::any_of(device.devices.begin(), device.devices.end(),
                     [](const RawDeviceEntry& entry) { return entry.type == "gpu"; });
}

std::optional<NodeCapacity> readKoordinatorCapacity(const RawNode& raw, const NodeExtras* extras) {
  if (extras == nullptr || extras->device == nullptr) return std::nullopt;
  koordinator::Node node = koordinator::readNode(raw, extras->device.get());
  const auto& gpus = gpusOf(node);
  if (gpus.empty() || gpus.size() > static_cast<std::size_t>(kMaxCardsPerNode)) return std::nullopt;
  NodeCapacity out;
  out.gpu.stack = GpuStack::Koordinator;
  out.gpu.mode = GpuMode::Vgpu;
  out.gpu.unit = MemoryUnit::MiB;
  out.gpu.model = clipped(node.model);
  for (const Error& problem : node.problems)
    out.findings.push_back({FindingCode::FieldUnreadable,
                            kPendingCard,
                            {},
                            clipped(problem.subject) + ": " + clipped(problem.detail),
                            0,
                            0});
  reportOdd(raw, gpus, out);
  NodeDevices& devices = out.devicesToFill();
  out.cards.reserve(gpus.size());
  devices.cards.reserve(gpus.size());
  for (std::size_t i = 0; i < gpus.size(); ++i) {
    out.cards.push_back(cardOf(gpus[i], i));
    out.gpu.memTotal.value = saturatedSum(out.gpu.memTotal.value, out.cards.back().memTotal.value);
    devices.cards.push_back(detailOf(gpus[i], out.gpu.model));
  }
  out.gpu.memCapacity = out.gpu.memTotal;
  auto state = std::make_shared<koordinator::NodeState>();
  state->node = std::move(node);
  readNuma(raw, extras->topology.get(), *state);
  addReservations(*extras, *state, out.findings);
  out.pods = std::make_shared<KoordinatorPods>(state);
  devices.state = std::move(state);
  return out;
}

}  // namespace cardinal::provider
