// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QAbstractButton>

#include "ui/theme/theme.h"

namespace cardinal::ui {

/// One template: name and request; it can be dragged, clicked, and has a menu.
class TemplateChip : public QAbstractButton {
  Q_OBJECT
 public:
  explicit TemplateChip(Theme& theme, QWidget* parent = nullptr);

  void setTexts(const QString& name, const QString& request);
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override { return sizeHint(); }

 signals:
  void dragRequested();
  void menuRequested(const QPoint& global);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void contextMenuEvent(QContextMenuEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void enterEvent(QEnterEvent* event) override;
  void leaveEvent(QEvent* event) override;

 private:
  Theme& m_theme;
  QString m_name;
  QString m_request;
  QPoint m_pressed;
};

}  // namespace cardinal::ui
