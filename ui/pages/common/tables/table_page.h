// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/models/tables/filter_proxy.h"
#include "ui/pages/common/page.h"
#include "ui/session/page_context.h"

class QHBoxLayout;
class QMenu;
class QStackedWidget;

namespace cardinal::ui {

class ActionButton;
class ColumnFit;
class DataTable;
class EmptyState;
class FilterLine;
class SegmentedControl;
class TableTools;

/// A page that is one table: filter line, rows, an empty state that says why. A concrete page gives the model and says
/// what a row means; the table and its empty state are one widget, which it may set into a frame of its own. Several
/// rows can be chosen (Ctrl, Shift); the shared selection is the current one of them. Works only while it is visible.
class TablePage : public Page {
  Q_OBJECT
 public:
  /// `id`: key of the saved column widths. `spared`: ids of the columns that leave, in this order, where the page is
  /// too narrow.
  TablePage(const PageContext& context, SnapshotTable* model, const QString& id, const QStringList& spared,
            QWidget* parent);

  void focusFilter() override;
  void setFilterText(const QString& text);
  /// Chooses and shows a row; false when there is none (a filter that hides it is taken off).
  bool showKey(const QString& key) override;
  /// Keys of the rows as they are filtered and sorted now.
  std::vector<std::string> shownKeys();
  FilterScope scope() const { return m_model->scope(); }
  /// Key of the first row, empty = no rows.
  QString firstKey();
  /// Keys of the chosen rows, from top to bottom.
  QStringList chosenKeys() const;

 protected:
  /// The widths of a table's columns: shared until the user arranges them, then kept in the settings under `id`.
  static ColumnFit* fitColumns(DataTable& table, const SnapshotTable& model, const QStringList& spared,
                               const WindowSettings& settings, const QString& id);
  /// Reads the shown state again.
  void update();
  const PageContext& context() const { return m_context; }
  FilterProxy& proxy() { return *m_proxy; }
  DataTable& table() { return *m_table; }
  FilterLine& filter() { return *m_filter; }
  /// The table, or why it has no rows.
  QWidget* content() const;
  /// Widgets right of the filter line.
  QHBoxLayout* tools() const { return m_tools; }

  /// Columns, by id, that have nothing to say for now; those of an earlier call come back.
  void takeAway(const QStringList& columns);

  virtual void choose(const QString& key) = 0;
  virtual void activate(const QString& key) = 0;
  virtual void fillMenu(QMenu& menu, const QString& key) = 0;
  /// The menu of several chosen rows; unless overridden that of the one under the pointer.
  virtual void fillMenuOfSeveral(QMenu& menu, const QStringList& keys, const QString& key);
  /// Key of the row that the shared selection means, empty = none of this table's.
  virtual QString selectedKey() const = 0;
  virtual QString hitsText(int shown, int all) const = 0;
  virtual QString placeholder() const = 0;
  virtual QString emptyTitle() const = 0;
  /// The title where there are rows and the filter hides them all.
  virtual QString hiddenTitle() const;
  /// Below the title of an empty page; unless overridden why nodes are hidden.
  virtual QString emptyCause() const;
  /// A switch before the filter line: every row, or those of state:problem, with their number.
  void offerProblems();
  /// The hits and the empty state, after what they show has changed.
  void showCounts();

  void retranslate() override;
  void showEvent(QShowEvent* event) override;

 private:
  void build(const QStringList& spared);
  void connectParts();
  void arrangeColumns(const QStringList& spared);
  void fillEmpty();
  void showColumns();
  void followSelection();
  void countProblems();
  void nameProblems();

  PageContext m_context;
  SnapshotTable* m_model;
  FilterProxy* m_proxy;
  QHBoxLayout* m_tools;
  FilterLine* m_filter;
  TableTools* m_keeper;
  SegmentedControl* m_problems = nullptr;  ///< null = not offered
  int m_problemRows = 0;
  ColumnFit* m_fit = nullptr;
  QStringList m_away;
  QStackedWidget* m_stack;
  DataTable* m_table;
  EmptyState* m_empty;
  QString m_id;
  bool m_quiet = false;
};

}  // namespace cardinal::ui
