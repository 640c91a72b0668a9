// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/manifest/yaml/yaml_tree.h"

namespace cardinal::yaml {

/// The node as compact JSON, every field kept, in the order of the text. Throws Failure (InvalidField) on numbers that
/// JSON cannot hold.
std::string toJson(const Node& node, const std::string& source);

}  // namespace cardinal::yaml
