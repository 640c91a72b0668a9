// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <limits>

#include "core/base/quantity.h"

namespace cardinal::alloc {

/// A quantity in billionths, with room for sums and differences of any that the API can have.
__extension__ typedef __int128 Exact;

inline constexpr Exact kExactUnit = 1'000'000'000;

inline Exact exactly(const Quantity& amount) {
  return Exact{amount.floor()} * kExactUnit + amount.nanoAboveFloor();
}

/// Whole units, fractions rounded up, as Quantity.Value() of Kubernetes.
inline Exact wholeUnits(Exact amount) {
  const Exact whole = amount / kExactUnit;
  return amount > whole * kExactUnit ? whole + 1 : whole;
}

}  // namespace cardinal::alloc
