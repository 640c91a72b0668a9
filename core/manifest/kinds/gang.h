// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/manifest/manifest.h"

namespace cardinal::yaml {

/// What other objects of a text say of its workloads; names are "namespace/name".
struct FileFacts {
  std::map<std::string, std::int64_t> podGroups;         ///< PodGroup -> pods that must start together
  std::map<std::string, ManifestNote> scalers;           ///< "KIND/NS/NAME" -> the note of what changes its pods
  std::map<std::string, std::vector<DeviceAsk>> claims;  ///< "resourceclaims/NS/NAME", "resourceclaimtemplates/..."
};

/// Gives each role its part of the gang over all of them (`total`), where that follows from the numbers.
void settleGang(ManifestObject& object, std::optional<std::int64_t> total);

/// Gangs that labels and annotations of the pods name, and claims, by what the whole text says.
void applyFileFacts(ManifestObject& object, const FileFacts& facts);

/// The queue that the labels and annotations of an object name; empty = none.
std::string queueOf(const ObjectMeta& meta);

}  // namespace cardinal::yaml
