// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QPlainTextEdit>
#include <set>

#include "ui/pages/dock/hit_marks.h"
#include "ui/theme/theme.h"

namespace cardinal::ui {

/// YAML to read: keys and comments in their tones, blocks fold (click in the margin, or - and + at the line), a search
/// that marks every hit. Plain text; lines above 2,000 characters are cut in the view, never in what `whole()` gives.
class YamlView : public QPlainTextEdit {
  Q_OBJECT
 public:
  explicit YamlView(Theme& theme, QWidget* parent = nullptr);

  void setYaml(const QString& yaml);
  const QString& whole() const { return m_whole; }
  int cutLines() const { return m_cutLines; }

  /// Marks every hit (without regard to case) and goes to the first one; "" = none. Returns how many there are, at most
  /// 1,000.
  int search(const QString& text);
  /// To the next or earlier hit, around the ends; folded ones are opened. Its number from 1, 0 = there is none.
  int step(bool forward);

  /// Hides or shows what stands deeper than the line. False when nothing does.
  bool setFolded(int line, bool folded);
  void foldAll(bool folded);

  /// Lines that a click, or Return at the line, asks to change: valueRequested().
  void setAskable(std::set<int> lines);

 signals:
  void valueRequested(int line);

 protected:
  void keyPressEvent(QKeyEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  class Margin;
  void dress();
  void paintMargin(QWidget& margin) const;
  void clickMargin(const QPoint& at);
  QTextBlock lastInside(const QTextBlock& block) const;
  bool isFolded(const QTextBlock& block) const;

  Theme& m_theme;
  Margin* m_margin;
  QString m_whole;
  int m_cutLines = 0;
  std::set<int> m_askable;
  HitMarks m_hits;
};

}  // namespace cardinal::ui
