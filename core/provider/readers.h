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

struct PodUsage;

/// Reads what the pods of one node hold, for a stack that writes it on them by its own card ids. Made with the node's
/// cards, used by one thread, gone with the node's record.
class StackPods {
 public:
  virtual ~StackPods() = default;
  /// Fills shares (by card index, in the node's memory unit, as the stack's scheduler counts them), source and findings
  /// of a bound, not terminal pod that asks for GPUs. Sets `countsForScheduler` to false where that scheduler does not
  /// count it any more.
  virtual void read(const RawPod& pod, PodUsage& usage) = 0;
  /// After the last pod: fills what Reservations still keep of the cards.
  virtual void keep(KeptRooms& /*rooms*/) {}
  /// After that: what the stack's rule reads beside the cards, and their instances.
  virtual void finish(NodeDevices& /*devices*/) {}
};

/// Cards and mode of a node, as one stack reports them.
struct NodeCapacity {
  NodeGpu gpu;
  std::vector<Card> cards;  ///< index, totals, health; nothing allocated yet, unless claims say it (DRA)
  std::vector<Finding> findings;
  std::shared_ptr<const CardLinks> links{};  ///< topology nodes that report them; null = not known
  std::shared_ptr<NodeDevices> devices{};    ///< nothing allocated yet; null = nothing beyond the cards
  std::shared_ptr<StackPods> pods{};         ///< null = pods are read without knowing the node

  NodeDevices& devicesToFill() {
    if (devices == nullptr) devices = std::make_shared<NodeDevices>();
    return *devices;
  }
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
  bool countsForScheduler = true;  ///< of pods that StackPods read
  /// Of pods that StackPods read: what the stack's scheduler counts on the cards; nothing = the shares.
  std::optional<std::vector<CardShare>> counted{};
  std::vector<Finding> findings;
};

/// Reads what a pod asks and holds. Stateless, thread-safe.
class UsageReader {
 public:
  virtual ~UsageReader() = default;
  /// Nothing when the pod asks nothing of this stack. `requested` = `requestedResources(pod)`.
  virtual std::optional<PodUsage> read(const RawPod& pod, const provider::RequestedResources& requested) const = 0;
};

/// A GPU stack: an adapter describes, it never decides (fit and score are the engine's).
struct StackAdapter {
  GpuStack stack = GpuStack::None;
  std::unique_ptr<CapacityReader> capacity;
  std::unique_ptr<UsageReader> usage;
};

}  // namespace cardinal
