// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QStyledItemDelegate>
#include <QTableView>

#include "ui/theme/theme.h"

namespace cardinal::ui {

/// Paints rows of tables and trees from the roles of ui/models/roles.h: state glyph, letter chip, text, bar. One
/// delegate for all.
class CellDelegate : public QStyledItemDelegate {
  Q_OBJECT
 public:
  explicit CellDelegate(Theme& theme, QObject* parent = nullptr) : QStyledItemDelegate(parent), m_theme(theme) {}

  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
  QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
  /// First and last column without padding at the outer side, for tables in panes.
  void setFlush(bool flush) { m_flush = flush; }
  /// Rows without a wash under the pointer, for tables in which nothing can be chosen.
  void setHovered(const QModelIndex& index) { m_hoveredRow = index.row(); }
  void setHairlines(bool on) { m_hairlines = on; }

 private:
  Theme& m_theme;
  bool m_flush = false;
  bool m_hairlines = true;
  int m_hoveredRow = -1;
};

/// A table in the product's look: rows are chosen whole, Ctrl+C copies them as text with tabs, Return activates.
class DataTable : public QTableView {
  Q_OBJECT
 public:
  explicit DataTable(Theme& theme, QWidget* parent = nullptr);

  /// For panes: no padding at the outer sides, as high as its rows, no scroll bars.
  void setFlush(bool flush);
  /// Key (KeyRole) of the current row; empty = none.
  QString currentKey() const;
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;
  void setModel(QAbstractItemModel* model) override;

 signals:
  void keyActivated(const QString& key);
  void keyChosen(const QString& key);  ///< the current row changed by the user
  void menuRequested(const QPoint& global, const QString& key);

 protected:
  void focusInEvent(QFocusEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void leaveEvent(QEvent* event) override;
  void contextMenuEvent(QContextMenuEvent* event) override;
  void currentChanged(const QModelIndex& current, const QModelIndex& previous) override;

 private:
  void dress();
  void copySelection() const;

  Theme& m_theme;
  CellDelegate* m_delegate;
  bool m_flush = false;
  bool m_entering = false;
};

}  // namespace cardinal::ui
