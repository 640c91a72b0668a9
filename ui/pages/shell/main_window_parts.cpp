// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/shell/main_window_parts.h"

#include <QApplication>
#include <QMimeData>
#include <QShortcut>
#include <QSplitter>
#include <QStackedWidget>

#include "ui/i18n/format.h"
#include "ui/i18n/texts.h"
#include "ui/bridge/write_lock.h"
#include "ui/pages/activity/activity_page.h"
#include "ui/pages/common/detail_host.h"
#include "ui/pages/edit/node_edit_dialog.h"
#include "ui/pages/ledger/ledger_page.h"
#include "ui/pages/shell/list_pages.h"
#include "ui/pages/shell/lock_dialog.h"
#include "ui/pages/map/map_page.h"
#include "ui/pages/details/node_page.h"
#include "ui/pages/pending/pending_page.h"
#include "ui/pages/preview/placement_dialog.h"
#include "ui/pages/preview/preview_dialog.h"
#include "ui/pages/shell/source_menu.h"
#include "ui/pages/shell/status_line.h"
#include "ui/pages/preview/submit_dialog.h"
#include "ui/pages/preview/template_palette.h"
#include "ui/pages/common/text_dialog.h"
#include "ui/pages/shell/top_bar.h"
#include "ui/pages/use/waste_page.h"
#include "ui/widgets/band.h"
#include "ui/widgets/map/heatmap_view.h"
#include "ui/widgets/navigation_list.h"
#include "ui/widgets/toast.h"

