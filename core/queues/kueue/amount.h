// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>

#include "core/base/quantity.h"

namespace cardinal::queues {

/// What Kueue counts with: cpu in thousandths of a core, bytes of memory, pieces of everything else. Its largest value
/// stands for "no limit" and stays that in sums.
using Amount = std::int64_t;
inline constexpr Amount kUnlimited = std::numeric_limits<Amount>::max();

/// Sum and difference; saturate. Nothing but "no limit" takes "no limit" away.
Amount plus(Amount a, Amount b);
Amount minus(Amount a, Amount b);

Amount amountOf(std::string_view resource, const Quantity& quantity);
/// As Kueue prints it: "1500m", "8Gi", "24".
std::string amountText(std::string_view resource, Amount amount);

}  // namespace cardinal::queues
