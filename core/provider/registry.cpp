// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <string>

#include "core/provider/ack.h"
#include "core/provider/gpushare.h"
#include "core/provider/nvidia.h"
#include "core/provider/pod_request.h"
#include "core/provider/readers.h"
#include "core/provider/shared_node.h"

namespace cardinal {
namespace {

// ACK first: its label decides over what a node publishes, and V2 wins over V1.
const std::array<StackAdapter, 3>& adapters() {
  static const std::array<StackAdapter, 3> list = {provider::makeAckAdapter(), provider::makeGpushareAdapter(),
                                                   provider::makeNvidiaAdapter()};
  return list;
}

void reportMixture(const RawPod& pod, const provider::AskedResources& asked, GpuRequest& request) {
  const int kinds = (asked.memory || asked.core ? 1 : 0) + (asked.topology ? 1 : 0) + (asked.nvidia ? 1 : 0) +
                    (asked.foreign ? 1 : 0);
  if (kinds < 2) return;
  request.problems.push_back(makeError(ErrorCode::MixedGpuRequests, {}, provider::displayName(pod.meta.key)));
}

}  // namespace

std::span<const StackAdapter> stackAdapters() {
  return adapters();
}

std::optional<NodeCapacity> readCapacity(const RawNode& node, const RawUnhealthyGpus* unhealthy) {
  for (const StackAdapter& adapter : adapters()) {
    auto capacity = adapter.capacity->read(node, unhealthy);
    if (!capacity) continue;
    provider::reportSeveralModes(node, *capacity);
    return capacity;
  }
  return std::nullopt;
}

PodUsage readUsage(const RawPod& pod) {
  return readUsage(pod, provider::askedResources(pod));
}

PodUsage readUsage(const RawPod& pod, const provider::AskedResources& asked) {
  if (!asked.any()) return {};
  PodUsage usage;
  // vGPU stacks ask nvidia.com/gpu beside their own names: that is no whole card.
  if (asked.foreign && !asked.memory && !asked.core) {
    usage.request = provider::readForeignRequest(pod);
    return usage;
  }
  for (const StackAdapter& adapter : adapters()) {
    auto told = adapter.usage->read(pod, asked);
    if (!told) continue;
    usage = std::move(*told);
    break;
  }
  reportMixture(pod, asked, usage.request);
  return usage;
}

}  // namespace cardinal
