// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "core/manifest/kinds/gang.h"
#include "core/manifest/manifest.h"
#include "core/manifest/yaml/yaml_tree.h"

namespace cardinal::yaml {

struct ReadingOf {
  const std::string& source;
  const KindTable* own;  ///< null = none
};

/// Appends the object, or the elements of a List kind, to `objects`; a Null node appends nothing. An object that cannot
/// be read is appended with its `problems`. What it says about others goes to `facts`. Throws Failure: LimitExceeded.
void readObjects(const Node& document, const ReadingOf& reading, std::vector<ManifestObject>& objects,
                 FileFacts& facts);

}  // namespace cardinal::yaml
