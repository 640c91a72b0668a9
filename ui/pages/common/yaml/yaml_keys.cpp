// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/common/yaml/yaml_keys.h"

namespace cardinal::ui {

namespace {

/// Where the key of a line ends; -1 = it has none.
qsizetype keyEnd(const QString& line) {
  for (qsizetype i = 0; i < line.size(); ++i) {
    if (line[i] == u'"') return -1;
    if (line[i] == u':' && (i + 1 == line.size() || line[i + 1] == u' ')) return i;
  }
  return -1;
}

/// Where a comment begins; -1 = there is none. A "#" inside quotes or a word is none.
qsizetype commentStart(const QString& line) {
  QChar quote;
  for (qsizetype i = 0; i < line.size(); ++i) {
    if (!quote.isNull()) {
      if (line[i] == quote) quote = QChar();
    } else if (line[i] == u'"' || line[i] == u'\'') {
      quote = line[i];
    } else if (line[i] == u'#' && (i == 0 || line[i - 1].isSpace())) {
      return i;
    }
  }
  return -1;
}

}  // namespace

void YamlKeys::highlightBlock(const QString& text) {
  const qsizetype comment = commentStart(text);
  if (comment >= 0)
    setFormat(static_cast<int>(comment), static_cast<int>(text.size() - comment), m_theme.tokens().text3);
  const qsizetype end = keyEnd(text);
  if (end < 0 || (comment >= 0 && end > comment)) return;
  qsizetype from = 0;
  while (from < end && (text[from] == u' ' || text[from] == u'-')) ++from;
  setFormat(static_cast<int>(from), static_cast<int>(end - from), m_theme.tokens().accent);
}

}  // namespace cardinal::ui
