// SPDX-License-Identifier: Apache-2.0
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

#include "ui/i18n/changes/change_texts.h"
#include "ui/i18n/changes/plan_texts.h"
#include "ui/i18n/errors/error_texts.h"
#include "ui/i18n/plain.h"
#include "ui/models/pod_lookup.h"
#include "ui/pages/activity/activity_page.h"
#include "ui/pages/common/node_actions.h"
#include "ui/pages/plans/cordon/cordon_bar.h"
#include "ui/pages/plans/cordon/cordon_dialog.h"
#include "ui/pages/plans/plan_dialog.h"
#include "ui/pages/shell/window/cluster_banners.h"
#include "ui/pages/shell/window/cluster_view_impl.h"
#include "ui/widgets/lists/toast.h"

namespace cardinal::ui {

void ClusterView::Impl::connectPlans() {
  connect(&selection, &SelectionState::planRequested, &window,
          [this](const QStringList& nodes, PlanKind kind) { openPlanDialog(nodes, kind); });
  connect(pageOf<ActivityPage>(), &ActivityPage::switchBackRequested, &window,
          [this](const QString& name, const SwitchTarget& target) {
            if (!context.bridge.snapshot()->findNode(name.toStdString())) {
              const QString shown = plain(name.toStdString(), 80);
              return toasts->show(StateRole::Warning, tr("%1 is no longer in the cluster").arg(shown));
            }
            if (PlanDialog* dialog = openPlanDialog({name}, PlanKind::Switch)) dialog->chooseTarget(target);
          });
  connect(&context.bridge, &SnapshotBridge::sourceChanged, &window, [this] { showPlans(); });
  connect(banners, &ClusterBanners::planRequested, &window, [this] { openUnfinishedPlan(); });
}

void ClusterView::Impl::showPlans() {
  openPlan.reset();
  const ChangeSessionPtr& session = context.bridge.session();
  auto open = session->unfinished();
  if (!open) {
    window.showError(open.error());
  } else {
    // What a dialog of this window works on needs no decision.
    const auto waits = std::find_if(open->begin(), open->end(),
                                    [&session](const PlanProgress& one) { return !session->isAtWork(one.plan.node); });
    if (waits != open->end()) openPlan = std::move(*waits);
  }
  banners->showPlan(openPlan);
}

PlanDialog* ClusterView::Impl::openPlanDialog(const QStringList& nodes, PlanKind kind) {
  if (refusesInPast()) return nullptr;
  const SnapshotPtr snapshot = context.bridge.snapshot();
  for (const QString& name : nodes) {
    const auto index = snapshot->findNode(name.toStdString());
    if (!index) return nullptr;
    const QString refusal = nodeWorkRefusal(snapshot->node(*index), context.bridge);
    if (refusal.isEmpty()) continue;
    toasts->show(StateRole::Warning, refusal);
    return nullptr;
  }
  if (nodes.isEmpty()) return nullptr;
  if (kind != PlanKind::Cordon && kind != PlanKind::Uncordon) {
    auto* dialog = new PlanDialog(context, context.bridge.session(), nodes, kind, &window);
    showPlanDialog(dialog);
    return dialog;
  }
  if (nodes.size() <= CordonBar::kMaxNodes) {
    showCordonBar(nodes, kind == PlanKind::Cordon);
  } else {
    auto* dialog = new CordonDialog(context, context.bridge.session(), nodes, kind == PlanKind::Cordon, &window);
    connect(dialog, &QDialog::finished, &window, [this] { afterPlan(); });
    if (isShown()) dialog->open();
  }
  return nullptr;
}

void ClusterView::Impl::showCordonBar(const QStringList& nodes, bool cordon) {
  auto* bar = new CordonBar(context, context.bridge.session(), nodes, cordon, window.centralWidget());
  bars->addWidget(bar);
  // The button that asked keeps no focus: a second press of the space bar would be another change.
  if (isShown()) bar->setFocus();
  connect(bar, &CordonBar::changedNodes, &window, [this](const QStringList& plans, const QString& words) {
    toasts->show(StateRole::Ok, words, plans.isEmpty() ? QString() : tr("Undo"), [this, plans] { undoPlans(plans); });
  });
  connect(bar, &CordonBar::finished, &window, [this, bar] {
    bar->deleteLater();
    afterPlan();
  });
}

void ClusterView::Impl::undoPlans(const QStringList& plans) {
  for (const ChangeRecord& change : changes.changes()) {
    if (!plans.contains(QString::fromStdString(change.id))) continue;
    changes.undo(&window, change, [this, object = change.object](const ChangeOutcome& outcome) {
      if (outcome.isDone()) return toasts->show(StateRole::Ok, tr("%1 is as it was before").arg(plain(object, 80)));
      const QString why = outcome.error ? errorText(*outcome.error) : undoRefusalText(outcome.undo);
      toasts->show(StateRole::Critical, tr("%1 was not undone: %2").arg(plain(object, 80), why));
    });
  }
}

/// Nothing is taken back by one key: the page shows what it would change, with the button.
void ClusterView::Impl::showLastChange() {
  const auto& all = changes.changes();
  const auto last = std::find_if(all.begin(), all.end(), [this](const ChangeRecord& change) {
    return changes.isHere(change) && change.blocker == UndoBlocker::None;
  });
  if (last == all.end()) {
    selection.showMessage(StateRole::Information,
                          ClusterView::tr("There is no change in this cluster that can be undone"));
  } else {
    selection.go(QStringLiteral("activity"), QString::fromStdString(last->id));
  }
}

void ClusterView::Impl::openUnfinishedPlan() {
  if (openPlan) showPlanDialog(new PlanDialog(context, context.bridge.session(), *openPlan, &window));
}

/// A plan can take hours (a node is removed and comes back), so the window stays usable beside it.
void ClusterView::Impl::showPlanDialog(PlanDialog* dialog) {
  connect(dialog, &QDialog::finished, &window, [this] { afterPlan(); });
  if (isShown()) dialog->show();
}

void ClusterView::Impl::afterPlan() {
  changes.refresh();
  showPlans();
}

/// A picture is painted without windows.
bool ClusterView::Impl::isShown() const {
  return !window.testAttribute(Qt::WA_DontShowOnScreen);
}

bool ClusterView::Impl::stopPlansFirst(std::function<void()> then) {
  for (PlanDialog* dialog : window.findChildren<PlanDialog*>()) {
    if (!dialog->isVisible() || !dialog->isRunning()) continue;
    dialog->raise();
    dialog->activateWindow();
    dialog->rejectBefore(std::move(then));  // asks
    return true;
  }
  return false;
}

SourceActions ClusterView::Impl::afterPlans(SourceActions actions) {
  const auto guard = [this](auto& act) {
    if (!act) return;
    act = [this, then = act](const auto& choice) -> Result<void> {
      if (stopPlansFirst()) return {};
      return then(choice);
    };
  };
  guard(actions.open);
  guard(actions.useMetrics);
  guard(actions.useNamespaces);
  return actions;
}

bool ClusterView::openPlan(const QString& kind, const QString& node, const QString& target) {
  const bool cordon = kind == u"cordon";
  if (!cordon && kind != u"drain" && kind != u"mode") return false;
  const QString name = node.isEmpty() ? firstNodeWithCards(*m_impl->context.bridge.snapshot()) : node;
  if (!m_impl->context.bridge.snapshot()->findNode(name.toStdString())) return false;
  m_impl->openPlanDialog({name}, cordon ? PlanKind::Cordon : kind == u"drain" ? PlanKind::Drain : PlanKind::Switch);
  if (target.isEmpty()) return true;
  const auto wanted = parseSwitchTarget(target.toStdString());
  const auto dialogs = findChildren<PlanDialog*>();
  return wanted && !dialogs.isEmpty() && dialogs.last()->chooseTarget(*wanted);
}

}  // namespace cardinal::ui
