// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <QStringList>

#include "core/service/read/file_admission.h"

namespace cardinal::ui {

/// What an update of a Deployment needs beside the pods that run, in one paragraph.
QString rolloutText(const ObjectAdmission& admission);
/// What it means for the answer about nodes that stands below, a sentence each.
QStringList rolloutRemarks(const ObjectAdmission& admission);

}  // namespace cardinal::ui
