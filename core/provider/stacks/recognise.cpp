// SPDX-License-Identifier: Apache-2.0
#include "core/provider/stacks/recognise.h"

#include <algorithm>
#include <array>

#include "core/model/extras/extra.h"
#include "core/provider/shared_node.h"
#include "core/provider/stacks/amd.h"
#include "core/provider/stacks/dra/dra_adapter.h"
#include "core/provider/stacks/dra/dra_others.h"
#include "core/provider/stacks/hami/hami.h"
#include "core/provider/stacks/koordinator/koordinator_adapter.h"
#include "core/provider/stacks/nvidia.h"
#include "core/provider/stacks/stack_lists.h"
#include "core/provider/text_parts.h"

namespace cardinal::provider {
namespace {

constexpr std::string_view kHamiRegister = "hami.io/node-nvidia-register";
constexpr std::string_view kKoordinatorGpus = "koordinator.sh/gpu";
constexpr std::string_view kVolcanoRegister = "volcano.sh/node-vgpu-register";
constexpr std::size_t kMaxResources = 64;

/// An empty list ("[]") registers no card.
bool registersCards(const RawNode& node, std::string_view key) {
  const std::string* text = find(node.meta.annotations, key);
  return text != nullptr && text->find_first_of(",{") != std::string::npos;
}

/// Cards that HAMi makes of the capacity: Cambricon's and Moore Threads' own plugins publish the same without HAMi, so
/// another mark of it must be there.
bool hasHamiCapacity(const RawNode& node) {
  const bool marked = std::any_of(node.meta.annotations.begin(), node.meta.annotations.end(),
                                  [](const auto& entry) { return startsWith(entry.first, "hami.io/"); });
  return marked && std::any_of(node.capacity.begin(), node.capacity.end(), [](const ResourceAmount& entry) {
           return entry.amount > Quantity{} &&
                  (entry.name == "cambricon.com/mlu.smlu.vcore" || entry.name == "mthreads.com/sgpu-core");
         });
}

/// HAMi registers other vendors' cards under keys of the same form.
bool hasHamiRegister(const RawNode& node) {
  if (registersCards(node, kHamiRegister) || hasHamiCapacity(node)) return true;
  return std::any_of(node.meta.annotations.begin(), node.meta.annotations.end(), [](const auto& entry) {
    return startsWith(entry.first, "hami.io/node-") && entry.first.find("register") != std::string::npos &&
           entry.second.find_first_of(",{") != std::string::npos;
  });
}

bool offers(const RawNode& node, std::string_view prefix) {
  return std::any_of(node.allocatable.begin(), node.allocatable.end(), [&](const ResourceAmount& entry) {
    return entry.amount > Quantity{} && startsWith(entry.name, prefix);
  });
}

/// A label of GPU Feature Discovery counts as many cards as the node offers: they are not shared out under that name.
bool countsAllAsCards(const RawNode& node) {
  const std::string* label = find(node.meta.labels, "nvidia.com/gpu.count");
  std::int64_t cards = 0;
  if (label == nullptr || !parseGoInteger(*label, cards)) return false;
  const Quantity* offered = find(node.capacity, kNvidiaGpu);
  if (offered == nullptr) offered = find(node.allocatable, kNvidiaGpu);
  return offered != nullptr && offered->isInteger() && offered->value() == cards;
}

/// NVIDIA's plugin is back on a node where HAMi left its marks, which it never takes away: as many devices are offered
/// as HAMi registered cards, where its own plugin offers each card several times.
bool isLeftByHami(const RawNode& node) {
  constexpr std::string_view kGone = "Deleted";
  const std::string* handshake = find(node.meta.annotations, hami::kHandshake);
  const bool saysGone = handshake != nullptr && startsWith(*handshake, kGone);
  if (!saysGone && !countsAllAsCards(node)) return false;
  const auto registered = hami::readHamiNode(node);
  if (!registered || registered->hasOtherCards || registered->hasUnreadVendors) return false;
  const Quantity* offered = find(node.capacity, kNvidiaGpu);
  if (offered == nullptr) offered = find(node.allocatable, kNvidiaGpu);
  std::int64_t slots = 0;
  for (const hami::Card& card : registered->cards) slots += std::max(card.slots, 0);
  const auto cards = static_cast<std::int64_t>(registered->cards.size());
  return offered != nullptr && offered->value() == cards && slots > cards;
}

/// HAMi (once "4pd.io") left its marks without a card that can be read: no registration, an empty one, or only the
/// label by which its plugin chooses nodes. `nvidia.com/gpu` counts its shares there, never cards.
bool isSharedByHami(const RawNode& node) {
  if (!publishes(node, kNvidiaGpu) || countsAllAsCards(node) || isLeftByHami(node)) return false;
  const bool marked = std::any_of(node.meta.annotations.begin(), node.meta.annotations.end(), [](const auto& entry) {
    return startsWith(entry.first, "hami.io/") || startsWith(entry.first, "4pd.io/");
  });
  if (marked) return true;
  const std::string* label = find(node.meta.labels, "gpu");
  return label != nullptr && *label == "on";
}

bool isHamis(const RawNode& node, const NodeExtras* /*extras*/) {
  return hasHamiRegister(node) && !isLeftByHami(node);
}

bool isVolcanos(const RawNode& node, const NodeExtras* /*extras*/) {
  return registersCards(node, kVolcanoRegister) || offers(node, "volcano.sh/vgpu-number");
}

bool isGpuManagers(const RawNode& node, const NodeExtras* /*extras*/) {
  return publishes(node, "tencent.com/vcuda-core");
}

bool isKoordinators(const RawNode& node, const NodeExtras* extras) {
  if (offers(node, kKoordinatorGpus)) return true;
  const bool hasDevice = extras != nullptr && extras->device != nullptr && offersGpus(*extras->device);
  // koordlet reports Devices wherever it runs; its manager adds the resources where the scheduler is to share them out.
  const auto isNamed = [](const ResourceAmount& entry) { return startsWith(entry.name, kKoordinatorGpus); };
  return hasDevice &&
         (!publishes(node, kNvidiaGpu) || std::any_of(node.allocatable.begin(), node.allocatable.end(), isNamed));
}

// One line per stack, in the order in which they own a node.
constexpr std::array<StackMark, 5> kMarks{{
    {GpuStack::Hami, isHamis},
    {GpuStack::Volcano, isVolcanos},
    {GpuStack::GpuManager, isGpuManagers},
    {GpuStack::Koordinator, isKoordinators},
    {GpuStack::Amd, isAmds},
}};

/// gpu-count outlives the plugin that wrote it: alone it says nothing.
bool isAlibaba(const RawNode& node) {
  const std::string* mode = find(node.meta.labels, kModeLabel);
  if (mode != nullptr && *mode != "default" && *mode != "disabled") return true;
  return std::any_of(node.allocatable.begin(), node.allocatable.end(), [](const ResourceAmount& entry) {
    return entry.amount > Quantity{} && startsWith(entry.name, "aliyun.com/gpu") && entry.name != kGpuCount;
  });
}

/// Those that the node has and cannot allocate now count, too.
bool hasOtherAccelerator(const RawNode& node) {
  const auto isOther = [](const ResourceAmount& entry) {
    return entry.amount > Quantity{} && classify(entry.name) == GpuResource::Counted &&
           stackOfResource(entry.name) != GpuStack::Ack;
  };
  return std::any_of(node.allocatable.begin(), node.allocatable.end(), isOther) ||
         std::any_of(node.capacity.begin(), node.capacity.end(), isOther);
}

/// A driver of dynamic resource allocation replaces the device plugin, whose labels and empty resources may stay
/// behind. Where both offer the cards, slots and MIG resources say more than whole cards.
void addNvidiaAndDra(const RawNode& node, const NodeExtras* extras, std::vector<GpuStack>& out) {
  const bool dra = offersClaimableGpus(node, extras);
  const bool sliced = isSlicedByNvidia(node);
  const bool plugin = dra ? offers(node, "nvidia.com/") : mentions(node, kNvidiaGpu) || sliced;
  if (dra && !(plugin && sliced)) out.push_back(GpuStack::Dra);
  if (plugin) out.push_back(GpuStack::Nvidia);
  if (dra && plugin && sliced) out.push_back(GpuStack::Dra);
}

}  // namespace

std::span<const StackMark> stackMarks() {
  return kMarks;
}

std::vector<GpuStack> recogniseStacks(const RawNode& node, const NodeExtras* extras) {
  return recogniseStacks(node, extras, stackMarks());
}

std::vector<GpuStack> recogniseStacks(const RawNode& node, const NodeExtras* extras, std::span<const StackMark> marks) {
  std::vector<GpuStack> out;
  for (const StackMark& mark : marks) {
    if (mark.isOn(node, extras)) out.push_back(mark.stack);
  }
  const bool labelled = find(node.meta.labels, kModeLabel) != nullptr;
  if (isAlibaba(node)) {
    const bool open = publishes(node, kGpuMem) && !labelled && !publishes(node, kGpuCore);
    out.push_back(open ? GpuStack::Gpushare : GpuStack::Ack);
  }
  if (out.empty() && isSharedByHami(node)) out.push_back(GpuStack::Hami);
  addNvidiaAndDra(node, extras, out);
  if (offers(node, "bitfusion.io/gpu")) out.push_back(GpuStack::Bitfusion);
  if (out.empty() && hasOtherAccelerator(node)) out.push_back(GpuStack::Other);
  if (out.empty() && offersOtherAccelerators(node, extras)) out.push_back(GpuStack::Dra);
  return out;
}

std::vector<AcceleratorResource> resourcesOfStack(const RawNode& node, std::optional<GpuStack> stack) {
  std::vector<AcceleratorResource> out;
  const auto entryOf = [&](const std::string& name) -> AcceleratorResource* {
    for (AcceleratorResource& entry : out) {
      if (entry.name == name) return &entry;
    }
    return out.size() < kMaxResources ? &out.emplace_back(AcceleratorResource{name, 0, 0, 0, 0}) : nullptr;
  };
  const auto isWanted = [&](const ResourceAmount& entry) {
    const GpuResource kind = classify(entry.name);
    const bool other = kind == GpuResource::Vgpu || kind == GpuResource::Counted;
    return other && entry.amount > Quantity{} && (!stack || stackOfResource(entry.name) == *stack);
  };
  for (const ResourceAmount& entry : node.capacity) {
    if (!isWanted(entry)) continue;
    if (AcceleratorResource* resource = entryOf(entry.name)) resource->capacity = entry.amount.value();
  }
  for (const ResourceAmount& entry : node.allocatable) {
    if (!isWanted(entry)) continue;
    if (AcceleratorResource* resource = entryOf(entry.name)) resource->allocatable = entry.amount.value();
  }
  std::sort(out.begin(), out.end(), [](const auto& a, const auto& b) { return a.name < b.name; });
  return out;
}

NodeCapacity notRead(const RawNode& node, GpuStack stack) {
  NodeCapacity out;
  out.gpu.stack = stack;
  out.gpu.mode = stack == GpuStack::Bitfusion ? GpuMode::RemotePool : GpuMode::NotRead;
  out.gpu.model = labelledModel(node);
  NodeDevices& devices = out.devicesToFill();
  const auto own = resourcesOfStack(node, stack);
  devices.unrecognised = resourcesOfStack(node, std::nullopt);
  // Nothing more could be read of a remote pool.
  if (out.gpu.mode == GpuMode::RemotePool) return out;
  std::string published;
  for (const AcceleratorResource& resource : own)
    published += (published.empty() ? "" : ", ") + resource.name + ": " + std::to_string(resource.allocatable);
  if (published.empty() && publishes(node, kNvidiaGpu)) {
    const Quantity* amount = find(node.allocatable, kNvidiaGpu);
    published = std::string(kNvidiaGpu) + ": " + std::to_string(amount != nullptr ? amount->value() : 0);
  }
  out.findings.push_back({FindingCode::StackNotRead, kPendingCard, {}, clipped(published), 0, 0});
  return out;
}

NodeCapacity onlyResources() {
  NodeCapacity out;
  out.gpu.stack = GpuStack::Other;
  out.gpu.mode = GpuMode::Resource;
  return out;
}

}  // namespace cardinal::provider
