// SPDX-License-Identifier: Apache-2.0
#include "core/provider/stacks/ack/ack.h"

#include <algorithm>
#include <string>

#include "core/provider/pod_request.h"
#include "core/provider/shared_node.h"
#include "core/provider/stacks/ack/ack_numa.h"
#include "core/provider/stacks/ack/ack_topology.h"
#include "core/provider/stacks/ack/allocation_map.h"
#include "core/provider/stacks/ack/topology_report.h"
#include "core/provider/stacks/gpushare/gpushare.h"

namespace cardinal::provider {
namespace {

constexpr std::string_view kAllocation = "scheduler.framework.gpushare.allocation";
constexpr std::string_view kCorePercentage = "gpushare.alibabacloud.com/core-percentage";
constexpr std::string_view kDevUnits = "ALIYUN_COM_GPU_MEM_DEV";

/// The resource whose absence means that the label's mode does not run.
std::string_view resourceOf(GpuMode mode) {
  if (isSharedMode(mode)) return mode == GpuMode::CoreMem ? kGpuCore : kGpuMem;
  if (mode == GpuMode::Exclusive) return kNvidiaGpu;
  return mode == GpuMode::Topology ? kTopologyGpu : std::string_view{};
}

std::optional<GpuMode> modeOf(const RawNode& node, NodeCapacity& out) {
  if (const std::string* label = find(node.meta.labels, kModeLabel)) {
    const GpuMode mode = modeOfLabel(*label);
    if (mode == GpuMode::Unknown) {
      out.findings.push_back({FindingCode::UnknownModeLabel, kPendingCard, {}, clipped(*label), 0, 0});
    }
    return mode;
  }
  const std::string* dedicated = find(node.meta.labels, kDedicatedCgpuLabel);
  if (dedicated != nullptr && *dedicated == "true") return std::nullopt;
  if (publishes(node, kGpuCore)) return GpuMode::CoreMem;
  if (publishes(node, kGpuMem)) return std::nullopt;
  if (publishes(node, kTopologyGpu)) return GpuMode::Topology;
  return std::nullopt;
}

void readPlacement(const RawNode& node, NodeCapacity& out) {
  if (const std::string* label = find(node.meta.labels, kPlacementLabel)) {
    out.gpu.placementLabelled = true;
    if (*label == "spread")
      out.gpu.placement = Placement::Spread;
    else if (*label != "binpack") {
      out.findings.push_back({FindingCode::UnknownPlacementLabel, kPendingCard, {}, clipped(*label), 0, 0});
    }
  }
  const std::string* maxPods = find(node.meta.labels, kMaxPodLabel);
  std::int64_t count = 0;
  if (maxPods == nullptr || !parseGoInteger(*maxPods, count) || count < 0) return;
  out.gpu.maxPodsPerCard = static_cast<int>(std::min<std::int64_t>(count, INT32_MAX));
}

void readCards(const RawNode& node, NodeCapacity& out) {
  const GpuMode mode = out.gpu.mode;
  // An unknown mode still has cards; what is published says most about them.
  const bool guessShared = mode == GpuMode::Unknown && publishes(node, kGpuMem);
  if ((isSharedMode(mode) && publishes(node, kGpuMem)) || guessShared) {
    readSharedCards(node, SharedBase::Allocatable, out);
    if (mode == GpuMode::CoreMem) readSharedCores(node, out);
  } else if (isWholeCardMode(mode) && publishes(node, resourceOf(mode))) {
    readWholeCards(node, resourceOf(mode), out);
  } else {
    readLabelledCards(node, out);
  }
  const std::string_view wanted = resourceOf(mode);
  if (!wanted.empty() && !publishes(node, wanted)) {
    out.findings.push_back({FindingCode::ModeResourceMissing, kPendingCard, {}, std::string(wanted), 0, 0});
  }
}

class AckCapacity final : public CapacityReader {
 public:
  std::optional<NodeCapacity> read(const RawNode& node, const RawUnhealthyGpus* report) const override {
    NodeCapacity out;
    const std::optional<GpuMode> mode = modeOf(node, out);
    if (!mode) return std::nullopt;
    out.gpu.stack = GpuStack::Ack;
    out.gpu.mode = *mode;
    readPlacement(node, out);
    readCards(node, out);
    if (*mode == GpuMode::Topology && report != nullptr) readTopologyReport(*report, out);
    return out;
  }
};

void addMalformed(const RawPod& pod, std::string_view annotation, const std::string& value, PodUsage& usage) {
  usage.findings.push_back({FindingCode::MalformedAllocation, kPendingCard, displayName(pod.meta.key),
                            std::string(annotation) + ": " + clipped(value), 0, 0});
}

/// False when there is no usable V2 annotation: then V1 counts.
bool readV2Shares(const RawPod& pod, PodUsage& usage) {
  const std::string* text = find(pod.meta.annotations, kAllocation);
  if (text == nullptr) return false;
  const auto amounts = parseAllocationMap(*text);
  if (!amounts) addMalformed(pod, kAllocation, *text, usage);
  if (!amounts || amounts->empty()) return false;
  usage.shares.reserve(amounts->size());
  for (const CardAmount& entry : *amounts) usage.shares.push_back({entry.card, MemUnits(entry.amount), CorePercent{}});
  usage.source = AllocationSource::AckV2;
  return true;
}

CorePercent clampedCore(std::int64_t value) {
  return CorePercent(static_cast<std::int32_t>(std::clamp<std::int64_t>(value, INT32_MIN, INT32_MAX)));
}

void readCoreShares(const RawPod& pod, PodUsage& usage) {
  const std::string* text = find(pod.meta.annotations, kCorePercentage);
  if (text == nullptr) {
    // The compute lies on the cards of the memory; on one card there is no doubt how much.
    const bool oneCard = usage.shares.size() == 1 && usage.shares[0].card >= 0;
    const auto shared = usage.request.shared();
    if (shared && shared->asksCore && oneCard) usage.shares[0].core = shared->core;
    return;
  }
  const auto amounts = parseAllocationMap(*text);
  if (!amounts) return addMalformed(pod, kCorePercentage, *text, usage);
  for (const CardAmount& entry : *amounts) {
    const auto it = std::find_if(usage.shares.begin(), usage.shares.end(),
                                 [&](const CardShare& share) { return share.card == entry.card; });
    if (it != usage.shares.end())
      it->core = clampedCore(entry.amount);
    else
      addMalformed(pod, kCorePercentage, *text, usage);
  }
}

class AckUsage final : public UsageReader {
 public:
  std::optional<PodUsage> read(const RawPod& pod, const RequestedResources& requested) const override {
    if (requested.topology && !requested.memory) return readTopology(pod);
    const bool annotated = find(pod.meta.annotations, kAllocation) != nullptr;
    const bool labelled = find(pod.meta.labels, kCountLabel) != nullptr;
    if (!requested.core && !(requested.memory && (annotated || labelled))) return std::nullopt;
    PodUsage usage;
    usage.request = readSharedRequest(pod, requested);
    if (!usage.request.asksSharedMemory()) return usage;
    if (!readV2Shares(pod, usage)) readV1Shares(pod, usage);
    readCoreShares(pod, usage);
    return usage;
  }

