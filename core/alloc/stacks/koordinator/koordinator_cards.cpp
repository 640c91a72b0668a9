// SPDX-License-Identifier: Apache-2.0
// Which cards of a node: partitions, the tree of switches, the plain order, and what cards and nodes score.
#include <algorithm>
#include <bitset>

#include "core/alloc/selector.h"
#include "core/alloc/stacks/koordinator/koordinator.h"
#include "core/base/saturate.h"

namespace cardinal::koordinator {
namespace {

__extension__ using Wide = __int128;  // products of amounts do not overflow
constexpr int kScopeOfDevice = 4;

std::int64_t percent(std::int64_t part, std::int64_t of) {
  return static_cast<std::int64_t>(static_cast<Wide>(part) * kWhole / of);
}

/// Weighted mean, rounded down.
class Mean {
 public:
  void add(std::int64_t weight, std::int64_t value) {
    m_sum = saturatedSum(m_sum, saturatedProduct(weight, value));
    m_weight = saturatedSum(m_weight, weight);
  }
  std::int64_t value() const { return m_weight > 0 ? m_sum / m_weight : 0; }

 private:
  std::int64_t m_sum = 0;
  std::int64_t m_weight = 0;
};

std::int64_t allocation(bool most, std::int64_t requested, std::int64_t total) {
  if (most) return percent(std::min(requested, total), total);
  return requested > total ? 0 : percent(total - requested, total);
}

}  // namespace

bool DeviceShare::fitsCard(const ViewCard& card, DeviceType type) const {
  const Amounts& perDevice = m_kept[indexOf(type)].perDevice;
  for (std::size_t slot = 0; slot < kSlots; ++slot) {
    if (card.free.names(slot) && perDevice.value[slot] > card.free.value[slot]) return false;
  }
  return true;
}

/// The score of a card on the way through the tree. The plugin hands over free and total in each other's place, so that
/// a card in use scores at the end of the scale, however much of it is in use.
std::int64_t DeviceShare::swappedScore(const ViewCard& card) const {
  const std::size_t gpu = indexOf(DeviceType::Gpu);
  const Amounts& perDevice = m_kept[gpu].perDevice;
  Mean mean;
  for (std::size_t slot = 0; slot < kSlots; ++slot) {
    const std::int64_t weight = m_settings.weights[gpu][slot];
    const std::int64_t free = card.free.value[slot];
    if (weight == 0 || free <= 0) continue;
    const bool used = card.total.value[slot] != free;
    const std::int64_t value = used ? (m_settings.mostAllocated ? kWhole : 0)
                                    : allocation(m_settings.mostAllocated, perDevice.value[slot], free);
    mean.add(weight, value);
  }
  return mean.value();
}

std::int64_t DeviceShare::plainScore(const ViewCard& card, DeviceType type) const {
  const std::size_t at = indexOf(type);
  Mean mean;
  for (std::size_t slot = 0; slot < kSlots; ++slot) {
    const std::int64_t weight = m_settings.weights[at][slot];
    const std::int64_t total = card.total.value[slot];
    if (weight == 0 || total <= 0) continue;
    const std::int64_t requested = saturatedSum(total - card.free.value[slot], m_kept[at].perDevice.value[slot]);
    mean.add(weight, allocation(m_settings.mostAllocated, requested, total));
  }
  return mean.value();
}

/// The node's score for one type: sums over its cards, with what is requested of one card.
std::int64_t DeviceShare::typeScore(DeviceType type) const {
  const std::size_t at = indexOf(type);
  Mean mean;
  for (std::size_t slot = 0; slot < kSlots; ++slot) {
    std::int64_t total = 0;
    std::int64_t free = 0;
    for (const ViewCard& card : m_view[at]) {
      total = saturatedSum(total, card.total.value[slot]);
      free = saturatedSum(free, card.free.value[slot]);
    }
    const std::int64_t weight = m_settings.weights[at][slot];
    if (weight == 0 || total <= 0) continue;
    mean.add(weight,
             allocation(m_settings.mostAllocated, saturatedSum(total - free, m_kept[at].perDevice.value[slot]), total));
  }
  return mean.value();
}

bool DeviceShare::allocate(const Node& node, const Usage& usage, DeviceType type, std::int64_t least, std::int64_t most,
                           const std::vector<std::uint16_t>* switches) {
  if (type == DeviceType::Gpu) return allocateGpus(node, usage, least, most);
  return allocatePlain(node, usage, type, least, most, switches);
}

bool DeviceShare::allocateGpus(const Node& node, const Usage& usage, std::int64_t least, std::int64_t most) {
  const auto& scope = m_request.hints[indexOf(DeviceType::Gpu)].scopeLevel;
  if (!m_request.isShared && allocatePartition(node)) return m_refusals.empty();
  const bool several = m_request.isShared && m_request.gpus > 1;
  if (!node.scopes.empty() && !several) return allocateInTree(node);
  if (!scope) return allocatePlain(node, usage, DeviceType::Gpu, least, most, nullptr);
  return refuse(node.scopes.empty() ? RefusalReason::NoTree : RefusalReason::SharedCardsInScope,
                RefusalCode::UnschedulableAndUnresolvable);
}

bool DeviceShare::allocatePartition(const Node& node) {
  const bool required = node.honorsPartitions || m_request.hasPartitionSpec;
  const auto fail = [&](RefusalReason reason, RefusalCode code) {
    if (required) refuse(reason, code);
    return required;
  };
  const std::int64_t count = m_request.gpus;
  if (!node.hasPartitions) return fail(RefusalReason::NoPartitionTable, RefusalCode::UnschedulableAndUnresolvable);
  const auto sized = [&](std::int64_t cards) -> const PartitionSize* {
    for (const PartitionSize& size : node.partitions) {
      if (size.cards == cards) return &size;
    }
    return nullptr;
  };
  const PartitionSize* size = sized(count);
  if (size == nullptr) return fail(RefusalReason::NoPartitionOfSize, RefusalCode::UnschedulableAndUnresolvable);
  std::uint64_t alive = 0;
  for (const ViewCard& card : m_view[indexOf(DeviceType::Gpu)])
    alive |= card.alive ? std::uint64_t{1} << card.index : 0;

  std::vector<const Partition*> feasible;
  for (const auto& group : size->groups) {
    for (const Partition& partition : group) {
      const bool isFree = (partition.mask & m_touched) == 0 && (partition.mask & ~alive) == 0;
      const bool isFast = !m_request.bandwidth || (partition.bandwidth && *m_request.bandwidth <= *partition.bandwidth);
      if (isFree && isFast) feasible.push_back(&partition);
    }
    if (!feasible.empty() || m_request.restrictedPartitions) break;
  }
  if (feasible.empty()) return fail(RefusalReason::NoFreePartition, RefusalCode::Unschedulable);

  // What stays whole beside a candidate: larger partitions weigh more.
  const auto value = [&](const Partition& candidate) {
    constexpr std::array<std::pair<std::int64_t, std::int64_t>, 3> kWeights{{{8, 10000}, {4, 100}, {2, 1}}};
    std::int64_t sum = 0;
    for (const auto& [cards, weight] : kWeights) {
      const PartitionSize* larger = cards >= count ? sized(cards) : nullptr;
      if (larger == nullptr || larger->groups.empty()) continue;
      for (const Partition& other : larger->groups.front()) {
        if ((other.mask & (m_touched | candidate.mask)) == 0)
          sum = saturatedSum(sum, saturatedProduct(weight, other.score));
      }
    }
    return sum;
  };
  const Partition* best = feasible.front();
  std::int64_t bestValue = feasible.size() > 1 ? value(*best) : 0;
  for (std::size_t i = 1; i < feasible.size(); ++i) {
    const std::int64_t own = value(*feasible[i]);
    if (own <= bestValue) continue;
    bestValue = own;
    best = feasible[i];
  }
  for (const std::int32_t minor : best->minors) {
    const auto bit = std::find(node.gpuMinors.begin(), node.gpuMinors.end(), minor) - node.gpuMinors.begin();
    m_taken.push_back({DeviceType::Gpu, static_cast<std::uint16_t>(bit), {}});
  }
  return true;
}

bool DeviceShare::allocateInTree(const Node& node) {
  if (m_withScores && m_request.isShared) {
    for (ViewCard& card : m_view[indexOf(DeviceType::Gpu)]) card.score = swappedScore(card);
  } else {
    for (ViewCard& card : m_view[indexOf(DeviceType::Gpu)]) card.score = 0;
  }
  const Found found = search(node, 0, 0, 0);
  if (!found.any) {
    const bool scoped = m_request.hints[indexOf(DeviceType::Gpu)].scopeLevel.has_value();
    return refuse(scoped ? RefusalReason::NoRoomInScope : RefusalReason::NoRoomInTree, RefusalCode::Unschedulable);
  }
  for (std::size_t i = 0; i < kMaxGpus; ++i) {
    if ((found.cards >> i & 1U) != 0) m_taken.push_back({DeviceType::Gpu, static_cast<std::uint16_t>(i), {}});
  }
  return true;
}

DeviceShare::Found DeviceShare::search(const Node& node, std::size_t at, int depth, int touched) const {
  const Scope& scope = node.scopes[at];
  if (scope.size < m_request.gpus) return {};
  ++depth;
  if ((scope.members & m_touched) != 0) ++touched;
  Found best;
  for (std::size_t child = scope.firstChild; child < std::size_t{scope.firstChild} + scope.children; ++child) {
    const Found found = search(node, child, depth, touched);
    if (!found.any) continue;
    const bool level = best.any && found.depth == best.depth;
    const bool better = !best.any || found.depth > best.depth || (level && found.touched > best.touched) ||
                        (m_request.isShared && level && found.touched == best.touched && found.score > best.score);
    if (better) best = found;
  }
  if (best.any) return best;
  const auto& wanted = m_request.hints[indexOf(DeviceType::Gpu)].scopeLevel;
  if (wanted && (*wanted >= kScopeOfDevice || *wanted > scope.level)) return {};
  return pick(scope, depth, touched);
}

DeviceShare::Found DeviceShare::pick(const Scope& scope, int depth, int touched) const {
  Found out{depth, touched, 0, 0, false};
  std::int64_t count = 0;
  for (const ViewCard& card : m_view[indexOf(DeviceType::Gpu)]) {
    const std::uint64_t bit = std::uint64_t{1} << card.index;
    if ((scope.members & bit) == 0 || !card.alive || !fitsCard(card, DeviceType::Gpu)) continue;
    if (m_request.isShared) {
      if (out.any && card.score <= out.score) continue;
      out = {depth, touched, card.score, bit, true};
    } else if (count < m_request.gpus) {
      out.cards |= bit;
      ++count;
    }
  }
  if (!m_request.isShared) out.any = count == m_request.gpus;
  return out;
}

bool DeviceShare::allocatePlain(const Node& node, const Usage& usage, DeviceType type, std::int64_t least,
                                std::int64_t most, const std::vector<std::uint16_t>* switches) {
  const std::size_t at = indexOf(type);
  auto& view = m_view[at];
  for (ViewCard& card : view) card.score = m_withScores ? plainScore(card, type) : 0;
  orderPlain(node, type, switches);
  std::int64_t count = 0;
  for (const std::uint16_t place : m_order) {
    const ViewCard& card = view[place];
    if (count >= most) break;
    if (card.free.isZero() || !fitsCard(card, type)) continue;
    std::string function;
    if (m_request.hints[at].functionSelector) {
      function = freeFunction(node.cards[at][card.index], usage, type);
      if (function.empty()) continue;
    }
    m_taken.push_back({type, card.index, std::move(function)});
    ++count;
  }
  if (count >= least) return true;
  return refuse(RefusalReason::InsufficientDevices, RefusalCode::Unschedulable, type);
}

void DeviceShare::orderPlain(const Node& node, DeviceType type, const std::vector<std::uint16_t>* switches) {
  const auto& view = m_view[indexOf(type)];
  const auto& cards = node.cards[indexOf(type)];
  m_order.resize(view.size());
  for (std::size_t i = 0; i < view.size(); ++i) m_order[i] = static_cast<std::uint16_t>(i);
  // Cards stand by minor: a stable sort keeps that among equals.
  const auto byScore = [&](std::uint16_t a, std::uint16_t b) {
    if (view[a].preferred != view[b].preferred) return view[a].preferred;
    return view[a].score > view[b].score;
  };
  std::stable_sort(m_order.begin(), m_order.end(), byScore);
  const bool anyPreferred = std::any_of(view.begin(), view.end(), [](const ViewCard& card) { return card.preferred; });
  if (switches == nullptr || switches->empty() || anyPreferred) return;

  // The first card of each switch, then the second, ...; those on other switches last.
  std::vector<int> layer(view.size(), INT32_MAX);
  std::vector<int> seen(switches->size(), 0);
  for (const std::uint16_t place : m_order) {
    const Card& card = cards[view[place].index];
    if (!card.hasTopology) continue;
    const auto found = std::lower_bound(switches->begin(), switches->end(), card.pcieIndex);
    if (found == switches->end() || *found != card.pcieIndex) continue;
    layer[place] = seen[static_cast<std::size_t>(found - switches->begin())]++;
  }
  std::stable_sort(m_order.begin(), m_order.end(),
                   [&](std::uint16_t a, std::uint16_t b) { return layer[a] < layer[b]; });
}

/// The free virtual function with the lowest bus address; empty = none.
std::string DeviceShare::freeFunction(const Card& card, const Usage& usage, DeviceType type) const {
  const auto isHeld = [&](const std::string& bus) {
    return std::any_of(usage.functions.begin(), usage.functions.end(), [&](const HeldDevice& held) {
      return held.type == type && held.minor == card.minor &&
             std::find(held.functions.begin(), held.functions.end(), bus) != held.functions.end();
    });
  };
  std::string best;
  for (const RawVirtualFunctionGroup& group : card.functionGroups) {
    if (!alloc::matches(*m_request.hints[indexOf(type)].functionSelector, group.labels)) continue;
    for (const RawVirtualFunction& function : group.functions) {
      if (!function.busId.empty() && (best.empty() || function.busId < best) && !isHeld(function.busId))
        best = function.busId;
    }
  }
  return best;
}

}  // namespace cardinal::koordinator
