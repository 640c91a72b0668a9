// SPDX-License-Identifier: Apache-2.0
#include "core/model/gpu.h"

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
  }
  return "none";
}

const char* toString(FindingCode code) noexcept {
  switch (code) {
    case FindingCode::UnknownModeLabel:
      return "UnknownModeLabel";
    case FindingCode::UnknownPlacementLabel:
      return "UnknownPlacementLabel";
    case FindingCode::ModeResourceMissing:
      return "ModeResourceMissing";
    case FindingCode::SeveralModesPublished:
      return "SeveralModesPublished";
    case FindingCode::CardCountMissing:
      return "CardCountMissing";
    case FindingCode::MemoryRemainder:
      return "MemoryRemainder";
    case FindingCode::AllocatableBelowCapacity:
      return "AllocatableBelowCapacity";
    case FindingCode::AbsurdCapacity:
      return "AbsurdCapacity";
    case FindingCode::FieldUnreadable:
      return "FieldUnreadable";
    case FindingCode::MalformedAllocation:
      return "MalformedAllocation";
    case FindingCode::CardOutOfRange:
      return "CardOutOfRange";
    case FindingCode::CardOverAllocated:
      return "CardOverAllocated";
    case FindingCode::AllocationMissing:
      return "AllocationMissing";
    case FindingCode::AllocationContradictsRequest:
      return "AllocationContradictsRequest";
    case FindingCode::PodContradictsMode:
      return "PodContradictsMode";
    case FindingCode::NodeMissing:
      return "NodeMissing";
    case FindingCode::TooManyPodsOnCard:
      return "TooManyPodsOnCard";
    case FindingCode::MemoryUnitUnknown:
      return "MemoryUnitUnknown";
    case FindingCode::AnnotationsContradict:
      return "AnnotationsContradict";
    case FindingCode::AnnotationsIncomplete:
      return "AnnotationsIncomplete";
    case FindingCode::CardSizeContradicts:
      return "CardSizeContradicts";
    case FindingCode::CardCountContradicts:
      return "CardCountContradicts";
    case FindingCode::CardHeldTwice:
      return "CardHeldTwice";
    case FindingCode::NodeOverAllocated:
      return "NodeOverAllocated";
    case FindingCode::OutsideLedger:
      return "OutsideLedger";
    case FindingCode::InitMemoryUncounted:
      return "InitMemoryUncounted";
    case FindingCode::AssumedTooLong:
      return "AssumedTooLong";
    case FindingCode::TerminatingTooLong:
      return "TerminatingTooLong";
    case FindingCode::StackNotRead:
      return "StackNotRead";
    case FindingCode::SlicedCountUnknown:
      return "SlicedCountUnknown";
    case FindingCode::ReplicasLabelWrong:
      return "ReplicasLabelWrong";
    case FindingCode::MigLayoutInvalid:
      return "MigLayoutInvalid";
    case FindingCode::StaleResource:
      return "StaleResource";
    case FindingCode::MigChangeRunning:
      return "MigChangeRunning";
    case FindingCode::MigChangeFailed:
      return "MigChangeFailed";
    case FindingCode::PluginDisabled:
      return "PluginDisabled";
    case FindingCode::DriverUpgradeRunning:
      return "DriverUpgradeRunning";
    case FindingCode::GpuNotSchedulable:
      return "GpuNotSchedulable";
    case FindingCode::SeveralStacks:
      return "SeveralStacks";
    case FindingCode::VmPassthrough:
      return "VmPassthrough";
    case FindingCode::ReservationsNotRead:
      return "ReservationsNotRead";
    case FindingCode::ReservationUnreadable:
      return "ReservationUnreadable";
  }
  return "FieldUnreadable";
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
