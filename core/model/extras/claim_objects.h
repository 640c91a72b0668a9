// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "core/model/extras/cluster_kinds.h"
#include "core/model/extras/resource_claim.h"
#include "core/model/namespace_rules.h"

namespace cardinal {

/// Claims and templates of devices, claims of volumes, and Services, that a file creates beside its pods. A namespace
/// that the file leaves out is empty.
struct ClaimObjects {
  std::vector<RawResourceClaim> claims;
  std::vector<RawResourceClaimTemplate> templates;
  std::vector<RawClaim> volumes{};
  std::vector<RawService> services{};
  bool empty() const { return claims.empty() && templates.empty() && volumes.empty() && services.empty(); }
};

}  // namespace cardinal
