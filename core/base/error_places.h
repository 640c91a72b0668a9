// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace cardinal {

/// `place` of an error LimitExceeded that stands for the memory of the program: only a part was read.
inline constexpr const char* kMemoryPlace = "memory";

}  // namespace cardinal
