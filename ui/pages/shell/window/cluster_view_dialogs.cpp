// SPDX-License-Identifier: Apache-2.0
// The dialogs that change something, each opened only where it can do its work.
#include "ui/bridge/write_lock.h"
#include "ui/i18n/plain.h"
#include "ui/models/pod_lookup.h"
#include "ui/pages/common/text_dialog.h"
#include "ui/pages/edit/delete_dialog.h"
#include "ui/pages/edit/node_edit_dialog.h"
#include "ui/pages/edit/placement_dialog.h"
#include "ui/pages/edit/pod_act_dialog.h"
#include "ui/pages/edit/pod_actions.h"
#include "ui/pages/map/map_page.h"
#include "ui/pages/preview/bind_dialog.h"
#include "ui/pages/preview/preview_dialog.h"
#include "ui/pages/preview/submit_dialog.h"
#include "ui/pages/shell/detail_host.h"
#include "ui/pages/shell/dialogs/connection_dialog.h"
#include "ui/pages/shell/dialogs/lock_dialog.h"
#include "ui/pages/shell/window/cluster_view_impl.h"
#include "ui/pages/templates/template_palette.h"
#include "ui/session/rights/write_refusal.h"
#include "ui/widgets/lists/toast.h"

namespace cardinal::ui {

void ClusterView::Impl::openPreviewDialog(const QString& node_, int card) {
  if (refusesInPast()) return;
  (new PreviewDialog(context, map->palette()->templates(), node_, card, &window))->open();
}

void ClusterView::Impl::openPlacementDialog(const QString& node_) {
  if (refusesInPast()) return;
  const SnapshotPtr snapshot = context.bridge.snapshot();
  const auto index = snapshot->findNode(node_.toStdString());
  if (!index) return;
  const QString refusal = placementRefusal(snapshot->node(*index), context.bridge.info(), context.bridge.isFresh(),
                                           context.bridge.connection().rights);
  if (!refusal.isEmpty()) {
    toasts->show(StateRole::Warning, refusal);
    return;
  }
  (new PlacementDialog(context, node_, &window))->open();
}

void ClusterView::Impl::openNodeEdit(const QString& node_) {
  if (refusesInPast()) return;
  if (context.bridge.info().kind == SourceKind::File)
    return toasts->show(StateRole::Warning, writeRefusal(context.bridge));
  (new NodeEditDialog(context, changes, node_, &window))->open();
}

void ClusterView::Impl::openPodAct(const QString& key, ObjectVerb verb) {
  if (refusesInPast()) return;
  const PodPtr pod = findPod(*context.bridge.snapshot(), key).first;
  if (!pod) return toasts->show(StateRole::Warning, tr("The pod does not exist any more"));
  const QString refusal = podActRefusal(*pod, verb, context.bridge);
  if (!refusal.isEmpty()) return toasts->show(StateRole::Warning, refusal);
  auto* dialog = new PodActDialog(context, changes, pod, verb, &window);
  connect(dialog, &PodActDialog::done, &window,
          [this](const QString& sentence) { toasts->show(StateRole::Ok, sentence); });
  dialog->open();
}

void ClusterView::Impl::openLock() {
  if (!context.bridge.writeLock().isLockable()) {
    toasts->show(StateRole::Information, tr("Only live clusters have a lock; nothing real is changed here"));
    return;
  }
  (new LockDialog(context, &window))->open();
}

void ClusterView::Impl::openSubmitDialog() {
  if (!preview.isActive()) return;
  const QString refusal = preview.submitRefusal();
  if (!refusal.isEmpty()) {
    toasts->show(StateRole::Warning, refusal);
    return;
  }
  auto* dialog = new SubmitDialog(context, changes, &window);
  connect(dialog, &SubmitDialog::submitted, &window,
          [this](const std::vector<SubmittedWorkload>& promised, const QStringList& others,
                 const std::vector<CreatedRef>& all) {
            submitted = all;
            preview.clear();
            watch.start(promised, others);
            detail->showOutcome();
            const CreatedObject& first = promised.front().created;
            toasts->show(StateRole::Ok, all.size() == 1
                                            ? tr("Created %1 %2").arg(plain(first.kind, 63), plain(first.key.name))
                                            : tr("Created %n object(s)", nullptr, static_cast<int>(all.size())));
          });
  dialog->open();
}

void ClusterView::Impl::openBind() {
  if (!preview.isActive() || !preview.workload().pod) return;
  const BindBlocker blocker = bindBlocker(*preview.workload().pod);
  if (blocker == BindBlocker::SharedCards || blocker == BindBlocker::OtherGpu) {
    if (preview.constraintRefusal().isEmpty()) (new ConstraintDialog(context, &window))->open();
    return;
  }
  const QString refusal = preview.bindRefusal();
  if (!refusal.isEmpty()) return toasts->show(StateRole::Warning, refusal);
  auto* dialog = new BindDialog(context, changes, &window);
  connect(dialog, &BindDialog::bound, &window, [this](const BindOrder& order) {
    preview.clear();
    toasts->show(StateRole::Ok, tr("Bound %1 to %2").arg(plain(order.pod.name), plain(order.node)));
  });
  dialog->open();
}

void ClusterView::Impl::openDeleteDialog(std::vector<CreatedRef> objects) {
  if (objects.empty()) return toasts->show(StateRole::Information, tr("What was submitted is deleted already"));
  auto* ask = new DeleteDialog(context, changes, std::move(objects), &window);
  connect(ask, &DeleteDialog::deleted, &window, [this] { submitted.clear(); });
  ask->open();
}

void ClusterView::Impl::openYaml() {
  if (!preview.isActive()) return;
  const PreviewWorkload& workload = preview.workload();
  (new TextDialog(context.theme, tr("YAML of %1").arg(plain(workload.name.toStdString(), 80)),
                  QString::fromUtf8(workload.yaml), &window))
      ->open();
}

void ClusterView::Impl::openConnectionDetails() {
  (new ConnectionDialog(context, serverUnchecked, &window))->open();
}

}  // namespace cardinal::ui
