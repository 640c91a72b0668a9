// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/shell/window/cluster_view_parts.h"

#include <QApplication>
#include <QMimeData>
#include <QSplitter>
#include <QStackedWidget>
#include <algorithm>

#include "ui/bridge/write_lock.h"
#include "ui/i18n/connection/connection_texts.h"
#include "ui/i18n/errors/error_texts.h"
#include "ui/i18n/format.h"
#include "ui/i18n/plain.h"
#include "ui/models/node_facts.h"
#include "ui/models/pod_lookup.h"
#include "ui/pages/common/tables/table_page.h"
#include "ui/pages/common/text_dialog.h"
#include "ui/pages/details/node_page.h"
#include "ui/pages/dock/object_dock.h"
#include "ui/pages/edit/delete_dialog.h"
#include "ui/pages/edit/node_edit_dialog.h"
#include "ui/pages/edit/placement_dialog.h"
#include "ui/pages/edit/pod_act_dialog.h"
#include "ui/pages/edit/pod_actions.h"
#include "ui/pages/map/map_page.h"
#include "ui/pages/map/past_bar.h"
#include "ui/pages/preview/bind_dialog.h"
#include "ui/pages/preview/preview_dialog.h"
#include "ui/pages/preview/submit_dialog.h"
#include "ui/pages/shell/bars/source_menu.h"
#include "ui/pages/shell/bars/status_line.h"
#include "ui/pages/shell/bars/top_bar.h"
#include "ui/pages/shell/detail_host.h"
#include "ui/pages/shell/dialogs/connection_dialog.h"
#include "ui/pages/shell/dialogs/lock_dialog.h"
#include "ui/pages/shell/page_table.h"
#include "ui/pages/shell/palette/command_set.h"
#include "ui/pages/shell/window/workload_count.h"
#include "ui/pages/snapshots/compare_page.h"
#include "ui/pages/templates/template_palette.h"
#include "ui/pages/use/source_dialog.h"
#include "ui/pages/workloads/workloads_page.h"
#include "ui/session/connection_view.h"
#include "ui/session/rights/write_refusal.h"
#include "ui/widgets/basic/banner.h"
#include "ui/widgets/lists/filter_line.h"
#include "ui/widgets/lists/navigation_list.h"
#include "ui/widgets/lists/toast.h"
#include "ui/widgets/map/heatmap_view.h"

