// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

#include "core/plan/changes/changes.h"
#include "core/plan/make/node_edit.h"

namespace cardinal::ui {

/// Changes of the journal in words, in the language in force. Names from the cluster are cleaned by plain().
QString changeVerb(const ChangeRecord& change);
QString changeResultText(const ChangeRecord& change);
/// "false → true"; an absent value as a word.
QString fieldValueText(const std::optional<std::string>& value);
/// All fields on one line: "spec.unschedulable: false → true".
QString fieldsText(const ChangeRecord& change);
/// Why a change cannot be undone, and what can be done instead; empty when it can.
QString undoBlockerText(const ChangeRecord& change);
/// Why an undo was not begun, with both values; empty when nothing is in the way.
QString undoRefusalText(const UndoAnswer& answer);
QString undoConflictText(const UndoConflict& conflict);
/// "x was a when it was read, is b now, and you want c".
QString editConflictText(const EditConflict& conflict);
QString editNoteText(const NotedEdit& noted, const NodeEdit& edit);

}  // namespace cardinal::ui
