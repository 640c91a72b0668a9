// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/shell/window/cluster_view.h"

#include <QBoxLayout>
#include <QCloseEvent>
#include <QDialog>
#include <QFileInfo>
#include <QSplitter>
#include <QStackedWidget>

#include "ui/bridge/write_lock.h"
#include "ui/pages/details/node_page.h"
#include "ui/pages/dock/object_dock.h"
#include "ui/pages/map/map_page.h"
#include "ui/pages/pending/pending_page.h"
#include "ui/pages/preview/preview_dialog.h"
#include "ui/pages/shell/bars/source_menu.h"
#include "ui/pages/shell/bars/status_line.h"
#include "ui/pages/shell/bars/top_bar.h"
#include "ui/pages/shell/detail_host.h"
#include "ui/pages/shell/dialogs/access_dialog.h"
#include "ui/pages/shell/dialogs/preferences.h"
#include "ui/pages/shell/page_table.h"
#include "ui/pages/shell/palette/command_set.h"
#include "ui/pages/shell/window/cluster_banners.h"
#include "ui/pages/shell/window/cluster_view_impl.h"
#include "ui/pages/shell/window/navigation_counts.h"
#include "ui/pages/use/waste_page.h"
#include "ui/pages/whatif/what_if_page.h"
#include "ui/widgets/basic/scaled_width.h"
#include "ui/widgets/lists/navigation_list.h"
#include "ui/widgets/lists/toast.h"

