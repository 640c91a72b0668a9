// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/manifest/kinds/kind_table.h"
#include "core/manifest/manifest.h"
#include "core/manifest/tree_reader.h"

namespace cardinal::yaml {

/// Fills what the object makes of pods: roles, queue, gang, notes, or why it makes none. `own` is asked before the
/// known kinds; null = there is none. Throws Failure for a field of the wrong type.
void readKind(ManifestObject& object, const Field& root, const KindTable* own);

/// Finds pod templates in an object of an unknown kind: a mapping with `spec.containers`, or with `containers` alone
/// below a key that usually holds a pod spec, or GPU `resources` without containers; its number is the product of the
/// numbers on the way to it that multiply pods (replicas, size, parallelism, ...). Every role is `assumed`.
void readUnknownKind(ManifestObject& object, const Field& root);

}  // namespace cardinal::yaml
