// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/pending/pending_page.h"

#include <QLineEdit>
#include <QScrollBar>
#include <QStackedWidget>
#include <algorithm>
#include <set>

#include "ui/i18n/format.h"
#include "ui/i18n/placement/reason_texts.h"
#include "ui/i18n/plain.h"
#include "ui/models/pod_lookup.h"
#include "ui/pages/pending/pending_list.h"
#include "ui/pages/pending/pending_view.h"
#include "ui/session/connection_view.h"
#include "ui/session/preview/refusal_scene.h"
#include "ui/widgets/basic/badge.h"
#include "ui/widgets/basic/scaled_width.h"
#include "ui/widgets/basic/segmented_control.h"
#include "ui/widgets/basic/text_label.h"
#include "ui/widgets/layout/boxes.h"
#include "ui/widgets/lists/empty_state.h"
#include "ui/widgets/lists/filter_line.h"
#include "ui/widgets/map/heatmap_view.h"

namespace cardinal::ui {

namespace {

constexpr int kListWidth = 264;
constexpr int kMapNeeds = 1060;   ///< page width at texts of 100 % below which the map gives its room to the words
constexpr int kSmallestFit = 20;  ///< of small clusters: names and reasons stay readable, the rest scrolls
constexpr int kLargestFit = 29;

}  // namespace

PendingPage::PendingPage(const PageContext& context, QWidget* parent)
    : Page(context.theme, SurfaceTone::Bg, parent),
      m_context(context),
      m_explainer(new PendingExplainer(context.bridge, this)),
      m_queues(new PendingQueues(*m_explainer, this)),
      m_stack(new QStackedWidget(this)),
      m_empty(new EmptyState(context.theme, this)) {
  auto* layout = columnIn(this);
  layout->addWidget(m_stack);
  auto* body = new QWidget(m_stack);
  auto* across = rowIn(body);
  m_view = new PendingView(context, *m_explainer, *m_queues, body);
  m_view->setEdges(Qt::LeftEdge | Qt::RightEdge);
  m_view->setMinimumWidth(420);
  across->addWidget(buildList());
  across->addWidget(m_view, 5);
  across->addWidget(buildMap(), 4);
  m_stack->addWidget(body);
  m_stack->addWidget(m_empty);
  connectParts();
  PendingPage::retranslate();
}

QWidget* PendingPage::buildList() {
  Theme& theme = m_context.theme;
  auto* side = new Surface(theme, SurfaceTone::Panel, this);
  fixWidth(theme, *side, kListWidth);
  auto* layout = columnIn(side);
  auto* head = new Surface(theme, SurfaceTone::Panel, side);
  head->setEdges(Qt::BottomEdge);
  auto* column = columnIn(head, {16, 12, 16, 10}, 8);
  auto* titles = new QHBoxLayout;
  titles->setSpacing(8);
  m_title = new TextLabel(theme, TextRole::Title, TextTone::Strong, head);
  m_count = new Badge(theme, QString(), BadgeKind::Filled, head);
  m_order = new SegmentedControl(theme, head);
  m_order->addItem(QStringLiteral("age"), {});
  m_order->addItem(QStringLiteral("reason"), {});
  m_order->setCurrent(QStringLiteral("age"));
  titles->addWidget(m_title);
  titles->addWidget(m_count);
  titles->addStretch(1);
  titles->addWidget(m_order);
  column->addLayout(titles);
  m_filter = new FilterLine(theme, head);
  column->addWidget(m_filter);
  m_model = new PendingListModel(m_context, *m_explainer, *m_queues, this);
  m_list = new PendingList(theme, *m_model, side);
  layout->addWidget(head);
  layout->addWidget(m_list, 1);
  return side;
}

QWidget* PendingPage::buildMap() {
  Theme& theme = m_context.theme;
  auto* side = new Surface(theme, SurfaceTone::Bg, this);
  auto* layout = columnIn(side);
  auto* head = new Surface(theme, SurfaceTone::Bg, side);
  head->setEdges(Qt::BottomEdge);
  auto* words = columnIn(head, {16, 12, 16, 10}, 2);
  m_mapTitle = new TextLabel(theme, TextRole::BodyStrong, TextTone::Strong, head);
  m_mapNote = new TextLabel(theme, TextRole::Small, TextTone::Normal, head);
  m_mapNote->setElide(Qt::ElideRight);
  words->addWidget(m_mapTitle);
  words->addWidget(m_mapNote);
  m_map = new HeatmapView(theme, side);
  m_map->setGrouping(MapGrouping::Pool);
  m_map->setAcceptDrops(false);
  layout->addWidget(head);
  layout->addWidget(m_map, 1);
  m_mapSide = side;
  return side;
}

void PendingPage::connectParts() {
  SelectionState& selection = m_context.selection;
  connect(m_explainer, &PendingExplainer::reportChanged, this, &PendingPage::onReport);
  connect(m_queues, &PendingQueues::changed, this, &PendingPage::onReport);
  connect(&m_context.theme, &Theme::changed, this, &PendingPage::fitMap);
  connect(m_explainer, &PendingExplainer::answerChanged, this, &PendingPage::showMap);
  connect(&m_context.bridge, &SnapshotBridge::connectionChanged, this, &PendingPage::fillEmptyState);
  connect(m_empty, &EmptyState::actionTriggered, this, [this] {
    if (m_explainer->report() && !m_context.selection.ns().isEmpty()) return m_context.selection.setNamespace({});
    m_context.bridge.refresh();
  });
  connect(&selection, &SelectionState::namespaceChanged, this, &PendingPage::onReport);
  connect(m_list, &PendingList::keyChosen, this, [this](const QString& key) {
    m_explainer->choose(key);
    m_view->refresh();
    m_context.selection.selectPod(key);
  });
  connect(m_list, &PendingList::keyActivated, this,
          [this](const QString& key) { m_context.selection.requestRefusals(key, -1); });
  connect(m_order, &SegmentedControl::changed, this, [this](const QString& id) {
    m_model->setOrder(id == u"reason" ? PendingOrder::Reason : PendingOrder::Age);
    chooseSome();
  });
  connect(m_filter, &FilterLine::textChanged, this, [this](const QString& text) {
    m_model->setWords(text);
    chooseSome();
  });
  connect(m_filter, &FilterLine::left, this, [this] { m_list->setFocus(); });
  connect(m_view, &PendingView::reasonChosen, this, [this](std::optional<ReasonCode> code) {
    m_reason = code;
    showMap();
    outlineReason(true);
  });
  connect(m_view, &PendingView::placeChosen, this, [this](const QString& node, int card) {
    if (card >= 0) m_map->select({CardRef{node, card}}, true);
    m_map->revealNode(node);
  });
  connect(m_map, &HeatmapView::cardActivated, &selection, [&selection](const CardRef& card) {
    selection.go(QStringLiteral("map"), card.node + u'/' + QString::number(card.card));
  });
  connect(m_map, &HeatmapView::nodeActivated, &selection,
          [&selection](const QString& node) { selection.go(QStringLiteral("node"), node); });
}

void PendingPage::onReport() {
  m_model->refresh();
  m_count->setText(count(m_model->rowCount()));
  const bool none = !m_explainer->report() || (m_model->rowCount() == 0 && m_filter->text().isEmpty());
  const bool appears = !none && m_stack->currentIndex() == 1;
  m_stack->setCurrentIndex(none ? 1 : 0);
  fillEmptyState();
  chooseSome();
  // Only now: a list that gets the focus without a current row makes the first one current.
  if (appears && isVisible()) m_list->setFocus();
  m_view->refresh();
}

void PendingPage::chooseSome() {
  const QString chosen = m_explainer->chosen();
  if (m_model->rowOf(chosen) >= 0) return m_list->setCurrentKey(chosen);
  // Asked for by its name before the report knows it: the next report does.
  if (m_explainer->snapshot() != m_context.bridge.snapshot() && isWaiting(chosen)) return;
  const QString first = m_model->keyAt(0);
  if (first.isEmpty()) return;
  m_list->setCurrentKey(first);
  m_explainer->choose(first);
  m_view->refresh();
}

bool PendingPage::isWaiting(const QString& key) const {
  const auto& pods = m_context.bridge.snapshot()->unboundPods;
  return std::any_of(pods.begin(), pods.end(), [&key](const PodPtr& pod) { return podKeyOf(*pod) == key; });
}

bool PendingPage::showKey(const QString& key) {
  if (key.isEmpty()) return true;
  if (!isWaiting(key)) return false;
  m_filter->field()->clear();
  m_explainer->choose(key);
  m_list->setCurrentKey(key);
  m_view->refresh();
  return true;
}

void PendingPage::showMap() {
  const AllocationAnswer* answer = m_explainer->answer();
  if (!answer) {
    m_map->setPreview(std::nullopt);
    m_mapNote->setText(m_explainer->chosen().isEmpty() ? QString() : tr("evaluating every node…"));
    return;
  }
  const SnapshotPtr on = m_explainer->answerSnapshot();
  m_map->setSnapshot(on);
  if (!m_fitted && m_map->isVisible() && !on->cards.empty()) {
    m_fitted = true;
    m_map->showFirst(kSmallestFit, kLargestFit);
  }
  MapPreview scene = makeRefusalScene(*answer, *on);
  m_mapNote->setText(mapNote(*answer, scene));
  m_map->setPreview(std::move(scene));
  outlineReason(false);
  if (m_revealed == m_explainer->chosen() || !m_map->isVisible()) return;
  // Once for each pod: afterwards the map stays where the user has put it.
  m_revealed = m_explainer->chosen();
  m_map->verticalScrollBar()->setValue(0);
  if (!answer->nearMisses.empty())
    m_map->revealNode(QString::fromStdString(on->node(answer->nearMisses.front().node).name));
}

QString PendingPage::mapNote(const AllocationAnswer& answer, const MapPreview& scene) const {
  if (!answer.requestProblems.empty()) return tr("Not evaluated: the request is invalid");
  if (m_reason) {
    const auto nodes = static_cast<std::int64_t>(nodesOfReason(answer, *m_reason).size());
    return tr("%1 · nodes: %2").arg(reasonShort(*m_reason), count(nodes));
  }
  const auto refused = static_cast<std::int64_t>(scene.refused.size());
  const auto near =
      std::count_if(scene.refused.begin(), scene.refused.end(), [](const auto& one) { return one.nearMiss; });
  const QString fit = count(static_cast<std::int64_t>(answer.candidates.size()));
  if (near == 0) return tr("All nodes: %1 refuse · %2 fit").arg(count(refused), fit);
  return tr("All nodes: %1 refuse, %2 of them nearly fit · %3 fit").arg(count(refused), count(near), fit);
}

/// The nodes of the chosen reason are outlined among all that refuse; the first of them comes into view.
void PendingPage::outlineReason(bool reveal) {
  const AllocationAnswer* answer = m_explainer->answer();
  std::set<CardRef> cards;
  if (!answer || (!m_reason && !reveal)) return;
  const ClusterSnapshot& on = *m_explainer->answerSnapshot();
  const std::vector<NodeIndex> nodes = m_reason ? nodesOfReason(*answer, *m_reason) : std::vector<NodeIndex>();
  for (const NodeIndex node : nodes) {
    const QString name = QString::fromStdString(on.node(node).name);
    for (const Card& card : on.cardsOf(node)) cards.insert(CardRef{name, card.index});
  }
  m_map->select(cards);
  if (reveal && !nodes.empty()) m_map->revealNode(QString::fromStdString(on.node(nodes.front()).name));
}

void PendingPage::fillEmptyState() {
  const ConnectionState& connection = m_context.bridge.connection();
  const auto emptiness = connectionEmptiness(connection);
  // Nodes come before pods: until all are there nobody knows that none waits.
  const bool isLoading =
      connection.phase == ConnectionPhase::Connecting || connection.phase == ConnectionPhase::Loading;
  if (emptiness && (isLoading || m_context.bridge.snapshot()->nodes.empty()))
    return showEmptiness(*m_empty, *emptiness);
  m_empty->setShare({});
  if (!m_explainer->report()) {
    m_empty->setIconName(QStringLiteral("pending"));
    m_empty->setTitle(tr("Evaluating every node for every pending pod…"));
    m_empty->setCause({});
  } else {
    m_empty->setIconName(QStringLiteral("ok"));
    const QString ns = plain(m_context.selection.ns().toStdString(), 80);
    const int elsewhere = static_cast<int>(m_explainer->report()->ofPod.size());
    m_empty->setTitle(ns.isEmpty() ? tr("Nothing is pending") : tr("Nothing is pending in %1").arg(ns));
    const bool seesAll = connection.scope.empty();
    m_empty->setCause(ns.isEmpty()    ? (seesAll ? tr("Every pod that asks for GPUs has a node.")
                                                 : tr("Every pod that you can see and that asks for GPUs has a node."))
                      : elsewhere > 0 ? tr("%n pod(s) are pending in other namespaces.", nullptr, elsewhere)
                                      : tr("Every pod of %1 that asks for GPUs has a node.").arg(ns));
    m_empty->setAction(!ns.isEmpty() && elsewhere > 0 ? tr("Show all namespaces") : QString());
    return;
  }
  m_empty->setAction({});
}

void PendingPage::focusFilter() {
  m_filter->field()->setFocus(Qt::ShortcutFocusReason);
}

void PendingPage::answerNow() {
  m_explainer->answerNow();
  m_queues->answerNow();
}

void PendingPage::showEvent(QShowEvent* event) {
  TranslatablePage::showEvent(event);
  m_explainer->setActive(true);
  if (m_stack->currentIndex() == 0) m_list->setFocus();
  showMap();
}

void PendingPage::hideEvent(QHideEvent* event) {
  TranslatablePage::hideEvent(event);
  m_explainer->setActive(false);
}

void PendingPage::resizeEvent(QResizeEvent* event) {
  TranslatablePage::resizeEvent(event);
  fitMap();
}

void PendingPage::fitMap() {
  m_mapSide->setVisible(width() >= scaledWidth(m_context.theme, kMapNeeds));
}

void PendingPage::retranslate() {
  m_title->setText(tr("Pending"));
  m_order->setText(QStringLiteral("age"), tr("Age"));
  m_order->setText(QStringLiteral("reason"), tr("Reason"));
  m_filter->setPlaceholder(tr("Name, namespace, reason"));
  m_list->setAccessibleName(tr("Pending pods"));
  m_mapTitle->setText(tr("Result per node"));
  m_map->retranslate();
  onReport();
  showMap();
}

}  // namespace cardinal::ui
