// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace cardinal {

/// Code point of UTF-8 at `at`, which is moved behind it; U+FFFD for a byte that begins none. `at` < text.size().
char32_t codePointAt(std::string_view text, std::size_t& at);

/// Controls (C0 without line feed and tab, DEL, C1), marks that show text in another order or not at all, and tags of
/// plane 14: what a terminal obeys or nobody sees.
bool isUnsafe(char32_t point);

/// JSON as it was printed, with every unsafe code point as an escape: programs read the same, terminals obey nothing.
std::string withEscapes(std::string_view json);

}  // namespace cardinal
