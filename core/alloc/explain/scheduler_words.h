// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <vector>

#include "core/alloc/types.h"

namespace cardinal {

/// What a scheduler's message ("0/4 nodes are available: 3 Insufficient cpu, ...") names, in our codes: kube-scheduler,
/// gpushare extender and HAMi. Words that are not known are left out. `message` is hostile; at most its first 8 KiB are
/// read.
std::vector<ReasonCount> reasonsInMessage(std::string_view message);

/// True for a refusal in the words of a device plugin (NVIDIA's, GKE's), which speaks on the node, after a scheduler
/// has placed the pod.
bool isWordOfDevicePlugin(std::string_view refusal) noexcept;

}  // namespace cardinal
