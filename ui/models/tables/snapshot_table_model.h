// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QAbstractTableModel>
#include <QCoreApplication>
#include <QVariant>
#include <algorithm>
#include <span>
#include <utility>
#include <vector>

#include "core/base/clock.h"
#include "core/metrics/use.h"
#include "core/model/snapshot.h"
#include "ui/models/filter.h"
#include "ui/models/roles.h"
#include "ui/models/tables/column_tips.h"

namespace cardinal::ui {

/// What every row of a table needs to know beside its own data.
struct TableFacts {
  UnixSeconds now = 0;                          ///< ages are counted to here
  MemoryUnit commonUnit = MemoryUnit::Unknown;  ///< for requests that no node has taken
  UsePtr use;                                   ///< what is measured; null = nothing
};

/// One column of a snapshot table, as data.
template <typename Row>
struct TableColumn {
  const char* id;      ///< stable English key
  const char* header;  ///< QT_TRANSLATE_NOOP of the model's context
  Qt::AlignmentFlag align = Qt::AlignLeft;
  int width = 100;  ///< logical px at 100 % text
  QString (*text)(const Row& row, const TableFacts& facts) = nullptr;
  QVariant (*raw)(const Row& row, const TableFacts& facts) = nullptr;  ///< null = the text
  CellState (*state)(const Row& row) = nullptr;
  QVariant (*fraction)(const Row& row) = nullptr;
  bool ages = false;  ///< the text changes with the time alone
  bool name = false;  ///< see NameRole
};

/// The part that needs no template: what proxies and pages see.
class SnapshotTable : public QAbstractTableModel {
 public:
  using QAbstractTableModel::QAbstractTableModel;

  /// New state; differences are signalled as row ranges, so that selection and scroll stay.
  virtual void setSnapshot(const ClusterSnapshot& snapshot, const TableFacts& facts) = 0;
  /// Another cluster: everything anew.
  virtual void clear() = 0;
  virtual FilterSubject subject(int row) const = 0;
  virtual QString keyOf(int row) const = 0;
  /// Row of a key, -1 when there is none.
  virtual int rowOf(const QString& key) const = 0;
  virtual int columnWidth(int column) const = 0;
  virtual QString columnId(int column) const = 0;
  virtual FilterScope scope() const = 0;
  /// Headers and texts in the language in force.
  void retranslate() {
    emit headerDataChanged(Qt::Horizontal, 0, columnCount({}) - 1);
    if (rowCount({}) > 0)
      emit dataChanged(index(0, 0), index(rowCount({}) - 1, columnCount({}) - 1), {Qt::DisplayRole});
  }
  using QAbstractTableModel::columnCount;
  using QAbstractTableModel::rowCount;
};

/// A table of rows kept in key order. `Row` needs `operator<` by key (strict order over rows of one state) and
/// `sameAs(Row)` (nothing visible differs). A concrete model gives its columns and makes its rows.
template <typename Row>
class SnapshotTableModel : public SnapshotTable {
 public:
  using Column = TableColumn<Row>;

  SnapshotTableModel(const char* context, std::span<const Column> columns, QObject* parent)
      : SnapshotTable(parent), m_context(context), m_columns(columns) {}

  int rowCount(const QModelIndex& parent = {}) const final {
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
  }
  int columnCount(const QModelIndex& parent = {}) const final {
    return parent.isValid() ? 0 : static_cast<int>(m_columns.size());
  }

  QVariant data(const QModelIndex& index, int role) const final {
    if (!index.isValid()) return {};
    const Row& row = m_rows[static_cast<std::size_t>(index.row())];
    const Column& column = m_columns[static_cast<std::size_t>(index.column())];
    switch (role) {
      case Qt::DisplayRole:
      case RawTextRole:
        return column.text(row, m_facts);
      case Qt::ToolTipRole:
        return QString(QStringLiteral("<qt>") + column.text(row, m_facts).toHtmlEscaped() + QStringLiteral("</qt>"));
      case Qt::TextAlignmentRole:
        return static_cast<int>(column.align | Qt::AlignVCenter);
      case SortRole:
        return column.raw ? column.raw(row, m_facts) : QVariant(column.text(row, m_facts));
      case KeyRole:
        return row.key();
      case CellStateRole:
        return column.state ? QVariant(static_cast<int>(column.state(row))) : QVariant();
      case FractionRole:
        return column.fraction ? column.fraction(row) : QVariant();
      case StrongRole:
        return index.column() == 0;
      case NameRole:
        return column.name;
      default:
        return {};
    }
  }

