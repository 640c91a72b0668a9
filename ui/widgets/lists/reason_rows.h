// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>
#include <optional>
#include <vector>

#include "ui/theme/theme.h"

class QPainter;

namespace cardinal::ui {

struct ReasonRow {
  QString id;
  QString mark;         ///< one character in a box
  QString markMeaning;  ///< what the character stands for, in the tooltip
  QString title;
  QString figures;    ///< below the title
  QString count;      ///< at the right
  double part = 0;    ///< 0..1, length of the bar
  bool near = false;  ///< the reason nearest to a fit: its bar is in the warning colour
  bool operator==(const ReasonRow&) const = default;
};

/// Reasons with their counts as bars. One can be chosen, and chosen again to choose none. Up and Down move, Space and
/// Return choose.
class ReasonRows : public QWidget {
  Q_OBJECT
 public:
  explicit ReasonRows(Theme& theme, QWidget* parent = nullptr);

  /// The chosen row stays chosen while its id is among the rows.
  void setRows(std::vector<ReasonRow> rows);
  const QString& chosen() const { return m_chosen; }
  /// Does not emit chosenChanged().
  void clearChoice();

  QSize sizeHint() const override;
  QSize minimumSizeHint() const override { return {200, sizeHint().height()}; }

 signals:
  void chosenChanged(const QString& id);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void leaveEvent(QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void focusInEvent(QFocusEvent* event) override;
  bool event(QEvent* event) override;

 private:
  int rowHeight() const;
  int rowAt(const QPoint& point) const;
  void paintRow(QPainter& painter, const ReasonRow& row, const QRectF& area) const;
  void toggle(int row);
  void updateAccessibleText();

  Theme& m_theme;
  std::vector<ReasonRow> m_rows;
  QString m_chosen;
  int m_hovered = -1;
  int m_focused = 0;
};

}  // namespace cardinal::ui
