// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/gpu.h"
#include "core/record/byte_stream.h"

namespace cardinal {

/// True for values that have a name; the compiler says where a new one is missing.
constexpr bool isKnownValue(GpuStack stack) {
  switch (stack) {
    case GpuStack::None:
    case GpuStack::Gpushare:
    case GpuStack::Ack:
    case GpuStack::Nvidia:
    case GpuStack::Hami:
    case GpuStack::Volcano:
    case GpuStack::GpuManager:
    case GpuStack::Koordinator:
    case GpuStack::Kai:
    case GpuStack::Dra:
    case GpuStack::Bitfusion:
    case GpuStack::Other:
      return true;
  }
  return false;
}
constexpr bool isKnownValue(GpuMode mode) {
  switch (mode) {
    case GpuMode::None:
    case GpuMode::Exclusive:
    case GpuMode::Gpushare:
    case GpuMode::Cgpu:
    case GpuMode::CoreMem:
    case GpuMode::Share:
    case GpuMode::Mps:
    case GpuMode::Topology:
    case GpuMode::Mig:
    case GpuMode::Disabled:
    case GpuMode::Unknown:
    case GpuMode::TimeSlicing:
    case GpuMode::MpsSlots:
    case GpuMode::Slots:
    case GpuMode::MigSingle:
    case GpuMode::MigMixed:
    case GpuMode::Vgpu:
    case GpuMode::Claims:
    case GpuMode::RemotePool:
    case GpuMode::Resource:
    case GpuMode::NotRead:
    case GpuMode::NoPlugin:
      return true;
  }
  return false;
}

/// A value that has a name; anything else cannot be read.
template <typename Enum>
Enum readKnownValue(ByteReader& in) {
  const auto value = static_cast<Enum>(in.below(256));
  if (isKnownValue(value)) return value;
  in.fail();
  return Enum{};
}

}  // namespace cardinal
