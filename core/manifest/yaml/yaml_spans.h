// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/manifest/yaml/yaml_tree.h"

namespace cardinal::yaml {

/// Where one node of a document stands in the text. Offsets are bytes; ends are behind the last byte and leave comments
/// out.
struct Span {
  enum class Kind { Null, Scalar, Sequence, Mapping };

  Kind kind = Kind::Null;
  bool flow = false;      ///< [a, b] or {a: b}
  std::size_t begin = 0;  ///< an absent value: behind the colon of its key
  std::size_t end = 0;
  std::size_t column = 0;           ///< of `begin` in its line, in bytes from 0
  std::string text;                 ///< Scalar: the content
  std::vector<std::string> keys;    ///< Mapping
  std::vector<std::size_t> starts;  ///< of the entries: the key, the dash of a list, the element between brackets
  std::vector<Span> items;
};

/// The places of all documents of a text (UTF-8, checked by parseDocuments before). Throws Failure: ParseFailed, and
/// Unsupported with subject "anchor", "alias", "merge key", "tag", "JSON escape" or "layout" and the place for what
/// cannot be changed in place.
std::vector<Span> parseSpans(std::string_view text, const std::string& source);

/// Offset of the end of the line that `at` stands in, before its line break.
std::size_t lineEnd(std::string_view text, std::size_t at);
std::size_t lineStart(std::string_view text, std::size_t at);

}  // namespace cardinal::yaml