  QVariant headerData(int section, Qt::Orientation orientation, int role) const final {
    if (orientation != Qt::Horizontal || section < 0 || section >= columnCount({})) return {};
    const Column& column = m_columns[static_cast<std::size_t>(section)];
    if (role == Qt::DisplayRole) return QCoreApplication::translate(m_context, column.header);
    if (role == Qt::TextAlignmentRole) return static_cast<int>(column.align | Qt::AlignVCenter);
    if (role == Qt::ToolTipRole) return columnTip(m_context, column.id);
    return {};
  }

  void clear() final {
    beginResetModel();
    m_rows.clear();
    endResetModel();
  }
  QString keyOf(int row) const final { return m_rows[static_cast<std::size_t>(row)].key(); }
  int rowOf(const QString& key) const final {
    const auto found = std::find_if(m_rows.begin(), m_rows.end(), [&key](const Row& row) { return row.key() == key; });
    return found == m_rows.end() ? -1 : static_cast<int>(found - m_rows.begin());
  }
  int columnWidth(int column) const final { return m_columns[static_cast<std::size_t>(column)].width; }
  QString columnId(int column) const final {
    return QString::fromLatin1(m_columns[static_cast<std::size_t>(column)].id);
  }
  const Row& row(int index) const { return m_rows[static_cast<std::size_t>(index)]; }

 protected:
  /// `next` is in key order. Removals, insertions and changes are signalled as ranges, in one walk over both lists.
  void replaceRows(std::vector<Row> next, const TableFacts& facts) {
    const bool aged = facts.now / 60 != m_facts.now / 60;
    m_facts = facts;
    std::size_t at = 0;
    std::size_t from = 0;
    std::size_t firstChanged = 0;
    std::size_t changed = 0;
    while (at < m_rows.size() || from < next.size()) {
      if (from == next.size() || (at < m_rows.size() && m_rows[at] < next[from])) {
        emitChanged(firstChanged, std::exchange(changed, 0));
        removeRun(at, next, from);
      } else if (at == m_rows.size() || next[from] < m_rows[at]) {
        emitChanged(firstChanged, std::exchange(changed, 0));
        const std::size_t count = insertRun(at, next, from);
        at += count;
        from += count;
      } else {
        if (m_rows[at].sameAs(next[from])) {
          emitChanged(firstChanged, std::exchange(changed, 0));
        } else if (changed++ == 0) {
          firstChanged = at;
        }
        m_rows[at++] = std::move(next[from++]);
      }
    }
    emitChanged(firstChanged, changed);
    if (aged) emitAges();
  }

  const std::vector<Row>& rows() const { return m_rows; }

 private:
  void removeRun(std::size_t at, const std::vector<Row>& next, std::size_t from) {
    std::size_t end = at;
    while (end < m_rows.size() && (from == next.size() || m_rows[end] < next[from])) ++end;
    beginRemoveRows({}, static_cast<int>(at), static_cast<int>(end) - 1);
    m_rows.erase(m_rows.begin() + static_cast<std::ptrdiff_t>(at), m_rows.begin() + static_cast<std::ptrdiff_t>(end));
    endRemoveRows();
  }

  std::size_t insertRun(std::size_t at, std::vector<Row>& next, std::size_t from) {
    std::size_t end = from;
    while (end < next.size() && (at == m_rows.size() || next[end] < m_rows[at])) ++end;
    beginInsertRows({}, static_cast<int>(at), static_cast<int>(at + end - from) - 1);
    m_rows.insert(m_rows.begin() + static_cast<std::ptrdiff_t>(at),
                  std::make_move_iterator(next.begin() + static_cast<std::ptrdiff_t>(from)),
                  std::make_move_iterator(next.begin() + static_cast<std::ptrdiff_t>(end)));
    endInsertRows();
    return end - from;
  }

  void emitChanged(std::size_t first, std::size_t count) {
    if (count == 0) return;
    emit dataChanged(index(static_cast<int>(first), 0),
                     index(static_cast<int>(first + count) - 1, static_cast<int>(m_columns.size()) - 1));
  }

  void emitAges() {
    if (m_rows.empty()) return;
    for (int column = 0; column < columnCount({}); ++column) {
      if (!m_columns[static_cast<std::size_t>(column)].ages) continue;
      emit dataChanged(index(0, column), index(rowCount({}) - 1, column), {Qt::DisplayRole});
    }
  }

  const char* m_context;
  std::span<const Column> m_columns;
  std::vector<Row> m_rows;
  TableFacts m_facts;
};

}  // namespace cardinal::ui
