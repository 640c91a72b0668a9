// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QStringList>
#include <functional>
#include <vector>

#include "core/base/result.h"

class QWidget;

namespace cardinal::ui {

/// Rows as RFC 4180 text in UTF-8. A leading sign of formulas is disarmed, as the texts come from the cluster.
QByteArray csvText(const std::vector<QStringList>& rows);

/// Writes the file whole or not at all. Error FileUnwritable.
Result<void> writeFile(const QString& path, const QByteArray& bytes);

/// Asks for a place with a dialog and writes what `bytes` gives for the chosen path; `done` hears of it. Nothing happens
/// when the user closes the dialog.
void saveAs(QWidget* parent, const QString& title, const QString& name, const QString& filter,
            std::function<QByteArray(const QString& path)> bytes, std::function<void(const QString&, const Result<void>&)> done);

}  // namespace cardinal::ui
