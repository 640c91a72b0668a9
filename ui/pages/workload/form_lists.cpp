// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/workload/form_lists.h"
#include "ui/i18n/joining.h"

#include <QStringList>
#include <algorithm>

namespace cardinal::ui {

namespace {

QString text(const std::string& words) {
  return QString::fromStdString(words);
}

std::vector<QString> entriesOf(const QString& line) {
  std::vector<QString> entries;
  for (const QString& part : line.split(u',')) {
    const QString entry = part.trimmed();
    if (!entry.isEmpty()) entries.push_back(entry);
  }
  return entries;
}

bool hasBlank(QStringView words) {
  return std::any_of(words.begin(), words.end(), [](QChar c) { return c.isSpace(); });
}

QString quoted(const QString& word) {
  const bool plain =
      !word.isEmpty() && !hasBlank(word) && !word.contains(u'"') && !word.contains(u'\'') && !word.contains(u'\\');
  if (plain) return word;
  QString inside = word;
  inside.replace(u'\\', QStringLiteral("\\\\")).replace(u'"', QStringLiteral("\\\""));
  return u'"' + inside + u'"';
}

}  // namespace

QString selectorLine(const StringMap& selector) {
  QStringList entries;
  for (const auto& [key, value] : selector) entries += text(key) + u'=' + text(value);
  return joinList(entries);
}

std::optional<StringMap> readSelector(const QString& line) {
  StringMap selector;
  for (const QString& entry : entriesOf(line)) {
    const qsizetype equals = entry.indexOf(u'=');
    if (equals <= 0 || hasBlank(entry)) return std::nullopt;
    selector.emplace_back(entry.left(equals).toStdString(), entry.mid(equals + 1).toStdString());
  }
  return selector;
}

QString tolerationLine(const SharedList<Toleration>& tolerations) {
  QStringList entries;
  for (const Toleration& one : tolerations) {
    const bool exists = one.op == "Exists";
    QString entry = one.key.empty() ? QStringLiteral("*") : text(one.key);
    if (!exists) entry += u'=' + text(one.value);
    if (!one.effect.empty()) entry += u':' + text(one.effect);
    entries += entry;
  }
  return joinList(entries);
}

std::optional<SharedList<Toleration>> readTolerations(const QString& line) {
  SharedList<Toleration> tolerations;
  for (const QString& entry : entriesOf(line)) {
    if (hasBlank(entry)) return std::nullopt;
    const qsizetype colon = entry.lastIndexOf(u':');
    const QString left = colon < 0 ? entry : entry.left(colon);
    const qsizetype equals = left.indexOf(u'=');
    Toleration one;
    one.effect = colon < 0 ? std::string() : entry.mid(colon + 1).toStdString();
    static const QStringList effects = {QStringLiteral("NoSchedule"), QStringLiteral("PreferNoSchedule"),
                                        QStringLiteral("NoExecute")};
    if (colon >= 0 && !effects.contains(entry.mid(colon + 1))) return std::nullopt;
    const QString key = equals < 0 ? left : left.left(equals);
    one.key = key == u"*" ? std::string() : key.toStdString();
    one.op = equals < 0 ? "Exists" : "Equal";
    if (equals >= 0) one.value = left.mid(equals + 1).toStdString();
    if (key.isEmpty() || (one.key.empty() && equals >= 0)) return std::nullopt;
    tolerations.push_back(std::move(one));
  }
  return tolerations;
}

QString commandLine(const std::vector<std::string>& words) {
  QStringList parts;
  for (const std::string& word : words) parts += quoted(text(word));
  return parts.join(u' ');
}

std::optional<std::vector<std::string>> readCommand(const QString& line) {
  std::vector<std::string> words;
  QString word;
  QChar quote;
  bool inside = false;
  for (qsizetype i = 0; i < line.size(); ++i) {
    const QChar c = line[i];
    const bool escaped = c == u'\\' && quote != u'\'' && i + 1 < line.size();
    if (escaped) {
      word += line[++i];
      inside = true;
    } else if (!quote.isNull()) {
      if (c == quote)
        quote = QChar();
      else
        word += c;
    } else if (c == u'"' || c == u'\'') {
      quote = c;
      inside = true;
    } else if (c.isSpace()) {
      if (inside) words.push_back(word.toStdString());
      word.clear();
      inside = false;
    } else {
      word += c;
      inside = true;
    }
  }
  if (!quote.isNull()) return std::nullopt;
  if (inside) words.push_back(word.toStdString());
  return words;
}

}  // namespace cardinal::ui
