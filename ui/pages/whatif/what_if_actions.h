// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <vector>

#include "core/manifest/manifest.h"
#include "ui/pages/whatif/step_dialog.h"
#include "ui/session/page_context.h"
#include "ui/session/what_if_session.h"

class QMenu;

namespace cardinal::ui {

/// What the operator does on the page What-if: its menus, dialogs and files, all of which end in a change of the
/// session. Dialogs stand over `page`.
class WhatIfActions : public QObject {
  Q_OBJECT
 public:
  WhatIfActions(const PageContext& context, WhatIfSession& session, QWidget* page);

  void openAddMenu(const QPoint& global, const std::vector<WorkloadTemplate>& templates);
  void openStepMenu(const QPoint& global, int row);
  /// `node` empty = none is under the pointer.
  void openNodeMenu(const QPoint& global, const QString& node);
  /// `about`: the node or pod that the step is about; may be empty.
  void openStepDialog(StepKind kind, const QString& about);
  void editStep(int row);
  void addWorkload(const QByteArray& yaml);
  void chooseManifest();
  void openDefrag();
  /// The steps as commands and plans for an operator; only where the session has a result.
  void openToDo();
  void chooseLoad();
  void chooseSave();

 signals:
  /// A step was made or moved: its row is to be the current one.
  void rowChosen(int row);

 private:
  void chooseLast();
  void addNodeSteps(QMenu& menu, const QString& node);
  QMenu* makeMenu();

  PageContext m_context;
  WhatIfSession& m_session;
  QWidget* m_page;
};

}  // namespace cardinal::ui
