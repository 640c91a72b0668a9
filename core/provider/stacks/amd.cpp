// SPDX-License-Identifier: Apache-2.0
#include "core/provider/stacks/amd.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "core/base/saturate.h"
#include "core/provider/shared_node.h"
#include "core/provider/stacks/dra/dra_adapter.h"
#include "core/provider/text_parts.h"

namespace cardinal::provider {
namespace {

constexpr std::string_view kPrefix = "amd.com/";
constexpr std::string_view kGpu = "amd.com/gpu";
/// More devices a node does not offer: kMaxCardsPerNode cards, each cut into its most parts.
constexpr std::int64_t kMostParts = 8;
constexpr std::int64_t kMostDevices = kMaxCardsPerNode * kMostParts;

// Labels of the node labeller. Under `beta.amd.com` each value has a label of its own that counts devices.
constexpr std::string_view kProduct = "gpu.product-name";
constexpr std::string_view kVram = "gpu.vram";
constexpr std::string_view kDeviceId = "gpu.device-id";
constexpr std::string_view kUnits = "gpu.cu-count";
constexpr std::array<std::string_view, 2> kDomains{"amd.com/", "beta.amd.com/"};
/// As the labeller writes it, and as it is documented.
constexpr std::array<std::string_view, 2> kPartitionLabels{"amd.com/gpu.compute-memory-partition",
                                                           "amd.com/compute-memory-partition"};
constexpr std::string_view kUnitsLabel = "amd.com/gpu.cu-count";
constexpr std::array<std::string_view, 2> kPartitionable{"amd.com/gpu.compute-partitioning-supported",
                                                         "amd.com/compute-partitioning-supported"};

/// Compute units of a whole card, by PCI device id: MI300A, MI300X (also as virtual functions), MI325X, MI350X, MI355X.
/// A part of a card has fewer (ROCm documentation, GPU specifications; the ids: amdgpu.ids of the node labeller).
struct WholeUnits {
  std::string_view device;
  std::int64_t units;
};
constexpr std::array kWholeUnits{WholeUnits{"74a0", 228}, WholeUnits{"74a1", 304}, WholeUnits{"74a9", 304},
                                 WholeUnits{"74b5", 304}, WholeUnits{"74bd", 304}, WholeUnits{"74a5", 304},
                                 WholeUnits{"74b9", 304}, WholeUnits{"75a0", 256}, WholeUnits{"75b0", 256},
                                 WholeUnits{"75a3", 256}, WholeUnits{"75b3", 256}};

std::string_view firstLabel(const RawNode& node, const std::array<std::string_view, 2>& keys) {
  const std::string_view first = labelOf(node, keys[0]);
  return first.empty() ? labelOf(node, keys[1]) : first;
}

/// A property that all cards of the node have in common.
std::string_view propertyOf(const RawNode& node, std::string_view name) {
  for (const std::string_view domain : kDomains) {
    const std::string* value = find(node.meta.labels, std::string(domain) + std::string(name));
    if (value != nullptr) return *value;
  }
  return {};
}

/// Devices that the labeller counted for any value of a property; 0 = it counted none, or what it says is no number.
std::int64_t countedBy(const RawNode& node, std::string_view property) {
  const std::string prefix = std::string(kDomains[1]) + std::string(property) + '.';
  std::int64_t sum = 0;
  for (const auto& [key, value] : node.meta.labels) {
    if (!startsWith(key, prefix)) continue;
    std::int64_t count = 0;
    if (!parseGoInteger(value, count) || count <= 0 || count > kMostDevices) return 0;
    sum = saturatedSum(sum, count);
  }
  return sum;
}

/// Physical cards by the labels; 0 = none tells. A partition is no PCI device and has no device id: it is counted by
/// the other properties (ROCm/k8s-device-plugin pull request 108).
std::int64_t labelledCards(const RawNode& node) {
  const std::int64_t cards = countedBy(node, kDeviceId);
  return cards <= kMaxCardsPerNode ? cards : 0;
}

/// Into how many parts the cards are cut, by the compute units of a device; 0 = not known.
std::int64_t partsByUnits(const RawNode& node) {
  const std::string_view id = propertyOf(node, kDeviceId);
  const auto* const whole =
      std::find_if(kWholeUnits.begin(), kWholeUnits.end(), [&](const WholeUnits& one) { return one.device == id; });
  std::int64_t units = 0;
  if (whole == kWholeUnits.end() || !parseGoInteger(propertyOf(node, kUnits), units)) return 0;
  return units > 0 && whole->units % units == 0 ? whole->units / units : 0;
}

/// "192G" of the label, which is rounded to GiB; nothing = not said.
std::optional<std::int64_t> labelledMib(const RawNode& node) {
  constexpr std::int64_t kMib = 1024;
  std::string_view text = propertyOf(node, kVram);
  if (text.empty() || text.back() != 'G') return std::nullopt;
  text.remove_suffix(1);
  std::int64_t gib = 0;
  if (!parseGoInteger(text, gib) || gib <= 0 || gib > kMaxUnitsPerNode / kMib) return std::nullopt;
  return gib * kMib;
}

struct Layout {
  std::string_view name;
  std::int64_t compute = 0;  ///< parts of a card; 0 = it depends on the model
  std::int64_t memory = 0;   ///< parts of its memory
};

/// "cpx_nps4": compute and memory partition of a card. Nothing for other names. CPX makes a part of every compute die,
/// of which models have different numbers.
std::optional<Layout> layoutOf(std::string_view name) {
  constexpr std::array kCompute{std::pair{std::string_view("spx_nps"), 1}, std::pair{std::string_view("dpx_nps"), 2},
                                std::pair{std::string_view("tpx_nps"), 3}, std::pair{std::string_view("qpx_nps"), 4},
                                std::pair{std::string_view("cpx_nps"), 0}};
  for (const auto& [prefix, parts] : kCompute) {
    if (!startsWith(name, prefix)) continue;
    std::int64_t memory = 0;
    if (!parseGoInteger(name.substr(prefix.size()), memory) || memory <= 0 || memory > kMostParts) return std::nullopt;
    return Layout{name, parts, memory};
  }
  return std::nullopt;
}

/// A resource that the plugin offers, and how its devices are cut; without a layout it is not known whether they are.
struct Offer {
  std::string resource;
  std::int64_t devices = 0;  ///< unhealthy ones count
  std::optional<Layout> layout;
};

bool isOffered(std::string_view resource) {
  return resource == kGpu || (startsWith(resource, kPrefix) && layoutOf(resource.substr(kPrefix.size())));
}

/// By name, without those that are 0. `node` must outlive them.
std::vector<Offer> offersOf(const RawNode& node) {
  std::vector<Offer> out;
  for (const ResourceList* list : {&node.capacity, &node.allocatable}) {
    for (const ResourceAmount& entry : *list) {
      if (entry.amount <= Quantity{} || !isOffered(entry.name)) continue;
      const std::int64_t devices = entry.amount.isInteger() ? entry.amount.value() : 0;
      const auto known =
          std::find_if(out.begin(), out.end(), [&](const Offer& one) { return one.resource == entry.name; });
      if (known != out.end()) {
        known->devices = std::max(known->devices, devices);
        continue;
      }
      const bool isPlain = entry.name == kGpu;
      const std::string_view name =
          isPlain ? firstLabel(node, kPartitionLabels) : std::string_view(entry.name).substr(kPrefix.size());
      out.push_back({entry.name, devices, layoutOf(name)});
    }
  }
  std::sort(out.begin(), out.end(), [](const Offer& a, const Offer& b) { return a.resource < b.resource; });
  return out;
}

void reportUnhealthy(const RawNode& node, const Offer& offer, NodeCapacity& out) {
  const Quantity* allocatable = find(node.allocatable, offer.resource);
  const std::int64_t left = allocatable != nullptr ? allocatable->value() : 0;
  if (left < offer.devices) addFinding(out, FindingCode::AllocatableBelowCapacity, offer.resource, offer.devices, left);
}

/// Cards are whole where their layout or their compute units say so and no count of cards contradicts, where the labels
/// count as many cards as devices, and where they cannot be cut.
bool isWhole(const RawNode& node, const Offer& offer) {
  const std::int64_t cards = labelledCards(node);
  const std::int64_t parts = offer.layout ? offer.layout->compute : partsByUnits(node);
  if (offer.layout || parts > 0) return parts == 1 && (cards == 0 || cards == offer.devices);
  return cards == offer.devices || firstLabel(node, kPartitionable) == "false";
}

void readWhole(const RawNode& node, const Offer& offer, NodeCapacity& out) {
  out.gpu.mode = GpuMode::Whole;
  readWholeCards(node, offer.resource, out);
  out.gpu.model = clipped(propertyOf(node, kProduct));
  out.devicesToFill().wholeResource = offer.resource;
  const auto mib = labelledMib(node);
  if (!mib) return;
  out.gpu.unit = MemoryUnit::MiB;
  const std::int64_t cards = static_cast<std::int64_t>(out.cards.size());
  out.gpu.memTotal = out.gpu.memCapacity = MemUnits(saturatedProduct(*mib, cards));
  for (Card& card : out.cards) {
    card.memoryKnown = true;
    card.memTotal = MemUnits(*mib);
  }
}

/// Memory of a partition is its own only where the card's memory is cut into as many parts. Older labellers count it by
/// card.
std::optional<std::int64_t> partMib(const RawNode& node, const Layout& layout, std::int64_t parts,
                                    std::int64_t devices) {
  if (layout.memory != parts || countedBy(node, kVram) != devices) return std::nullopt;
  return labelledMib(node);
}

/// "whole" of cards that stand uncut beside others, "cpx_nps4", or where only the size of a part is known "1/8".
std::string profileOf(const RawNode& node, const Offer& offer, bool isOnly, std::int64_t perCard) {
  const bool isUncut = offer.layout && offer.layout->compute == 1;
  if (isUncut && !isOnly) return "whole";
  if (offer.layout && !isUncut) return std::string(offer.layout->name);
  const std::int64_t units = partsByUnits(node);
  return "1/" + std::to_string(std::max<std::int64_t>({1, units, perCard}));
}

/// What the cards of the node are cut into, as one group for each resource.
void addGroups(const RawNode& node, const std::vector<Offer>& offers, std::int64_t perCard, NodeCapacity& out) {
  NodeDevices& devices = out.devicesToFill();
  for (const Offer& offer : offers) {
    InstanceGroup group;
    group.profile = profileOf(node, offer, offers.size() == 1, perCard);
    const bool isUncut = group.profile == "whole";
    group.resource = offer.resource;
    group.total = static_cast<int>(offer.devices);
    const std::int64_t parts = offer.layout && offer.layout->compute > 0 ? offer.layout->compute : perCard;
    if (offer.layout && !isUncut && parts > 0) group.memoryMib = partMib(node, *offer.layout, parts, offer.devices);
    devices.instances.push_back(std::move(group));
  }
}

/// Cards with their parts where each has as many; else their number alone.
void addCards(std::int64_t cards, std::int64_t perCard, NodeCapacity& out) {
  NodeDevices& devices = out.devicesToFill();
  for (std::int64_t i = 0; i < cards; ++i) {
    Card card;
    card.index = static_cast<std::uint16_t>(i);
    card.holderKnown = cards == 1;
    card.slotsTotal = static_cast<std::uint16_t>(perCard);
    out.cards.push_back(card);
    devices.cards.push_back({{}, out.gpu.model, {}, {}, {}});
  }
  if (cards == 1) devices.cards.front().instances = std::exchange(devices.instances, {});
}

/// Parts of each card; 0 = the cards differ, or it is not known.
std::int64_t partsPerCard(const RawNode& node, const std::vector<Offer>& offers, std::int64_t cards,
                          std::int64_t devices, NodeCapacity& out) {
  if (offers.size() != 1 || cards <= 0) return 0;
  const Offer& offer = offers.front();
  const std::int64_t perCard = devices / cards;
  if (devices % cards != 0 || perCard > kMostParts) {
    addFinding(out, FindingCode::SlicedCountUnknown, offer.resource, cards, devices);
    return 0;
  }
  // A plugin that does not know the driver's name of partitions offers the first of each card (its issue 157).
  const bool byLayout = offer.layout && offer.layout->compute > 0;
  const std::int64_t labelled = byLayout ? offer.layout->compute : partsByUnits(node);
  if (labelled > 0 && labelled != perCard)
    addFinding(out, FindingCode::ReplicasLabelWrong, byLayout ? kPartitionLabels[0] : kUnitsLabel, labelled, perCard);
  return perCard;
}

void readPartitions(const RawNode& node, const std::vector<Offer>& offers, NodeCapacity& out) {
  out.gpu.mode = GpuMode::Partitions;
  out.gpu.model = clipped(propertyOf(node, kProduct));
  std::int64_t devices = 0;
  for (const Offer& offer : offers) devices = saturatedSum(devices, offer.devices);
  const std::int64_t cards = labelledCards(node);
  const std::int64_t perCard = partsPerCard(node, offers, cards, devices, out);
  addGroups(node, offers, perCard, out);
  const bool isKnown = cards > 0 && (perCard > 0 || (offers.size() > 1 && cards <= devices));
  if (!isKnown) return;
  if (perCard > 0) {
    out.devicesToFill().slotResource = offers.front().resource;
    out.devicesToFill().slotsTotal = devices;
  }
  addCards(cards, perCard, out);
}

/// Nothing says whether the devices are cards or parts of them.
bool isUnsaid(const std::vector<Offer>& offers, const RawNode& node) {
  return offers.size() == 1 && !offers.front().layout && labelledCards(node) == 0 && partsByUnits(node) == 0;
}

}  // namespace

bool isAmds(const RawNode& node, const NodeExtras* extras) {
  if (find(node.meta.annotations, "hami.io/node-amd-register") != nullptr) return false;
  const auto isOthers = [](const ResourceAmount& entry) {
    return entry.amount > Quantity{} && (entry.name == kNvidiaGpu || startsWith(entry.name, "koordinator.sh/gpu"));
  };
  for (const ResourceList* list : {&node.capacity, &node.allocatable}) {
    if (std::any_of(list->begin(), list->end(), isOthers)) return false;
  }
  const auto offers = [](const ResourceList& list) {
    return std::any_of(list.begin(), list.end(),
                       [](const ResourceAmount& entry) { return entry.amount > Quantity{} && isOffered(entry.name); });
  };
  // What the kubelet still lists as capacity may be a leftover where a driver offers the cards now.
  return offers(node.allocatable) || (offers(node.capacity) && !offersClaimableGpus(node, extras));
}

std::optional<NodeCapacity> readAmdCapacity(const RawNode& node) {
  const std::vector<Offer> offers = offersOf(node);
  NodeCapacity out;
  out.gpu.stack = GpuStack::Amd;
  const auto isAbsurd = [](const Offer& offer) { return offer.devices > kMostDevices; };
  if (const auto absurd = std::find_if(offers.begin(), offers.end(), isAbsurd); absurd != offers.end()) {
    out.gpu.mode = GpuMode::Resource;
    addFinding(out, FindingCode::AbsurdCapacity, absurd->resource, kMostDevices, absurd->devices);
    return out;
  }
  if (offers.size() == 1 && isWhole(node, offers.front())) {
    readWhole(node, offers.front(), out);
  } else if (isUnsaid(offers, node)) {
    out.gpu.mode = GpuMode::Resource;
    out.gpu.model = clipped(propertyOf(node, kProduct));
  } else {
    readPartitions(node, offers, out);
    for (const Offer& offer : offers) reportUnhealthy(node, offer, out);
  }
  return out;
}

std::optional<NodeCapacity> presentAmdCards(const RawNode& node) {
  // Node Feature Discovery's labels of AMD's display controllers and accelerators, and those of AMD's GPU operator and
  // node labeller (ROCm/gpu-operator, ROCm/k8s-device-plugin cmd/k8s-node-labeller).
  constexpr std::array<std::string_view, 6> kIfTrue{"feature.node.kubernetes.io/amd-gpu",
                                                    "feature.node.kubernetes.io/pci-1002.present",
                                                    "feature.node.kubernetes.io/pci-1200_1002.present",
                                                    "feature.node.kubernetes.io/pci-0380_1002.present",
                                                    "feature.node.kubernetes.io/pci-0302_1002.present",
                                                    "feature.node.kubernetes.io/pci-0300_1002.present"};
  constexpr std::array<std::string_view, 4> kAnyValue{"amd.com/gpu.product-name", "amd.com/gpu.device-id",
                                                      "amd.com/gpu.family", "beta.amd.com/gpu.device-id"};
  std::string_view label;
  for (const std::string_view key : kAnyValue) {
    if (find(node.meta.labels, key) != nullptr) label = key;
  }
  for (const std::string_view key : kIfTrue) {
    const std::string* value = find(node.meta.labels, key);
    if (value != nullptr && *value == "true") label = key;
  }
  if (label.empty()) return std::nullopt;
  NodeCapacity out;
  out.gpu.stack = GpuStack::Amd;
  out.gpu.mode = GpuMode::NoPlugin;
  addFinding(out, FindingCode::GpuNotSchedulable, label);
  return out;
}

}  // namespace cardinal::provider
