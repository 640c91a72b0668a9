// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/base/ids.h"
#include "core/base/units.h"

namespace cardinal {

/// Which GPU stack publishes the node's cards.
enum class GpuStack : std::uint8_t {
  None,
  Gpushare,
  Ack,
  Nvidia,       ///< device plugin or GPU operator: whole cards, time-slicing, MPS, MIG
  Hami,         ///< Project-HAMi
  Volcano,      ///< Volcano vGPU
  GpuManager,   ///< Tencent gpu-manager (vcuda)
  Koordinator,  ///< Koordinator DeviceShare
  Kai,          ///< KAI scheduler: shares cards of another stack by annotations and reservation pods
  Dra,          ///< Dynamic Resource Allocation: ResourceSlices and claims
  Bitfusion,    ///< a remote pool, no cards of the node
  Other,        ///< an accelerator of which only an extended resource is known
  Amd,          ///< AMD's device plugin or GPU operator: whole cards and partitions
};
inline constexpr GpuStack kLastGpuStack = GpuStack::Amd;

/// How the cards of a node may be requested. The first are values of the label `ack.node.gpu.schedule` (ACK
/// documentation "Enable scheduling features"); `Gpushare` is the open-source gpushare stack, which has no such label.
enum class GpuMode : std::uint8_t {
  None,       ///< no GPU resource at all
  Exclusive,  ///< whole cards, nvidia.com/gpu (`default` or no label)
  Gpushare,   ///< open source: gpu-mem, nothing isolated
  Cgpu,       ///< gpu-mem, memory isolated
  CoreMem,    ///< gpu-mem and gpu-core.percentage, both isolated
  Share,      ///< gpu-mem, nothing isolated
  Mps,        ///< gpu-mem, isolated by MPS
  Topology,   ///< whole cards, aliyun.com/gpu, by link bandwidth
  Mig,        ///< MIG instances; their resource names are not known
  Disabled,   ///< no ACK plugin runs on the node
  Unknown,    ///< a label value we do not know
  // NVIDIA device plugin.
  TimeSlicing,  ///< several slots a card, nothing isolated
  MpsSlots,     ///< several slots a card, each with an equal part of memory and compute
  Slots,        ///< more devices than cards: sliced, by which method is not known
  MigSingle,    ///< nvidia.com/gpu counts MIG instances of one profile
  MigMixed,     ///< nvidia.com/mig-<profile>, beside whole cards that are not in MIG mode
  // Other stacks.
  Vgpu,        ///< memory and compute of a card are shared out by the stack's own scheduler
  Claims,      ///< devices are claimed (Dynamic Resource Allocation)
  RemotePool,  ///< devices of other machines
  Resource,    ///< an extended resource that kube-scheduler counts; its cards are not known
  NotRead,     ///< the stack is recognised, what it publishes is not read
  NoPlugin,    ///< a GPU is present, no plugin offers it
  // Device plugins of other vendors, whose resources kube-scheduler counts.
  Whole,       ///< whole cards of another resource than nvidia.com/gpu: NodeDevices::wholeResource
  Partitions,  ///< the cards are cut, and their parts are requested
};
inline constexpr GpuMode kLastGpuMode = GpuMode::Partitions;

/// `ack.node.gpu.placement`: how a card is chosen inside one node.
enum class Placement : std::uint8_t { Binpack, Spread };

enum class CardHealth : std::uint8_t { Unknown, Healthy, Unhealthy };

/// One physical card. Plain value of fixed size: snapshots hold them in one contiguous array.
struct Card {
  NodeIndex node;           ///< in the snapshot that holds the card
  std::uint16_t index = 0;  ///< on the node
  CardHealth health = CardHealth::Unknown;
  bool memoryKnown = false;      ///< memTotal and memAllocated mean something
  bool coreKnown = false;        ///< coreTotal and coreAllocated mean something (core_mem nodes, whole cards)
  bool holderKnown = true;       ///< false: of the whole cards the API says only how many are held, not which; `held`
                                 ///< then marks the first n cards of the node as stand-ins
  bool held = false;             ///< whole-card modes: taken by a pod
  std::uint16_t pods = 0;        ///< pods with a share on this card
  bool slotsHeldKnown = false;   ///< slotsHeld means something
  std::uint16_t slotsTotal = 0;  ///< pods the card takes at once; 0 = the stack does not limit them, or not known
  std::uint16_t slotsHeld = 0;   ///< of them taken
  MemUnits memTotal;
  MemUnits memAllocated;  ///< by the rule of kubectl-inspect (bound, not terminal pods, terminating ones included)
  MemUnits memScheduler;  ///< by the rule of the scheduler that owns the node (terminating pods left out); what
                          ///< placement uses
  CorePercent coreTotal;
  CorePercent coreAllocated;
  CorePercent coreScheduler;

