// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QAbstractTableModel>
#include <QString>
#include <QStringList>
#include <optional>
#include <utility>
#include <vector>

#include "ui/models/roles.h"

namespace cardinal::ui {

/// A small table whose texts are made by the page that shows it (the pods of a card, the owners of a selection). Rows
/// are signalled as changed, added or removed by position, so scroll and selection stay.
class RowsModel : public QAbstractTableModel {
  Q_OBJECT
 public:
  struct Cell {
    QString text;
    CellState state = CellState::None;
    std::optional<double> fraction;
    std::optional<double> number;  ///< what the text stands for, for sorting; none = sorted as text
    bool strong = false;
    QString letter;     ///< a chip before the text
    int category = -1;  ///< colour of the chip
    Cell() = default;
    Cell(QString shown)
        : text(std::move(shown)) {}  // NOLINT(google-explicit-constructor): rows are written as lists of texts
    bool operator==(const Cell&) const = default;
  };
  struct Row {
    QString key;
    std::vector<Cell> cells;
    bool operator==(const Row&) const = default;
  };
  struct Head {
    /// A column of names whose ends distinguish them.
    static Head ofNames(QString shown) {
      Head head(std::move(shown));
      head.names = true;
      return head;
    }
    QString text;
    Qt::AlignmentFlag align = Qt::AlignLeft;
    bool names = false;  ///< see NameRole
    Head(QString shown, Qt::AlignmentFlag side = Qt::AlignLeft)
        : text(std::move(shown)), align(side) {}  // NOLINT(google-explicit-constructor)
  };

  explicit RowsModel(QObject* parent = nullptr) : QAbstractTableModel(parent) {}

  /// Resets when the number of columns changes.
  void setHeads(std::vector<Head> heads);
  /// Every row has as many cells as there are heads.
  void setRows(std::vector<Row> rows);
  QString keyOf(int row) const;
  int rowOf(const QString& key) const;

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  std::vector<Head> m_heads;
  std::vector<Row> m_rows;
};

}  // namespace cardinal::ui
