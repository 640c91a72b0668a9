// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "ui/bridge/background_job.h"
#include "ui/bridge/work_pacer.h"
#include "ui/pages/common/export_offer.h"
#include "ui/pages/common/page.h"
#include "ui/pages/queues/queue_list.h"
#include "ui/session/page_context.h"

class QSplitter;

namespace cardinal::ui {

class ColumnFit;
class ContentOrEmpty;
class FilterLine;
class QueueDetails;
class SegmentedControl;
class SortedTable;
class TextLabel;

/// Queues and quotas of Kueue, Volcano, KAI, Koordinator and scheduler-plugins, a row each; of the chosen one all
/// quotas and who waits: in Kueue in which place, whether it would be admitted now, and what would help; in the others
/// with the words of the system. Follows the snapshot.
class QueuesPage : public Page, public OffersExport {
  Q_OBJECT
 public:
  explicit QueuesPage(const PageContext& context, QWidget* parent = nullptr);

  /// Chooses a queue by name, "namespace/name" or "system/name" ("volcano/research"); "" = as it is. False where there
  /// is none.
  bool showKey(const QString& key) override;
  void focusFilter() override;
  /// Waits for the report; for pictures without an event loop only.
  void answerNow() override;
  /// The queues, and who waits in them.
  std::vector<ExportOffer> exportOffers() override;

 protected:
  void retranslate() override;
  void showEvent(QShowEvent* event) override;

 private:
  void build();
  QWidget* buildTools();
  void connectParts();
  void connectTables();
  void judge();
  void take(SnapshotPtr snapshot, std::shared_ptr<const QueueList> list);
  void follow();
  void forget();
  void showAll();

  void fill();
  void fillSystems();
  void fillUnknown();
  void fillEmpty();
  void showHeads();
  bool isShown(const QueueEntry& entry) const;
  /// The only system that is shown; empty = several.
  QString onlySystem() const;
  /// Of the rows that are shown; null = none.
  const QueueEntry* chosen() const;

  PageContext m_context;
  SegmentedControl* m_systems;
  FilterLine* m_filter;
  TextLabel* m_unknown;  ///< what could not be read
  ContentOrEmpty* m_content;
  QSplitter* m_splitter;
  SortedTable* m_queueTable;
  ColumnFit* m_fit;
  QueueDetails* m_details;  ///< of the chosen one
  BackgroundJob* m_job;
  WorkPacer m_pacer{9};
  std::shared_ptr<const QueueList> m_list;                 ///< null = not there yet
  SnapshotPtr m_snapshot;                                  ///< the state that the list belongs to
  std::vector<const QueueEntry*> m_shown;                  ///< into the list, in its order
  std::vector<std::pair<QString, QString>> m_systemItems;  ///< of m_systems: id and text
  std::vector<bool> m_away;                                ///< by QueueRows::Column: not shown now
  QString m_chosen;                                        ///< key of an entry; empty = the first
  bool m_quiet = false;                                    ///< rows change by themselves
};

}  // namespace cardinal::ui
