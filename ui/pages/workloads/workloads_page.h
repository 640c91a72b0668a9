// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "ui/bridge/background_job.h"
#include "ui/bridge/work_pacer.h"
#include "ui/models/workload_index.h"
#include "ui/pages/common/export_offer.h"
#include "ui/pages/common/tables/table_page.h"
#include "ui/pages/common/workload_subject.h"

class QSplitter;

namespace cardinal::ui {

class ActionButton;
class PodTableModel;
class SegmentedControl;
class TextLabel;
class WorkloadReader;
class WorkloadTableModel;

/// What teams submitted that asks for GPUs, traced from the pods, and below it the pods: of the chosen workload, or all
/// of them. One filter for both; a workload is shown for any of its pods. Workloads follow the snapshot off the GUI
/// thread, while the page is looked at; then their own objects are read, too.
class WorkloadsPage : public TablePage, public OffersExport {
  Q_OBJECT
 public:
  WorkloadsPage(const PageContext& context, QWidget* parent = nullptr);
  void showPending(bool pending);
  /// "namespace/pod", or "namespace/kind/name" for a workload; empty = every row again, those that run and those that
  /// wait.
  bool showKey(const QString& key) override;
  /// Chooses the workload of a pod, "namespace/pod", as soon as it is known.
  void showWorkloadOf(const QString& pod);
  /// No workload is chosen.
  void showAll() { chooseWorkload({}); }
  /// The upper table has the cursor, and a workload is chosen in it.
  bool isWorkloadChosen() const;
  /// Opens the dock with the chosen workload: "yaml", its own object, or "events".
  void openWorkload(const QString& view);
  void answerNow() override;
  /// The workloads and the pods; chosen first is the table that has the focus.
  std::vector<ExportOffer> exportOffers() override;

 signals:
  /// For the dock, in this view.
  void workloadRequested(const QString& view, const cardinal::ui::WorkloadSubject& workload);

 protected:
  void choose(const QString& key) override;
  void activate(const QString& key) override;
  void fillMenu(QMenu& menu, const QString& key) override;
  QString selectedKey() const override;
  QString hitsText(int shown, int all) const override;
  QString placeholder() const override;
  QString emptyTitle() const override;
  QString emptyCause() const override;
  QString hiddenTitle() const override;
  void retranslate() override;
  void showEvent(QShowEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  void addTools();
  void buildRows();
  QWidget* buildHead();
  void connectRows();
  void syncSegment();

  void follow();
  bool isOutdated() const;
  void trace();
  void take(std::shared_ptr<const WorkloadIndex> index);
  void dropWorkloads();
  void readObjects();
  void filterRows();
  void followRows();
  void fitRows();
  /// Key of the row that is selected; empty = none.
  QString keyOfRow() const;
  void chooseWorkload(const QString& key);
  void selectItsPod();
  bool showWorkload(const QString& key);
  void showAwaited();
  void fillHead();
  QString headText() const;
  void openWorkloadMenu(const QPoint& global, const QString& key);

  PodTableModel& m_pods;
  ActionButton* m_write;
  SegmentedControl* m_segment;
  QSplitter* m_splitter;
  WorkloadReader* m_reader;
  WorkloadTableModel* m_rows;
  FilterProxy* m_order;
  DataTable* m_table;
  TextLabel* m_title;
  TextLabel* m_reason;
  TextLabel* m_conditions;
  ActionButton* m_events;
  ActionButton* m_all;
  BackgroundJob* m_job;
  WorkPacer m_pacer{9};
  std::shared_ptr<const WorkloadIndex> m_index;      ///< null = not there yet
  SnapshotPtr m_snapshot;                            ///< the state of the index
  std::shared_ptr<const WorkloadObjects> m_objects;  ///< likewise: what of the workloads' own objects it knows
  QString m_chosen;                                  ///< key of a workload; empty = none
  QString m_awaited;                                 ///< pod whose workload is to be chosen
  bool m_isArranged = false;                         ///< the operator has set the heights of the tables
  bool m_quiet = false;                              ///< rows change by themselves
};

}  // namespace cardinal::ui
