// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/lists/list_pages.h"

#include <QBoxLayout>
#include <QMenu>

#include "ui/i18n/format.h"
#include "ui/models/tables/card_table_model.h"
#include "ui/models/tables/node_table_model.h"
#include "ui/pages/common/row_menus.h"
#include "ui/pages/lists/shared_pools.h"

namespace cardinal::ui {

using namespace Qt::StringLiterals;

namespace {

CardRef cardOf(const QString& key) {
  const qsizetype slash = key.lastIndexOf(u'/');
  return {key.left(slash), key.mid(slash + 1).toInt()};
}

}  // namespace

DevicesPage::DevicesPage(const PageContext& context, SnapshotTable* model, const QString& id, const QStringList& spared,
                         QWidget* parent)
    : TablePage(context, model, id, spared, parent), m_pools(new SharedPools(context.theme, this)) {
  constexpr int kBelowTheFilter = 1;
  qobject_cast<QVBoxLayout*>(layout())->insertWidget(kBelowTheFilter, m_pools);
  connect(&context.bridge, &SnapshotBridge::snapshotChanged, this, &DevicesPage::showPools);
  connect(&context.bridge, &SnapshotBridge::sourceChanged, this, &DevicesPage::showPools);
  showPools();
  offerProblems();
}

void DevicesPage::showPools() {
  m_pools->setSnapshot(*context().bridge.snapshot());
}

void DevicesPage::retranslate() {
  TablePage::retranslate();
  showPools();
}

NodesPage::NodesPage(const PageContext& context, QWidget* parent)
    : DevicesPage(context, new NodeTableModel, QStringLiteral("nodes"),
                  {u"age"_s, u"pods"_s, u"placement"_s, u"core"_s, u"pool"_s, u"model"_s, u"cards"_s, u"memory"_s},
                  parent) {
  connect(&context.bridge, &SnapshotBridge::useChanged, this, [this] {
    if (isVisible()) update();
  });
  TablePage::retranslate();
}

void NodesPage::choose(const QString& key) {
  context().selection.selectNode(key);
}
void NodesPage::activate(const QString& key) {
  context().selection.go(QStringLiteral("node"), key);
}

void NodesPage::fillMenu(QMenu& menu, const QString& key) {
  SelectionState& selection = context().selection;
  connect(menu.addAction(tr("Open node")), &QAction::triggered, &selection,
          [&selection, key] { selection.go(QStringLiteral("node"), key); });
  connect(menu.addAction(tr("Show on map")), &QAction::triggered, &selection,
          [&selection, key] { selection.go(QStringLiteral("map"), key); });
  addNodeEntries(menu, context(), key);
}

void NodesPage::fillMenuOfSeveral(QMenu& menu, const QStringList& keys, const QString& /*key*/) {
  addNodeWork(menu, context(), keys);
  menu.addSeparator();
  addCopy(menu, tr("Copy %n name(s)", nullptr, static_cast<int>(keys.size())), keys.join(u'\n'));
}

QString NodesPage::selectedKey() const {
  return context().selection.kind() == SelectionState::Kind::Node ? context().selection.key() : QString();
}

QString NodesPage::hitsText(int shown, int all) const {
  return shown == all ? tr("%n node(s)", nullptr, all) : tr("%1 of %2 nodes").arg(count(shown), count(all));
}

QString NodesPage::placeholder() const {
  return tr("Filter nodes: mode:cgpu  model:A10  free>=20  state:cordoned  !pool:edge");
}
QString NodesPage::emptyTitle() const {
  return tr("No nodes with GPU cards");
}

CardsPage::CardsPage(const PageContext& context, QWidget* parent)
    : DevicesPage(context, new CardTableModel, QStringLiteral("cards"),
                  {u"model"_s, u"pods"_s, u"mode"_s, u"core"_s, u"memory"_s, u"utilization"_s, u"used"_s}, parent) {
  showMeasured();
  connect(&context.bridge, &SnapshotBridge::sourceChanged, this, &CardsPage::showMeasured);
  connect(&context.bridge, &SnapshotBridge::useChanged, this, [this] {
    showMeasured();
    if (isVisible()) update();
  });
  TablePage::retranslate();
}

/// Columns of what is measured stand where something is.
void CardsPage::showMeasured() {
  takeAway(context().bridge.use()->measured > 0 ? QStringList() : QStringList{u"used"_s, u"utilization"_s});
}

void CardsPage::choose(const QString& key) {
  context().selection.selectCards({cardOf(key)});
}
void CardsPage::activate(const QString& key) {
  context().selection.go(QStringLiteral("map"), key);
}

void CardsPage::fillMenu(QMenu& menu, const QString& key) {
  SelectionState& selection = context().selection;
  connect(menu.addAction(tr("Show on map")), &QAction::triggered, &selection,
          [&selection, key] { selection.go(QStringLiteral("map"), key); });
  addCardEntries(menu, context(), cardOf(key));
}

QString CardsPage::selectedKey() const {
  const SelectionState& selection = context().selection;
  if (selection.kind() != SelectionState::Kind::Cards || selection.cards().size() != 1) return {};
  const CardRef& card = *selection.cards().begin();
  return card.node + u'/' + QString::number(card.card);
}

QString CardsPage::hitsText(int shown, int all) const {
  return shown == all ? tr("%n card(s)", nullptr, all) : tr("%1 of %2 cards").arg(count(shown), count(all));
}

QString CardsPage::placeholder() const {
  return tr("Filter cards: free>=20  alloc<50  mode:core_mem  state:unhealthy  ns:team-a");
}
QString CardsPage::emptyTitle() const {
  return tr("No GPU cards");
}

}  // namespace cardinal::ui
