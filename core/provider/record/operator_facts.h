// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "core/model/extras/extra.h"
#include "core/model/snapshot.h"

namespace cardinal::provider {

/// What operators and controllers say of a node beside its own object. Pure; thread-safe.

/// Interfaces that the eRDMA controller could not set up.
void reportErdma(const NodeExtras& extras, std::vector<Finding>& findings);

/// A bound, not terminal pod whose annotation of SMC-R does nothing; at most 16 of a node.
void reportSmcR(const RawPod& pod, std::vector<Finding>& findings);

}  // namespace cardinal::provider
