// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

#include "ui/bridge/history_controller.h"

namespace cardinal::ui {

/// Why there is nothing recorded of the cluster, as a whole sentence; empty where there is no reason.
QString recordRefusalText(RecordRefusal refusal);

}  // namespace cardinal::ui
