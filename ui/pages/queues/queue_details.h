// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QTimer>
#include <vector>

#include "ui/models/rows_model.h"
#include "ui/pages/queues/queue_list.h"
#include "ui/session/page_context.h"
#include "ui/widgets/basic/surface.h"

namespace cardinal::ui {

class DataTable;
class SortedTable;
class TextLabel;

/// One queue or quota: what it is, all its quotas, and who waits: in Kueue in which place, whether it would be admitted
/// now, and what would help; in the others with the words of the system.
class QueueDetails : public Surface {
  Q_OBJECT
 public:
  QueueDetails(const PageContext& context, QWidget* parent = nullptr);

  /// The entry lives until the next call; null = none. Who was chosen of those that wait stays chosen in the same
  /// queue.
  void setEntry(const QueueEntry* entry);
  /// Who waits.
  SortedTable& line() const { return *m_lineTable; }
  void retranslate();

 private:
  void fillLine();
  /// The next rows of who waits: many of them are put into words one piece after another, and the window goes on.
  void fillMoreOfLine();
  /// How many rows the line has in all.
  static std::size_t lineLength(const QueueEntry& entry);
  void fillWords();
  QStringList notesOf(const QueueEntry& entry) const;
  QString factsOf(const QueueEntry& entry) const;
  QString lineTitleOf(const QueueEntry& entry, std::size_t shown) const;

  PageContext m_context;
  const QueueEntry* m_entry = nullptr;
  TextLabel* m_title;
  TextLabel* m_facts;
  TextLabel* m_notes;
  RowsModel* m_quotas;
  DataTable* m_quotaTable;
  TextLabel* m_lineTitle;
  SortedTable* m_lineTable;
  TextLabel* m_words;
  QTimer m_more;                           ///< between two pieces of the line
  QString m_waiting;                       ///< "namespace/name" of one that waits; empty = the first
  bool m_quiet = false;                    ///< rows change by themselves
  QString m_lineOf;                        ///< key of the entry whose line m_lineRows is
  std::vector<RowsModel::Row> m_lineRows;  ///< as far as they are in words
  std::size_t m_lineFilled = 0;            ///< of them, those of the state that is shown
};

}  // namespace cardinal::ui
