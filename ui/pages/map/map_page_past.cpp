// SPDX-License-Identifier: Apache-2.0
// The map of an earlier moment.
#include <QClipboard>
#include <QGuiApplication>
#include <QMenu>
#include <QStackedWidget>
#include <utility>

#include "ui/pages/map/map_page.h"
#include "ui/pages/map/map_tools.h"
#include "ui/pages/map/past_bar.h"
#include "ui/pages/preview/refusal_banner.h"
#include "ui/pages/templates/template_palette.h"
#include "ui/widgets/map/heatmap_view.h"
#include "ui/widgets/map/legend_strip.h"

namespace cardinal::ui {

void MapPage::openPastMenu(const QPoint& global, const CardRef& card, bool onNode) {
  auto* menu = new QMenu(this);
  menu->setAttribute(Qt::WA_DeleteOnClose);
  const auto add = [&](const QString& text, auto act) {
    connect(menu->addAction(text), &QAction::triggered, this, act);
  };
  add(tr("Return to live"), [this] { backToNow(); });
  if (onNode) add(tr("Copy the node's name"), [card] { QGuiApplication::clipboard()->setText(card.node); });
  menu->addSeparator();
  add(tr("Fit the whole cluster"), [this] { m_view->zoomToFit(); });
  menu->popup(global);
}

void MapPage::connectPast() {
  connect(m_tools, &MapTools::historyRequested, this, &MapPage::lookBack);
  connect(m_past, &PastBar::opened, this, &MapPage::showThen);
  connect(m_past, &PastBar::closed, this, [this] {
    m_then = nullptr;
    setChangeable(true);
    m_view->select({});
    onSnapshot();
    const auto measure = std::exchange(m_measureOfNow, std::nullopt);
    if (!measure || m_context.useOfCards().empty()) return;
    m_tools->setChoices(*measure, m_choice.grouping, m_choice.sorting);
    m_choice.measure = *measure;
    m_view->setMeasure(*measure);
    m_legend->setMeasure(*measure);
  });
}

/// Whether something can be dragged onto the map, and why not.
void MapPage::setChangeable(bool changeable) {
  const QString reason = changeable ? QString() : PastBar::refusal();
  m_view->setDropRefusal(reason);
  m_palette->setEnabled(changeable);
  m_palette->setToolTip(reason);
}

void MapPage::lookBack() {
  if (m_then) {
    backToNow();
  } else {
    m_past->open();
  }
}

bool MapPage::backToNow() {
  if (!m_then) return false;
  m_past->close();
  return true;
}

SnapshotPtr MapPage::shown() const {
  return m_then ? m_then : m_context.bridge.snapshot();
}

QString MapPage::pastWords() const {
  return m_past->asOf();
}

void MapPage::showThen(const SnapshotPtr& then) {
  if (!m_then) {
    m_context.preview.clear();
    m_refusals->clear();
    m_context.selection.clear();
    if (isMeasured(m_choice.measure)) m_measureOfNow = m_choice.measure;
  }
  // What is measured is of now; nothing of it belongs to the past.
  m_tools->setMeasuredOffered(false);
  m_legend->setUseShown(false);
  m_legend->setXidShown(false);
  m_then = then;
  m_view->setSnapshot(then);
  m_view->setUse({});
  m_view->setStale(false);
  setChangeable(false);
  m_legend->setHoldersUnknown(m_view->hasUnknownHolders());
  m_stack->setCurrentIndex(0);
  applyFilter();
}

}  // namespace cardinal::ui
