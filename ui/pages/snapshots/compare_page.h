// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/tables/snapshot_diff.h"
#include "ui/bridge/background_job.h"
#include "ui/models/rows_model.h"
#include "ui/pages/common/page.h"
#include "ui/session/page_context.h"

class QStackedWidget;

namespace cardinal::ui {

class ActionButton;
class DataTable;
class EmptyState;
class FilterLine;
class HeatmapView;
class KpiStrip;
class SegmentedControl;
class TextLabel;

/// Two states beside each other: saved files, or one of them and the cluster as it is. What changed stands in tables of
/// nodes, cards and pods; on the map the cards that changed are outlined. Files are read and compared aside, which can
/// be cancelled.
class ComparePage : public Page {
  Q_OBJECT
 public:
  ComparePage(const PageContext& context, QWidget* parent = nullptr);

  /// Compares two files; an empty `after` = the cluster as it is now.
  void compare(const QString& before, const QString& after);
  /// What was found; null before the first answer.
  const std::shared_ptr<const SnapshotDiff>& diff() const { return m_diff; }
  bool isBusy() const { return m_work.isRunning(); }

 signals:
  void saveRequested();
  /// A snapshot is to be looked at instead of the cluster.
  void openRequested();

 protected:
  void retranslate() override;

 private:
  struct Answer;
  struct Places;
  class RowMaker;
  void build();
  QWidget* buildTools();
  void choose(bool before);
  void run();
  void take(const std::shared_ptr<const Answer>& answer);
  void showFailure(const Error& error);
  void showState(const QString& icon, const QString& title, const QString& cause, const QString& action);
  void showView();
  void showSides();
  void fillRows();
  void fillPods(RowMaker& maker);
  const Places& places();
  void fillKpis();
  void nameSides();
  void open(const QString& key);

  PageContext m_context;
  BackgroundJob m_work;
  QString m_beforePath, m_afterPath;
  bool m_asked = false;
  SnapshotPtr m_before;
  SnapshotPtr m_after;
  std::shared_ptr<const SnapshotDiff> m_diff;
  /// Where pods of one of the states alone are or were, in the language in force; null = to be found.
  std::shared_ptr<const Places> m_places;
  ActionButton* m_chooseBefore;
  ActionButton* m_chooseAfter;
  ActionButton* m_current;
  ActionButton* m_open;
  ActionButton* m_save;
  TextLabel* m_sides;
  SegmentedControl* m_views;
  FilterLine* m_filter;
  QWidget* m_viewLine = nullptr;
  KpiStrip* m_kpis;
  QStackedWidget* m_stack;
  RowsModel* m_rows;
  DataTable* m_table;
  HeatmapView* m_map;
  EmptyState* m_state;
};

}  // namespace cardinal::ui
