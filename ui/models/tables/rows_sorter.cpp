// SPDX-License-Identifier: Apache-2.0
#include "ui/models/tables/rows_sorter.h"

namespace cardinal::ui {

RowsSorter::RowsSorter(RowsModel& rows, QObject* parent) : QSortFilterProxyModel(parent) {
  m_order.setNumericMode(true);
  m_order.setCaseSensitivity(Qt::CaseInsensitive);
  setSortRole(SortRole);
  setSourceModel(&rows);
}

bool RowsSorter::lessThan(const QModelIndex& left, const QModelIndex& right) const {
  const QVariant a = left.data(SortRole);
  const QVariant b = right.data(SortRole);
  const bool aNumber = a.typeId() == QMetaType::Double;
  const bool bNumber = b.typeId() == QMetaType::Double;
  if (aNumber && bNumber) return a.toDouble() < b.toDouble();
  if (aNumber != bNumber) return aNumber == (sortOrder() == Qt::AscendingOrder);
  return m_order.compare(a.toString(), b.toString()) < 0;
}

}  // namespace cardinal::ui
