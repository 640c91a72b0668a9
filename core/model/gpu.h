// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/base/ids.h"
#include "core/base/units.h"

namespace cardinal {

/// Which GPU stack publishes the node's cards.
enum class GpuStack : std::uint8_t { None, Gpushare, Ack, Nvidia };

/// How the cards of a node may be requested. Names and meaning: `ack.node.gpu.schedule` (ACK documentation "Enable
/// scheduling features"); `Gpushare` is the open-source gpushare stack, which has no such label.
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
};

/// `ack.node.gpu.placement`: how a card is chosen inside one node.
enum class Placement : std::uint8_t { Binpack, Spread };

enum class CardHealth : std::uint8_t { Unknown, Healthy, Unhealthy };

/// One physical card. Plain value of fixed size: snapshots hold them in one contiguous array.
struct Card {
  NodeIndex node;              ///< in the snapshot that holds the card
  std::uint16_t index = 0;     ///< on the node
  CardHealth health = CardHealth::Unknown;
  bool memoryKnown = false;    ///< memTotal and memAllocated mean something
  bool coreKnown = false;      ///< coreTotal and coreAllocated mean something (core_mem nodes, whole cards)
  bool holderKnown = true;     ///< false: whole cards of which the API tells only how many are held, not which; `held` then
                               ///< marks the first n cards of the node as stand-ins
  bool held = false;           ///< whole-card modes: taken by a pod
  std::uint16_t pods = 0;      ///< pods with a share on this card
  MemUnits memTotal;
  MemUnits memAllocated;       ///< by the rule of kubectl-inspect (bound, not terminal pods, terminating ones included)
  MemUnits memScheduler;       ///< by the rule of the scheduler that owns the node (terminating pods left out); what placement uses
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
  bool operator==(const CardShare&) const = default;
};

/// Where the allocation of a pod was read.
enum class AllocationSource : std::uint8_t {
  None,          ///< nothing told (or not bound)
  AckV2,         ///< scheduler.framework.gpushare.allocation
  GpushareV1,    ///< ALIYUN_COM_GPU_MEM_IDX
  WholeCards,    ///< a count of whole cards, card not told
  TopologyList,  ///< topology annotations
};

/// What a pod asks of the GPU stack, summed over its regular containers' limits.
struct GpuRequest {
  enum class Kind : std::uint8_t {
    None,          ///< asks for no GPU
    Shared,        ///< aliyun.com/gpu-mem, with or without gpu-core.percentage
    WholeCards,    ///< nvidia.com/gpu
    Topology,      ///< aliyun.com/gpu
    Unrecognised,  ///< asks for a GPU resource that this program does not place; see `resource`
  };
  Kind kind = Kind::None;
  MemUnits memory;       ///< Shared: in total over all cards
  CorePercent core;      ///< Shared: in total over all cards; 0 = not asked
  bool asksCore = false; ///< Shared: gpu-core.percentage is asked
  int cards = 1;         ///< Shared: label aliyun.com/gpu-count (1 when absent or "0"); WholeCards/Topology: the count
  bool multiCard = false;///< the label is set and above 0
  bool initMemory = false;     ///< an init container asks gpu-mem too
  MemUnits nodeMemory;         ///< what the node sum must have: max(sum of regular, largest init container)
  bool wholeDevice = false;    ///< label ack.gpushare.placement=require-whole-device
  std::string resource;        ///< Unrecognised: the resource's name
  std::vector<Error> problems; ///< rules broken by the request itself (not divisible, core not a multiple of 5, ...)

  bool operator==(const GpuRequest& o) const {
    return kind == o.kind && memory == o.memory && core == o.core && asksCore == o.asksCore && cards == o.cards &&
           multiCard == o.multiCard && nodeMemory == o.nodeMemory && wholeDevice == o.wholeDevice && resource == o.resource;
  }
  /// Memory on each card; meaningless when `problems` is not empty.
  MemUnits memoryPerCard() const { return MemUnits(cards > 0 ? memory.value / cards : memory.value); }
  CorePercent corePerCard() const { return CorePercent(cards > 0 ? core.value / cards : core.value); }
};

/// Something about a node or pod that does not agree with itself; shown, never hidden.
enum class FindingCode : std::uint8_t {
  UnknownModeLabel,        ///< detail = label value
  UnknownPlacementLabel,   ///< detail = label value
  ModeResourceMissing,     ///< the label's resource is absent or 0; detail = resource
  SeveralModesPublished,   ///< resources of two modes above 0; detail = resources
  CardCountMissing,        ///< gpu-mem without gpu-count
  MemoryRemainder,         ///< total does not divide by the cards: needed = units lost
  AllocatableBelowCapacity,///< gpu-mem allocatable below capacity
  AbsurdCapacity,          ///< negative or impossible number; detail = field
  FieldUnreadable,         ///< detail = field and value
  MalformedAllocation,     ///< a pod's allocation annotation cannot be read; detail = annotation
  CardOutOfRange,          ///< a pod names a card the node does not have
  CardOverAllocated,       ///< card holds more than it has: needed = what it has, found = what it holds, detail = resource
  AllocationMissing,       ///< bound GPU pod without a card
  AllocationContradictsRequest, ///< annotation and limits differ
  PodContradictsMode,      ///< a pod's request form does not belong to the node's mode
  NodeMissing,             ///< a pod is bound to a node that does not exist
  TooManyPodsOnCard,       ///< more than the documented limit of cGPU: needed = the limit, found = pods
  MemoryUnitUnknown,
  AnnotationsContradict,   ///< both generations of annotations name other cards: needed = the second's, found = the first's
  AnnotationsIncomplete,   ///< a card is written, but not all that the device plugin needs; detail = the missing keys
  CardSizeContradicts,     ///< the card size written on a pod is not the node's: needed = the node's, found = the pod's
  CardCountContradicts,    ///< number of cards: needed = asked, found = named; detail = the key that asks
  CardHeldTwice,           ///< whole cards: `pod` names a card that the pod in `detail` names too; found = how many pods
  NodeOverAllocated,       ///< pods ask more of `detail` than the node can give: needed = allocatable, found = asked
  OutsideLedger,           ///< a card is written, but the node's scheduler does not count the pod; detail = annotation
  InitMemoryUncounted,     ///< an init container asks more than the others: the node's sum holds `found`, cards `needed`
  AssumedTooLong,          ///< the device plugin has not confirmed the card: found = seconds since it was written
  TerminatingTooLong,      ///< the pod should be gone: found = seconds since then
};
/// The last of the codes, for those who go through all of them.
inline constexpr FindingCode kLastFindingCode = FindingCode::TerminatingTooLong;

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
constexpr bool isWholeCardMode(GpuMode mode) { return mode == GpuMode::Exclusive || mode == GpuMode::Topology; }

}  // namespace cardinal
