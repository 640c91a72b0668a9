// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/manifest/kinds/gang.h"
#include "core/manifest/manifest.h"

namespace cardinal {

/// readManifest of read_manifest.h, for texts that are read beside others: `facts` gets what the text's objects say of
/// workloads, their own among them (gangs, autoscalers, claims, priorities).
Result<Manifest> readManifest(std::string_view text, std::string source, const KindTable* own, yaml::FileFacts& facts);

/// Lets what several texts say hold for `objects`, whichever of them they stand in.
void applyFacts(const yaml::FileFacts& facts, std::vector<ManifestObject>& objects);

}  // namespace cardinal
