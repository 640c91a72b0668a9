// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/manifest/yaml/yaml_text.h"

namespace cardinal::yaml {

/// The same content, wherever it stands; the order of keys does not count.
bool sameValue(const Node& a, const Node& b);

const Node* findNode(const Node& root, const YamlPath& path);
/// Sets the value; missing mappings are made, and an absent value counts as an empty mapping.
void setNode(Node& root, const YamlPath& path, const Node& value);
/// Takes the value away, and what holds nothing else.
void removeNode(Node& root, YamlPath path);

}  // namespace cardinal::yaml
