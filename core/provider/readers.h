// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "core/model/card_links.h"
#include "core/model/snapshot.h"
#include "core/provider/gpu_keys.h"

namespace cardinal {

/// Cards and mode of a node, as one stack tells them.
struct NodeCapacity {
  NodeGpu gpu;
  std::vector<Card> cards;  ///< index, totals, health; nothing allocated yet
  std::vector<Finding> findings;
  std::shared_ptr<const CardLinks> links{};  ///< topology nodes that report them; null = not known
};

/// Reads the cards of a node. Stateless, thread-safe.
class CapacityReader {
 public:
  virtual ~CapacityReader() = default;
  /// Nothing when the node does not belong to this stack. `unhealthy` may be null (not known or none).
  virtual std::optional<NodeCapacity> read(const RawNode& node, const RawUnhealthyGpus* unhealthy) const = 0;
};

/// Request and effective allocation of a pod.
struct PodUsage {
  GpuRequest request;
  std::vector<CardShare> shares;
  AllocationSource source = AllocationSource::None;
  std::vector<Finding> findings;
};

/// Reads what a pod asks and holds. Stateless, thread-safe.
class UsageReader {
 public:
  virtual ~UsageReader() = default;
  /// Nothing when the pod asks nothing of this stack. `asked` = `askedResources(pod)`.
  virtual std::optional<PodUsage> read(const RawPod& pod, const provider::AskedResources& asked) const = 0;
};

/// A GPU stack: an adapter describes, it never decides (fit and score are the engine's).
struct StackAdapter {
  GpuStack stack = GpuStack::None;
  std::unique_ptr<CapacityReader> capacity;
  std::unique_ptr<UsageReader> usage;
};

/// The adapters in the order in which they are asked; the one explicit list.
std::span<const StackAdapter> stackAdapters();

/// First adapter's answer; nothing when no stack knows the node (it then has no cards).
std::optional<NodeCapacity> readCapacity(const RawNode& node, const RawUnhealthyGpus* unhealthy);
/// First adapter's answer; `request.kind == None` when the pod asks for no GPU.
PodUsage readUsage(const RawPod& pod);
/// The same for a caller that knows `askedResources(pod)` already.
PodUsage readUsage(const RawPod& pod, const provider::AskedResources& asked);

}  // namespace cardinal
