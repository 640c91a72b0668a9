// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/manifest/yaml/yaml_tree.h"

namespace cardinal::yaml {

/// A text as a scalar: plain where every YAML reader sees the same text, else in double quotes.
std::string scalarText(const std::string& text);
/// In double quotes, with escapes.
std::string quotedText(const std::string& text);

/// A node between brackets or as one scalar, on one line.
std::string flowText(const Node& node);
/// "key: value" with everything below it at `indent` blanks, without a line break at the end. Lists of scalars stand on
/// one line.
std::string blockEntry(std::size_t indent, const std::string& key, const Node& value);
/// "- value" of a list whose dashes stand at `indent`.
std::string blockItem(std::size_t indent, const Node& value);

Node textNode(std::string text);
/// A plain number where the text is a whole number, else a text.
Node numberNode(const std::string& text);
Node listNode(const std::vector<std::string>& texts);

}  // namespace cardinal::yaml
