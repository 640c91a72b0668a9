// SPDX-License-Identifier: Apache-2.0
#include "core/provider/registry/registry.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "core/model/extras/extra.h"
#include "core/provider/accelerator_requests.h"
#include "core/provider/pod_request.h"
#include "core/provider/shared_node.h"
#include "core/provider/stacks/ack/ack.h"
#include "core/provider/stacks/amd.h"
#include "core/provider/stacks/dra/dra_adapter.h"
#include "core/provider/stacks/dra/dra_others.h"
#include "core/provider/stacks/gpu_manager/gpu_manager_adapter.h"
#include "core/provider/stacks/gpushare/gpushare.h"
#include "core/provider/stacks/hami/hami_adapter.h"
#include "core/provider/stacks/kai.h"
#include "core/provider/stacks/koordinator/koordinator_adapter.h"
#include "core/provider/stacks/nvidia.h"
#include "core/provider/stacks/recognise.h"
#include "core/provider/stacks/stack_lists.h"
#include "core/provider/stacks/volcano/volcano_adapter.h"

namespace cardinal {
namespace {

// ACK first: its label decides over what a node publishes, and V2 wins over V1.
const std::array<StackAdapter, 3>& adapters() {
  static const std::array<StackAdapter, 3> list = {provider::makeAckAdapter(), provider::makeGpushareAdapter(),
                                                   provider::makeNvidiaAdapter()};
  return list;
}

void reportMixture(const RawPod& pod, const provider::RequestedResources& requested, GpuRequest& request) {
  const int kinds = (requested.memory || requested.core ? 1 : 0) + (requested.topology ? 1 : 0) +
                    (requested.nvidia || requested.vgpu || requested.counted || requested.fraction ? 1 : 0);
  if (kinds < 2) return;
  request.problems.push_back(makeError(ErrorCode::MixedGpuRequests, {}, provider::displayName(pod.meta.key)));
}

/// For stacks that write everything on the node itself.
template <std::optional<NodeCapacity> (*Read)(const RawNode&)>
std::optional<NodeCapacity> fromNode(const RawNode& node, const NodeExtras* /*extras*/) {
  return Read(node);
}

// One line per stack whose own scheduler shares out the cards.
constexpr std::array<provider::StackReader, 7> kOwnReaders{{
    {GpuStack::Hami, fromNode<provider::readHamiCapacity>},
    {GpuStack::Volcano, fromNode<provider::readVolcanoCapacity>},
    {GpuStack::GpuManager, fromNode<provider::readGpuManagerCapacity>},
    {GpuStack::Koordinator, provider::readKoordinatorCapacity},
    {GpuStack::Dra, provider::readDraCapacity},
    {GpuStack::Bitfusion, nullptr},
    {GpuStack::Amd, fromNode<provider::readAmdCapacity>},
}};

std::optional<NodeCapacity> readByAdapters(const RawNode& node, const RawUnhealthyGpus* unhealthy) {
  const bool sliced = provider::isSlicedByNvidia(node);
  for (const StackAdapter& adapter : adapters()) {
    auto capacity = adapter.capacity->read(node, unhealthy);
    if (!capacity) continue;
    // ACK's default mode is NVIDIA's plugin, whose labels say how it offers the cards.
    if (capacity->gpu.mode == GpuMode::Exclusive && capacity->gpu.stack == GpuStack::Ack && sliced) continue;
    provider::reportSeveralModes(node, *capacity);
    return capacity;
  }
  return std::nullopt;
}

/// Nothing for stacks that the adapters read.
std::optional<NodeCapacity> readByOwner(const RawNode& node, const NodeExtras* extras, GpuStack stack,
                                        std::span<const provider::StackReader> readers) {
  const auto own = std::find_if(readers.begin(), readers.end(),
                                [stack](const provider::StackReader& reader) { return reader.stack == stack; });
  if (own == readers.end()) return std::nullopt;
  auto out = own->read != nullptr ? own->read(node, extras) : std::nullopt;
  const auto reportMissing = [&] {
    if (stack == GpuStack::Volcano) provider::reportVolcanoMemory(node, *out);
  };
  if (out) reportMissing();
  // HAMi's cards of vendors that are not read, and registrations without a card, keep what is published in sight.
  if (out) return out;
  out = provider::notRead(node, stack);
  if (stack == GpuStack::Hami) provider::reportHamiRegistration(node, *out);
  reportMissing();
  return out;
}

void addStacks(const std::vector<GpuStack>& stacks, NodeCapacity& out) {
  const bool bitfusion = std::find(stacks.begin(), stacks.end(), GpuStack::Bitfusion) != stacks.end();
  if (stacks.size() < 2 && !bitfusion) return;
  NodeDevices& devices = out.devicesToFill();
  devices.stacks = {out.gpu.stack};
  std::string names = toString(out.gpu.stack);
  for (const GpuStack stack : stacks) {
    // HAMi and its kin register their cards through NVIDIA's resource; ACK's default mode is NVIDIA's plugin.
    const bool isCarried = out.gpu.stack != GpuStack::Nvidia && out.gpu.stack != GpuStack::Dra;
    const bool carrier = stack == GpuStack::Nvidia && isCarried;
    if (stack == out.gpu.stack || carrier) continue;
    devices.stacks.push_back(stack);
    names += std::string(", ") + toString(stack);
  }
  if (devices.stacks.size() > 1)
    out.findings.push_back({FindingCode::SeveralStacks, kPendingCard, {}, std::move(names), 0, 0});
}

/// True where the adapter made cards, slots or instances of the resource.
bool isRead(const std::string& resource, const NodeCapacity& out) {
  const NodeDevices* devices = out.devices.get();
  if (devices == nullptr) return false;
  const auto offers = [&](const InstanceGroup& group) { return group.resource == resource; };
  const auto cardOffers = [&](const CardDetail& card) {
    return std::any_of(card.instances.begin(), card.instances.end(), offers);
  };
  return resource == devices->slotResource || resource == devices->wholeResource ||
         std::any_of(devices->instances.begin(), devices->instances.end(), offers) ||
         std::any_of(devices->cards.begin(), devices->cards.end(), cardOffers);
}

/// Resources of accelerators beside the cards that are read.
void addUnrecognised(const RawNode& node, NodeCapacity& out) {
  if (out.devices != nullptr && !out.devices->unrecognised.empty()) return;
  // Whose pods are read by their annotations, its resources are its cards' parts.
  const auto isOwn = [&](std::string_view resource) {
    return out.pods != nullptr && provider::stackOfResource(resource) == out.gpu.stack;
  };
  const auto isCounted = [&](const ResourceAmount& entry) {
    const provider::GpuResource kind = provider::classify(entry.name);
    return (kind == provider::GpuResource::Vgpu || kind == provider::GpuResource::Counted) && !isOwn(entry.name);
  };
  const auto counts = [&](const ResourceList& list) { return std::any_of(list.begin(), list.end(), isCounted); };
  if (!counts(node.capacity) && !counts(node.allocatable)) return;
  auto others = provider::resourcesOfStack(node, std::nullopt);
  std::erase_if(others, [&](const AcceleratorResource& resource) {
    return isOwn(resource.name) || isRead(resource.name, out) || provider::isOfHamiCards(out, resource.name);
  });
  if (!others.empty()) out.devicesToFill().unrecognised = std::move(others);
}

/// Shares in percent of a card or MiB, on each of several cards; what the stack's webhook refuses is a problem.
GpuRequest kaiRequest(const RawPod& pod) {
  const kai::Request annotated = kai::readRequest(pod);
  const auto cards = static_cast<int>(std::min<std::int64_t>(annotated.devices, INT32_MAX));
  GpuRequest request = GpuRequest::ofResources(GpuRequest::Kind::Vgpu, cards);
  request.stack = GpuStack::Kai;
  request.problems = annotated.problems;
  constexpr double kPercent = 100;
  if (annotated.fraction > 0)
    request.asks.push_back({std::string(provider::kKaiFraction), std::lround(annotated.fraction * kPercent)});
  if (annotated.memory > 0) request.asks.push_back({std::string(provider::kKaiMemory), annotated.memory});
  if (annotated.devices > 1) request.asks.push_back({kai::kDevices, annotated.devices});
  const bool byFraction = find(pod.meta.annotations, provider::kKaiFraction) != nullptr;
  request.resource = request.asks.empty() ? std::string(byFraction ? provider::kKaiFraction : provider::kKaiMemory)
                                          : request.asks.front().resource;
  return request;
}

/// What says how many devices are requested: cards, else devices of another sort, else a part of one. Not empty.
const ResourceAsk* firstCounted(const std::vector<ResourceAsk>& asks) {
  for (const auto counts : {provider::countsCards, provider::countsDevices}) {
    const auto found =
        std::find_if(asks.begin(), asks.end(), [&](const ResourceAsk& ask) { return counts(ask.resource); });
    if (found != asks.end()) return &*found;
  }
  return &asks.front();
}

/// Cards or devices; nothing = the amount is of something else.
std::optional<int> numberOf(const ResourceAsk& ask) {
  if (!provider::countsDevices(ask.resource)) return std::nullopt;
  return static_cast<int>(std::clamp<std::int64_t>(ask.amount, 0, INT32_MAX));
}

GpuRequest countedRequest(const RawPod& pod, const provider::RequestedResources& requested,
                          const provider::NamedAmounts& amounts) {
  using Kind = GpuRequest::Kind;
  const Kind kind = requested.claims ? Kind::Claims : requested.vgpu ? Kind::Vgpu : Kind::Counted;
  std::vector<ResourceAsk> asks = provider::acceleratorRequests(amounts);
  const ResourceAsk* const count = asks.empty() || kind == Kind::Claims ? nullptr : firstCounted(asks);
  GpuRequest request = GpuRequest::ofResources(kind, count != nullptr ? numberOf(*count) : std::nullopt);
  if (kind == Kind::Claims) {
    request.asks = std::move(asks);
    for (const PodDeviceClaim& claim : pod.spec.deviceClaims)
      request.asks.push_back({provider::clipped(claim.claim.empty() ? claim.claimTemplate : claim.claim), 1});
    request.stack = GpuStack::Dra;
    request.resource = request.asks.front().resource;
    return request;
  }
  const ResourceAsk* first = nullptr;
  for (const ResourceAsk& ask : asks) {
    const bool shared = provider::classify(ask.resource) == provider::GpuResource::Vgpu;
    if (first == nullptr || (shared && kind == Kind::Vgpu && request.stack == GpuStack::None)) first = &ask;
    if (shared && request.stack == GpuStack::None) request.stack = provider::stackOfResource(ask.resource);
  }
  if (first != nullptr) request.resource = kind == Kind::Counted ? count->resource : first->resource;
  request.asks = std::move(asks);
  return request;
}

}  // namespace

std::span<const StackAdapter> stackAdapters() {
  return adapters();
}

std::span<const provider::StackReader> provider::stackReaders() {
  return kOwnReaders;
}

std::optional<NodeCapacity> readCapacity(const RawNode& node, const RawUnhealthyGpus* unhealthy,
                                         const NodeExtras* extras) {
  return provider::readCapacity(node, unhealthy, extras, provider::stackMarks(), provider::stackReaders());
}

std::optional<NodeCapacity> provider::readCapacity(const RawNode& node, const RawUnhealthyGpus* unhealthy,
                                                   const NodeExtras* extras, std::span<const StackMark> marks,
                                                   std::span<const StackReader> readers) {
  const std::vector<GpuStack> stacks = recogniseStacks(node, extras, marks);
  std::optional<NodeCapacity> out = stacks.empty() ? std::nullopt : readByOwner(node, extras, stacks.front(), readers);
  if (!out) out = readByAdapters(node, unhealthy);
  if (!out && !stacks.empty() && stacks.front() == GpuStack::Other) out = provider::onlyResources();
  if (!out) out = provider::presentAmdCards(node);
  if (!out) return std::nullopt;
  addStacks(stacks, *out);
  addUnrecognised(node, *out);
  for (AcceleratorResource& one : otherDraAccelerators(node, extras))
    out->devicesToFill().unrecognised.push_back(std::move(one));
  return out;
}

PodUsage readUsage(const RawPod& pod) {
  const provider::RequestedResources requested = provider::requestedResources(pod);
  if (!requested.any()) return {};
  provider::NamedAmounts amounts;
  provider::readEffectiveRequests(pod, amounts);
  return readUsage(pod, requested, amounts);
}

PodUsage readUsage(const RawPod& pod, const provider::RequestedResources& requested,
                   const provider::NamedAmounts& amounts) {
  if (!requested.any()) return {};
  PodUsage usage;
  // vGPU stacks ask nvidia.com/gpu beside their own names: that is no whole card.
  if ((requested.vgpu || requested.counted || requested.fraction || requested.claims) && !requested.memory &&
      !requested.core && !requested.topology) {
    const bool isShare = requested.fraction && !requested.vgpu && !requested.claims;
    usage.request = isShare ? kaiRequest(pod) : countedRequest(pod, requested, amounts);
    usage.source = AllocationSource::Counted;
    return usage;
  }
  for (const StackAdapter& adapter : adapters()) {
    auto found = adapter.usage->read(pod, requested);
    if (!found) continue;
    usage = std::move(*found);
    break;
  }
  reportMixture(pod, requested, usage.request);
  return usage;
}

}  // namespace cardinal
