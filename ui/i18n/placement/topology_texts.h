// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <QStringList>

#include "core/service/read/file_admission.h"

namespace cardinal::ui {

/// What an object asks of the topology and whether nodes can meet it (ObjectAdmission::topology is set): one sentence,
/// plain text.
QString topologyText(const ObjectAdmission& admission);
/// How far that answer goes.
QStringList topologyRemarks(const ObjectAdmission& admission);

}  // namespace cardinal::ui
