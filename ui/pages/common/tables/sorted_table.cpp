// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/common/tables/sorted_table.h"

#include <QHeaderView>

namespace cardinal::ui {

SortedTable::SortedTable(Theme& theme, QWidget* parent)
    : DataTable(theme, parent), m_rows(new RowsModel(this)), m_order(new RowsSorter(*m_rows, this)) {
  setModel(m_order);
  setSortingEnabled(true);
  restoreOrder();
}

void SortedTable::restoreOrder() {
  horizontalHeader()->setSortIndicator(-1, Qt::DescendingOrder);
}

}  // namespace cardinal::ui
