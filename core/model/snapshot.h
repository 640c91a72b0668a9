// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/model/card_links.h"
#include "core/model/devices.h"
#include "core/model/gpu.h"
#include "core/model/kept_room.h"
#include "core/model/label_sketch.h"
#include "core/model/placement_row.h"
#include "core/model/raw.h"

namespace cardinal {

struct NodeExtras;     // core/model/extras/extra.h
struct ClusterExtras;  // likewise

/// A pod with what the adapters read from it. Immutable once published.
struct PodRecord {
  std::shared_ptr<const RawPod> raw;  ///< never null
  GpuRequest request;
  std::vector<CardShare>
      shares;  ///< effective allocation (rule of kubectl-inspect for shared modes), one entry per card, by card
  AllocationSource source = AllocationSource::None;
  bool countsForScheduler = false;  ///< holds its shares in the eyes of the node's scheduler
  bool countsForInspect = false;    ///< bound and not terminal

  const ObjectKey& key() const { return raw->meta.key; }
};
using PodPtr = std::shared_ptr<const PodRecord>;

/// What the adapters read from a node: how its cards may be requested.
struct NodeGpu {
  GpuStack stack = GpuStack::None;
  GpuMode mode = GpuMode::None;
  Placement placement = Placement::Binpack;
  bool placementLabelled = false;  ///< the label is present
  MemoryUnit unit = MemoryUnit::Unknown;
  std::string model;                  ///< as the node's labels say ("Tesla-V100-SXM2-32GB"); empty = unknown
  MemUnits memTotal;                  ///< allocatable of the node (not cards x per-card)
  MemUnits memCapacity;               ///< capacity of the node
  MemUnits perCardInspect;            ///< allocatable / count, truncated (kubectl-inspect's base)
  std::optional<int> maxPodsPerCard;  ///< label ack.node.gpu.max-pod
};

/// An image that a node holds, by name; names are compared by their hash.
struct ImageOnNode {
  std::uint64_t nameHash = 0;  ///< hashOfImage
  std::int64_t bytes = 0;
};
/// Stable within one process.
std::uint64_t hashOfImage(std::string_view name);

/// What the scheduler's rules between pods need of a node's bound, not terminal pods, GPU or not.
struct SchedulerView {
  std::vector<std::shared_ptr<const RawPod>> pods;
  std::uint32_t podsWithAffinity = 0;                                      ///< pods with rules on other pods
  std::int32_t lowestPriority = std::numeric_limits<std::int32_t>::max();  ///< of the pods; the maximum where none is
  LabelSketch labels;                                                      ///< of the pods
  /// By position in `pods`: a hash of namespace, labels, controller and whether the pod is terminating. Pods of one
  /// class are the same to every rule between pods. Not kept up by those who change a copy.
  std::vector<LabelHash> podClasses;
  bool hasSpreadLabels = false;     ///< the node has the labels of the default spread: hostname and zone
  std::int64_t cpuMilli = 0;        ///< requested, 100m for a container that names none
  std::int64_t memory = 0;          ///< requested, 200 MiB for a container that names none
  std::vector<ImageOnNode> images;  ///< every name of every image
};

/// A node with its cards, the GPU pods on it and what they hold. Immutable; unchanged nodes are shared between
/// snapshots.
struct NodeRecord {
  std::shared_ptr<const RawNode> raw;  ///< null for a node that only pods name
  std::string name;
  NodeReadiness readiness = NodeReadiness::Unknown;
  NodeGpu gpu;
  std::vector<Card> cards;  ///< by index; Card::node is set only in the snapshot's flat array
  std::vector<PodPtr>
      pods;  ///< pods that ask for GPUs, bound to this node, by namespace and name (terminal ones included)
  std::shared_ptr<const KeptRooms> kept{};  ///< what is kept for pods to come; null = nothing
  ResourceList requested;      ///< sums over all bound, not terminal pods (GPU or not), terminating included
  std::uint32_t podCount = 0;  ///< bound, not terminal pods
  MemUnits memPending;         ///< held by pods whose card is not known (PENDING of kubectl-inspect)
  int wholeCardsHeld = 0;      ///< whole-card modes: cards held by not terminal pods
  std::shared_ptr<const CardLinks>
      links{};  ///< topology nodes that report the links between their cards; null = not known
  std::shared_ptr<const NodeDevices> devices{};  ///< ids, slots, instances, unread resources; null = none of them
  std::shared_ptr<const NodeExtras> extras{};    ///< objects of GPU stacks that speak of the node; null = none of them
  std::vector<Finding> findings;
  SchedulerView scheduler;

