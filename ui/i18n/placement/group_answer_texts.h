// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <QStringList>

#include "core/service/read/file_admission.h"

namespace cardinal::ui {

/// What a system other than Kueue makes of an object of a file (ObjectAdmission::other is set): one sentence, plain
/// text.
QString groupAnswerText(const ObjectAdmission& admission);
/// What is to be known of that answer: what happens next, and how far it is certain.
QStringList groupAnswerRemarks(const ObjectAdmission& admission);

}  // namespace cardinal::ui
