// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/gpu.h"
#include "core/record/byte_stream.h"

namespace cardinal {

/// True for values that have a name: they follow one another up to the last.
constexpr bool isKnownValue(GpuStack stack) {
  return stack <= kLastGpuStack;
}
constexpr bool isKnownValue(GpuMode mode) {
  return mode <= kLastGpuMode;
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