  bool exists() const { return raw != nullptr; }
  bool unschedulable() const { return raw && raw->unschedulable; }
};
using NodePtr = std::shared_ptr<const NodeRecord>;

/// Sums over cards, derived; `unknown` counts cards whose memory is not known and which the sums leave out.
struct ClusterTotals {
  std::uint32_t nodes = 0;  ///< nodes with GPU cards
  std::uint32_t cards = 0;
  std::uint32_t cardsUnknown = 0;
  std::int64_t memAllocatedMib = 0;
  std::int64_t memTotalMib = 0;
  std::int64_t coreAllocated = 0;  ///< percent points over cards with known core
  std::int64_t coreTotal = 0;
  std::uint32_t pods = 0;         ///< GPU pods, not terminal
  std::uint32_t pendingPods = 0;  ///< GPU pods without a node, not terminal
};

/// What the records of existing nodes add up to, kept in step by whoever replaces a record.
struct NodeCounts {
  std::uint32_t podsWithAffinity = 0;  ///< bound, not terminal pods with rules on other pods
  std::uint32_t nodesWithImages = 0;   ///< nodes that report their images
  std::array<std::uint32_t, kMemoryUnits>
      sharing{};  ///< nodes in a mode that shares cards, by the unit in which they count memory

  void add(const NodeRecord& record) { count(record, 1); }
  void remove(const NodeRecord& record) { count(record, -1); }
  /// The unit in which most sharing nodes count; Unknown where none reports it.
  MemoryUnit commonUnit() const;
  bool operator==(const NodeCounts&) const = default;

 private:
  void count(const NodeRecord& record, int sign);
};

/// Objects by which rules between pods choose pods.
struct SelectorObjects {
  struct Service {
    std::string ns;
    StringMap selector;  ///< empty = selects nothing
  };
  std::map<std::string, StringMap, std::less<>> namespaceLabels;  ///< of every namespace, by name
  std::vector<Service> services;                                  ///< of every namespace
};

/// The whole observed state at one moment. Immutable; shared between threads as `shared_ptr<const ClusterSnapshot>`.
/// Nodes stand by name. Cards of node i are `cards[firstCard[i]] .. cards[firstCard[i+1]]`.
struct ClusterSnapshot {
  std::uint64_t generation = 0;          ///< grows with every published snapshot of one builder
  UnixSeconds time = 0;                  ///< when its newest part was received
  std::string serverVersion;             ///< "v1.20.2", empty = unknown
  std::string scope;                     ///< "" = whole cluster, else the namespaces that were visible, comma separated
  std::vector<NodePtr> nodes;            ///< nodes with GPUs or GPU pods first class; all nodes are here
  std::vector<Card> cards;               ///< flat copy of all cards, contiguous, in node order
  std::vector<std::uint32_t> firstCard;  ///< nodes.size() + 1 entries
  std::vector<PodPtr> unboundPods;       ///< GPU pods without a node, by namespace and name
  std::uint32_t otherPods = 0;           ///< pods that ask for no GPU (counted, not kept)
  std::vector<std::string> namespaces;   ///< sorted, those seen on pods
  /// Pods without a node, not terminal, for which the scheduler evicted others, by the node that they were nominated to
  /// and key: their room is kept from pods of lower priority.
  std::vector<std::shared_ptr<const RawPod>> nominatedPods;
  /// Pods without a node, not terminal, that ask for no GPU and name a group of pods (gangNameOf), by key; those that
  /// ask for GPUs are among `unboundPods`.
  std::vector<std::shared_ptr<const RawPod>> waitingMembers;
  std::shared_ptr<const SelectorObjects> selectors;                 ///< null = not read
  std::shared_ptr<const std::vector<RawDisruptionBudget>> budgets;  ///< of every namespace; null = not read
  std::shared_ptr<const ClusterExtras> extras;                      ///< objects of GPU stacks; null = none was read
  NodeCounts counts;
  PlacementRows rows;  ///< of the nodes, for questions about all of them; may lack any

  std::span<const Card> cardsOf(NodeIndex node) const {
    const auto first = firstCard[node.value];
    return {cards.data() + first, firstCard[node.value + 1] - first};
  }
  const NodeRecord& node(NodeIndex index) const { return *nodes[index.value]; }
  /// Null where the node has none.
  const PlacementRow* rowOf(NodeIndex index) const { return rows.find(index.value, nodes[index.value].get()); }
  /// Likewise.
  std::optional<RowLabels> rowLabelsOf(NodeIndex index) const {
    return rows.labels(index.value, nodes[index.value].get());
  }
  /// Binary search by name.
  std::optional<NodeIndex> findNode(std::string_view name) const;
};
using SnapshotPtr = std::shared_ptr<const ClusterSnapshot>;

/// Empty where they were not read, too.
std::span<const RawDisruptionBudget> budgetsIn(const ClusterSnapshot& snapshot);

/// Sums over the cards for which `include` holds; all cards when it is empty.
ClusterTotals totalsOf(const ClusterSnapshot& snapshot);

/// Allocated share of the card's memory, 0..; nothing when it is unknown. Whole cards: 1 when held.
std::optional<double> memoryFraction(const Card& card);
/// Allocated share of the card's compute, 0..; nothing when it is unknown.
std::optional<double> coreFraction(const Card& card);
/// Amount in MiB; nothing when the node's unit is unknown.
std::optional<std::int64_t> toMib(MemUnits amount, MemoryUnit unit);

}  // namespace cardinal