namespace cardinal::ui {

void MainWindow::Impl::connectParts() {
  SnapshotBridge& bridge = context.bridge;
  connect(navigation, &NavigationList::activated, &selection, [this](const QString& id) { selection.go(id); });
  connect(&selection, &SelectionState::pageAsked, &window, [this](const QString& page, const QString& key) { showPage(page, key); });
  connect(&selection, &SelectionState::told, toasts, [this](StateRole state, const QString& text) { toasts->show(state, text); });
  connect(&selection, &SelectionState::previewAsked, &window, [this](const QString& node_, int card) { openPreviewDialog(node_, card); });
  connect(&selection, &SelectionState::placementChangeAsked, &window, [this](const QString& node_) { openPlacementDialog(node_); });
  connect(&selection, &SelectionState::refusalsAsked, &window, [this](const QString& pod, int reason) {
    selection.clear();
    map->showRefusals(pod, reason < 0 ? std::nullopt : std::optional(static_cast<ReasonCode>(reason)));
    selection.go(QStringLiteral("map"));
  });
  connect(&selection, &SelectionState::nodeEditAsked, &window, [this](const QString& node_) { openNodeEdit(node_); });
  connect(top, &TopBar::lockAsked, &window, [this] { openLock(); });
  connect(detail, &DetailHost::contentChanged, &window, [this] { arrange(); });
  connect(&bridge, &SnapshotBridge::snapshotChanged, &window, [this] { showCounts(); });
  connect(&bridge, &SnapshotBridge::connectionChanged, &window, [this] { showConnection(); });
  connect(&bridge, &SnapshotBridge::sourceChanged, &window, [this] {
    selection.clear();
    hasError = false;
    showErrorText();
  });
  connect(connectionBand, &Band::actionTriggered, &bridge, &SnapshotBridge::refresh);
  connect(errorBand, &Band::closed, &window, [this] {
    hasError = false;
    showErrorText();
  });
  connect(map, &MapPage::filterChanged, status, [this](const std::optional<std::vector<bool>>& matches) {
    if (pages->currentWidget() == map) status->setMatches(matches);
  });
  connect(map, &MapPage::failed, &window, &MainWindow::showError);
  connect(map, &MapPage::fileAsked, &window, [this] { openPreviewDialog({}, -1); });
  connect(sources, &SourceMenu::failed, &window, &MainWindow::showError);
  connect(top, &TopBar::contextMenuAsked, sources, &SourceMenu::popup);
  connect(top, &TopBar::connectionAsked, &window, [this] { openConnectionDetails(); });
  connect(top, &TopBar::keysAsked, &window, [this] { (new KeysDialog(context.theme, &window))->open(); });
}

void MainWindow::Impl::connectPreview() {
  connect(detail, &DetailHost::submitAsked, &window, [this] { openSubmitDialog(); });
  connect(detail, &DetailHost::yamlAsked, &window, [this] { openYaml(); });
  connect(&preview, &PreviewController::changed, &window, [this] {
    // A preview is shown on the map, wherever it was asked for.
    if (preview.isActive() && pages->currentWidget() != map && preview.phase() == PreviewController::Phase::Computing) {
      selection.go(QStringLiteral("map"));
    }
  });
}

void MainWindow::Impl::addShortcuts() {
  const auto key = [this](const QKeySequence& sequence, auto act) {
    auto* shortcut = new QShortcut(sequence, &window);
    connect(shortcut, &QShortcut::activated, &window, act);
  };
  static constexpr std::array kPages = {"map", "nodes", "cards", "workloads", "pending", "waste", "ledger", "activity"};
  for (std::size_t i = 0; i < kPages.size(); ++i) {
    key(QKeySequence(Qt::CTRL | static_cast<Qt::Key>(Qt::Key_1 + static_cast<int>(i))),
        [this, page = QString::fromLatin1(kPages[i])] { selection.go(page); });
  }
  key(QKeySequence::Find, [this] { focusFilter(); });
  key(QKeySequence(Qt::Key_Slash), [this] { focusFilter(); });
  key(QKeySequence(Qt::CTRL | Qt::Key_K), [this] { top->focusSearch(); });
  key(QKeySequence(Qt::Key_F5), [this] { context.bridge.refresh(); });
  key(QKeySequence(Qt::CTRL | Qt::Key_R), [this] { context.bridge.refresh(); });
  key(QKeySequence::Open, [this] { sources->chooseFile(); });
  key(QKeySequence::Save, [this] { sources->saveSnapshot(); });
  key(QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_L), [this] { openPreviewDialog({}, -1); });
  key(QKeySequence(Qt::CTRL | Qt::Key_Return), [this] { openSubmitDialog(); });
  key(QKeySequence(Qt::CTRL | Qt::Key_Enter), [this] { openSubmitDialog(); });
  key(QKeySequence(Qt::Key_Escape), [this] { escape(); });
  key(QKeySequence(Qt::ALT | Qt::Key_Left), [this] { selection.back(); });
  key(QKeySequence(Qt::ALT | Qt::Key_Right), [this] { selection.forward(); });
  key(QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_R), [this] { openLock(); });
  key(QKeySequence(Qt::Key_F1), [this] { (new KeysDialog(context.theme, &window))->open(); });
  key(QKeySequence(Qt::Key_Question), [this] { (new KeysDialog(context.theme, &window))->open(); });
}

void MainWindow::Impl::retranslate() {
  navigation->setText(QStringLiteral("map"), tr("Map"));
  navigation->setText(QStringLiteral("nodes"), tr("Nodes"));
  navigation->setText(QStringLiteral("cards"), tr("Cards"));
  navigation->setText(QStringLiteral("workloads"), tr("Workloads"));
  navigation->setText(QStringLiteral("pending"), tr("Pending"));
  navigation->setText(QStringLiteral("waste"), tr("Waste"));
  navigation->setText(QStringLiteral("ledger"), tr("Ledger"));
  navigation->setText(QStringLiteral("activity"), tr("Activity"));
  showCounts();
  showConnection();
  showErrorText();
}

void MainWindow::Impl::showCounts() {
  const ClusterTotals totals = totalsOf(*context.bridge.snapshot());
  navigation->setCount(QStringLiteral("nodes"), count(totals.nodes));
  navigation->setCount(QStringLiteral("cards"), count(totals.cards));
  navigation->setCount(QStringLiteral("workloads"), count(totals.pods));
  navigation->setCount(QStringLiteral("pending"), totals.pendingPods > 0 ? count(totals.pendingPods) : QString(), true);
}

