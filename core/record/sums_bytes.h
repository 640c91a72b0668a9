// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/record/allocation_sums.h"

namespace cardinal {

/// Sums as packed bytes, and back; nothing for bytes that are no sums. Foreign bytes are harmless.
std::string toBytes(const AllocationSums& sums);
std::optional<AllocationSums> sumsOf(std::string_view bytes);

}  // namespace cardinal
