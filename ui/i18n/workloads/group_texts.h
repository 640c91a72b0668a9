// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

#include "core/manifest/manifest.h"
#include "core/plan/drain/group_placement.h"

namespace cardinal::ui {

/// Pods that only work together: several roles, or a gang is stated.
bool isGroup(const ManifestObject& object);
/// "PyTorchJob/train: 2 of 4 pods fit."; "at least 2" where not all do and there are `unknown` nodes (unknownNodesOf).
QString groupFitsText(const ManifestObject& object, const GroupOutcome& outcome, int unknown);
/// What becomes of the pods that fit where not all do: the gang waits, starts, or holds cards meanwhile. Empty = all
/// fit, or none does and no gang is stated. With `unknown` nodes it is not said that a gang waits.
QString groupMeaningText(const ManifestObject& object, const GroupOutcome& outcome, int unknown);

}  // namespace cardinal::ui
