// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>

#include "core/base/clock.h"

namespace cardinal {

/// The claim `exp` of a JSON web token, read without checking anything; nothing when the token has none. For messages
/// and for not sending what is certainly expired.
std::optional<UnixSeconds> tokenExpiry(std::string_view token);

}  // namespace cardinal
