// SPDX-License-Identifier: Apache-2.0
#include "core/model/gpu.h"

#include <iterator>

namespace cardinal {

bool isLedgerMismatch(FindingCode code) noexcept {
  switch (code) {
    case FindingCode::MalformedAllocation:
    case FindingCode::CardOutOfRange:
    case FindingCode::CardOverAllocated:
    case FindingCode::AllocationMissing:
    case FindingCode::AllocationContradictsRequest:
    case FindingCode::PodContradictsMode:
    case FindingCode::NodeMissing:
    case FindingCode::AnnotationsContradict:
    case FindingCode::AnnotationsIncomplete:
    case FindingCode::CardSizeContradicts:
    case FindingCode::CardCountContradicts:
    case FindingCode::CardHeldTwice:
    case FindingCode::NodeOverAllocated:
    case FindingCode::OutsideLedger:
    case FindingCode::AssumedTooLong:
    case FindingCode::TerminatingTooLong:
      return true;
    // OrphanedShare: reservation pods stand in a namespace of their own, which may not be read. The ledger knows.
    default:
      return false;
  }
}

const char* toString(GpuMode mode) noexcept {
  switch (mode) {
    case GpuMode::None:
      return "none";
    case GpuMode::Exclusive:
      return "default";
    case GpuMode::Gpushare:
      return "gpushare";
    case GpuMode::Cgpu:
      return "cgpu";
    case GpuMode::CoreMem:
      return "core_mem";
    case GpuMode::Share:
      return "share";
    case GpuMode::Mps:
      return "mps";
    case GpuMode::Topology:
      return "topology";
    case GpuMode::Mig:
      return "mig";
    case GpuMode::Disabled:
      return "disabled";
    case GpuMode::Unknown:
      return "unknown";
    case GpuMode::TimeSlicing:
      return "time-slicing";
    case GpuMode::MpsSlots:
      return "nvidia-mps";
    case GpuMode::Slots:
      return "sliced";
    case GpuMode::MigSingle:
      return "mig-single";
    case GpuMode::MigMixed:
      return "mig-mixed";
    case GpuMode::Vgpu:
      return "vgpu";
    case GpuMode::Claims:
      return "dra";
    case GpuMode::RemotePool:
      return "remote-pool";
    case GpuMode::Resource:
      return "extended-resource";
    case GpuMode::NotRead:
      return "not-read";
    case GpuMode::NoPlugin:
      return "no-plugin";
    case GpuMode::Whole:
      return "whole";
    case GpuMode::Partitions:
      return "partitions";
  }
  return "unknown";
}

const char* toString(Placement placement) noexcept {
  return placement == Placement::Spread ? "spread" : "binpack";
}

const char* toString(GpuStack stack) noexcept {
  switch (stack) {
    case GpuStack::None:
      return "none";
    case GpuStack::Gpushare:
      return "gpushare";
    case GpuStack::Ack:
      return "ack";
    case GpuStack::Nvidia:
      return "nvidia";
    case GpuStack::Hami:
      return "hami";
    case GpuStack::Volcano:
      return "volcano";
    case GpuStack::GpuManager:
      return "gpu-manager";
    case GpuStack::Koordinator:
      return "koordinator";
    case GpuStack::Kai:
      return "kai";
    case GpuStack::Dra:
      return "dra";
    case GpuStack::Bitfusion:
      return "bitfusion";
    case GpuStack::Other:
      return "other";
    case GpuStack::Amd:
      return "amd";
  }
  return "none";
}

const char* toString(FindingCode code) noexcept {
  static constexpr const char* kNames[] = {"UnknownModeLabel",
                                           "UnknownPlacementLabel",
                                           "ModeResourceMissing",
                                           "SeveralModesPublished",
                                           "CardCountMissing",
                                           "MemoryRemainder",
                                           "AllocatableBelowCapacity",
                                           "AbsurdCapacity",
                                           "FieldUnreadable",
                                           "MalformedAllocation",
                                           "CardOutOfRange",
                                           "CardOverAllocated",
                                           "AllocationMissing",
                                           "AllocationContradictsRequest",
                                           "PodContradictsMode",
                                           "NodeMissing",
                                           "TooManyPodsOnCard",
                                           "MemoryUnitUnknown",
                                           "AnnotationsContradict",
                                           "AnnotationsIncomplete",
                                           "CardSizeContradicts",
                                           "CardCountContradicts",
                                           "CardHeldTwice",
                                           "NodeOverAllocated",
                                           "OutsideLedger",
                                           "InitMemoryUncounted",
                                           "AssumedTooLong",
                                           "TerminatingTooLong",
                                           "StackNotRead",
                                           "SlicedCountUnknown",
                                           "ReplicasLabelWrong",
                                           "MigLayoutInvalid",
                                           "StaleResource",
                                           "MigChangeRunning",
                                           "MigChangeFailed",
                                           "PluginDisabled",
                                           "DriverUpgradeRunning",
                                           "GpuNotSchedulable",
                                           "SeveralStacks",
                                           "VmPassthrough",
                                           "ReservationsNotRead",
                                           "ReservationUnreadable",
                                           "ErdmaDeviceFailed",
                                           "SmcRWithoutErdma",
                                           "OrphanedShare"};
  static_assert(std::size(kNames) == static_cast<std::size_t>(kLastFindingCode) + 1);
  return kNames[static_cast<std::size_t>(code)];
}

const char* toString(MemoryUnit unit) noexcept {
  switch (unit) {
    case MemoryUnit::Unknown:
      return "unknown";
    case MemoryUnit::GiB:
      return "GiB";
    case MemoryUnit::MiB:
      return "MiB";
    case MemoryUnit::MiB128:
      return "128MiB";
  }
  return "unknown";
}

}  // namespace cardinal
