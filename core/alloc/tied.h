// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace cardinal {

/// `tied` of an answer with candidates, and of placements: unknown, for it hangs on pods before it.
inline constexpr std::uint32_t kTiedUnknown = 0;

}  // namespace cardinal
