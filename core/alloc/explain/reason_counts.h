// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "core/alloc/types.h"

namespace cardinal::alloc {

/// Nodes per reason, most frequent first, equal numbers by code.
std::vector<ReasonCount> countReasons(std::span<const NodeRejection> rejections);

}  // namespace cardinal::alloc
