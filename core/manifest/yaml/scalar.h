// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/manifest/yaml/yaml_tree.h"

namespace cardinal::yaml {

/// Types a plain (unquoted) scalar the way kubectl does (sigs.k8s.io/yaml on go-yaml v2, YAML 1.1): yes/no/on/off/y/n
/// are booleans, 0644 is octal 420, 0x and 0b are read, underscores in numbers are skipped, 1.0 is written as 1. Times
/// stay strings. Infinity and not-a-number stay Float with text ".inf"/".nan"; JSON cannot hold them, so the caller
/// refuses them.
void typePlainScalar(Node& node);

}  // namespace cardinal::yaml
