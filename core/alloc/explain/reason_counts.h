// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/alloc/types.h"

namespace cardinal::alloc {

/// Nodes per reason, most frequent first, equal numbers by code. `byCode`: refused nodes by ReasonCode.
std::vector<ReasonCount> countReasons(const std::array<std::uint32_t, 256>& byCode);

}  // namespace cardinal::alloc
