// SPDX-License-Identifier: Apache-2.0
#include "ui/models/rows_model.h"

#include <algorithm>

namespace cardinal::ui {

void RowsModel::setHeads(std::vector<Head> heads) {
  if (heads.size() != m_heads.size()) {
    beginResetModel();
    m_heads = std::move(heads);
    m_rows.clear();
    endResetModel();
    return;
  }
  m_heads = std::move(heads);
  if (!m_heads.empty()) emit headerDataChanged(Qt::Horizontal, 0, columnCount() - 1);
}

void RowsModel::setRows(std::vector<Row> rows) {
  const int before = rowCount();
  const int after = static_cast<int>(rows.size());
  if (after < before) {
    beginRemoveRows({}, after, before - 1);
    m_rows.resize(rows.size());
    endRemoveRows();
  } else if (after > before) {
    beginInsertRows({}, before, after - 1);
    m_rows.insert(m_rows.end(), rows.begin() + before, rows.end());
    endInsertRows();
  }
  for (int row = 0; row < std::min(before, after); ++row) {
    Row& old = m_rows[static_cast<std::size_t>(row)];
    if (old == rows[static_cast<std::size_t>(row)]) continue;
    old = std::move(rows[static_cast<std::size_t>(row)]);
    emit dataChanged(index(row, 0), index(row, columnCount() - 1));
  }
}

QString RowsModel::keyOf(int row) const {
  return row >= 0 && row < rowCount() ? m_rows[static_cast<std::size_t>(row)].key : QString();
}

int RowsModel::rowOf(const QString& key) const {
  const auto found = std::find_if(m_rows.begin(), m_rows.end(), [&key](const Row& row) { return row.key == key; });
  return found == m_rows.end() ? -1 : static_cast<int>(found - m_rows.begin());
}

int RowsModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}
int RowsModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(m_heads.size());
}

QVariant RowsModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) return {};
  const Row& row = m_rows[static_cast<std::size_t>(index.row())];
  if (role == KeyRole) return row.key;
  const Cell& cell = row.cells[static_cast<std::size_t>(index.column())];
  switch (role) {
    case Qt::DisplayRole:
    case RawTextRole:
      return cell.text;
    case Qt::ToolTipRole:
      return QString(QStringLiteral("<qt>") + cell.text.toHtmlEscaped() + QStringLiteral("</qt>"));
    case Qt::TextAlignmentRole:
      return static_cast<int>(m_heads[static_cast<std::size_t>(index.column())].align | Qt::AlignVCenter);
    case CellStateRole:
      return cell.state == CellState::None ? QVariant() : QVariant(static_cast<int>(cell.state));
    case FractionRole:
      return cell.fraction ? QVariant(*cell.fraction) : QVariant();
    case SortRole:
      return cell.number ? QVariant(*cell.number) : QVariant(cell.text);
    case StrongRole:
      return cell.strong;
    case NameRole:
      return m_heads[static_cast<std::size_t>(index.column())].names;
    case LetterRole:
      return cell.letter.isEmpty() ? QVariant() : QVariant(cell.letter);
    case CategoryRole:
      return cell.category;
    default:
      return {};
  }
}

QVariant RowsModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || section < 0 || section >= columnCount()) return {};
  const Head& head = m_heads[static_cast<std::size_t>(section)];
  if (role == Qt::DisplayRole) return head.text;
  if (role == Qt::TextAlignmentRole) return static_cast<int>(head.align | Qt::AlignVCenter);
  return {};
}

}  // namespace cardinal::ui
