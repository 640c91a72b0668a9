// SPDX-License-Identifier: Apache-2.0
#include "core/provider/stacks/gpushare/gpushare.h"

#include "core/provider/pod_request.h"
#include "core/provider/shared_node.h"

namespace cardinal::provider {
namespace {

constexpr std::string_view kIndex = "ALIYUN_COM_GPU_MEM_IDX";
constexpr std::string_view kPodUnits = "ALIYUN_COM_GPU_MEM_POD";

class GpushareCapacity final : public CapacityReader {
 public:
  std::optional<NodeCapacity> read(const RawNode& node, const RawUnhealthyGpus* unhealthy) const override {
    // A dedicated cGPU cluster (label cgpu=true) runs the same extender and annotations; only its nodes isolate memory.
    const std::string* cgpu = find(node.meta.labels, kDedicatedCgpuLabel);
    const bool dedicated = cgpu != nullptr && *cgpu == "true";
    if (!mentions(node, kGpuMem) && !dedicated) return std::nullopt;
    NodeCapacity out;
    out.gpu.stack = GpuStack::Gpushare;
    out.gpu.mode = dedicated ? GpuMode::Cgpu : GpuMode::Gpushare;
    readSharedCards(node, SharedBase::Capacity, out);
    if (unhealthy != nullptr) markUnhealthy(*unhealthy, out);
    return out;
  }
};

class GpushareUsage final : public UsageReader {
 public:
  std::optional<PodUsage> read(const RawPod& pod, const RequestedResources& requested) const override {
    if (!requested.memory) return std::nullopt;
    PodUsage usage;
    usage.request = readSharedRequest(pod, requested);
    if (usage.request.asksSharedMemory()) readV1Shares(pod, usage);
    return usage;
  }
};

}  // namespace

void readV1Shares(const RawPod& pod, PodUsage& usage) {
  CardShare share;
  if (const auto shared = usage.request.shared()) share.memory = shared->memory;
  if (const std::string* index = find(pod.meta.annotations, kIndex)) {
    if (parseCardIndex(*index, share.card)) {
      usage.source = AllocationSource::GpushareV1;
    } else {
      share.card = kPendingCard;
      usage.findings.push_back({FindingCode::MalformedAllocation, kPendingCard, displayName(pod.meta.key),
                                std::string(kIndex) + ": " + clipped(*index), 0, 0});
    }
  }
  usage.shares.push_back(share);
}

std::optional<CardShare> readExtenderShare(const RawPod& pod) {
  const std::string* index = find(pod.meta.annotations, kIndex);
  CardShare share;
  if (index == nullptr || !parseCardIndex(*index, share.card) || share.card < 0) return std::nullopt;
  std::int64_t units = 0;
  const std::string* text = find(pod.meta.annotations, kPodUnits);
  if (text == nullptr || !parseGoInteger(*text, units) || units < 0) units = 0;
  share.memory = MemUnits(units);
  return share;
}

StackAdapter makeGpushareAdapter() {
  return {GpuStack::Gpushare, std::make_unique<GpushareCapacity>(), std::make_unique<GpushareUsage>()};
}

}  // namespace cardinal::provider