namespace cardinal::ui {

void ClusterView::Impl::connectSelection() {
  connect(navigation, &NavigationList::activated, &selection, [this](const QString& id) { selection.go(id); });
  connect(&selection, &SelectionState::pageRequested, &window,
          [this](const QString& page, const QString& key) { showPage(page, key); });
  // Larger texts make the window narrower than it was.
  connect(&context.theme, &Theme::changed, &window, [this] { arrange(); });
  connect(&selection, &SelectionState::messageRequested, toasts,
          [this](StateRole state, const QString& text) { toasts->show(state, text); });
  connect(&selection, &SelectionState::previewRequested, &window,
          [this](const QString& node_, int card) { openPreviewDialog(node_, card); });
  connect(&selection, &SelectionState::placementChangeRequested, &window,
          [this](const QString& node_) { openPlacementDialog(node_); });
  connect(&selection, &SelectionState::refusalsRequested, &window, [this](const QString& pod, int reason) {
    selection.clear();
    map->showRefusals(pod, reason < 0 ? std::nullopt : std::optional(static_cast<ReasonCode>(reason)));
    selection.go(QStringLiteral("map"));
  });
  connect(&selection, &SelectionState::nodeEditRequested, &window,
          [this](const QString& node_) { openNodeEdit(node_); });
  connect(&selection, &SelectionState::podActRequested, &window,
          [this](const QString& key, ObjectVerb verb) { openPodAct(key, verb); });
}

void ClusterView::Impl::connectParts() {
  SnapshotBridge& bridge = context.bridge;
  connectSelection();
  connect(top, &TopBar::lockRequested, &window, [this] { openLock(); });
  connect(detail, &DetailHost::contentChanged, &window, [this] { arrange(); });
  workloads = new WorkloadCount(&window);
  connect(workloads, &WorkloadCount::counted, &window,
          [this](qint64 number) { setCount("workloads", count(number), false); });
  connect(&bridge, &SnapshotBridge::snapshotChanged, &window, [this] { showCounts(); });
  connect(&bridge, &SnapshotBridge::connectionChanged, &window, [this] {
    showConnection();
    showCounts();
    showCautions();
    emit window.tabFactsChanged();
  });
  connect(&bridge.writeLock(), &WriteLock::changed, &window, &ClusterView::tabFactsChanged);
  connect(&bridge, &SnapshotBridge::sourceChanged, &window, [this] {
    selection.clear();
    shownError.reset();
    fileBanner->hide();
    showErrorText();
    emit window.tabFactsChanged();
  });
  connectBanners();
  connect(map, &MapPage::filterChanged, status, [this](const std::optional<std::vector<bool>>& matches) {
    if (pages->currentWidget() != map) return;
    status->setPast(map->past(), map->pastWords(), matches);
    showMoment();
  });
  connect(&watching, &WatchCenter::changed, &window, [this] { showCounts(); });
  connect(&selection, &SelectionState::metricsSourceRequested, &window, [this] {
    auto* dialog = new SourceDialog(context, &window);
    if (sources->takesMetricsAddress()) dialog->offerAddress();
    connect(dialog, &SourceDialog::addressChosen, sources, &SourceMenu::useMetrics);
    dialog->open();
  });
  connect(map, &MapPage::failed, &window, [this](const Error& error) {
    window.showError(error);
    errorIsOfFile = true;
  });
  connect(map, &MapPage::fileRequested, &window, [this] { openPreviewDialog({}, -1); });
  connect(map, &MapPage::clusterRequested, sources, [this] { sources->popup(top->contextCorner()); });
  connect(sources, &SourceMenu::failed, &window, &ClusterView::showError);
  connect(sources, &SourceMenu::notOpened, &window, &ClusterView::showOpenError);
  connect(pageOf<ComparePage>(), &ComparePage::saveRequested, sources, &SourceMenu::saveSnapshot);
  connect(pageOf<ComparePage>(), &ComparePage::openRequested, sources, [this] { sources->chooseFile(); });
  connect(top, &TopBar::sourceMenuRequested, sources, &SourceMenu::popup);
  connect(top, &TopBar::connectionRequested, &window, [this] { openConnectionDetails(); });
  connect(top, &TopBar::keysRequested, &window, [this] { openKeys(); });
  connect(&selection, &SelectionState::objectRequested, &window,
          [this](const QString& view, const QString& kind, const QString& key) { openDock(view, kind, key); });
  connect(pageOf<WorkloadsPage>(), &WorkloadsPage::workloadRequested, &window,
          [this](const QString& view, const WorkloadSubject& workload) {
            dock->showWorkload(view, workload);
            showDock();
          });
  connect(dock, &ObjectDock::closeRequested, &window, [this] { closeDock(); });
  connect(commands, &CommandSet::refused, toasts,
          [this](const QString& reason) { toasts->show(StateRole::Warning, reason); });
}

void ClusterView::Impl::connectBanners() {
  SnapshotBridge& bridge = context.bridge;
  connect(connectionBanner, &Banner::actionTriggered, &bridge, [&bridge] {
    if (bridge.connection().waitingFor.empty())
      bridge.refresh();
    else
      bridge.cancelWaiting();
  });
  connect(fileBanner, &Banner::closed, fileBanner, &QWidget::hide);
  connect(fileBanner, &Banner::actionTriggered, &window, [this] {
    if (stopPlansFirst()) return;
    fileBanner->hide();
    if (reconnect) reconnect();
  });
  connect(errorBanner, &Banner::actionTriggered, &window, [this] {
    const auto act = anonymously;  // another error may come into the banner meanwhile
    shownError.reset();
    showErrorText();
    if (act) act();
  });
  connect(errorBanner, &Banner::closed, &window, [this] {
    shownError.reset();
    showErrorText();
  });
}

void ClusterView::Impl::connectPreview() {
  connect(detail, &DetailHost::submitRequested, &window, [this] { openSubmitDialog(); });
  connect(detail, &DetailHost::deleteRequested, &window, [this] { openDeleteDialog(submitted); });
  connect(detail, &DetailHost::yamlRequested, &window, [this] { openYaml(); });
  connect(detail, &DetailHost::bindRequested, &window, [this] { openBind(); });
  connect(&preview, &PreviewController::asked, &window, [this] {
    // What could not be read was another file.
    if (shownError && errorIsOfFile) {
      shownError.reset();
      showErrorText();
    }
    // A preview is shown on the map, wherever it was asked for.
    if (pages->currentWidget() != map) selection.go(QStringLiteral("map"));
  });
}

void ClusterView::Impl::addShortcuts() {
  constexpr int kDigits = 10;  // 1 to 9, then 0
  int row = 0;
  for (const PageSpec& spec : pageTable()) {
    if (spec.place == PageSpec::Place::None) continue;
    const QString page = QString::fromLatin1(spec.id);
    QList<QKeySequence> keys;
    if (++row <= kDigits) keys << QKeySequence(Qt::CTRL | static_cast<Qt::Key>(Qt::Key_0 + row % kDigits));
    commands->add({QStringLiteral("page.") + page, keys, [this, page] { selection.go(page); }});
  }
  connect(commands, &CommandSet::keysChanged, &window, [this] { showKeys(); });
  addObjectCommands();
  addNodeCommands();
  addProgramCommands();
}

void ClusterView::Impl::retranslate() {
  for (const PageSpec& spec : pageTable()) {
    if (spec.place != PageSpec::Place::None) navigation->setText(QString::fromLatin1(spec.id), pageText(spec));
  }
  showKeys();
  showCounts();
  showConnection();
  showErrorText();
  showPlanBanner();
}

void ClusterView::Impl::showKeys() {
  for (const PageSpec& spec : pageTable()) {
    if (spec.place == PageSpec::Place::None) continue;
    const QString page = QString::fromLatin1(spec.id);
    const QList<QKeySequence> keys = commands->keys(QStringLiteral("page.") + page);
    navigation->setKey(page, keys.isEmpty() ? QString() : keys.first().toString(QKeySequence::NativeText));
  }
}

/// Beside a map of an earlier moment nothing is said of now, and what was not read is not 0.
void ClusterView::Impl::setCount(const char* page, const QString& text, bool strong) {
  const bool isRead = !context.bridge.snapshot()->nodes.empty() || !connectionEmptiness(context.bridge.connection());
  const bool isNow = isRead && (pages->currentWidget() != map || !map->showsPast());
  navigation->setCount(QString::fromLatin1(page), isNow ? text : QString(), strong);
}

void ClusterView::Impl::showCounts() {
  const SnapshotPtr snapshot = context.bridge.snapshot();
  const auto alive = [](const std::vector<PodPtr>& pods) {
    return std::count_if(pods.begin(), pods.end(), [](const PodPtr& pod) { return !isTerminal(*pod->raw); });
  };
  const std::vector<Counts>& perNode = counts.update(*snapshot, [&](NodeIndex index) {
    // Ended pods are among the rows of the page, so they count.
    const NodeRecord& record = snapshot->node(index);
    return Counts{isListed(record) ? 1 : 0, static_cast<std::int64_t>(snapshot->cardsOf(index).size()),
                  static_cast<std::int64_t>(record.pods.size())};
  });
  const std::int64_t waiting = alive(snapshot->unboundPods);
  Counts all{0, 0, static_cast<std::int64_t>(snapshot->unboundPods.size())};
  for (const Counts& one : perNode) {
    all.nodes += one.nodes;
    all.cards += one.cards;
    all.pods += one.pods;
  }
  setCount("nodes", count(all.nodes), false);
  setCount("cards", count(all.cards), false);
  workloads->follow(snapshot, all.pods);
  setCount("pending", waiting > 0 ? count(waiting) : QString(), true);
  const auto alerts = static_cast<std::int64_t>(watching.active());
  setCount("watches", alerts > 0 ? count(alerts) : QString(), true);
}

/// The map, the totals and the bar are of one moment.
void ClusterView::Impl::showMoment() {
  const bool isPast = pages->currentWidget() == map && map->showsPast();
  top->setPast(isPast ? map->pastWords() : QString());
  showCounts();
}

TabFacts ClusterView::Impl::tabFacts() const {
  const SourceInfo info = context.bridge.info();
  const ConnectionState& state = context.bridge.connection();
  TabFacts facts;
  facts.kind = info.kind;
  facts.name = context.bridge.isOpen() ? plain(info.name, 120) : tr("no cluster");
  facts.isInsecure = serverUnchecked;
  facts.isProduction = context.bridge.writeLock().isProduction();
  QStringList words;
  if (!info.server.empty()) words << plain(info.server, 120);
  if (!info.user.empty()) words << plain(info.user, 80);
  const ConnectionView view = connectionView(state, context.bridge.now(), context.bridge.snapshot()->time);
  words << view.sentence;
  facts.words = words.join(QStringLiteral(" · "));
  const bool isConnected = state.phase != ConnectionPhase::Idle && state.phase != ConnectionPhase::Static;
  facts.state = isConnected ? view.role : StateRole::None;
  return facts;
}

void ClusterView::Impl::showConnection() {
  const auto notice = connectionNotice(context.bridge.connection());
  connectionBanner->setVisible(notice.has_value());
  if (!notice) return;
  connectionBanner->setState(notice->role);
  connectionBanner->setText(notice->text);
  connectionBanner->setDetail(notice->detail);
  connectionBanner->setAction(notice->action);
}

void ClusterView::Impl::showCautions() {
  for (const Caution& caution : context.bridge.connection().cautions) {
    if (std::find(cautions.begin(), cautions.end(), caution) != cautions.end()) continue;
    cautions.push_back(caution);
    toasts->show(StateRole::Warning, cautionText(caution));
  }
}

void ClusterView::Impl::showErrorText() {
  errorBanner->setVisible(shownError.has_value());
  if (!shownError) return;
  errorBanner->setText(errorText(*shownError));
  errorBanner->setDetail(errorDetailText(*shownError));
  errorBanner->setAction(anonymously ? tr("Connect anonymously") : QString());
}

Page* ClusterView::Impl::currentPage() const {
  return static_cast<Page*>(pages->currentWidget());
}

const PageSpec& ClusterView::Impl::specOf(const Page* page) const {
  return pageTable()[static_cast<std::size_t>(std::find(made.begin(), made.end(), page) - made.begin())];
}

bool ClusterView::Impl::belongsBeside(const PageSpec& spec) const {
  switch (spec.beside) {
    case PageSpec::Beside::Nodes:
      return selection.kind() == SelectionState::Kind::Node;
    case PageSpec::Beside::Cards:
      return selection.kind() == SelectionState::Kind::Cards;
    case PageSpec::Beside::Pods:
      return selection.kind() == SelectionState::Kind::Pod;
    case PageSpec::Beside::All:
      return true;
    case PageSpec::Beside::Nothing:
    case PageSpec::Beside::Chosen:
      break;
  }
  return false;
}

void ClusterView::Impl::go(Page* page) {
  const PageSpec& spec = specOf(page);
  navigation->setCurrent(QString::fromLatin1(spec.navigation));
  const bool isNew = pages->currentWidget() != page;
  // Nothing that was chosen elsewhere takes room here; what is chosen here next appears.
  if (isNew && spec.beside == PageSpec::Beside::Chosen) selection.clear();
  if (isNew) {
    broughtBeside = belongsBeside(spec);
    choicesBefore = selection.choices();
    detail->setSelectionShown(spec.beside != PageSpec::Beside::Nothing, broughtBeside);
  }
  // Arrows and letters act in the new page at once, and not in its filter. Who steps through the pages or reads in the
  // dock stays there.
  const QWidget* focus = QApplication::focusWidget();
  const bool follows =
      !focus || (focus != navigation && !navigation->isAncestorOf(focus) && !dock->isAncestorOf(focus));
  pages->setCurrentWidget(page);
  if (follows && page->focusProxy()) page->setFocus(Qt::OtherFocusReason);
  if (page == map) {
    map->applyFilter();
  } else {
    status->setMatches(std::nullopt);
    showMoment();
  }
}

bool ClusterView::Impl::showPage(const QString& page, const QString& key) {
  if (page == u"preview") return showPreview(key);
  if (page == u"past") {
    go(map);
    if (!map->showsPast()) map->lookBack();
    return key.isEmpty();
  }
  // One card or pod: the first where none is named.
  const bool isOne = page == u"card" || page == u"pod";
  const PageSpec* spec = findPage(page == u"card"  ? QStringLiteral("cards")
                                  : page == u"pod" ? QStringLiteral("workloads")
                                                   : page);
  if (spec == nullptr) return false;
  Page* shown = made[static_cast<std::size_t>(spec - pageTable().data())];
  if (spec->keyFirst && !shown->showKey(key)) return false;
  go(shown);
  if (spec->keyFirst) return true;
  auto* table = isOne && key.isEmpty() ? qobject_cast<TablePage*>(shown) : nullptr;
  if (table == nullptr) return shown->showKey(key);
  const QString first = table->firstKey();
  return !first.isEmpty() && table->showKey(first);
}

bool ClusterView::Impl::showPreview(const QString& key) {
  go(map);
  const auto& templates = map->palette()->templates();
  if (!preview.isActive() && !templates.empty()) return preview.start(templates.front(), {key, -1}).has_value();
  return preview.isActive();
}

void ClusterView::Impl::focusFilter() {
  currentPage()->focusFilter();
}

void ClusterView::Impl::escape() {
  if (pages->currentWidget() == map && (map->backToNow() || map->clearRefusals())) return;
  if (dock->isVisible() && dock->isAncestorOf(QApplication::focusWidget())) return closeDock();
  if (detail->closeContent()) return;
  if (dock->isVisible()) return closeDock();
  for (FilterLine* filter : pages->currentWidget()->findChildren<FilterLine*>()) {
    if (filter->isVisible() && !filter->text().isEmpty()) return filter->setText({});
  }
  if (auto* page = qobject_cast<WorkloadsPage*>(pages->currentWidget())) return page->showAll();
  if (pages->currentWidget() == node) selection.go(QStringLiteral("nodes"));
}

bool ClusterView::Impl::refusesInPast() {
  if (pages->currentWidget() != map || !map->showsPast()) return false;
  toasts->show(StateRole::Warning, PastBar::refusal());
  return true;
}

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

void ClusterView::Impl::showKubeconfigChange(const std::optional<Error>& error, std::function<void()> then) {
  reconnect = std::move(then);
  fileBanner->setText(
      error ? tr("The kubeconfig file changed on disk and cannot be used as it is now")
            : tr("The kubeconfig file changed on disk: this context means another cluster or identity now"));
  fileBanner->setDetail(error ? errorText(*error) : tr("The connection goes on with what it was opened with."));
  fileBanner->setAction(error ? QString() : tr("Reconnect"));
  fileBanner->show();
}

}  // namespace cardinal::ui