 private:
  static PodUsage readTopology(const RawPod& pod) {
    PodUsage usage;
    usage.request = readWholeCardRequest(pod, GpuRequest::Kind::Topology);
    checkNuma(pod, usage.request);
    readTopologyShares(pod, usage);
    return usage;
  }
};

}  // namespace

GpuMode modeOfLabel(std::string_view value) noexcept {
  for (const GpuMode mode : {GpuMode::Exclusive, GpuMode::Cgpu, GpuMode::CoreMem, GpuMode::Share, GpuMode::Mps,
                             GpuMode::Topology, GpuMode::Mig, GpuMode::Disabled}) {
    if (value == toString(mode)) return mode;
  }
  return GpuMode::Unknown;
}

std::optional<CardShare> readAckV1Share(const RawPod& pod) {
  const std::string* units = find(pod.meta.annotations, kDevUnits);
  std::int64_t perCard = 0;
  if (units == nullptr || !parseGoInteger(*units, perCard) || perCard <= 0) return std::nullopt;
  const auto share = readExtenderShare(pod);
  return share && share->memory.value > 0 ? share : std::nullopt;
}

StackAdapter makeAckAdapter() {
  return {GpuStack::Ack, std::make_unique<AckCapacity>(), std::make_unique<AckUsage>()};
}

}  // namespace cardinal::provider
