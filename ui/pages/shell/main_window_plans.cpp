// SPDX-License-Identifier: Apache-2.0
#include <utility>

#include "ui/i18n/plan_texts.h"
#include "ui/i18n/texts.h"
#include "ui/pages/plans/cordon_dialog.h"
#include "ui/pages/shell/main_window_parts.h"
#include "ui/pages/plans/node_actions.h"
#include "ui/pages/plans/plan_dialog.h"
#include "ui/widgets/band.h"
#include "ui/widgets/toast.h"

namespace cardinal::ui {

void MainWindow::Impl::connectPlans() {
  connect(&selection, &SelectionState::planAsked, &window, [this](const QString& node_, PlanKind kind) { openPlanDialog(node_, kind); });
  connect(&context.bridge, &SnapshotBridge::sourceChanged, &window, [this] { openBook(); });
  connect(planBand, &Band::actionTriggered, &window, [this] { openUnfinishedPlan(); });
}

void MainWindow::Impl::openBook() {
  book = std::make_shared<PlanBook>(context.bridge.info(), journalFolder);
  showPlans();
}

void MainWindow::Impl::showPlans() {
  openPlan.reset();
  auto open = book->unfinished();
  if (!open) {
    window.showError(open.error());
  } else if (!open->empty()) {
    openPlan = std::move(open->front());
  }
  showPlanBand();
}

void MainWindow::Impl::showPlanBand() {
  planBand->setVisible(openPlan.has_value());
  if (!openPlan) return;
  planBand->setText(tr("A plan is not finished: %1").arg(planTitle(openPlan->plan)));
  planBand->setDetail(openPlan->stop ? stopText(*openPlan->stop, openPlan->plan)
                                     : tr("Nothing happens until you decide: continue, roll back, or leave the node as it is."));
  planBand->setAction(tr("Decide…"));
}

void MainWindow::Impl::openPlanDialog(const QString& node_, PlanKind kind) {
  const SnapshotPtr snapshot = context.bridge.snapshot();
  const auto index = snapshot->findNode(node_.toStdString());
  if (!index) return;
  const SnapshotBridge& bridge = context.bridge;
  const QString refusal = nodeWorkRefusal(snapshot->node(*index), bridge.info(), bridge.nodeOperations() != nullptr, bridge.isFresh());
  if (!refusal.isEmpty()) {
    toasts->show(StateRole::Warning, refusal);
    return;
  }
  if (kind == PlanKind::Cordon || kind == PlanKind::Uncordon) {
    auto* dialog = new CordonDialog(context, book, node_, kind == PlanKind::Cordon, &window);
    connect(dialog, &QDialog::finished, &window, [this] { showPlans(); });
    dialog->open();
    return;
  }
  auto* dialog = new PlanDialog(context, book, node_, kind, &window);
  connect(dialog, &QDialog::finished, &window, [this] { showPlans(); });
  dialog->open();
}

void MainWindow::Impl::openUnfinishedPlan() {
  if (!openPlan) return;
  auto* dialog = new PlanDialog(context, book, *openPlan, &window);
  connect(dialog, &QDialog::finished, &window, [this] { showPlans(); });
  dialog->open();
}

}  // namespace cardinal::ui
