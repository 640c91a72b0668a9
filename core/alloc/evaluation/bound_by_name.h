// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "core/alloc/types.h"
#include "core/base/error.h"

namespace cardinal::alloc {

/// The error (see core/model/pods/node_name_error.h) of a pod that is to be created with a node's name; nothing =
/// it names none, or exists already.
std::optional<Error> boundByName(const RawPod& pod, const ClusterSnapshot& snapshot);

}  // namespace cardinal::alloc
