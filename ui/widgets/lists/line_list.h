// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QListView>
#include <QStyledItemDelegate>

#include "ui/theme/theme.h"
#include "ui/widgets/basic/state.h"

namespace cardinal::ui {

/// Paints a row of a list that has several lines of text: its ground, the bar of the chosen one, the hairline below and
/// the frame of the focus. What is written on it is the subclass's.
class LineDelegate : public QStyledItemDelegate {
  Q_OBJECT
 public:
  LineDelegate(Theme& theme, QObject* parent) : QStyledItemDelegate(parent), m_theme(theme) {}

  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;

 protected:
  Theme& theme() const { return m_theme; }
  /// `area`: the row without its padding at the sides. The painter is restored afterwards.
  virtual void paintLines(QPainter& painter, const QRectF& area, const QModelIndex& index, bool isChosen) const = 0;
  /// The glyph of a state at the left of a line; what is left of the line for words.
  QRectF paintState(QPainter& painter, const QRectF& line, StateRole state) const;

 private:
  Theme& m_theme;
};

/// A list of such rows. Return and a double click activate one; the current row follows the keyboard.
class LineList : public QListView {
  Q_OBJECT
 public:
  /// Takes the delegate.
  LineList(Theme& theme, LineDelegate* delegate, QWidget* parent);

 signals:
  void rowChosen(int row);  ///< -1 = none
  void rowActivated(int row);

 protected:
  void currentChanged(const QModelIndex& current, const QModelIndex& previous) override;
  void keyPressEvent(QKeyEvent* event) override;
};

}  // namespace cardinal::ui
