// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QList>
#include <QString>
#include <QTextCursor>

#include "ui/theme/theme.h"

class QPlainTextEdit;

namespace cardinal::ui {

/// A search in a text view that marks every hit and goes from one to the next. The view outlives it. GUI thread only.
class HitMarks {
 public:
  static constexpr int kMax = 1'000;

  HitMarks(Theme& theme, QPlainTextEdit& view) : m_theme(theme), m_view(view) {}

  const QString& wanted() const { return m_wanted; }
  /// Marks every hit, without regard to case; "" = none. Returns how many there are, at most kMax.
  int search(const QString& text);
  /// Looks again in a text that has grown or lost its beginning; the chosen hit stays chosen.
  int again();
  /// Chooses the next or earlier hit, around the ends. The cursor of the chosen one; null = there is none.
  QTextCursor choose(bool forward);
  /// The number of the chosen hit from 1; 0 = none.
  int chosen() const { return m_hit + 1; }
  /// Forgets the hits of a text that is replaced, not what is wanted.
  void forget();
  /// Paints the marks again (another theme).
  void mark();

 private:
  Theme& m_theme;
  QPlainTextEdit& m_view;
  QString m_wanted;
  QList<QTextCursor> m_hits;
  int m_hit = -1;
};

}  // namespace cardinal::ui
