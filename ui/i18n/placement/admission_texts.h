// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <QStringList>

#include "core/service/read/file_admission.h"

namespace cardinal::ui {

/// Whether Kueue would admit an object of a file now, and why not, in one paragraph that names Kueue and the object.
/// Kueue's own words in it are English.
QString admissionText(const ObjectAdmission& admission);
/// What was assumed or not read, a sentence each.
QStringList admissionRemarks(const ObjectAdmission& admission);
/// What would get it in; empty where it has quota, or nothing helps.
QStringList admissionRemedies(const ObjectAdmission& admission);
/// What it means for the answer about nodes that stands below, a sentence each. `withFlavors`: the nodes are asked
/// about with what the flavors add to the pods.
QStringList admissionAndNodes(const ObjectAdmission& admission, bool withFlavors);

}  // namespace cardinal::ui