namespace cardinal::ui {

namespace {

constexpr int kCollapseBelow = 1280;
constexpr int kSplitFrom = 1200;
constexpr int kMinPage = 600;  // beside the pane in a narrow window; with less it lies over the page
constexpr int kPaneWidth = 356;

}  // namespace

ClusterView::Impl::Impl(ClusterView& owner, Theme& theme, Language& lang, SnapshotBridge& bridge,
                        WindowSettings settings)
    : window(owner),
      language(lang),
      preview(bridge, &owner),
      watch(bridge),
      changes(bridge),
      history(bridge, {}, &owner),
      context{theme, bridge, selection, preview, std::move(settings)},
      watching(bridge, context.settings, notices) {
  WindowSettings kept = context.settings;
  bridge.writeLock().setMemory(
      [kept](const QString& key) { return kept.bytes(key); },
      [kept](const QString& key, const QByteArray& value) mutable { kept.setBytes(key, value); });
}

ClusterView::ClusterView(Theme& theme, Language& language, SnapshotBridge& bridge, WindowSettings settings,
                         QWidget* parent)
    : QMainWindow(parent), m_impl(std::make_unique<Impl>(*this, theme, language, bridge, std::move(settings))) {
  setWindowTitle(QStringLiteral("Cardinal"));
  setMinimumSize(1024, 700);
  resize(1600, 1000);
  m_impl->build();
  m_impl->connectParts();
  m_impl->connectPreview();
  m_impl->connectPlans();
  m_impl->showPlans();
  m_impl->addShortcuts();
  m_impl->retranslate();
  m_impl->column->restoreState(m_impl->context.settings.bytes(QStringLiteral("window/dock")));
  m_impl->dock->hide();
  m_impl->splitter->restoreState(m_impl->context.settings.bytes(QStringLiteral("window/splitter")));
  m_impl->showPage(QStringLiteral("map"), {});
  m_impl->showCounts();
  m_impl->banners->showConnection();
  m_impl->arrange();
}

ClusterView::~ClusterView() {
  // The parts refer to the state in m_impl: they go first. A plan that runs stops at the next place where that is safe.
  qDeleteAll(findChildren<QDialog*>(QString(), Qt::FindDirectChildrenOnly));
  delete takeCentralWidget();
  delete m_impl->sources;
}

void ClusterView::Impl::build() {
  Theme& theme = context.theme;
  auto* central = new Surface(theme, SurfaceTone::Bg, &window);
  auto* outer = new QVBoxLayout(central);
  outer->setContentsMargins(0, 0, 0, 0);
  outer->setSpacing(0);
  top = new TopBar(context, language, central);
  banners = new ClusterBanners(theme, context.bridge, central);
  outer->addWidget(top);
  outer->addWidget(banners);
  bars = new QVBoxLayout;
  outer->addLayout(bars);

  body = new QWidget(central);
  auto* across = new QHBoxLayout(body);
  across->setContentsMargins(0, 0, 0, 0);
  across->setSpacing(0);
  navigation = new NavigationList(theme, body);
  counts = new NavigationCounts(context.bridge, watching, *navigation, &window);
  for (const PageSpec& spec : pageTable()) {
    if (spec.place == PageSpec::Place::None) continue;
    navigation->addItem(QString::fromLatin1(spec.id), QString::fromLatin1(spec.icon), {},
                        spec.place == PageSpec::Place::Bottom);
  }
  across->addWidget(navigation);
  column = new QSplitter(Qt::Vertical, body);
  column->setChildrenCollapsible(false);
  column->setHandleWidth(1);
  splitter = new QSplitter(Qt::Horizontal, column);
  splitter->setChildrenCollapsible(false);
  splitter->setHandleWidth(1);
  dock = new ObjectDock(context, column);
  dock->hide();
  column->setStretchFactor(0, 1);
  column->setStretchFactor(1, 0);
  across->addWidget(column, 1);
  outer->addWidget(body, 1);
  buildPages();
  status = new StatusLine(context, central);
  outer->addWidget(status);
  window.setCentralWidget(central);
  toasts = new ToastStack(theme, body);
  sources = new SourceMenu(context, &window);
  preferences = new Preferences(theme, language, context.settings, &window);
  commands = new CommandSet(window, context.settings, &window);
}

void ClusterView::Impl::buildPages() {
  pages = new QStackedWidget(splitter);
  for (const PageSpec& spec : pageTable()) {
    made.push_back(spec.make({context, history, changes, watching}, pages));
    pages->addWidget(made.back());
  }
  map = pageOf<MapPage>();
  node = pageOf<NodePage>();
  detail = new DetailHost(context, watch, splitter);
  detail->hide();
  splitter->addWidget(pages);
  splitter->addWidget(detail);
  splitter->setStretchFactor(0, 1);
  splitter->setStretchFactor(1, 0);
  splitter->setSizes({1200, scaledWidth(context.theme, kPaneWidth)});
}

void ClusterView::Impl::arrange() {
  const int pane = scaledWidth(context.theme, kPaneWidth);
  navigation->setCollapsed(window.width() < scaledWidth(context.theme, kCollapseBelow));
  const bool narrow = window.width() < scaledWidth(context.theme, kSplitFrom);
  const bool hasRoom = window.width() - navigation->sizeHint().width() - pane >= kMinPage;
  const PanePlace place = !narrow ? PanePlace::Splitter : hasRoom ? PanePlace::Inset : PanePlace::Over;
  if (place != panePlace) {
    panePlace = place;
    body->layout()->removeWidget(detail);
    if (place == PanePlace::Splitter) {
      splitter->addWidget(detail);
      splitter->setSizes({window.width() - pane, pane});
    } else if (place == PanePlace::Inset) {
      body->layout()->addWidget(detail);
    } else {
      detail->setParent(body);
    }
  }
  detail->setVisible(detail->hasContent());
  if (place != PanePlace::Over) return;
  detail->setGeometry(body->width() - pane, 0, pane, body->height());
  detail->raise();
}

void ClusterView::setSourceActions(SourceActions actions) {
  m_impl->sources->setActions(m_impl->afterPlans(std::move(actions)));
}

void ClusterView::setTabActions(TabActions actions) {
  m_impl->tabs = actions;
  m_impl->sources->setTabActions(std::move(actions));
}

void ClusterView::openTabMenu(const QPoint& global) {
  m_impl->sources->popupTabs(global);
}

TabFacts ClusterView::tabFacts() const {
  return m_impl->tabFacts();
}

bool ClusterView::mayClose(std::function<void()> then) {
  return !m_impl->stopPlansFirst(std::move(then));
}

void ClusterView::setJournalFolder(const std::string& folder) {
  m_impl->context.bridge.setJournalFolder(folder);
  m_impl->changes.refresh();
  m_impl->showPlans();
}

void ClusterView::setRecordFolder(const std::string& folder) {
  m_impl->history.setFolder(folder);
}

void ClusterView::followDesktop(SystemAppearance& system) {
  m_impl->preferences->follow(system);
}

void ClusterView::showError(const Error& error) {
  showOpenError(error, {});
}

void ClusterView::showOpenError(const Error& error, std::function<void()> anonymously) {
  m_impl->banners->showError(error, std::move(anonymously));
}

void ClusterView::showKubeconfigChange(const std::optional<Error>& error, std::function<void()> reconnect) {
  m_impl->banners->showKubeconfigChange(error, std::move(reconnect));
}

void ClusterView::hideKubeconfigChange() {
  m_impl->banners->hideKubeconfigChange();
}

void ClusterView::setServerUnchecked(bool unchecked) {
  m_impl->serverUnchecked = unchecked;
  m_impl->top->setServerUnchecked(unchecked);
  emit tabFactsChanged();
}

void ClusterView::askAccess(const AccessSummary& summary, std::function<void()> allowed) {
  auto* dialog = new AccessDialog(m_impl->context.theme, summary, this);
  connect(dialog, &AccessDialog::allowed, this, [then = std::move(allowed)] { then(); });
  dialog->open();
}

bool ClusterView::showPage(const QString& page, const QString& select) {
  return m_impl->showPage(page, select);
}

Result<void> ClusterView::previewManifest(const QString& path, const QString& aim) {
  Result<QByteArray> text = readManifestFile(path);
  if (!text) return unexpected(text.error());
  PreviewAim where;
  const qsizetype slash = aim.lastIndexOf(u'/');
  bool isCard = false;
  const int card = aim.mid(slash + 1).toInt(&isCard);
  const bool withCard = slash > 0 && isCard;
  where.node = withCard ? aim.left(slash) : aim;
  where.card = withCard ? card : -1;
  Result<void> started = m_impl->preview.start(*text, QFileInfo(path).fileName(), where);
  if (started) m_impl->showPage(QStringLiteral("map"), {});
  return started;
}

Result<void> ClusterView::openScenario(const QString& path) {
  return m_impl->pageOf<WhatIfPage>()->load(path);
}

void ClusterView::finishPreview() {
  m_impl->preview.answerNow();
  m_impl->detail->answerNow();
  m_impl->pageOf<PendingPage>()->answerNow();
  m_impl->pageOf<WastePage>()->answerNow();
  m_impl->history.finish();
  m_impl->currentPage()->answerNow();
}

void ClusterView::changeEvent(QEvent* event) {
  QMainWindow::changeEvent(event);
  if (event->type() == QEvent::LanguageChange && m_impl->navigation) m_impl->retranslate();
}

void ClusterView::closeEvent(QCloseEvent* event) {
  const auto closeAgain = [this] {
    if (const auto& closeTab = m_impl->tabs.close; !isWindow() && closeTab) return closeTab();
    close();
  };
  if (!mayClose(closeAgain)) return event->ignore();
  m_impl->context.settings.setBytes(QStringLiteral("window/splitter"), m_impl->splitter->saveState());
  if (m_impl->dock->isVisible())
    m_impl->context.settings.setBytes(QStringLiteral("window/dock"), m_impl->column->saveState());
  QMainWindow::closeEvent(event);
}

void ClusterView::resizeEvent(QResizeEvent* event) {
  QMainWindow::resizeEvent(event);
  if (m_impl->detail) m_impl->arrange();
}

}  // namespace cardinal::ui
