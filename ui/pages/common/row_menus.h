// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <utility>
#include <vector>

class QMenu;

namespace cardinal::ui {

class SelectionState;

/// Entries that the menus of several tables have.

/// Copies `what`.
void addCopy(QMenu& menu, const QString& text, const QString& what);
/// A menu with steps of the page What-if about one thing: word of the step and its text.
void addWhatIf(QMenu& menu, SelectionState& selection, const QString& title, const QString& key,
               const std::vector<std::pair<const char*, QString>>& steps);

}  // namespace cardinal::ui
