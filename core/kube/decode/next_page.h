// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "core/kube/decode/parts/wire_format.h"

namespace cardinal {

/// The continue token of a list whose body is not decoded yet. The API server writes a list's metadata before its
/// items, so it stands in the first bytes, and the next page can be asked for while this one is decoded. A guess: the
/// decoded list decides. Empty: there is none, or it does not stand there as plain text.
std::string nextPageToken(std::string_view body, WireFormat format);

}  // namespace cardinal