  bool operator==(const Card&) const = default;
};

/// What one pod holds on one card. `card == kPendingCard`: bound, but the card is not known.
struct CardShare {
  CardIndex card = kPendingCard;
  MemUnits memory;
  CorePercent core;
  std::uint16_t slotsTaken = 0;  ///< where the card has slots
  bool operator==(const CardShare&) const = default;
};

/// Where the allocation of a pod was read.
enum class AllocationSource : std::uint8_t {
  None,                ///< nothing recorded (or not bound)
  AckV2,               ///< scheduler.framework.gpushare.allocation
  GpushareV1,          ///< ALIYUN_COM_GPU_MEM_IDX
  WholeCards,          ///< a count of whole cards, card unknown
  TopologyList,        ///< topology annotations
  Counted,             ///< a count of an extended resource, card unknown
  HamiDevices,         ///< hami.io/vgpu-devices-allocated
  VolcanoDevices,      ///< volcano.sh/devices-to-allocate and its kin
  GpuManagerIndices,   ///< tencent.com/predicate-gpu-idx-*
  KoordinatorDevices,  ///< scheduling.koordinator.sh/device-allocated
  ReservationPod,      ///< KAI: the reservation pod of the shared card
  ClaimResult,         ///< allocation of a ResourceClaim
};

/// An amount of an accelerator's resource as a pod names it.
struct ResourceAsk {
  std::string resource;     ///< "nvidia.com/gpumem", "nvidia.com/mig-1g.10gb", annotation "gpu-fraction", ...
  std::int64_t amount = 0;  ///< effective for the pod, in the resource's own unit
  bool operator==(const ResourceAsk&) const = default;
};

/// A request for parts of cards by amount: aliyun.com/gpu-mem, with or without gpu-core.percentage.
struct SharedAmounts {
  MemUnits memory;           ///< in total over all cards
  MemUnits nodeMemory;       ///< what the node sum must have: max(sum of regular, largest init container)
  CorePercent core;          ///< in total over all cards; 0 = not requested
  int cards = 1;             ///< label aliyun.com/gpu-count (1 when absent or "0")
  bool multiCard = false;    ///< the label is set and above 0
  bool asksCore = false;     ///< gpu-core.percentage is requested
  bool wholeDevice = false;  ///< label ack.gpushare.placement=require-whole-device

  bool operator==(const SharedAmounts&) const = default;
  /// Memory on each card; meaningless when the request has problems.
  MemUnits memoryPerCard() const { return MemUnits(cards > 0 ? memory.value / cards : memory.value); }
  CorePercent corePerCard() const { return CorePercent(cards > 0 ? core.value / cards : core.value); }
};

/// What a pod asks of the GPU stack, summed over its regular containers' limits. Figures mean something for some kinds
/// only, and are given for these alone: no amount of memory is ever read as a number of cards.
struct GpuRequest {
  enum class Kind : std::uint8_t {
    None,        ///< asks for no GPU
    Shared,      ///< aliyun.com/gpu-mem, with or without gpu-core.percentage
    WholeCards,  ///< nvidia.com/gpu
    Topology,    ///< aliyun.com/gpu
    Counted,     ///< another extended resource that kube-scheduler counts: see `resource` and `number()`
    Vgpu,        ///< memory or compute of cards, shared out by the scheduler of `stack`
    Claims,      ///< ResourceClaims
  };

  /// Asks for no GPU.
  GpuRequest() = default;
  /// Of kind Shared.
  static GpuRequest ofShared(const SharedAmounts& amounts) {
    GpuRequest out(Kind::Shared, kNoNumber);
    out.m_shared = amounts;
    return out;
  }
  /// Of kind WholeCards or Topology.
  static GpuRequest ofCards(Kind kind, int cards) { return {kind, cards}; }
  /// Of kind Counted, Vgpu or Claims. `number`: of cards or devices; nothing = what is requested does not count any.
  static GpuRequest ofResources(Kind kind, std::optional<int> number) { return {kind, number.value_or(kNoNumber)}; }

