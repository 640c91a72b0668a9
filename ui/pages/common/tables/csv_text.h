// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QStringList>

namespace cardinal::ui {

/// One field of RFC 4180; a leading sign of formulas is disarmed for spreadsheets.
inline QString csvField(QString text) {
  if (!text.isEmpty() && QStringLiteral("=+-@").contains(text.front())) text.prepend(u'\'');
  text.replace(u'"', QStringLiteral("\"\""));
  return u'"' + text + u'"';
}

/// One line with its end; fields are quoted by csvField(), numbers stay as they are.
inline QByteArray csvLine(const QStringList& fields) {
  return fields.join(u',').toUtf8() + "\r\n";
}

}  // namespace cardinal::ui
