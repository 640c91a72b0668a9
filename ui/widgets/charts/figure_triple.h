// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>

#include "ui/theme/theme.h"

namespace cardinal::ui {

/// The one number of a pane: head with the words ("allocated / total"), the figure with its unit once, a note at the
/// right.
class FigureTriple : public QWidget {
  Q_OBJECT
 public:
  explicit FigureTriple(Theme& theme, QWidget* parent = nullptr);

  void setTitle(const QString& title);    ///< "Memory"
  void setWords(const QString& words);    ///< "used / allocated / total"
  void setFigure(const QString& figure);  ///< "11.4 / 18 / 22 GiB"; unknown parts come as "n/a"
  void setNote(const QString& note);      ///< "82 % allocated"

  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  void nameForReaders();

  Theme& m_theme;
  QString m_title, m_words, m_figure, m_note;
};

}  // namespace cardinal::ui
