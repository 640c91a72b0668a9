// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>
#include <vector>

#include "ui/theme/theme.h"

namespace cardinal::ui {

/// One choice of a few, side by side, 28 high. Left and Right move, like radio buttons.
class SegmentedControl : public QWidget {
  Q_OBJECT
 public:
  explicit SegmentedControl(Theme& theme, QWidget* parent = nullptr);

  void addItem(const QString& id, const QString& text, const QString& iconName = QString());
  /// Takes all items away, and with them what is chosen.
  void clear();
  void setText(const QString& id, const QString& text);
  void setItemEnabled(const QString& id, bool enabled, const QString& reason = QString());
  /// Does not emit changed().
  void setCurrent(const QString& id);
  QString current() const { return m_current; }

  QSize sizeHint() const override;
  QSize minimumSizeHint() const override { return sizeHint(); }

 signals:
  void changed(const QString& id);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void leaveEvent(QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  bool event(QEvent* event) override;

 private:
  struct Item {
    QString id, text, icon, reason;
    bool enabled = true;
  };
  int itemWidth(const Item& item) const;
  QRect itemRect(std::size_t index) const;
  int itemAt(const QPoint& point) const;
  void choose(std::size_t index);

  Theme& m_theme;
  std::vector<Item> m_items;
  QString m_current;
  int m_hovered = -1;
};

}  // namespace cardinal::ui
