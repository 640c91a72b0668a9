// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QStringList>
#include <functional>
#include <vector>

#include "core/base/result.h"

class QWidget;

namespace cardinal::ui {

class SelectionState;

/// Rows as RFC 4180 text in UTF-8. A leading sign of formulas is disarmed, as the texts come from the cluster.
QByteArray csvText(const std::vector<QStringList>& rows);

/// Writes the file whole or not at all. Error FileUnwritable.
Result<void> writeFile(const QString& path, const QByteArray& bytes);

/// Asks for a place with a dialog, writes what `bytes` gives for the chosen path and reports the outcome through
/// `selection`; `saved` hears of a file that is written. Nothing happens when the user closes the dialog.
void saveAs(QWidget* parent, SelectionState& selection, const QString& title, const QString& name,
            const QString& filter, std::function<QByteArray(const QString& path)> bytes,
            std::function<void(const QString& path)> saved = {});

}  // namespace cardinal::ui
