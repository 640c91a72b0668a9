// SPDX-License-Identifier: Apache-2.0
#include "core/alloc/stacks/koordinator/koordinator.h"

#include <algorithm>

#include "core/alloc/selector.h"
#include "core/base/saturate.h"

namespace cardinal::koordinator {
namespace {

__extension__ using Wide = __int128;  // products of amounts do not overflow

int placeOf(const std::vector<Card>& cards, std::int32_t minor) {
  const auto at = std::lower_bound(cards.begin(), cards.end(), minor,
                                   [](const Card& card, std::int32_t wanted) { return card.minor < wanted; });
  return at != cards.end() && at->minor == minor ? static_cast<int>(at - cards.begin()) : -1;
}

void addAmounts(Amounts& into, const Amounts& more) {
  for (std::size_t slot = 0; slot < kSlots; ++slot) into.value[slot] = saturatedSum(into.value[slot], more.value[slot]);
  into.named = static_cast<std::uint8_t>(into.named | more.named);
}

/// Takes `less` off, never below 0.
void takeOff(Amounts& from, const Amounts& less) {
  for (std::size_t slot = 0; slot < kSlots; ++slot)
    from.value[slot] = std::max<std::int64_t>(from.value[slot] - less.value[slot], 0);
}

bool anyNamed(const Amounts& amounts) {
  return amounts.named != 0;
}

void give(Usage& usage, const Node& node, const std::vector<HeldDevice>& devices) {
  for (const HeldDevice& held : devices) {
    const std::size_t type = indexOf(held.type);
    const int at = placeOf(node.cards[type], held.minor);
    if (at >= 0) takeOff(usage.cards[type][static_cast<std::size_t>(at)], held.amounts);
    for (HeldDevice& stranger : usage.strangers) {
      if (stranger.type == held.type && stranger.minor == held.minor) takeOff(stranger.amounts, held.amounts);
    }
  }
}

/// Per device of `devices`: what pods hold of it.
std::vector<HeldDevice> usedOf(const std::vector<HeldDevice>& devices, const std::vector<HeldDevice>& pods) {
  std::vector<HeldDevice> out = remainingOf(devices, pods);
  for (std::size_t i = 0; i < out.size(); ++i) {
    for (std::size_t slot = 0; slot < kSlots; ++slot)
      out[i].amounts.value[slot] = devices[i].amounts.value[slot] - out[i].amounts.value[slot];
  }
  return out;
}

/// Everything but what Reservations for others still keep is given back; of those for the pod what their pods hold
/// (`whole` false) or all they hold.
Usage restored(const Usage& usage, const Node& node, std::span<const ReservedDevices> reservations, bool whole) {
  Usage out = usage;
  for (const ReservedDevices& reserved : reservations) {
    if (reserved.isForPod && whole)
      give(out, node, reserved.devices);
    else
      give(out, node, usedOf(reserved.devices, reserved.heldByPods));
  }
  return out;
}

}  // namespace

Usage emptyUsage(const Node& node) {
  Usage usage;
  for (std::size_t type = 0; type < kDeviceTypes; ++type) usage.cards[type].resize(node.cards[type].size());
  return usage;
}

Usage seenByPod(const Usage& usage, const Node& node, std::span<const ReservedDevices> reservations) {
  return restored(usage, node, reservations, true);
}

void add(Usage& usage, const Node& node, const std::vector<HeldDevice>& devices) {
  usage.hasLedger = usage.hasLedger || !devices.empty();
  for (const HeldDevice& held : devices) {
    const std::size_t type = indexOf(held.type);
    if (!held.functions.empty()) usage.functions.push_back(held);
    const int at = placeOf(node.cards[type], held.minor);
    if (at >= 0) {
      addAmounts(usage.cards[type][static_cast<std::size_t>(at)], held.amounts);
      continue;
    }
    const auto known = std::find_if(usage.strangers.begin(), usage.strangers.end(), [&](const HeldDevice& other) {
      return other.type == held.type && other.minor == held.minor;
    });
    if (known == usage.strangers.end())
      usage.strangers.push_back(held);
    else
      addAmounts(known->amounts, held.amounts);
  }
}

Amounts freeOf(const Card& card, const Amounts& used) {
  Amounts out;
  if (card.healthy) out = card.declared;
  takeOff(out, used);
  out.named = static_cast<std::uint8_t>(out.named | used.named);
  return out;
}

const char* toString(RefusalCode code) {
  switch (code) {
    case RefusalCode::Unschedulable:
      return "Unschedulable";
    case RefusalCode::UnschedulableAndUnresolvable:
      return "UnschedulableAndUnresolvable";
    case RefusalCode::Error:
      break;
  }
  return "Error";
}

std::string textOf(const Refusal& refusal, const Node& node) {
  const auto text = [&]() -> std::string {
    switch (refusal.reason) {
      case RefusalReason::InsufficientDevices:
        return "Insufficient " + std::string(word(refusal.type)) + " devices";
      case RefusalReason::InsufficientFunctions:
        return "Insufficient " + std::string(word(refusal.type)) + " VirtualFunctions";
      case RefusalReason::OtherIsolation:
        return "GPUIsolationProviderHAMICore not found on the node";
      case RefusalReason::ModelNotShared:
        return "model \"" + node.model + "\" of vendor \"" + node.vendor + "\" does not support GPU Share";
      case RefusalReason::NoPartitionTable:
        return "node(s) missing GPU Partition Table";
      case RefusalReason::NoPartitionOfSize:
        return "node(s) Unsupported number of GPU requests";
      case RefusalReason::NoFreePartition:
        return "Insufficient Partitioned GPU Devices";
      case RefusalReason::NoTree:
        return "node(s) missing GPU Device Topology Tree";
      case RefusalReason::SharedCardsInScope:
        return "node(s) Unsupported Multi-Shared GPU";
      case RefusalReason::NoRoomInScope:
        return "Insufficient Topology Scoped GPU Devices";
      case RefusalReason::NoRoomInTree:
        return "Insufficient GPU Devices";
      case RefusalReason::SwitchesDiffer:
        break;
    }
    return "node(s) Device Joint-Allocate rules violation";
  };
  return (refusal.ofReservations ? "Reservation(s) " : "") + text();
}

void normalize(std::vector<std::int64_t>& scores) {
  const auto best = std::max_element(scores.begin(), scores.end());
  if (best == scores.end() || *best <= 0) return;
  const std::int64_t largest = *best;
  for (std::int64_t& score : scores) score = saturatedProduct(score, kWhole) / largest;
}

bool DeviceShare::refuse(RefusalReason reason, RefusalCode code, DeviceType type) {
  m_refusals.push_back({reason, code, type, false});
  return false;
}

/// What Filter asks before any card. False = decided, one way or the other.
bool DeviceShare::admits(const Node& node, const Usage& usage) {
  m_refusals.clear();
  m_taken.clear();
  const bool shares = m_request.requested[indexOf(DeviceType::Gpu)] && m_request.isShared;
  if (shares && !m_request.isolationProvider.empty() && m_request.isolationProvider != node.isolationProvider)
    return refuse(RefusalReason::OtherIsolation, RefusalCode::Error);
  for (const auto& [vendor, model] : m_settings.unsharedModels) {
    if (shares && vendor == node.vendor && model == node.model)
      return refuse(RefusalReason::ModelNotShared, RefusalCode::UnschedulableAndUnresolvable);
  }
  return node.hasDevice || usage.hasLedger;
}

const std::vector<Refusal>& DeviceShare::filter(const Node& node, const Usage& usage,
                                                std::span<const ReservedDevices> reservations) {
  if (!admits(node, usage)) return m_refusals;
  m_withScores = false;
  if (reservations.empty()) {
    decide(node, usage, {}, false);
    return m_refusals;
  }
  const Usage base = restored(usage, node, reservations, false);
  std::vector<Refusal> reservationRefusals;
  for (const ReservedDevices& reserved : reservations) {
    if (!reserved.isForPod) continue;
    const auto remaining = remainingOf(reserved.devices, reserved.heldByPods);
    Usage view = base;
    give(view, node, remaining);
    decide(node, view, {&reserved, &remaining}, false);
    if (m_refusals.empty()) return m_refusals;
    for (Refusal refusal : m_refusals) {
      refusal.ofReservations = true;
      reservationRefusals.push_back(refusal);
    }
  }
  if (m_request.reservations.isNeeded && !reservationRefusals.empty())
    m_refusals = std::move(reservationRefusals);
  else
    decide(node, restored(usage, node, reservations, true), {}, false);
  return m_refusals;
}

std::int64_t DeviceShare::scoreOf(const Node& node, const Usage& usage, const Preferred& preferred) {
  m_refusals.clear();
  m_taken.clear();
  if (!prepare(node, false)) return 0;
  look(node, usage, preferred);
  std::int64_t sum = 0;
  for (const DeviceType type : kAllDeviceTypes) {
    if (m_kept[indexOf(type)].isKept) sum = saturatedSum(sum, typeScore(type));
  }
  return sum;
}

std::int64_t DeviceShare::score(const Node& node, const Usage& usage, std::span<const ReservedDevices> reservations,
                                int nominated) {
  if (!node.hasDevice) return 0;
  if (reservations.empty()) return scoreOf(node, usage, {});
  if (nominated < 0 || static_cast<std::size_t>(nominated) >= reservations.size())
    return scoreOf(node, restored(usage, node, reservations, true), {});
  const ReservedDevices& reserved = reservations[static_cast<std::size_t>(nominated)];
  const auto remaining = remainingOf(reserved.devices, reserved.heldByPods);
  Usage view = restored(usage, node, reservations, false);
  give(view, node, remaining);
  return scoreOf(node, view, {&reserved, &remaining});
}

Choice DeviceShare::reserve(const Node& node, const Usage& usage, std::span<const ReservedDevices> reservations,
                            int nominated) {
  m_refusals.clear();
  m_taken.clear();
  if (!node.hasDevice && !usage.hasLedger) return {};
  m_withScores = true;
  if (nominated >= 0 && static_cast<std::size_t>(nominated) < reservations.size()) {
    const ReservedDevices& reserved = reservations[static_cast<std::size_t>(nominated)];
    const auto remaining = remainingOf(reserved.devices, reserved.heldByPods);
    Usage view = restored(usage, node, reservations, false);
    give(view, node, remaining);
    decide(node, view, {&reserved, &remaining}, true);
    if (m_refusals.empty()) return {{}, devices(node)};
  }
  if (reservations.empty())
    decide(node, usage, {}, true);
  else
    decide(node, restored(usage, node, reservations, true), {}, true);
  if (!m_refusals.empty()) return {m_refusals, {}};
  return {{}, devices(node)};
}

void DeviceShare::decide(const Node& node, const Usage& usage, const Preferred& preferred, bool isReserve) {
  m_refusals.clear();
  m_taken.clear();
  if (!prepare(node, isReserve)) return;
  look(node, usage, preferred);
  const auto kept = std::count_if(m_kept.begin(), m_kept.end(), [](const Kept& one) { return one.isKept; });
  const bool isJoint = kept > 1 && !m_request.joint.empty();
  if (isJoint) {
    jointly(node, usage);
    if (!m_refusals.empty()) return;
  }
  for (const DeviceType type : kAllDeviceTypes) {
    const Kept& one = m_kept[indexOf(type)];
    const bool isDone =
        isJoint && std::find(m_request.joint.begin(), m_request.joint.end(), type) != m_request.joint.end();
    if (one.isKept && !isDone) allocate(node, usage, type, one.count, one.count, nullptr);
  }
}

bool DeviceShare::prepare(const Node& node, bool isReserve) {
  const bool wholeGpus = m_request.requested[indexOf(DeviceType::Gpu)] && !m_request.isShared;
  const bool primaryAlone = !isReserve && !m_request.joint.empty() && wholeGpus && node.secondaryWellPlanned;
  for (const DeviceType type : kAllDeviceTypes) {
    Kept& kept = m_kept[indexOf(type)];
    kept.isKept = m_request.requested[indexOf(type)] && !(primaryAlone && type != m_request.joint.front());
    if (kept.isKept) prepareType(node, type);
  }
  if (!m_refusals.empty()) return false;
  for (const DeviceType type : kAllDeviceTypes) {
    const std::size_t at = indexOf(type);
    if (!m_kept[at].isKept || !m_request.hints[at].functionSelector) continue;
    const auto& cards = node.cards[at];
    const bool has =
        std::any_of(cards.begin(), cards.end(), [](const Card& card) { return !card.functionGroups.empty(); });
    if (!has) refuse(RefusalReason::InsufficientFunctions, RefusalCode::UnschedulableAndUnresolvable, type);
  }
  return m_refusals.empty();
}

void DeviceShare::prepareType(const Node& node, DeviceType type) {
  const std::size_t at = indexOf(type);
  Kept& kept = m_kept[at];
  const auto& cards = node.cards[at];
  const auto lacks = [&] {
    refuse(RefusalReason::InsufficientDevices, RefusalCode::UnschedulableAndUnresolvable, type);
  };
  if (cards.empty()) return lacks();
  kept.perDevice = m_request.perCard[at];
  kept.count = m_request.gpus;
  if (type == DeviceType::Gpu) return;
  const Hint& hint = m_request.hints[at];
  const std::int64_t requested = kept.perDevice.value[kShare];
  kept.count = 1;
  if (requested > kWhole) {
    kept.count = requested / kWhole;
    kept.perDevice.set(kShare, kWhole);
  } else if (hint.strategy == Hint::Strategy::ApplyForAll) {
    kept.count = std::count_if(cards.begin(), cards.end(), [&](const Card& card) {
      return !hint.selector || alloc::matches(*hint.selector, card.labels);
    });
    if (kept.count == 0) lacks();
  } else if (hint.strategy == Hint::Strategy::RequestsAsCount) {
    kept.count = requested;
    kept.perDevice.set(kShare, hint.exclusiveDevice ? kWhole : 1);
  }
}

void DeviceShare::look(const Node& node, const Usage& usage, const Preferred& preferred) {
  m_touched = 0;
  for (const DeviceType type : kAllDeviceTypes) {
    if (m_kept[indexOf(type)].isKept) lookAt(node, usage, preferred, type);
  }
  if (m_kept[indexOf(DeviceType::Gpu)].isKept) touchOutside(node, usage);
}

void DeviceShare::lookAt(const Node& node, const Usage& usage, const Preferred& preferred, DeviceType type) {
  const std::size_t at = indexOf(type);
  const auto& cards = node.cards[at];
  auto& view = m_view[at];
  view.clear();
  bool anyFree = false;
  const auto& selector = m_request.hints[at].selector;
  for (std::size_t i = 0; i < cards.size(); ++i) {
    const Card& card = cards[i];
    const Amounts& used = usage.cards[at][i];
    ViewCard& seen = view.emplace_back();
    seen.index = static_cast<std::uint16_t>(i);
    seen.free = freeOf(card, used);
    anyFree = anyFree || !seen.free.isZero();
    if (selector && !alloc::matches(*selector, card.labels)) {
      view.pop_back();
      continue;
    }
    if (card.healthy) seen.total = card.declared;
    seen.alive = anyNamed(seen.total);
    seen.used = seen.alive && !used.isZero();
  }
  if (!anyFree) view.clear();
  if (preferred.reservation == nullptr) return;
  const bool restricted = preferred.reservation->restricted;
  const auto reservedOf = [&](std::int32_t minor) -> const HeldDevice* {
    for (const HeldDevice& held : *preferred.remaining) {
      if (held.type == type && held.minor == minor) return &held;
    }
    return nullptr;
  };
  std::size_t kept = 0;
  for (ViewCard& seen : view) {
    const HeldDevice* reserved = reservedOf(cards[seen.index].minor);
    if (restricted && (reserved == nullptr || reserved->amounts.isZero())) continue;
    seen.preferred = reserved != nullptr;
    if (restricted) {
      for (std::size_t slot = 0; slot < kSlots; ++slot)
        seen.free.value[slot] = std::min(seen.free.value[slot], reserved->amounts.value[slot]);
      seen.free.named = static_cast<std::uint8_t>(seen.free.named & reserved->amounts.named);
    }
    view[kept++] = seen;
  }
  view.resize(kept);
}

/// Cards that count as touched although the request does not look at them.
void DeviceShare::touchOutside(const Node& node, const Usage& usage) {
  const std::size_t at = indexOf(DeviceType::Gpu);
  std::uint64_t seen = 0;
  for (const ViewCard& card : m_view[at]) {
    const std::uint64_t bit = std::uint64_t{1} << card.index;
    seen |= bit;
    if (card.used) m_touched |= bit;
  }
  for (std::size_t i = 0; i < usage.cards[at].size(); ++i) {
    const std::uint64_t bit = std::uint64_t{1} << i;
    if ((seen & bit) == 0 && !usage.cards[at][i].isZero()) m_touched |= bit;
  }
  for (const HeldDevice& stranger : usage.strangers) {
    if (stranger.type != DeviceType::Gpu || stranger.amounts.isZero()) continue;
    const auto found = std::find(node.gpuMinors.begin(), node.gpuMinors.end(), stranger.minor);
    if (found != node.gpuMinors.end()) m_touched |= std::uint64_t{1} << (found - node.gpuMinors.begin());
  }
}

std::vector<std::uint16_t> DeviceShare::switchesOf(const Node& node, DeviceType type) const {
  std::vector<std::uint16_t> out;
  for (const Taken& taken : m_taken) {
    if (taken.type != type) continue;
    const Card& card = node.cards[indexOf(type)][taken.index];
    if (card.hasTopology) out.push_back(card.pcieIndex);
  }
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

void DeviceShare::jointly(const Node& node, const Usage& usage) {
  const DeviceType primary = m_request.joint.front();
  const Kept& first = m_kept[indexOf(primary)];
  if (!first.isKept || !allocate(node, usage, primary, first.count, first.count, nullptr)) return;
  const std::vector<std::uint16_t> switches = switchesOf(node, primary);
  const auto spread = static_cast<std::int64_t>(switches.size());
  for (const DeviceType type : m_request.joint) {
    const Kept& kept = m_kept[indexOf(type)];
    if (type == primary || !kept.isKept) continue;
    const std::int64_t least = m_request.samePcie ? std::max(kept.count, spread) : kept.count;
    if (!allocate(node, usage, type, least, std::max(least, spread), &switches)) return;
  }
  if (!m_request.samePcie) return;
  for (const DeviceType type : m_request.joint) {
    if (type == primary || !m_kept[indexOf(type)].isKept) continue;
    if (switchesOf(node, type) != switches) {
      refuse(RefusalReason::SwitchesDiffer, RefusalCode::Unschedulable);
      return;
    }
  }
}

std::vector<HeldDevice> DeviceShare::devices(const Node& node) const {
  std::vector<HeldDevice> out;
  for (const DeviceType type : kAllDeviceTypes) {
    for (const Taken& taken : m_taken) {
      if (taken.type != type) continue;
      const Card& card = node.cards[indexOf(type)][taken.index];
      HeldDevice held{type, card.minor, m_kept[indexOf(type)].perDevice, card.id, {}};
      if (!taken.function.empty()) held.functions.push_back(taken.function);
      const std::int64_t memory = card.declared.value[kMemory];
      if (type == DeviceType::Gpu && held.amounts.names(kRatio)) {
        const auto exact = static_cast<Wide>(held.amounts.value[kRatio]) * memory / kWhole;
        held.amounts.set(kMemory, static_cast<std::int64_t>(exact));
      } else if (type == DeviceType::Gpu && memory > 0) {
        const double part = static_cast<double>(held.amounts.value[kMemory]) / static_cast<double>(memory);
        held.amounts.set(kRatio, static_cast<std::int64_t>(part * 100));
      }
      out.push_back(std::move(held));
    }
  }
  return out;
}

}  // namespace cardinal::koordinator
