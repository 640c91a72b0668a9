// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>
#include <vector>

#include "ui/theme/theme.h"

namespace cardinal::ui {

/// The pages at the left: 168 wide, 56 collapsed (icons with tooltips). Up, Down, Home, End move, Enter and Space open.
/// In a low window the rows come closer together.
class NavigationList : public QWidget {
  Q_OBJECT
 public:
  explicit NavigationList(Theme& theme, QWidget* parent = nullptr);

  /// `atBottom`: stands at the lower end of the list.
  void addItem(const QString& id, const QString& iconName, const QString& text, bool atBottom = false);
  void setText(const QString& id, const QString& text);
  /// "" hides the count; `strong` = 600 (pending pods).
  void setCount(const QString& id, const QString& count, bool strong = false);
  /// The key that opens the page, for its tooltip; "" = none.
  void setKey(const QString& id, const QString& key);
  void setCurrent(const QString& id);
  QString current() const { return m_current; }
  QString count(const QString& id) const;
  /// What is said of an entry beside the pointer; "" = it says all itself.
  QString tip(const QString& id) const;
  void setCollapsed(bool collapsed);

  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

 signals:
  void activated(const QString& id);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void leaveEvent(QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void focusInEvent(QFocusEvent* event) override;
  void focusOutEvent(QFocusEvent* event) override;
  bool event(QEvent* event) override;

 private:
  struct Item {
    QString id, icon, text, count, key{};
    bool strong = false;
    bool bottom = false;
  };
  int rowHeight() const;
  QRect itemRect(std::size_t index) const;
  int itemAt(const QPoint& point) const;
  const Item* find(const QString& id) const;  ///< null = there is none
  QString tipOf(const Item& item) const;
  void paintItem(QPainter& painter, std::size_t index) const;

  Theme& m_theme;
  std::vector<Item> m_items;
  QString m_current;
  int m_hovered = -1;
  int m_focused = 0;
  bool m_collapsed = false;
};

}  // namespace cardinal::ui
