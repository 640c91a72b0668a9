// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <algorithm>
#include <cstdint>

#include "core/alloc/types.h"

namespace cardinal::ui {

/// How many of an answer's first candidates are as good as the first: by the totals where they are known; by the score
/// where a model ranks them; else all that may be chosen.
inline std::size_t equalPlaces(const AllocationAnswer& answer) {
  const auto& all = answer.candidates;
  const auto tied = all.begin() + static_cast<std::ptrdiff_t>(std::min<std::size_t>(answer.tied, all.size()));
  if (answer.certainty != Certainty::Modelled) return static_cast<std::size_t>(tied - all.begin());
  return static_cast<std::size_t>(std::find_if(all.begin(), tied,
                                               [&](const Candidate& one) {
                                                 return answer.totalsKnown ? one.total != all.front().total
                                                                           : one.score != all.front().score;
                                               }) -
                                  all.begin());
}

/// The word for a prediction of which `tied` places are equal: where only one place is possible, and something that was
/// not evaluated may still prevent it, it is not one of several.
QString certaintyText(Certainty certainty, std::uint32_t tied);

}  // namespace cardinal::ui
