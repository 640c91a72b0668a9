// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/lists/list_pages.h"

#include <QBoxLayout>
#include <QClipboard>
#include <QGuiApplication>
#include <QMenu>

#include "ui/i18n/format.h"
#include "ui/models/card_table_model.h"
#include "ui/models/node_table_model.h"
#include "ui/models/pod_lookup.h"
#include "ui/models/pod_table_model.h"
#include "ui/pages/common/node_actions.h"
#include "ui/pages/common/tables/data_table.h"
#include "ui/session/what_if_key.h"
#include "ui/widgets/basic/action_button.h"
#include "ui/widgets/basic/segmented_control.h"
#include "ui/widgets/lists/filter_line.h"

namespace cardinal::ui {

using namespace Qt::StringLiterals;

namespace {

CardRef cardOf(const QString& key) {
  const qsizetype slash = key.lastIndexOf(u'/');
  return {key.left(slash), key.mid(slash + 1).toInt()};
}

void addCopy(QMenu& menu, const QString& text, const QString& what) {
  QObject::connect(menu.addAction(text), &QAction::triggered, &menu,
                   [what] { QGuiApplication::clipboard()->setText(what); });
}

/// Steps of the what-if page about one thing.
void addWhatIf(QMenu& menu, SelectionState& selection, const QString& title, const QString& key,
               const std::vector<std::pair<const char*, QString>>& steps) {
  QMenu* sub = menu.addMenu(title);
  for (const auto& [word, text] : steps) {
    QObject::connect(sub->addAction(text), &QAction::triggered, &selection,
                     [&selection, word = word, key] { selection.go(QStringLiteral("whatif"), whatIfKey(word, key)); });
  }
}

}  // namespace

NodesPage::NodesPage(const PageContext& context, QWidget* parent)
    : TablePage(context, new NodeTableModel, QStringLiteral("nodes"),
                {u"age"_s, u"pods"_s, u"placement"_s, u"core"_s, u"pool"_s}, parent) {
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
  connect(menu.addAction(tr("Preview placement…")), &QAction::triggered, &selection,
          [&selection, key] { selection.askPreview(key); });
  connect(menu.addAction(tr("Change placement…")), &QAction::triggered, &selection,
          [&selection, key] { selection.askPlacementChange(key); });
  addWhatIf(menu, selection, tr("Add to what-if"), key,
            {{"add-nodes", tr("Add nodes like this one…")},
             {"drain-node", tr("Drain it")},
             {"switch-node", tr("Change its mode…")},
             {"remove-node", tr("Remove it")}});
  connect(menu.addAction(tr("Labels and taints…")), &QAction::triggered, &selection,
          [&selection, key] { selection.askNodeEdit(key); });
  menu.addSeparator();
  addWork(menu, {key});
  menu.addSeparator();
  const auto look = [&](const char* view, const QString& text) {
    connect(menu.addAction(text), &QAction::triggered, &selection,
            [&selection, view, key] { selection.askObject(QString::fromLatin1(view), u"Node"_s, key); });
  };
  look("yaml", tr("View YAML"));
  look("events", tr("View events"));
  addCopy(menu, tr("Copy the node's name"), key);
}

void NodesPage::fillMenuOfSeveral(QMenu& menu, const QStringList& keys, const QString& /*key*/) {
  addWork(menu, keys);
  menu.addSeparator();
  addCopy(menu, tr("Copy %n name(s)", nullptr, static_cast<int>(keys.size())), keys.join(u'\n'));
}

void NodesPage::addWork(QMenu& menu, const QStringList& keys) {
  const SnapshotPtr snapshot = context().bridge.snapshot();
  std::vector<const NodeRecord*> nodes;
  for (const QString& key : keys) {
    if (const auto index = snapshot->findNode(key.toStdString())) nodes.push_back(&snapshot->node(*index));
  }
  if (!nodes.empty()) NodeActions::addTo(menu, context(), nodes);
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
    : TablePage(context, new CardTableModel, QStringLiteral("cards"),
                {u"model"_s, u"pods"_s, u"mode"_s, u"core"_s, u"memory"_s}, parent) {
  connect(&context.bridge, &SnapshotBridge::useChanged, this, [this] {
    if (isVisible()) update();
  });
  TablePage::retranslate();
}

void CardsPage::choose(const QString& key) {
  context().selection.selectCards({cardOf(key)});
}
void CardsPage::activate(const QString& key) {
  context().selection.go(QStringLiteral("map"), key);
}

void CardsPage::fillMenu(QMenu& menu, const QString& key) {
  SelectionState& selection = context().selection;
  const CardRef card = cardOf(key);
  connect(menu.addAction(tr("Show on map")), &QAction::triggered, &selection,
          [&selection, key] { selection.go(QStringLiteral("map"), key); });
  connect(menu.addAction(tr("Open node")), &QAction::triggered, &selection,
          [&selection, card] { selection.go(QStringLiteral("node"), card.node); });
  connect(menu.addAction(tr("Preview placement…")), &QAction::triggered, &selection,
          [&selection, card] { selection.askPreview(card.node, card.card); });
  menu.addSeparator();
  addCopy(menu, tr("Copy the node's name"), card.node);
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

WorkloadsPage::WorkloadsPage(const PageContext& context, QWidget* parent)
    : TablePage(context, new PodTableModel, QStringLiteral("workloads"), {u"owner"_s, u"restarts"_s, u"request"_s},
                parent),
      m_segment(new SegmentedControl(context.theme, this)) {
  m_segment->addItem(QStringLiteral("all"), {});
  m_segment->addItem(QStringLiteral("pending"), {});
  m_segment->addItem(QStringLiteral("running"), {});
  m_segment->setCurrent(QStringLiteral("all"));
  tools()->insertWidget(0, m_segment);
  m_write = new ActionButton(context.theme, this);
  m_write->setIconName(QStringLiteral("add"));
  tools()->addWidget(m_write);
  connect(m_write, &QAbstractButton::clicked, this,
          [this] { this->context().selection.go(QStringLiteral("workload")); });
  connect(m_segment, &SegmentedControl::changed, this,
          [this](const QString& id) { setFilterText(id == u"all" ? QString() : QStringLiteral("state:") + id); });
  connect(&filter(), &FilterLine::textChanged, this, &WorkloadsPage::syncSegment);
  WorkloadsPage::retranslate();
}

bool WorkloadsPage::showKey(const QString& key) {
  if (key.isEmpty()) showPending(false);
  return TablePage::showKey(key);
}

void WorkloadsPage::showPending(bool pending) {
  setFilterText(pending ? QStringLiteral("state:pending") : QString());
  syncSegment();
}

void WorkloadsPage::syncSegment() {
  const QString text = filter().text().trimmed();
  m_segment->setCurrent(text == u"state:pending"   ? QStringLiteral("pending")
                        : text == u"state:running" ? QStringLiteral("running")
                                                   : QStringLiteral("all"));
  // A waiting pod has no place: the columns of one make room for the reason.
  const bool pending = text == u"state:pending";
  takeAway(pending ? QStringList{u"node"_s, u"cards"_s, u"memory"_s, u"core"_s} : QStringList());
}

void WorkloadsPage::choose(const QString& key) {
  context().selection.selectPod(key);
}

void WorkloadsPage::activate(const QString& key) {
  const auto [pod, node] = findPod(*context().bridge.snapshot(), key);
  if (pod && node) context().selection.go(QStringLiteral("map"), key);
}

void WorkloadsPage::fillMenu(QMenu& menu, const QString& key) {
  SelectionState& selection = context().selection;
  const auto [pod, node] = findPod(*context().bridge.snapshot(), key);
  if (pod && node) {
    const QString name = QString::fromStdString(node->name);
    connect(menu.addAction(tr("Show on map")), &QAction::triggered, &selection,
            [&selection, key] { selection.go(QStringLiteral("map"), key); });
    connect(menu.addAction(tr("Open node")), &QAction::triggered, &selection,
            [&selection, name] { selection.go(QStringLiteral("node"), name); });
  } else if (pod) {
    PreviewController& preview = context().preview;
    connect(menu.addAction(tr("Preview placement")), &QAction::triggered, &preview,
            [&preview, &selection, waiting = pod] {
              preview.startPod(waiting);
              selection.go(QStringLiteral("map"));
            });
  }
  if (pod) {
    addWhatIf(menu, selection, tr("Add to what-if"), key,
              {{"move-pod", tr("Move it to another node")},
               {"resize", tr("Change its request…")},
               {"delete", tr("Delete it")}});
  }
  connect(menu.addAction(tr("Only this namespace")), &QAction::triggered, &selection,
          [&selection, key] { selection.setNamespace(key.left(key.indexOf(u'/'))); });
  menu.addSeparator();
  addCopy(menu, tr("Copy the pod's name"), key.mid(key.indexOf(u'/') + 1));
}

QString WorkloadsPage::selectedKey() const {
  return context().selection.kind() == SelectionState::Kind::Pod ? context().selection.key() : QString();
}

QString WorkloadsPage::hitsText(int shown, int all) const {
  return shown == all ? tr("%n pod(s)", nullptr, all) : tr("%1 of %2 pods").arg(count(shown), count(all));
}

QString WorkloadsPage::placeholder() const {
  return tr("Filter pods: ns:team-a  state:pending  node:sd-  mem>=8");
}
QString WorkloadsPage::emptyTitle() const {
  return tr("No pods that ask for GPUs");
}

void WorkloadsPage::retranslate() {
  m_segment->setText(QStringLiteral("all"), tr("All"));
  m_segment->setText(QStringLiteral("pending"), tr("Pending"));
  m_segment->setText(QStringLiteral("running"), tr("Running"));
  m_write->setText(tr("New workload"));
  TablePage::retranslate();
}

}  // namespace cardinal::ui