  Kind kind() const noexcept { return m_kind; }
  /// Nothing = of another kind than Shared.
  std::optional<SharedAmounts> shared() const noexcept {
    return m_kind == Kind::Shared ? std::optional(m_shared) : std::nullopt;
  }
  /// Of kind Shared, and for more than 0 of memory.
  bool asksSharedMemory() const noexcept { return m_kind == Kind::Shared && m_shared.memory.value > 0; }
  /// Of kind Shared, and with gpu-core.percentage.
  bool asksSharedCore() const noexcept { return m_kind == Kind::Shared && m_shared.asksCore; }
  /// Nothing = of another kind than WholeCards and Topology.
  std::optional<int> wholeCards() const noexcept {
    const bool isWhole = m_kind == Kind::WholeCards || m_kind == Kind::Topology;
    return isWhole ? std::optional(m_number) : std::nullopt;
  }
  /// Whole cards, or devices of `resource`; nothing = the request does not go by number.
  std::optional<int> number() const noexcept { return m_number != kNoNumber ? std::optional(m_number) : std::nullopt; }

  GpuStack stack = GpuStack::None;  ///< Vgpu, Claims: whose resources or annotations
  std::vector<ResourceAsk> asks{};  ///< Counted, Vgpu, Claims: everything that is requested, by name
  std::string resource;             ///< Counted, Vgpu, Claims: the first resource's name
  std::vector<Error> problems;  ///< rules broken by the request itself (not divisible, core not a multiple of 5, ...)

  /// Problems do not count.
  bool operator==(const GpuRequest& o) const {
    return m_kind == o.m_kind && m_number == o.m_number && m_shared == o.m_shared && resource == o.resource &&
           stack == o.stack && asks == o.asks;
  }

 private:
  static constexpr int kNoNumber = -1;
  GpuRequest(Kind kind, int number) : m_kind(kind), m_number(number) {}

