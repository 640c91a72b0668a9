// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/shell/window/console_window.h"

#include <QBoxLayout>
#include <QCloseEvent>
#include <QScreen>
#include <QStackedWidget>

#include "ui/pages/shell/window/context_tabs.h"
#include "ui/widgets/basic/action_button.h"
#include "ui/widgets/basic/surface.h"

namespace cardinal::ui {

namespace {
const QString kGeometry = QStringLiteral("window/geometry");
}

ConsoleWindow::ConsoleWindow(Theme& theme, WindowSettings settings, QWidget* parent)
    : QWidget(parent), m_settings(std::move(settings)) {
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  auto* bar = new Surface(theme, SurfaceTone::Chrome, this);
  bar->setEdges(Qt::BottomEdge);
  m_bar = bar;
  auto* across = new QHBoxLayout(bar);
  across->setContentsMargins(0, 0, 8, 1);
  across->setSpacing(4);
  m_tabs = new ContextTabs(theme, bar);
  m_more = new ActionButton(theme, bar);
  m_more->setKind(ButtonKind::Quiet);
  m_more->setIconName(QStringLiteral("add"));
  across->addWidget(m_tabs);
  across->addWidget(m_more);
  across->addStretch(1);
  m_views = new QStackedWidget(this);
  layout->addWidget(bar);
  layout->addWidget(m_views, 1);
  connect(m_tabs, &QTabBar::currentChanged, this, &ConsoleWindow::showCurrent);
  connect(m_tabs, &ContextTabs::closeRequested, this, [this](int index) { emit closeRequested(view(index)); });
  connect(m_more, &QAbstractButton::clicked, this,
          [this] { current()->openTabMenu(m_more->mapToGlobal(QPoint(0, m_more->height()))); });
  constexpr int kFrame = 40;  // the title of the window manager
  resize(QSize(1600, 1000).boundedTo(screen()->availableGeometry().size() - QSize(0, kFrame)));
  restoreGeometry(m_settings.bytes(kGeometry));
  retranslate();
  arrange();
}

ClusterView* ConsoleWindow::view(int index) const {
  return qobject_cast<ClusterView*>(m_views->widget(index));
}

int ConsoleWindow::count() const {
  return m_views->count();
}

ClusterView* ConsoleWindow::current() const {
  return view(m_tabs->currentIndex());
}

void ConsoleWindow::add(ClusterView& added) {
  const int index = m_views->addWidget(&added);
  showFacts(index);
  connect(&added, &ClusterView::tabFactsChanged, this, [this, one = &added] { showFacts(m_views->indexOf(one)); });
  arrange();
  show(added);
}

void ConsoleWindow::remove(ClusterView& removed) {
  const int index = m_views->indexOf(&removed);
  if (index < 0) return;
  disconnect(&removed, nullptr, this, nullptr);
  m_views->removeWidget(&removed);
  removed.hide();
  removed.setParent(nullptr);
  m_tabs->removeTab(index);
  showCurrent(m_tabs->currentIndex());
  arrange();
}

void ConsoleWindow::show(ClusterView& shown) {
  const int index = m_views->indexOf(&shown);
  m_tabs->setCurrentIndex(index);
  showCurrent(index);
}

void ConsoleWindow::step(int by) {
  if (count() > 1) m_tabs->setCurrentIndex((m_tabs->currentIndex() + by + count()) % count());
}

void ConsoleWindow::bringToFront() {
  if (isMinimized()) showNormal();
  raise();
  activateWindow();
}

void ConsoleWindow::showFacts(int index) {
  if (index < 0) return;
  m_tabs->setFacts(index, view(index)->tabFacts());
  if (index == m_tabs->currentIndex()) showCurrent(index);
}

void ConsoleWindow::showCurrent(int index) {
  if (index < 0 || index >= count()) return;
  m_views->setCurrentIndex(index);
  setWindowTitle(m_tabs->facts(index).name + QStringLiteral(" — Cardinal"));
}

void ConsoleWindow::arrange() {
  m_bar->setVisible(count() > 1);
}

void ConsoleWindow::retranslate() {
  m_more->setToolTip(tr("Open another cluster in a new tab (Ctrl+T)"));
  m_tabs->setAccessibleName(tr("Open clusters"));
}

void ConsoleWindow::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (event->type() != QEvent::LanguageChange) return;
  retranslate();
  for (int i = 0; i < count(); ++i) showFacts(i);
}

/// All may close, or none is closed.
void ConsoleWindow::closeEvent(QCloseEvent* event) {
  for (int i = 0; i < count(); ++i) {
    if (view(i)->mayClose([this] { close(); })) continue;
    show(*view(i));
    return event->ignore();
  }
  m_settings.setBytes(kGeometry, saveGeometry());
  // The one that is looked at last: its arrangement is kept.
  for (int i = 0; i < count(); ++i) {
    if (view(i) != current()) view(i)->close();
  }
  if (current()) current()->close();
  QWidget::closeEvent(event);
}

}  // namespace cardinal::ui