void MainWindow::Impl::showConnection() {
  const ConnectionState& state = context.bridge.connection();
  const bool lost = state.phase == ConnectionPhase::Reconnecting || state.phase == ConnectionPhase::Failed;
  const bool partial = !lost && !state.scope.empty();
  connectionBand->setVisible(lost || partial);
  if (lost) {
    connectionBand->setState(state.phase == ConnectionPhase::Failed ? StateRole::Critical : StateRole::Stale);
    connectionBand->setText(state.hasError ? errorText(state.error) : tr("The connection is lost"));
    QString detail_;
    if (state.lastContact > 0) detail_ = tr("What is shown was last told at %1.").arg(timeOfDay(state.lastContact));
    if (state.nextTry > 0) detail_ += (detail_.isEmpty() ? QString() : QStringLiteral(" ")) + tr("Next try at %1.").arg(timeOfDay(state.nextTry));
    connectionBand->setDetail(detail_);
    connectionBand->setAction(tr("Try again now"));
  } else if (partial) {
    connectionBand->setState(StateRole::Information);
    connectionBand->setText(tr("You can see the namespace %1 only; totals of pods cover nothing else").arg(plain(state.scope, 120)));
    connectionBand->setDetail(state.nodesVisible ? QString() : tr("Nodes and their cards are hidden from you."));
    connectionBand->setAction({});
  }
}

void MainWindow::Impl::showErrorText() {
  errorBand->setVisible(hasError);
  if (!hasError) return;
  errorBand->setText(errorText(shownError));
  errorBand->setDetail(shownError.detail.empty() ? QString() : plain(shownError.detail, 400));
}

QString MainWindow::Impl::firstNode() const {
  for (const NodePtr& one : context.bridge.snapshot()->nodes) {
    if (!one->cards.empty()) return QString::fromStdString(one->name);
  }
  return {};
}

void MainWindow::Impl::go(QWidget* page, const char* navigationId) {
  navigation->setCurrent(QString::fromLatin1(navigationId));
  detail->setSelectionShown(page != node && page != pending && page != ledger && page != activity);
  pages->setCurrentWidget(page);
  if (page == map) {
    map->applyFilter();
  } else {
    status->setMatches(std::nullopt);
  }
}

bool MainWindow::Impl::showPage(const QString& page, const QString& key) {
  if (page == u"map" || page == u"preview") return showMap(page, key);
  if (page == u"node") {
    if (!node->showNode(key.isEmpty() ? firstNode() : key)) return false;
    go(node, "nodes");
    return true;
  }
  if (page == u"nodes") {
    go(nodes, "nodes");
    return key.isEmpty() || nodes->showKey(key);
  }
  if (page == u"cards" || page == u"card") {
    go(cards, "cards");
    if (page == u"cards" && key.isEmpty()) return true;
    return cards->showKey(key.isEmpty() ? cards->firstKey() : key);
  }
  if (page == u"waste") {
    go(waste, "waste");
    return key.isEmpty();
  }
  if (page == u"ledger") {
    if (!key.isEmpty() && !ledger->showKey(key)) return false;
    go(ledger, "ledger");
    return true;
  }
  if (page == u"activity") {
    if (!key.isEmpty() && !activity->showKey(key)) return false;
    go(activity, "activity");
    return true;
  }
  if (page == u"pending") {
    if (!key.isEmpty() && !pending->showKey(key)) return false;
    go(pending, "pending");
    return true;
  }
  if (page == u"workloads" || page == u"pod") {
    go(workloads, "workloads");
    if (key.isEmpty() && page != u"pod") workloads->showPending(false);
    if (key.isEmpty() && page != u"pod") return true;
    return workloads->showKey(key.isEmpty() ? workloads->firstKey() : key);
  }
  return false;
}

bool MainWindow::Impl::showMap(const QString& page, const QString& key) {
  go(map, "map");
  if (page == u"map") return map->showKey(key);
  const auto& templates = map->palette()->templates();
  if (!preview.isActive() && !templates.empty()) {
    const WorkloadTemplate& first = templates.front();
    return preview.start(QByteArray::fromStdString(toYaml(first)), QString::fromStdString(first.name), {key, -1}, true).has_value();
  }
  return preview.isActive();
}

