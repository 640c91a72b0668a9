// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace cardinal {

/// The words in order with `between` them; nothing is quoted.
inline std::string joined(const std::vector<std::string>& words, std::string_view between = ", ") {
  std::string out;
  for (const std::string& word : words) {
    if (&word != &words.front()) out += between;
    out += word;
  }
  return out;
}

}  // namespace cardinal
