// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include "core/model/raw.h"

namespace cardinal {

/// Members of all task groups that a pod of YuniKorn defines for its application (yunikorn.apache.org/task-groups);
/// nothing = there are none, or YuniKorn does not take them: a group without a name, resources or members is an error
/// of all. Source: apache/yunikorn-k8shim v1.9.0, pkg/cache/gang_utils.go.
std::optional<std::int64_t> taskGroupMembers(const RawPod& pod);

}  // namespace cardinal
