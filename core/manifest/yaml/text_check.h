// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/manifest/yaml/yaml_tree.h"

namespace cardinal::yaml {

/// The text as the YAML parser should see it: without a byte-order mark, with plain newlines, and (JSON) with surrogate
/// pairs joined. Throws Failure (ParseFailed with line and column) on bytes that are not UTF-8 and on control
/// characters.
std::string cleanText(std::string_view text, const std::string& source);

/// The first tab in the indentation at or shortly before `line`; nothing when there is none.
std::optional<Place> tabInIndentation(std::string_view text, int line);

}  // namespace cardinal::yaml
