// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace cardinal {

inline constexpr std::int64_t kMibPerGib = 1024;

}  // namespace cardinal
