// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QPlainTextEdit>

#include "ui/theme/theme.h"

namespace cardinal::ui {

/// YAML to write: line numbers, keys in their tone, lines that break a rule marked, Tab indents by two spaces. Texts
/// that come from the form are put in without losing cursor, scroll or the way back (Ctrl+Z).
class YamlEdit : public QPlainTextEdit {
  Q_OBJECT
 public:
  explicit YamlEdit(Theme& theme, QWidget* parent = nullptr);

  /// Replaces only what differs; one step of undo. textChanged() comes as for typed text.
  void replaceText(const QString& text);
  /// Lines from 1; 0 and lines that are not there are ignored.
  void markLines(const QList<int>& lines);

 protected:
  void keyPressEvent(QKeyEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  class Margin;
  void dress();
  void layOutMargin();
  void paintMargin(QWidget& margin) const;
  void showMarks();

  Theme& m_theme;
  Margin* m_margin;
  QList<int> m_marked;
};

}  // namespace cardinal::ui
