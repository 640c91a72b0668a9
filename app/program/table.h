// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <QStringList>
#include <vector>

namespace cardinal::app {

/// Columns of a text terminal: a Chinese character takes two cells.
int displayWidth(const QString& text);

/// A plain table: head, rows, two spaces between columns, no trailing blanks.
class Table {
 public:
  explicit Table(QStringList head) : m_rows{std::move(head)} {}

  /// Numbers of this column stand right-aligned.
  void alignRight(int column);
  /// Cells beyond the head are dropped, missing ones are empty.
  void add(QStringList cells);
  bool isEmpty() const { return m_rows.size() <= 1; }
  QString toString() const;

 private:
  std::vector<QStringList> m_rows;
  std::vector<int> m_right;
};

}  // namespace cardinal::app
