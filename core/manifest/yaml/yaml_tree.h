// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/error.h"
#include "core/base/result.h"

namespace cardinal::yaml {

/// 1-based position in the text.
struct Place {
  int line = 1;
  int column = 1;
};

/// One node of a document: aliases expanded, merge keys applied, plain scalars typed as Kubernetes types them.
struct Node {
  enum class Kind { Null, Bool, Integer, Float, String, Sequence, Mapping };

  Kind kind = Kind::Null;
  Place place;
  std::string text;               ///< String: the content; Bool, Integer, Float: the JSON form; Null: empty
  std::vector<std::string> keys;  ///< Mapping: keys, unique, in the order of the text
  std::vector<Node> items;        ///< Sequence: elements; Mapping: values, parallel to `keys`

  bool isScalar() const { return kind != Kind::Sequence && kind != Kind::Mapping; }
  /// Value of `key` in a mapping, or nullptr.
  const Node* find(std::string_view key) const;
};

/// Errors leave the readers of this folder as this exception and become a Result in manifest.cpp.
struct Failure {
  Error error;
};

inline constexpr std::size_t kMaxBytes = std::size_t{4} * 1024 * 1024;
inline constexpr std::size_t kMaxDepth = 64;
inline constexpr std::size_t kMaxNodes = 500'000;  ///< after aliases are expanded

/// All documents of a text; empty documents are Null nodes. Throws Failure: ParseFailed (place = "line L, column C"),
/// LimitExceeded (subject = what, place = where, detail = limit).
/// `firstLine`: the line of the source at which the text starts.
std::vector<Node> parseDocuments(std::string_view text, const std::string& source, int firstLine = 1);

/// A part of a text of several documents.
struct TextPart {
  std::string_view text;
  int firstLine = 1;
};
/// The documents of a text by their separators alone ("---" at the start of a line), as kubectl takes them apart, so
/// that one that is not well formed does not take the others with it. Pure.
std::vector<TextPart> documentsIn(std::string_view text);

/// "line L, column C".
std::string describe(Place place);

}  // namespace cardinal::yaml
