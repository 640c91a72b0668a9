// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "core/manifest/manifest.h"
#include "core/manifest/yaml_tree.h"

namespace cardinal::yaml {

/// Appends the object, or the elements of a List kind, to `objects`; a Null node appends nothing. Throws Failure.
void readObjects(const Node& document, const std::string& source, std::vector<ManifestObject>& objects);

}  // namespace cardinal::yaml
