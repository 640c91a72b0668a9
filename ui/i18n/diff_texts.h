// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

#include "core/model/tables/snapshot_diff.h"

namespace cardinal::ui {

/// Differences of two states in words, in the language in force; foreign text is cleaned by plain().
QString changeText(ChangeKind kind);              ///< "added"
QString diffFieldText(const DiffChange& change);  ///< "Memory allocated", "Label team"
/// One side of a change: "4 GiB", "30 %", "ready"; unknown and absent are said.
QString diffValueText(DiffField field, const std::string& value);

}  // namespace cardinal::ui
