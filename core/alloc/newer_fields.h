// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "core/model/raw.h"

namespace cardinal::alloc {

/// The pod, which was not created yet, has a field that steers the scheduler and that an API server of 1.`minor` drops
/// unless an operator set a feature gate: what is foreseen with the field need not be what happens. Sources: KEP-753,
/// 2249, 2837, 3022, 3094, 3243, 3521, 3633.
bool hasDroppedFields(const RawPodSpec& spec, int minor);

/// Takes off what an API server of 1.`minor` drops in any case: its API has no such field. False = there is nothing.
bool dropUnknownFields(RawPodSpec& spec, int minor);

/// No scheduler looks at the pod until its scheduling gates are removed. False of a pod that was not created yet where
/// the server ("v1.20.2"; empty = not known) drops them.
bool isHeldByGates(const RawPod& pod, std::string_view serverVersion);

}  // namespace cardinal::alloc
