// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "core/model/raw.h"

namespace cardinal {

/// RawPod::held tells, beside containers and the pod as a whole, what of the node's own cpu, memory and huge pages the
/// device claims of a placed pod take (status.nodeAllocatableResourceClaimStatuses, KEP-5517, alpha in 1.36). It comes
/// on top of what the containers request. Such an entry has the amounts as `actual` and is named "resourceclaims/NAME",
/// as no container can be named.
inline constexpr std::string_view kClaimHolder = "resourceclaims/";

inline std::string holderOfClaim(std::string_view claim) {
  return std::string(kClaimHolder).append(claim);
}

inline bool isOfClaim(const HeldAmounts& held) {
  return held.container.starts_with(kClaimHolder);
}

}  // namespace cardinal
