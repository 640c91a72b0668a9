// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/bridge/change_controller.h"
#include "ui/models/rows_model.h"
#include "ui/pages/common/page.h"
#include "ui/session/page_context.h"

namespace cardinal::ui {

class ActivityPane;
class ListTools;
class TableBesidePane;

/// The journal: every change that was made from this program, the newest first; beside it before and after, the equal
/// commands, and undo while nothing else has changed the same fields.
class ActivityPage : public Page {
  Q_OBJECT
 public:
  ActivityPage(const PageContext& context, ChangeController& changes, QWidget* parent = nullptr);
  /// Chooses a change by id, or the newest of an object ("Node/gpu-1"); false when there is none.
  bool showKey(const QString& key) override;
  void focusFilter() override;

 signals:
  /// A mode that was switched is to be switched back: a plan of its own, which is shown first.
  void switchBackRequested(const QString& node, const cardinal::SwitchTarget& target);

 protected:
  void retranslate() override;
  void showEvent(QShowEvent* event) override;

 private:
  void connectParts();
  void fill();
  void fillEmpty();
  QString undoRightsRefusal(const ChangeRecord& change) const;
  void chooseRow(const QString& key);
  bool isShown(const ChangeRecord& change) const;
  RowsModel::Row rowOf(const ChangeRecord& change) const;
  const ChangeRecord* find(const QString& id) const;
  void undo(const QString& id);
  void take(const ChangeOutcome& outcome);
  void exportAs();
  QByteArray csv() const;
  QByteArray json() const;

  PageContext m_context;
  ChangeController& m_changes;
  ListTools* m_tools;
  TableBesidePane* m_content;
  ActivityPane* m_pane;
  QString m_chosen;
};

}  // namespace cardinal::ui
