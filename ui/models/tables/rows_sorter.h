// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QCollator>
#include <QSortFilterProxyModel>

#include "ui/models/rows_model.h"

namespace cardinal::ui {

/// Rows of a RowsModel by a column: numbers by value, texts as people sort them; a text in a column of numbers stands
/// for an unknown one and comes last in both directions. Column -1 = the order of the page.
class RowsSorter : public QSortFilterProxyModel {
  Q_OBJECT
 public:
  explicit RowsSorter(RowsModel& rows, QObject* parent = nullptr);

 protected:
  bool lessThan(const QModelIndex& left, const QModelIndex& right) const override;

 private:
  QCollator m_order;
};

}  // namespace cardinal::ui
