// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QElapsedTimer>
#include <QTimer>
#include <optional>

#include "core/queues/queue_report.h"
#include "ui/bridge/background_job.h"
#include "ui/models/rows_model.h"
#include "ui/models/rows_sorter.h"
#include "ui/pages/common/page.h"
#include "ui/session/page_context.h"

class QSplitter;
class QStackedWidget;

namespace cardinal::ui {

class DataTable;
class EmptyState;
class TextLabel;

/// The ClusterQueues of Kueue with nominal, used and borrowed quota; of the chosen one all quotas and who waits in
/// which place, whether Kueue would admit it now, and what would help. Follows the snapshot.
class QueuesPage : public Page {
  Q_OBJECT
 public:
  explicit QueuesPage(const PageContext& context, QWidget* parent = nullptr);

  /// Chooses a ClusterQueue; "" = as it is. False where there is none of that name.
  bool showKey(const QString& key) override;
  /// Waits for the report; for pictures without an event loop only.
  void answerNow() override;

 protected:
  void retranslate() override;
  void showEvent(QShowEvent* event) override;

 private:
  void build();
  QWidget* buildDetails();
  void judge();
  void follow();
  void fill();
  void fillEmpty();
  void fillDetails();
  void fillWords();
  void showHeads();
  const queues::QueueRow* chosen() const;
  /// The workloads of the lower table: those of the chosen queue, or those that no queue takes.
  const std::vector<queues::WaitingWorkload>& line() const;

  PageContext m_context;
  QStackedWidget* m_stack;
  QSplitter* m_splitter;
  RowsModel* m_queues;
  RowsSorter* m_queueOrder;
  DataTable* m_queueTable;
  TextLabel* m_title;
  TextLabel* m_notes;
  RowsModel* m_quotas;
  DataTable* m_quotaTable;
  TextLabel* m_lineTitle;
  RowsModel* m_line;
  RowsSorter* m_lineOrder;
  DataTable* m_lineTable;
  TextLabel* m_words;
  EmptyState* m_empty;
  BackgroundJob* m_job;
  QTimer m_pause;  ///< between two reports
  QElapsedTimer m_took;
  std::optional<queues::QueueReport> m_report;
  SnapshotPtr m_snapshot;  ///< the state that the report belongs to
  QString m_chosen;        ///< ClusterQueue; empty = the first
  QString m_workload;      ///< "namespace/name"; empty = the first
};

}  // namespace cardinal::ui
