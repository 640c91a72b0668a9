// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "core/model/extras/resource_claim.h"

namespace cardinal {

/// Device claims and templates that a file creates beside its pods. A namespace that the file leaves out is empty.
struct ClaimObjects {
  std::vector<RawResourceClaim> claims;
  std::vector<RawResourceClaimTemplate> templates;
  bool empty() const { return claims.empty() && templates.empty(); }
};

}  // namespace cardinal
