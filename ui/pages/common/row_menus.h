// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QStringList>
#include <utility>
#include <vector>

class QMenu;

namespace cardinal::ui {

class SelectionState;
struct CardRef;
struct PageContext;

/// Entries that the menus of several tables and of the map have.

/// Copies `what`.
void addCopy(QMenu& menu, const QString& text, const QString& what);
/// A menu with steps of the page What-if about one thing: word of the step and its text.
void addWhatIf(QMenu& menu, SelectionState& selection, const QString& title, const QString& key,
               const std::vector<std::pair<const char*, QString>>& steps);
/// What is done with one node, wherever it is chosen: its placement, what-if, itself, its object.
void addNodeEntries(QMenu& menu, const PageContext& context, const QString& node);
/// The entries above that are about the nodes themselves: cordon, drain, change of mode.
void addNodeWork(QMenu& menu, const PageContext& context, const QStringList& nodes);
/// What is done with one card, wherever it is chosen. A UUID that is not known cannot be copied.
void addCardEntries(QMenu& menu, const PageContext& context, const CardRef& card);

}  // namespace cardinal::ui
