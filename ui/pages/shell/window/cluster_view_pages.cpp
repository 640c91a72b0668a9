// SPDX-License-Identifier: Apache-2.0
// What the window is about: which page is in front, what is selected beside it, and how its parts are joined.
#include "ui/pages/shell/window/cluster_view_impl.h"

#include <QApplication>
#include <QMimeData>
#include <QSplitter>
#include <QStackedWidget>
#include <algorithm>

#include "ui/bridge/write_lock.h"
#include "ui/i18n/connection/connection_texts.h"
#include "ui/i18n/format.h"
#include "ui/i18n/plain.h"
#include "ui/pages/common/tables/table_page.h"
#include "ui/pages/details/node_page.h"
#include "ui/pages/dock/object_dock.h"
#include "ui/pages/map/map_page.h"
#include "ui/pages/map/past_bar.h"
#include "ui/pages/shell/bars/source_menu.h"
#include "ui/pages/shell/bars/status_line.h"
#include "ui/pages/shell/bars/top_bar.h"
#include "ui/pages/shell/detail_host.h"
#include "ui/pages/shell/page_table.h"
#include "ui/pages/shell/palette/command_set.h"
#include "ui/pages/shell/window/cluster_banners.h"
#include "ui/pages/shell/window/navigation_counts.h"
#include "ui/pages/snapshots/compare_page.h"
#include "ui/pages/templates/template_palette.h"
#include "ui/pages/use/source_dialog.h"
#include "ui/pages/workloads/workloads_page.h"
#include "ui/session/connection_view.h"
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
  connect(&bridge, &SnapshotBridge::snapshotChanged, &window, [this] { showCounts(); });
  connect(&bridge, &SnapshotBridge::connectionChanged, &window, [this] {
    banners->showConnection();
    showCounts();
    showCautions();
    emit window.tabFactsChanged();
  });
  connect(&bridge.writeLock(), &WriteLock::changed, &window, &ClusterView::tabFactsChanged);
  connect(&bridge, &SnapshotBridge::sourceChanged, &window, [this] {
    selection.clear();
    banners->hideErrors();
    emit window.tabFactsChanged();
  });
  connect(banners, &ClusterBanners::reconnectRequested, &window, [this](const std::function<void()>& reconnect) {
    if (stopPlansFirst()) return;
    banners->hideKubeconfigChange();
    if (reconnect) reconnect();
  });
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
  connect(map, &MapPage::failed, banners, &ClusterBanners::showFileError);
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

void ClusterView::Impl::connectPreview() {
  connect(detail, &DetailHost::submitRequested, &window, [this] { openSubmitDialog(); });
  connect(detail, &DetailHost::deleteRequested, &window, [this] { openDeleteDialog(submitted); });
  connect(detail, &DetailHost::yamlRequested, &window, [this] { openYaml(); });
  connect(detail, &DetailHost::bindRequested, &window, [this] { openBind(); });
  connect(&preview, &PreviewController::asked, &window, [this] {
    // What could not be read was another file.
    banners->hideFileError();
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
}

void ClusterView::Impl::showKeys() {
  for (const PageSpec& spec : pageTable()) {
    if (spec.place == PageSpec::Place::None) continue;
    const QString page = QString::fromLatin1(spec.id);
    const QList<QKeySequence> keys = commands->keys(QStringLiteral("page.") + page);
    navigation->setKey(page, keys.isEmpty() ? QString() : keys.first().toString(QKeySequence::NativeText));
  }
}

void ClusterView::Impl::showCounts() {
  counts->show(pages->currentWidget() != map || !map->showsPast());
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

void ClusterView::Impl::showCautions() {
  for (const Caution& caution : context.bridge.connection().cautions) {
    if (std::find(cautions.begin(), cautions.end(), caution) != cautions.end()) continue;
    cautions.push_back(caution);
    toasts->show(StateRole::Warning, cautionText(caution));
  }
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

}  // namespace cardinal::ui
