// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/models/tables/rows_sorter.h"
#include "ui/pages/common/tables/data_table.h"

namespace cardinal::ui {

/// A table whose rows a page gives, in the order of the page until a head is clicked.
class SortedTable : public DataTable {
  Q_OBJECT
 public:
  explicit SortedTable(Theme& theme, QWidget* parent = nullptr);

  RowsModel& rows() const { return *m_rows; }
  /// The rows as they are shown.
  RowsSorter& order() const { return *m_order; }
  void restoreOrder();

 private:
  RowsModel* m_rows;
  RowsSorter* m_order;
};

}  // namespace cardinal::ui
