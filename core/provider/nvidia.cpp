// SPDX-License-Identifier: Apache-2.0
#include "core/provider/nvidia.h"

#include <string>

#include "core/provider/pod_request.h"
#include "core/provider/shared_node.h"

namespace cardinal::provider {
namespace {

constexpr std::string_view kReplicas = "nvidia.com/gpu.replicas";

class NvidiaCapacity final : public CapacityReader {
 public:
  std::optional<NodeCapacity> read(const RawNode& node, const RawUnhealthyGpus* /*unhealthy*/) const override {
    if (!mentions(node, kNvidiaGpu)) return std::nullopt;
    NodeCapacity out;
    out.gpu.stack = GpuStack::Nvidia;
    out.gpu.mode = GpuMode::Exclusive;
    std::int64_t replicas = 0;
    const std::string* label = find(node.meta.labels, kReplicas);
    if (label != nullptr && parseGoInteger(*label, replicas) && replicas > 1) {
      out.gpu.mode = GpuMode::Unknown;
      out.findings.push_back(
          {FindingCode::UnknownModeLabel, kPendingCard, {}, std::string(kReplicas) + "=" + clipped(*label), 0, 0});
      readUntoldCards(node, out);
    } else {
      readWholeCards(node, kNvidiaGpu, out);
    }
    return out;
  }
};

class NvidiaUsage final : public UsageReader {
 public:
  std::optional<PodUsage> read(const RawPod& pod, const AskedResources& asked) const override {
    if (!asked.nvidia) return std::nullopt;
    PodUsage usage;
    usage.request = readWholeCardRequest(pod, GpuRequest::Kind::WholeCards);
    usage.source = AllocationSource::WholeCards;
    return usage;
  }
};

}  // namespace

StackAdapter makeNvidiaAdapter() {
  return {GpuStack::Nvidia, std::make_unique<NvidiaCapacity>(), std::make_unique<NvidiaUsage>()};
}

}  // namespace cardinal::provider
