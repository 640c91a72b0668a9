// SPDX-License-Identifier: Apache-2.0
#include "core/provider/shared_node.h"

#include <string>

namespace cardinal::provider {
namespace {

constexpr std::string_view kAckModel = "aliyun.accelerator/nvidia_name";
constexpr std::string_view kAckMemory = "aliyun.accelerator/nvidia_mem";
constexpr std::string_view kAckCards = "aliyun.accelerator/nvidia_count";
constexpr std::string_view kGfdModel = "nvidia.com/gpu.product";
constexpr std::string_view kGfdMemory = "nvidia.com/gpu.memory";
constexpr std::string_view kGfdCards = "nvidia.com/gpu.count";

/// A count of the node: 0 when the key is absent, nothing (and a finding) when the number is impossible.
std::optional<std::int64_t> readAmount(const ResourceList& list, std::string_view key, std::int64_t most,
                                       NodeCapacity& out) {
  const Quantity* amount = find(list, key);
  if (amount == nullptr) return 0;
  const std::int64_t value = amount->value();
  if (amount->isInteger() && value >= 0 && value <= most) return value;
  for (const Finding& finding : out.findings) {
    if (finding.code == FindingCode::AbsurdCapacity && finding.detail == key) return std::nullopt;
  }
  addFinding(out, FindingCode::AbsurdCapacity, key, most, value);
  return std::nullopt;
}

const std::string* firstLabel(const RawNode& node, std::string_view first, std::string_view second) {
  const std::string* label = find(node.meta.labels, first);
  return label != nullptr ? label : find(node.meta.labels, second);
}

std::int64_t labelledCards(const RawNode& node) {
  const std::string* label = firstLabel(node, kAckCards, kGfdCards);
  std::int64_t count = 0;
  if (label == nullptr || !parseGoInteger(*label, count)) return 0;
  return count > 0 && count <= kMaxCardsPerNode ? count : 0;
}

void makeCards(std::int64_t count, const Card& like, NodeCapacity& out) {
  out.cards.reserve(static_cast<std::size_t>(count));
  for (std::int64_t i = 0; i < count; ++i) {
    out.cards.push_back(like);
    out.cards.back().index = static_cast<std::uint16_t>(i);
  }
}

/// gpu-mem and gpu-count of one list; not valid when a number is impossible.
struct SharedTotals {
  std::optional<std::int64_t> memory;
  std::optional<std::int64_t> cards;
  std::int64_t perCard() const { return memory && cards && *cards > 0 ? *memory / *cards : 0; }
};

SharedTotals readTotals(const ResourceList& list, NodeCapacity& out) {
  return {readAmount(list, kGpuMem, kMaxUnitsPerNode, out), readAmount(list, kGpuCount, kMaxCardsPerNode, out)};
}

void reportTotals(const SharedTotals& base, const SharedTotals& capacity, const SharedTotals& allocatable,
                  NodeCapacity& out) {
  if (base.memory.value_or(0) > 0 && base.cards == 0) addFinding(out, FindingCode::CardCountMissing, kGpuCount);
  if (base.memory && base.cards && *base.cards > 0 && *base.memory % *base.cards != 0) {
    addFinding(out, FindingCode::MemoryRemainder, kGpuMem, *base.memory % *base.cards);
  }
  if (capacity.memory && allocatable.memory && *allocatable.memory < *capacity.memory) {
    addFinding(out, FindingCode::AllocatableBelowCapacity, kGpuMem, *capacity.memory, *allocatable.memory);
  }
}

void chooseUnit(const RawNode& node, const SharedTotals& capacity, const SharedTotals& base, NodeCapacity& out) {
  // Capacity is what the plugin registered; a sick card lowers allocatable only.
  const std::int64_t perCard = capacity.perCard() > 0 ? capacity.perCard() : base.perCard();
  if (perCard <= 0) return;
  out.gpu.unit = deriveMemoryUnit(perCard, labelledCardMib(node));
  if (out.gpu.unit == MemoryUnit::Unknown) addFinding(out, FindingCode::MemoryUnitUnknown, kGpuMem, 0, perCard);
}

}  // namespace

std::string labelledModel(const RawNode& node) {
  const std::string* label = firstLabel(node, kAckModel, kGfdModel);
  return label == nullptr ? std::string{} : clipped(*label);
}

std::string_view labelOf(const RawNode& node, std::string_view key) {
  const std::string* value = find(node.meta.labels, key);
  return value != nullptr ? std::string_view(*value) : std::string_view();
}

void addFinding(NodeCapacity& out, FindingCode code, std::string_view detail, std::int64_t needed, std::int64_t found) {
  out.findings.push_back({code, kPendingCard, {}, clipped(detail), needed, found});
}

bool publishes(const RawNode& node, std::string_view resource) {
  for (const ResourceList* list : {&node.capacity, &node.allocatable}) {
    const Quantity* amount = find(*list, resource);
    if (amount != nullptr && *amount > Quantity{}) return true;
  }
  return false;
}

bool mentions(const RawNode& node, std::string_view resource) {
  for (const ResourceList* list : {&node.capacity, &node.allocatable}) {
    const Quantity* amount = find(*list, resource);
    if (amount != nullptr && *amount != Quantity{}) return true;
  }
  return false;
}

void reportSurplus(const RawNode& node, std::string_view resource, std::int64_t registered, NodeCapacity& out) {
  const Quantity* offered = find(node.allocatable, resource);
  if (offered != nullptr && offered->value() > registered)
    addFinding(out, FindingCode::AbsurdCapacity, resource, registered, offered->value());
}

void readSharedCards(const RawNode& node, SharedBase base, NodeCapacity& out) {
  const SharedTotals capacity = readTotals(node.capacity, out);
  const SharedTotals allocatable = readTotals(node.allocatable, out);
  const SharedTotals& used = base == SharedBase::Capacity ? capacity : allocatable;
  out.gpu.model = labelledModel(node);
  out.gpu.memTotal = MemUnits(allocatable.memory.value_or(0));
  out.gpu.memCapacity = MemUnits(capacity.memory.value_or(0));
  out.gpu.perCardInspect = MemUnits(allocatable.perCard());
  chooseUnit(node, capacity, used, out);
  reportTotals(used, capacity, allocatable, out);
  Card card;
  card.memoryKnown = used.memory.value_or(0) > 0;
  card.memTotal = MemUnits(card.memoryKnown ? used.perCard() : 0);
  const bool lowered = capacity.memory && allocatable.memory && *allocatable.memory < *capacity.memory;
  card.health = lowered || !card.memoryKnown ? CardHealth::Unknown : CardHealth::Healthy;
  makeCards(used.cards.value_or(0), card, out);
}

void readSharedCores(const RawNode& node, NodeCapacity& out) {
  constexpr std::int64_t kMaxPercent = 100 * kMaxCardsPerNode;
  const auto total = readAmount(node.allocatable, kGpuCore, kMaxPercent, out);
  if (!total || *total == 0 || out.cards.empty()) return;
  const auto perCard = static_cast<std::int32_t>(*total / static_cast<std::int64_t>(out.cards.size()));
  for (Card& card : out.cards) {
    card.coreKnown = true;
    card.coreTotal = CorePercent(perCard);
  }
}

void readWholeCards(const RawNode& node, std::string_view resource, NodeCapacity& out) {
  const auto capacity = readAmount(node.capacity, resource, kMaxCardsPerNode, out);
  const auto allocatable = readAmount(node.allocatable, resource, kMaxCardsPerNode, out);
  out.gpu.model = labelledModel(node);
  Card card;
  card.coreKnown = true;
  card.coreTotal = 100_percent;
  card.health = CardHealth::Healthy;
  if (capacity && allocatable && *allocatable < *capacity) {
    addFinding(out, FindingCode::AllocatableBelowCapacity, resource, *capacity, *allocatable);
    card.health = CardHealth::Unknown;
  }
  if (const auto mib = labelledCardMib(node)) {
    card.memoryKnown = true;
    card.memTotal = MemUnits(*mib);
    out.gpu.unit = MemoryUnit::MiB;
    out.gpu.memTotal = MemUnits(*mib * allocatable.value_or(0));
    out.gpu.memCapacity = MemUnits(*mib * capacity.value_or(0));
  }
  makeCards(capacity.value_or(0), card, out);
}

void readLabelledCards(const RawNode& node, NodeCapacity& out) {
  out.gpu.model = labelledModel(node);
  Card card;
  card.holderKnown = false;
  makeCards(labelledCards(node), card, out);
}

void markUnhealthy(const RawUnhealthyGpus& unhealthy, NodeCapacity& out) {
  if (!unhealthy.gpus) return;
  std::string_view rest = *unhealthy.gpus;
  for (;;) {
    const std::size_t comma = rest.find(',');
    CardIndex index = 0;
    if (!parseCardIndex(rest.substr(0, comma), index)) index = 0;
    if (index >= 0 && static_cast<std::size_t>(index) < out.cards.size()) {
      out.cards[static_cast<std::size_t>(index)].health = CardHealth::Unhealthy;
    }
    if (comma == std::string_view::npos) return;
    rest.remove_prefix(comma + 1);
  }
}

void reportSeveralModes(const RawNode& node, NodeCapacity& out) {
  std::string detail;
  int modes = 0;
  for (const std::string_view key : {kGpuMem, kTopologyGpu, kNvidiaGpu}) {
    if (!publishes(node, key)) continue;
    ++modes;
    if (!detail.empty()) detail += ", ";
    detail += key;
  }
  if (modes > 1) addFinding(out, FindingCode::SeveralModesPublished, detail);
}

MemoryUnit deriveMemoryUnit(std::int64_t unitsPerCard, std::optional<std::int64_t> physicalMib) {
  if (unitsPerCard <= 0 || unitsPerCard > kMaxUnitsPerNode) return MemoryUnit::Unknown;
  if (!physicalMib) {
    constexpr std::int64_t kMaxGib = 100;
    constexpr std::int64_t kMinMib = 1024;
    if (unitsPerCard <= kMaxGib) return MemoryUnit::GiB;
    return unitsPerCard >= kMinMib ? MemoryUnit::MiB : MemoryUnit::Unknown;
  }
  for (const MemoryUnit unit : {MemoryUnit::GiB, MemoryUnit::MiB128, MemoryUnit::MiB}) {
    const std::int64_t mib = *mibPerUnit(unit);
    if (unitsPerCard * mib * 100 <= *physicalMib * 105 && (unitsPerCard + 1) * mib * 100 > *physicalMib * 85)
      return unit;
  }
  return MemoryUnit::Unknown;
}

std::optional<std::int64_t> labelledCardMib(const RawNode& node) {
  const std::string* label = firstLabel(node, kAckMemory, kGfdMemory);
  if (label == nullptr) return std::nullopt;
  std::string_view digits = *label;
  std::int64_t factor = 1;
  if (digits.size() > 3 && (digits.substr(digits.size() - 3) == "MiB" || digits.substr(digits.size() - 3) == "GiB")) {
    factor = digits[digits.size() - 3] == 'G' ? 1024 : 1;
    digits.remove_suffix(3);
  }
  constexpr std::int64_t kMaxMib = 100'000'000;
  std::int64_t amount = 0;
  if (!parseGoInteger(digits, amount) || amount <= 0 || amount > kMaxMib) return std::nullopt;
  return amount * factor;
}

}  // namespace cardinal::provider
