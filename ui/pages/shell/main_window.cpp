// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/shell/main_window.h"

#include <QBoxLayout>
#include <QCloseEvent>
#include <QFileInfo>
#include <QSplitter>
#include <QStackedWidget>

#include "ui/bridge/write_lock.h"
#include "ui/pages/activity/activity_page.h"
#include "ui/pages/common/detail_host.h"
#include "ui/pages/ledger/ledger_page.h"
#include "ui/pages/shell/list_pages.h"
#include "ui/pages/shell/main_window_parts.h"
#include "ui/pages/map/map_page.h"
#include "ui/pages/details/node_page.h"
#include "ui/pages/pending/pending_page.h"
#include "ui/pages/preview/preview_dialog.h"
#include "ui/pages/shell/source_menu.h"
#include "ui/pages/shell/status_line.h"
#include "ui/pages/shell/top_bar.h"
#include "ui/pages/use/waste_page.h"
#include "ui/widgets/band.h"
#include "ui/widgets/navigation_list.h"
#include "ui/widgets/toast.h"

namespace cardinal::ui {

namespace {

constexpr int kCollapseBelow = 1280;
constexpr int kOverlayBelow = 1200;
constexpr int kPaneWidth = 356;

}  // namespace

MainWindow::Impl::Impl(MainWindow& owner, Theme& theme, Language& lang, SnapshotBridge& bridge, WindowSettings settings)
    : window(owner),
      language(lang),
      preview(bridge),
      watch(bridge),
      desk(bridge, {}),
      context{theme, bridge, selection, preview, std::move(settings)} {
  WindowSettings kept = context.settings;
  bridge.writeLock().setMemory([kept](const QString& key) { return kept.bytes(key); },
                               [kept](const QString& key, const QByteArray& value) mutable { kept.setBytes(key, value); });
}

MainWindow::MainWindow(Theme& theme, Language& language, SnapshotBridge& bridge, WindowSettings settings, QWidget* parent)
    : QMainWindow(parent), m_impl(std::make_unique<Impl>(*this, theme, language, bridge, std::move(settings))) {
  setWindowTitle(QStringLiteral("Cardinal"));
  setMinimumSize(1024, 700);
  resize(1600, 1000);
  m_impl->build();
  m_impl->connectParts();
  m_impl->connectPreview();
  m_impl->addShortcuts();
  m_impl->retranslate();
  restoreGeometry(m_impl->context.settings.bytes(QStringLiteral("window/geometry")));
  m_impl->splitter->restoreState(m_impl->context.settings.bytes(QStringLiteral("window/splitter")));
  m_impl->showPage(QStringLiteral("map"), {});
  m_impl->showCounts();
  m_impl->showConnection();
  m_impl->arrange();
}

MainWindow::~MainWindow() {
  // The parts refer to the state in m_impl: they go first.
  delete takeCentralWidget();
  delete m_impl->sources;
}

void MainWindow::Impl::build() {
  Theme& theme = context.theme;
  auto* central = new Surface(theme, SurfaceTone::Bg, &window);
  auto* outer = new QVBoxLayout(central);
  outer->setContentsMargins(0, 0, 0, 0);
  outer->setSpacing(0);
  top = new TopBar(context, language, central);
  connectionBand = new Band(theme, central);
  connectionBand->hide();
  errorBand = new Band(theme, central);
  errorBand->setState(StateRole::Critical);
  errorBand->setClosable(true);
  errorBand->hide();
  outer->addWidget(top);
  outer->addWidget(connectionBand);
  outer->addWidget(errorBand);

  body = new QWidget(central);
  auto* across = new QHBoxLayout(body);
  across->setContentsMargins(0, 0, 0, 0);
  across->setSpacing(0);
  navigation = new NavigationList(theme, body);
  for (const auto& [id, icon] : {std::pair("map", "map"), std::pair("nodes", "nodes"), std::pair("cards", "cards"),
                                 std::pair("workloads", "workloads"), std::pair("pending", "pending"),
                                 std::pair("waste", "waste"), std::pair("ledger", "ledger"), std::pair("activity", "activity")}) {
    navigation->addItem(QString::fromLatin1(id), QString::fromLatin1(icon), {});
  }
  across->addWidget(navigation);
  splitter = new QSplitter(Qt::Horizontal, body);
  splitter->setChildrenCollapsible(false);
  splitter->setHandleWidth(1);
  across->addWidget(splitter, 1);
  outer->addWidget(body, 1);
  buildPages();
  status = new StatusLine(context, central);
  outer->addWidget(status);
  window.setCentralWidget(central);
  toasts = new ToastStack(theme, body);
  sources = new SourceMenu(context, &window);
}

void MainWindow::Impl::buildPages() {
  pages = new QStackedWidget(splitter);
  map = new MapPage(context, pages);
  nodes = new NodesPage(context, pages);
  node = new NodePage(context, pages);
  cards = new CardsPage(context, pages);
  workloads = new WorkloadsPage(context, pages);
  waste = new WastePage(context, pages);
  ledger = new LedgerPage(context, pages);
  activity = new ActivityPage(context, desk, pages);
  pending = new PendingPage(context, pages);
  for (QWidget* page : {static_cast<QWidget*>(map), static_cast<QWidget*>(nodes), static_cast<QWidget*>(node),
                        static_cast<QWidget*>(cards), static_cast<QWidget*>(workloads),
                        static_cast<QWidget*>(pending), static_cast<QWidget*>(waste),
                        static_cast<QWidget*>(ledger), static_cast<QWidget*>(activity)}) {
    pages->addWidget(page);
  }
  detail = new DetailHost(context, watch, splitter);
  detail->hide();
  splitter->addWidget(pages);
  splitter->addWidget(detail);
  splitter->setStretchFactor(0, 1);
  splitter->setStretchFactor(1, 0);
  splitter->setSizes({1200, kPaneWidth});
}

void MainWindow::Impl::arrange() {
  navigation->setCollapsed(window.width() < kCollapseBelow);
  const bool narrow = window.width() < kOverlayBelow;
  if (narrow != overlay) {
    overlay = narrow;
    if (narrow) {
      detail->setParent(body);
    } else {
      splitter->addWidget(detail);
      splitter->setSizes({window.width() - kPaneWidth, kPaneWidth});
    }
  }
  detail->setVisible(detail->hasContent());
  if (!narrow) return;
  detail->setGeometry(body->width() - kPaneWidth, 0, kPaneWidth, body->height());
  detail->raise();
}

void MainWindow::setSourceActions(SourceActions actions) { m_impl->sources->setActions(std::move(actions)); }

void MainWindow::setJournalFolder(const std::string& folder) {
  m_impl->desk.setFolder(folder);
}

void MainWindow::showError(const Error& error) {
  m_impl->shownError = error;
  m_impl->hasError = true;
  m_impl->showErrorText();
}

bool MainWindow::showPage(const QString& page, const QString& select) { return m_impl->showPage(page, select); }

Result<void> MainWindow::previewManifest(const QString& path, const QString& aim) {
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

void MainWindow::finishPreview() {
  m_impl->preview.answerNow();
  m_impl->pending->answerNow();
}

void MainWindow::changeEvent(QEvent* event) {
  QMainWindow::changeEvent(event);
  if (event->type() == QEvent::LanguageChange && m_impl->navigation) m_impl->retranslate();
}

void MainWindow::closeEvent(QCloseEvent* event) {
  m_impl->context.settings.setBytes(QStringLiteral("window/geometry"), saveGeometry());
  m_impl->context.settings.setBytes(QStringLiteral("window/splitter"), m_impl->splitter->saveState());
  QMainWindow::closeEvent(event);
}

void MainWindow::resizeEvent(QResizeEvent* event) {
  QMainWindow::resizeEvent(event);
  if (m_impl->detail) m_impl->arrange();
}

}  // namespace cardinal::ui
