// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QAbstractListModel>
#include <vector>

#include "ui/widgets/lists/line_list.h"

namespace cardinal::ui {

/// A row of two lines: what, and below it what became of it with the glyph of its state.
struct TwoLineItem {
  QString title;
  QString words;
  StateRole state = StateRole::Information;
  bool operator==(const TwoLineItem&) const = default;
};

class TwoLineModel : public QAbstractListModel {
  Q_OBJECT
 public:
  enum Role { WordsRole = Qt::UserRole + 64, StateRoleOf };
  using QAbstractListModel::QAbstractListModel;

  /// Rows that stay at their place stay chosen.
  void setItems(std::vector<TwoLineItem> items);
  int rowCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;

 private:
  std::vector<TwoLineItem> m_items;
};

/// The list of them. Delete asks to remove a row, Ctrl+C copies it.
class TwoLineList : public LineList {
  Q_OBJECT
 public:
  explicit TwoLineList(Theme& theme, QWidget* parent = nullptr);

  void setItems(std::vector<TwoLineItem> items) { m_model.setItems(std::move(items)); }
  int currentRow() const { return currentIndex().row(); }
  void setCurrentRow(int row);

 signals:
  void removalRequested(int row);
  void menuRequested(const QPoint& global, int row);

 protected:
  void keyPressEvent(QKeyEvent* event) override;
  void contextMenuEvent(QContextMenuEvent* event) override;

 private:
  TwoLineModel m_model;
};

}  // namespace cardinal::ui
