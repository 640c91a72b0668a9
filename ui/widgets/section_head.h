// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>

#include "ui/theme/theme.h"

namespace cardinal::ui {

/// Head of a section in a pane: title 12/600 at the left, words or a count at the right.
class SectionHead : public QWidget {
  Q_OBJECT
 public:
  explicit SectionHead(Theme& theme, QWidget* parent = nullptr);

  void setTitle(const QString& title);
  void setCount(const QString& count);   ///< a plain badge after the title; "" = none
  void setNote(const QString& note);     ///< at the right edge

  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  Theme& m_theme;
  QString m_title, m_count, m_note;
};

}  // namespace cardinal::ui