  Kind m_kind = Kind::None;
  int m_number = kNoNumber;
  SharedAmounts m_shared;  ///< of kind Shared
};

/// Something about a node or pod that does not agree with itself; shown, never hidden.
enum class FindingCode : std::uint8_t {
  UnknownModeLabel,          ///< detail = label value
  UnknownPlacementLabel,     ///< detail = label value
  ModeResourceMissing,       ///< the label's resource is absent or 0; detail = resource
  SeveralModesPublished,     ///< resources of two modes above 0; detail = resources
  CardCountMissing,          ///< gpu-mem without gpu-count
  MemoryRemainder,           ///< total does not divide by the cards: needed = units lost
  AllocatableBelowCapacity,  ///< gpu-mem allocatable below capacity
  AbsurdCapacity,            ///< negative or impossible number; detail = field
  FieldUnreadable,           ///< detail = field and value
  MalformedAllocation,       ///< a pod's allocation annotation cannot be read; detail = annotation
  CardOutOfRange,            ///< a pod names a card the node does not have
  CardOverAllocated,  ///< card holds more than it has: needed = what it has, found = what it holds, detail = resource
  AllocationMissing,  ///< bound GPU pod without a card
  AllocationContradictsRequest,  ///< annotation and limits differ
  PodContradictsMode,            ///< a pod's request form does not belong to the node's mode
  NodeMissing,                   ///< a pod is bound to a node that does not exist
  TooManyPodsOnCard,             ///< more than the documented limit of cGPU: needed = the limit, found = pods
  MemoryUnitUnknown,
  AnnotationsContradict,  ///< both generations of annotations name other cards: needed = the second's, found = the
                          ///< first's
  AnnotationsIncomplete,  ///< a card is written, but not all that the device plugin needs; detail = the missing keys
  CardSizeContradicts,    ///< the card size written on a pod is not the node's: needed = the node's, found = the pod's
  CardCountContradicts,   ///< number of cards: needed = requested, found = named; detail = the requesting key
  CardHeldTwice,          ///< whole cards: `pod` names a card that the pod in `detail` names too; found = how many pods
  NodeOverAllocated,      ///< pods request more of `detail` than the node has: needed = allocatable, found = requested
  OutsideLedger,          ///< a card is written, but the node's scheduler does not count the pod; detail = annotation
  InitMemoryUncounted,    ///< an init container asks more than the others: the node's sum holds `found`, cards `needed`
  AssumedTooLong,         ///< the device plugin has not confirmed the card: found = seconds since it was written
  TerminatingTooLong,     ///< the pod should be gone: found = seconds since then
  StackNotRead,           ///< the node belongs to a stack that is not read yet; detail = what it publishes
  SlicedCountUnknown,  ///< sliced cards: found = devices offered, needed = cards that the labels count (0 = none); they
                       ///< do not divide
  ReplicasLabelWrong,  ///< nvidia.com/gpu.replicas says `needed`, the node publishes `found` per card
  MigLayoutInvalid,    ///< strategy single with cards that differ; detail = product
  StaleResource,       ///< a resource that no plugin serves any more is still published; detail = resource
  MigChangeRunning,    ///< mig-manager is at work or stuck; detail = nvidia.com/mig.config.state
  MigChangeFailed,     ///< detail = nvidia.com/mig.config
  PluginDisabled,      ///< nvidia.com/gpu.deploy.device-plugin=false
  DriverUpgradeRunning,   ///< detail = nvidia.com/gpu-driver-upgrade-state
  GpuNotSchedulable,      ///< a GPU is present and no plugin offers it; detail = the label that says so
  SeveralStacks,          ///< detail = the stacks; the first owns the node
  VmPassthrough,          ///< nvidia.com/gpu.workload.config: the node serves virtual machines; detail = the value
  ReservationsNotRead,    ///< Koordinator's Reservations were not read: what they keep looks free
  ReservationUnreadable,  ///< the cards that a Reservation holds cannot be read; detail = its name
  ErdmaDeviceFailed,      ///< an elastic RDMA interface is not set up; detail = its id and the controller's message
  SmcRWithoutErdma,       ///< `pod` has the annotation of SMC-R and requests no aliyun/erdma
  OrphanedShare,  ///< KAI: `pod` runs on a shared card whose reservation pod is not there; detail = the GPU group
};
/// The last of the codes, for those who go through all of them.
inline constexpr FindingCode kLastFindingCode = FindingCode::OrphanedShare;

struct Finding {
  FindingCode code = FindingCode::FieldUnreadable;
  CardIndex card = kPendingCard;  ///< -1 = whole node
  std::string pod;                ///< "namespace/name" where a pod is meant
  std::string detail;
  std::int64_t needed = 0;
  std::int64_t found = 0;
  bool operator==(const Finding&) const = default;
};

/// True for findings that mean: the scheduler's ledger and the pods disagree.
bool isLedgerMismatch(FindingCode code) noexcept;

/// Label values and short names ("cgpu", "core_mem", ...); stable, not for translation.
const char* toString(GpuMode mode) noexcept;
const char* toString(Placement placement) noexcept;
const char* toString(GpuStack stack) noexcept;
const char* toString(FindingCode code) noexcept;
const char* toString(MemoryUnit unit) noexcept;

/// True for modes whose pods ask aliyun.com/gpu-mem.
constexpr bool isSharedMode(GpuMode mode) {
  return mode == GpuMode::Gpushare || mode == GpuMode::Cgpu || mode == GpuMode::CoreMem || mode == GpuMode::Share ||
         mode == GpuMode::Mps;
}
/// True for modes in which several pods hold parts of a card by slots, instances or partitions that kube-scheduler
/// counts.
constexpr bool isSlicedMode(GpuMode mode) {
  return mode == GpuMode::TimeSlicing || mode == GpuMode::MpsSlots || mode == GpuMode::Slots ||
         mode == GpuMode::MigSingle || mode == GpuMode::MigMixed || mode == GpuMode::Partitions;
}
/// True for modes in which whole cards are requested by nvidia.com/gpu or aliyun.com/gpu.
constexpr bool isNvidiaCardMode(GpuMode mode) {
  return mode == GpuMode::Exclusive || mode == GpuMode::Topology;
}
constexpr bool isWholeCardMode(GpuMode mode) {
  return isNvidiaCardMode(mode) || mode == GpuMode::Whole;
}

}  // namespace cardinal
