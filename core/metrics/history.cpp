// SPDX-License-Identifier: Apache-2.0
#include "core/metrics/history.h"

#include <algorithm>

namespace cardinal {

UnixSeconds historyStep(const HistoryQuery& query) noexcept {
  constexpr UnixSeconds kMostPoints = 11'000;
  const UnixSeconds range = std::max<UnixSeconds>(0, query.end - query.start);
  const UnixSeconds points = std::clamp<UnixSeconds>(query.points, 2, kMostPoints);
  return std::max(kLeastStep, (range + points - 1) / points);
}

}  // namespace cardinal
