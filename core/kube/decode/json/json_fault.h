// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace cardinal {

/// Where a text stops being one JSON document.
struct JsonFault {
  std::size_t offset = 0;
  bool truncated = false;  ///< the text so far is fine and ends early
  const char* what = "";   ///< what was expected there
};

/// Walks the whole text without recursion; nothing when it is one well-formed document. Strings are checked for closing
/// and control characters, not for UTF-8. For error reports: slower than the decoder.
std::optional<JsonFault> findJsonFault(std::string_view text);

/// Text with every byte that is not part of valid UTF-8 replaced by U+FFFD.
std::string repairUtf8(std::string_view text);

}  // namespace cardinal
