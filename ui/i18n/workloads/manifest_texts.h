// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <QStringList>

#include "core/manifest/manifest.h"

namespace cardinal::ui {

/// What is to be known of an object of a file, as one sentence.
QString noteText(const ManifestNote& note);
/// Why the object cannot be read, and why any API server refuses it, a sentence each; empty = nothing is known.
QStringList faultTexts(const ManifestObject& object);
/// Why an object makes no pods: "creates no pods", "stores a pod template and runs none", ...
QString noPodsText(NoPods reason);
/// "Job/train", "Job/train-*" for a generated name, with the namespace where one is said.
QString objectText(const ManifestObject& object);
/// "Creates no pods: Service/web, ConfigMap/settings", a line for those that name no pods, and one for those of unknown
/// kinds in which no pod template was found; long lists are cut. Empty = there are none.
QStringList withoutPodsLines(const std::vector<ManifestObject>& objects);

}  // namespace cardinal::ui