void MainWindow::Impl::focusFilter() {
  QWidget* current = pages->currentWidget();
  if (current == map) map->focusFilter();
  if (current == pending) pending->focusFilter();
  if (current == ledger) ledger->focusFilter();
  if (current == activity) activity->focusFilter();
  if (auto* table = qobject_cast<TablePage*>(current)) table->focusFilter();
}

void MainWindow::Impl::escape() {
  if (pages->currentWidget() == map && map->clearRefusals()) return;
  if (detail->closeContent()) return;
  if (pages->currentWidget() == node) selection.go(QStringLiteral("nodes"));
}

void MainWindow::Impl::openPreviewDialog(const QString& node_, int card) {
  (new PreviewDialog(context, map->palette()->templates(), node_, card, &window))->open();
}

void MainWindow::Impl::openPlacementDialog(const QString& node_) {
  const SnapshotPtr snapshot = context.bridge.snapshot();
  const auto index = snapshot->findNode(node_.toStdString());
  if (!index) return;
  const QString refusal = placementRefusal(snapshot->node(*index), context.bridge.info(), context.bridge.isFresh());
  if (!refusal.isEmpty()) {
    toasts->show(StateRole::Warning, refusal);
    return;
  }
  (new PlacementDialog(context, node_, &window))->open();
}

void MainWindow::Impl::openNodeEdit(const QString& node_) {
  if (context.bridge.info().kind == SourceKind::File) {
    toasts->show(StateRole::Warning, tr("A saved snapshot cannot be changed: open the cluster itself"));
    return;
  }
  (new NodeEditDialog(context, desk, node_, &window))->open();
}

void MainWindow::Impl::openLock() {
  if (!context.bridge.writeLock().isLockable()) {
    toasts->show(StateRole::Information, tr("Only live clusters have a lock: nothing outside is changed here"));
    return;
  }
  (new LockDialog(context, &window))->open();
}

void MainWindow::Impl::openSubmitDialog() {
  if (!preview.isActive()) return;
  const QString refusal = preview.submitRefusal();
  if (!refusal.isEmpty()) {
    toasts->show(StateRole::Warning, refusal);
    return;
  }
  auto* dialog = new SubmitDialog(context, &window);
  connect(dialog, &SubmitDialog::submitted, &window, [this](const CreatedObject& created, const Prediction& prediction) {
    preview.clear();
    watch.start(created, prediction);
    detail->showOutcome();
    toasts->show(StateRole::Ok, tr("Created %1 %2").arg(plain(created.kind, 63), plain(created.key.name)));
  });
  dialog->open();
}

void MainWindow::Impl::openYaml() {
  if (!preview.isActive()) return;
  const PreviewWorkload& workload = preview.workload();
  (new TextDialog(context.theme, tr("YAML of %1").arg(plain(workload.name.toStdString(), 80)), QString::fromUtf8(workload.yaml), &window))->open();
}

void MainWindow::Impl::openConnectionDetails() {
  const ConnectionState& state = context.bridge.connection();
  const SourceInfo info = context.bridge.info();
  QStringList lines;
  lines << tr("Source: %1").arg(plain(info.name)) << connectionText(state, context.bridge.now());
  if (!info.server.empty()) lines << tr("Server: %1").arg(plain(info.server));
  if (!state.serverVersion.empty()) lines << tr("Server version: %1").arg(plain(state.serverVersion, 80));
  if (!info.user.empty()) lines << tr("User: %1").arg(plain(info.user));
  lines << tr("Visible: %1").arg(state.scope.empty() ? tr("whole cluster") : plain(state.scope, 120));
  if (state.lastContact > 0) lines << tr("Last sign of life: %1").arg(dateTime(state.lastContact));
  if (state.hasError) lines << tr("Last error: %1").arg(errorText(state.error)) << plain(state.error.detail, 1024);
  (new TextDialog(context.theme, tr("Connection"), lines.join(u'\n'), &window))->open();
}

}  // namespace cardinal::ui
