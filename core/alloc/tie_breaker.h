// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>

namespace cardinal {

/// Picks one of `count` equal candidates (0..count-1). The default takes the first.
using TieBreaker = std::function<std::size_t(std::size_t count)>;

}  // namespace cardinal
