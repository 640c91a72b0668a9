// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/error.h"

namespace cardinal {

/// True where a write that ended in this error may have been done all the same: no answer came, it could not be read,
/// or the server failed at some point (a 5xx proves nothing: etcd may have taken it). False where the server refused it
/// or it never left.
bool mayBeDone(const Error& error) noexcept;

}  // namespace cardinal
