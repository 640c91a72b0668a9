// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QStackedWidget>

#include "ui/models/rows_model.h"
#include "ui/theme/theme.h"

namespace cardinal::ui {

class DataTable;
class EmptyState;
class Pane;

/// What a page shows, or why there is nothing to show.
class ContentOrEmpty : public QStackedWidget {
  Q_OBJECT
 public:
  explicit ContentOrEmpty(Theme& theme, QWidget* parent = nullptr);
  /// Takes the content.
  ContentOrEmpty(Theme& theme, QWidget& content, QWidget* parent);

  EmptyState& empty() const { return *m_empty; }
  void setFilled(bool filled) { setCurrentIndex(filled ? 0 : 1); }

 protected:
  QWidget* content() const { return widget(0); }

 private:
  EmptyState* m_empty;
};

/// A table and, at its right, the pane of the row that is chosen.
class TableBesidePane : public ContentOrEmpty {
  Q_OBJECT
 public:
  /// Takes the pane.
  TableBesidePane(Theme& theme, Pane& pane, int paneWidth, QWidget* parent = nullptr);

  RowsModel& rows() const { return *m_rows; }
  DataTable& table() const { return *m_table; }
  /// Shows the rows, if there are any, and chooses the one of a key, else the first; its key.
  QString showRows(std::vector<RowsModel::Row> rows, const QString& chosen);

 private:
  RowsModel* m_rows;
  DataTable* m_table;
};

/// A chart with its values in a table below.
class ChartAboveTable : public ContentOrEmpty {
  Q_OBJECT
 public:
  /// Takes the chart. `tableHeight` in pixels.
  ChartAboveTable(Theme& theme, QWidget& chart, int tableHeight, QWidget* parent = nullptr);

  RowsModel& rows() const { return *m_rows; }
  DataTable& table() const { return *m_table; }

 private:
  RowsModel* m_rows;
  DataTable* m_table;
};

}  // namespace cardinal::ui
