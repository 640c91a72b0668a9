// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "core/manifest/manifest.h"
#include "core/model/extras/claim_objects.h"

namespace cardinal {

/// The ResourceClaims and ResourceClaimTemplates among the objects of a file, for AllocationRequest::claims. Null where
/// there are none. One that cannot be read is left out: its pod then asks for a claim that nobody knows.
std::shared_ptr<const ClaimObjects> claimObjectsOf(const std::vector<ManifestObject>& objects);

}  // namespace cardinal
