// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/error.h"
#include "core/kube/decode/parts/objects.h"

namespace cardinal {

/// The error that a Status stands for: code by `reason`, else by its number. `httpStatus` = its code, `detail` = its
/// message, `place` = first cause's field for Invalid.
Error statusError(const ApiStatus& status);

}  // namespace cardinal
