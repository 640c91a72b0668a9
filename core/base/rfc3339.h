// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/base/clock.h"

namespace cardinal {

/// "2024-05-06T07:08:09Z" in UTC, as the API server writes times; empty for a time that no calendar has. Its reverse is
/// parseRfc3339().
std::string rfc3339(UnixSeconds time);

}  // namespace cardinal
