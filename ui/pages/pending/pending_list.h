// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QAbstractListModel>
#include <vector>

#include "ui/pages/pending/pending_queues.h"
#include "ui/session/page_context.h"
#include "ui/session/pending_explainer.h"
#include "ui/widgets/lists/line_list.h"

namespace cardinal::ui {

enum class PendingOrder { Age, Reason };

/// The pending pods as rows of three lines: name and age, namespace and request, cause. In the order of age or grouped
/// by cause.
class PendingListModel : public QAbstractListModel {
  Q_OBJECT
 public:
  enum Role { KeyRoleOf = Qt::UserRole + 64, AgeRole, RequestRole, CauseRole, OutlookRole };

  PendingListModel(const PageContext& context, PendingExplainer& explainer, PendingQueues& queues,
                   QObject* parent = nullptr);

  void setOrder(PendingOrder order);
  /// Words that a row must contain; empty = all.
  void setWords(const QString& words);
  /// Takes the report in force; rows that stay keep their place in the selection.
  void refresh();
  QString keyAt(int row) const;
  int rowOf(const QString& key) const;

  int rowCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;

 private:
  struct Row {
    QString key, name, ns, request, cause, age;
    UnixSeconds created = 0;
    Outlook outlook = Outlook::Unknown;
    bool operator==(const Row&) const = default;
  };
  std::vector<Row> makeRows() const;

  PageContext m_context;
  PendingExplainer& m_explainer;
  PendingQueues& m_queues;
  PendingOrder m_order = PendingOrder::Age;
  QString m_words;
  std::vector<Row> m_rows;
};

/// The list itself.
class PendingList : public LineList {
  Q_OBJECT
 public:
  PendingList(Theme& theme, PendingListModel& model, QWidget* parent = nullptr);
  QString currentKey() const;
  void setCurrentKey(const QString& key);

 signals:
  void keyChosen(const QString& key);
  void keyActivated(const QString& key);

 private:
  PendingListModel& m_model;
};

}  // namespace cardinal::ui
