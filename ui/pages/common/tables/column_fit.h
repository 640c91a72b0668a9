// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <cstddef>
#include <vector>

class QTableView;

namespace cardinal::ui {

/// Shares the width of a table among its columns until the user arranges them by hand: columns of text give way and
/// take what is left over, columns of numbers keep their width. Where text would become unreadable, columns that can be
/// spared leave first.
class ColumnFit : public QObject {
  Q_OBJECT
 public:
  struct Column {
    int natural = 100;  ///< logical pixels
    bool text = false;  ///< gives way and grows
    int spare = 0;      ///< 0 = always shown; else 1 leaves first, then 2, ...
  };
  ColumnFit(QTableView& table, std::vector<Column> columns);

  /// The widths are the user's own from now on.
  void release() { m_released = true; }
  void fit();
  /// Columns that stay away whatever room there is; the others come and go as before.
  void keepAway(std::vector<bool> columns);

 signals:
  /// The user has moved the edge of a column.
  void arranged();

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void noteResize(int before, int after);
  bool isAway(std::size_t column) const;
  int naturalOf(std::size_t column) const;
  void measureHeads();
  int leastOf(std::size_t column) const;
  double textScale() const;
  double factorFor(int room, int spared) const;
  int leastWidth(int spared) const;
  std::vector<int> widthsFor(int room, double factor) const;

  QTableView& m_table;
  std::vector<Column> m_columns;
  std::vector<bool> m_spared;
  std::vector<bool> m_away;
  std::vector<int> m_heads;  ///< widths in the language and size in force, measured once for each fit()
  bool m_released = false;
  bool m_fitting = false;
};

}  // namespace cardinal::ui
