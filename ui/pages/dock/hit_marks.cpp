// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/dock/hit_marks.h"

#include <QPlainTextEdit>

namespace cardinal::ui {

int HitMarks::search(const QString& text) {
  m_wanted = text;
  forget();
  QTextCursor at(m_view.document());
  while (!text.isEmpty() && m_hits.size() < kMax) {
    at = m_view.document()->find(text, at);
    if (at.isNull()) break;
    m_hits.append(at);
  }
  mark();
  return static_cast<int>(m_hits.size());
}

int HitMarks::again() {
  const int kept = m_hit < 0 ? -1 : m_hits[m_hit].selectionStart();
  const int hits = search(m_wanted);
  for (int i = 0; i < hits && kept >= 0; ++i) {
    if (m_hits[i].selectionStart() == kept) m_hit = i;
  }
  mark();
  return hits;
}

void HitMarks::forget() {
  m_hits.clear();
  m_hit = -1;
}

QTextCursor HitMarks::choose(bool forward) {
  if (m_hits.isEmpty()) return {};
  const auto size = static_cast<int>(m_hits.size());
  m_hit = m_hit < 0 ? 0 : (m_hit + (forward ? 1 : size - 1)) % size;
  QTextCursor there = m_hits[m_hit];
  there.clearSelection();
  mark();
  return there;
}

void HitMarks::mark() {
  const Tokens& t = m_theme.tokens();
  QList<QTextEdit::ExtraSelection> marks;
  for (int i = 0; i < m_hits.size(); ++i) {
    QTextEdit::ExtraSelection one;
    one.cursor = m_hits[i];
    one.format.setBackground(i == m_hit ? t.accent : t.selected);
    one.format.setForeground(i == m_hit ? t.onAccent : t.text1);
    marks.append(one);
  }
  m_view.setExtraSelections(marks);
}

}  // namespace cardinal::ui
