// SPDX-License-Identifier: Apache-2.0
#include "core/alloc/explain/reason_counts.h"

#include <algorithm>

namespace cardinal::alloc {

std::vector<ReasonCount> countReasons(const std::array<std::uint32_t, 256>& byCode) {
  std::vector<ReasonCount> out;
  for (std::size_t code = 0; code < byCode.size(); ++code) {
    if (byCode[code] > 0) out.push_back({static_cast<ReasonCode>(code), byCode[code]});
  }
  std::stable_sort(out.begin(), out.end(),
                   [](const ReasonCount& a, const ReasonCount& b) { return a.nodes > b.nodes; });
  return out;
}

}  // namespace cardinal::alloc
