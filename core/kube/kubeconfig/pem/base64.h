// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "core/base/result.h"

namespace cardinal {

/// Strict base64 (standard alphabet, padding required); line breaks between the characters are accepted. Error
/// ParseFailed with place "byte N" of the first offending character; the text itself is never quoted.
Result<std::string> decodeBase64(std::string_view text);
std::string encodeBase64(std::string_view bytes);

}  // namespace cardinal
