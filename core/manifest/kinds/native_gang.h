// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/manifest/manifest.h"

namespace cardinal {

/// Policy of a group that is no gang.
inline constexpr const char* kBasicPolicy = "basic";

/// The pods name the pod group `field` of scheduling.k8s.io (KEP-4671), a gang only where the feature gates
/// GenericWorkload and GangScheduling are on, which no API tells: a note GangOverRoles with a field. detail = how many
/// must start together, kBasicPolicy, or empty where the files do not say.
inline bool isGangByGate(const ManifestNote& note) {
  return note.code == NoteCode::GangOverRoles && !note.field.empty();
}

}  // namespace cardinal
