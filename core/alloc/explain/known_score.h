// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>

#include "core/alloc/types.h"

namespace cardinal {

/// False where neither kube-scheduler's scores are known nor a stack's own order the candidates: Candidate::score is
/// then 0 for all of them, which is not a score of 0.
inline bool hasScores(const AllocationAnswer& answer) {
  return answer.totalsKnown || std::any_of(answer.candidates.begin(), answer.candidates.end(),
                                           [](const Candidate& candidate) { return candidate.score > 0; });
}

}  // namespace cardinal
