// SPDX-License-Identifier: Apache-2.0
#include "ui/i18n/joining.h"

#include <QCoreApplication>

#include "ui/i18n/plain.h"

namespace cardinal::ui {

namespace {

class Joining {
  Q_DECLARE_TR_FUNCTIONS(cardinal::ui::Joining)

 public:
  static QString betweenEntries() { return tr(", ", "between the entries of a list"); }
  static QString betweenClauses() { return tr("; ", "between two clauses"); }
  static QString labelled() { return tr("%1: %2", "name of a value, the value"); }
};

/// A mark that brings its own room: "。", "）".
bool isFullWidth(QChar mark) {
  return (mark >= QChar(0x3000) && mark <= QChar(0x303f)) || (mark >= QChar(0xff00) && mark <= QChar(0xff60));
}

QString join(const QStringList& texts, const QString& between) {
  QString out;
  for (const QString& text : texts) {
    if (text.isEmpty()) continue;
    if (!out.isEmpty()) out += between;
    out += text;
  }
  return out;
}

}  // namespace

QString joinSentences(const QStringList& sentences) {
  QString out;
  for (const QString& sentence : sentences) {
    if (sentence.isEmpty()) continue;
    if (!out.isEmpty() && !isFullWidth(out.back())) out += u' ';
    out += sentence;
  }
  return out;
}

QString joinList(const QStringList& entries) {
  return join(entries, Joining::betweenEntries());
}

QString joinNames(const std::vector<std::string>& names, int maxLength) {
  QStringList out;
  for (const std::string& name : names) out += plain(name);
  const QString list = joinList(out);
  return list.size() <= maxLength ? list : QString(list.left(maxLength - 1) + u'…');
}

QString joinClauses(const QStringList& clauses) {
  return join(clauses, Joining::betweenClauses());
}

QString labelled(const QString& label, const QString& value) {
  return Joining::labelled().arg(label, value);
}

}  // namespace cardinal::ui
