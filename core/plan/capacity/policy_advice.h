// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/alloc/types.h"
#include "core/plan/capacity/fragment_gauge.h"

namespace cardinal {

/// Where a policy of the literature would put a request, beside what the scheduler is predicted to do. Advice: the
/// scheduler does not follow it. Amounts of F in milli-GPU (1000 = one card).
struct PolicyAdvice {
  fragmentation::PolicyKind policy = fragmentation::PolicyKind::Fgd;
  std::optional<double> before;   ///< F of the cluster now; nothing = no expected task is known, nothing else is filled
  std::optional<NodeIndex> node;  ///< nothing = no node takes the request, or none that the method can rate
  std::vector<CardIndex> cards;   ///< that the policy takes
  int score = 0;                  ///< of the policy, 0..100
  std::optional<double> after;    ///< F with the policy's place
  std::optional<NodeIndex> predicted;    ///< the scheduler's first place
  std::optional<double> predictedAfter;  ///< F with it
  std::optional<double>
      predictedAfterWorst;  ///< over all places that are as likely; equal to the above when there is one
  bool same = false;        ///< the policy's place is one that the scheduler may take
};

/// Rates the answer's candidates, for one replica; so every rule of the scheduler holds for the advice as well. Equal
/// scores: the first by name. `seed` plays a part in Random only.
PolicyAdvice advise(const AllocationRequest& request, const AllocationAnswer& answer, const ClusterSnapshot& snapshot,
                    const FragmentGauge& gauge, fragmentation::PolicyKind policy);

}  // namespace cardinal
