// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/details/node_page.h"

#include <QBoxLayout>
#include <QHeaderView>
#include <QScrollArea>
#include <algorithm>
#include <climits>
#include <set>

#include "core/model/card_memory.h"
#include "core/model/tables/gpu_nodes.h"
#include "ui/i18n/device_texts.h"
#include "ui/i18n/format.h"
#include "ui/i18n/gpu_texts.h"
#include "ui/i18n/metrics/use_texts.h"
#include "ui/i18n/plain.h"
#include "ui/models/node_facts.h"
#include "ui/models/pod_lookup.h"
#include "ui/pages/common/cell_states.h"
#include "ui/pages/common/node_actions.h"
#include "ui/pages/common/tables/column_fit.h"
#include "ui/pages/common/tables/data_table.h"
#include "ui/pages/details/card_stack_rows.h"
#include "ui/pages/details/node_side.h"
#include "ui/pages/edit/placement_dialog.h"
#include "ui/widgets/basic/action_button.h"
#include "ui/widgets/basic/badge.h"
#include "ui/widgets/basic/flow_row.h"
#include "ui/widgets/basic/scaled_width.h"
#include "ui/widgets/basic/state_label.h"
#include "ui/widgets/basic/text_label.h"
#include "ui/widgets/charts/kpi_strip.h"
#include "ui/widgets/lists/section_head.h"

namespace cardinal::ui {

namespace {
constexpr int kSideWidth = 388;
constexpr std::size_t kPodLimit = 500;
constexpr int kMinMain = 440;   // for a row of a card with its figures
constexpr int kMinTitle = 320;  // beside the buttons; the name elides below that

/// How many cards its GPU pods are on; nothing where one of them has a card and nothing says which.
std::optional<int> cardsOfPods(const NodeRecord& node) {
  std::set<int> cards;
  bool isKnown = true;
  for (const PodPtr& pod : node.pods) {
    if (!pod->countsForInspect) continue;
    isKnown = isKnown && !pod->shares.empty();
    for (const CardShare& share : pod->shares) {
      isKnown = isKnown && share.card != kPendingCard;
      cards.insert(share.card);
    }
  }
  if (isKnown) return static_cast<int>(cards.size());
  return node.cards.size() == 1 ? std::optional(1) : std::nullopt;
}
}  // namespace

NodePage::NodePage(const PageContext& context, QWidget* parent)
    : Page(context.theme, SurfaceTone::Bg, parent), m_context(context) {
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  layout->addWidget(buildHeader());
  m_kpis = new KpiStrip(context.theme, this);
  layout->addWidget(m_kpis);
  auto* across = new QHBoxLayout;
  across->setSpacing(0);
  across->addWidget(buildMain(), 1);
  across->addWidget(buildSide());
  layout->addLayout(across, 1);
  connectButtons();
  connect(&context.theme, &Theme::changed, this, &NodePage::placeSide);
  connect(&context.bridge, &SnapshotBridge::snapshotChanged, this, [this] {
    if (isVisible()) refresh();
  });
  connect(&context.bridge, &SnapshotBridge::useChanged, this, [this] {
    if (!isVisible() || !m_shown) return;
    fillKpis(*m_shown);
    fillCards(*m_shown);
  });
  connect(&context.bridge, &SnapshotBridge::connectionChanged, this, [this] {
    if (isVisible() && m_shown) fillHeader(*m_shown);
  });
  NodePage::retranslate();
}

QWidget* NodePage::buildHeader() {
  Theme& theme = m_context.theme;
  auto* header = new Surface(theme, SurfaceTone::Panel, this);
  header->setEdges(Qt::BottomEdge);
  header->setMinimumHeight(64);
  m_headRows = new QBoxLayout(QBoxLayout::LeftToRight, header);
  m_headRows->setContentsMargins(16, 10, 16, 10);
  m_headRows->setSpacing(8);
  auto* texts = new QVBoxLayout;
  texts->setSpacing(2);
  m_crumb = new TextLabel(theme, TextRole::Micro, TextTone::Quiet, header);
  auto* facts = new QHBoxLayout;
  facts->setSpacing(8);
  texts->addLayout(facts);
  auto* titles = new QHBoxLayout;
  titles->setSpacing(8);
  m_title = new TextLabel(theme, TextRole::Title, TextTone::Strong, header);
  m_title->setElide(Qt::ElideMiddle);
  m_state = new StateLabel(theme, header);
  m_cardsBadge = new Badge(theme, QString(), BadgeKind::Filled, header);
  m_modeBadge = new Badge(theme, QString(), BadgeKind::Outlined, header);
  m_placementBadge = new Badge(theme, QString(), BadgeKind::Outlined, header);
  titles->addWidget(m_title);
  titles->addWidget(m_state);
  facts->addWidget(m_crumb);
  facts->addWidget(m_cardsBadge);
  facts->addWidget(m_modeBadge);
  facts->addWidget(m_placementBadge);
  facts->addStretch(1);
  titles->addStretch(1);
  texts->addLayout(titles);
  m_headRows->addLayout(texts, 1);
  m_headButtons = new FlowRow;
  m_headButtons->setSpacing(8);
  m_headRows->addLayout(m_headButtons);
  const auto button = [&](const char* icon) {
    auto* made = new ActionButton(theme, header);
    made->setIconName(QString::fromLatin1(icon));
    m_headButtons->addWidget(made);
    return made;
  };
  m_map = button("map");
  m_preview = button("preview");
  m_placement = button("placement");
  m_actions = new NodeActions(m_context, header);
  m_headButtons->addWidget(m_actions);
  m_yaml = button("file");
  m_events = button("event");
  return header;
}

/// In a narrow window, or with large text, the buttons stand below the name instead of taking its room.
void NodePage::resizeEvent(QResizeEvent* event) {
  Page::resizeEvent(event);
  const int needed = scaledWidth(m_context.theme, kMinTitle) + m_headButtons->sizeHint().width();
  m_headRows->setDirection(width() < needed ? QBoxLayout::TopToBottom : QBoxLayout::LeftToRight);
  placeSide();
}

/// The same for the column at the side: it stands below the pods then.
void NodePage::placeSide() {
  const bool below = width() < scaledWidth(m_context.theme, kSideWidth) + scaledWidth(m_context.theme, kMinMain);
  if (below == m_side->isHidden()) return;
  m_side->setVisible(!below);
  if (below) {
    m_sideScroll->takeWidget();
    m_mainRows->insertWidget(m_mainRows->count() - 1, m_sideBody);
    m_sideBody->show();
  } else {
    m_mainRows->removeWidget(m_sideBody);
    m_sideScroll->setWidget(m_sideBody);
  }
}

QWidget* NodePage::buildMain() {
  Theme& theme = m_context.theme;
  auto* scroll = new QScrollArea(this);
  scroll->setWidgetResizable(true);
  scroll->setFrameShape(QFrame::NoFrame);
  scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  auto* body = new Surface(theme, SurfaceTone::Bg, scroll);
  auto* layout = new QVBoxLayout(body);
  m_mainRows = layout;
  layout->setContentsMargins(16, 12, 16, 16);
  layout->setSpacing(8);
  m_cardHead = new SectionHead(theme, body);
  m_cards = new CardStackRows(theme, false, body);
  m_podHead = new SectionHead(theme, body);
  m_pods = new RowsModel(this);
  m_podTable = new DataTable(theme, body);
  m_podTable->setModel(m_pods);
  m_podTable->setFlush(true);
  m_podTable->horizontalHeader()->setStretchLastSection(false);
  // Name, namespace, phase, card, memory, core, priority, age: words share a wide window, numbers stay near them;
  // in a narrow one the priority leaves.
  m_podFit = new ColumnFit(*m_podTable, {{200, true, 0},
                                         {108, true, 0},
                                         {104, false, 0},
                                         {60, false, 0},
                                         {92, false, 0},
                                         {56, false, 0},
                                         {76, true, 1},
                                         {60, false, 0}});
  layout->addWidget(m_cardHead);
  layout->addWidget(m_cards);
  layout->addSpacing(12);
  layout->addWidget(m_podHead);
  layout->addWidget(m_podTable);
  layout->addStretch(1);
  scroll->setWidget(body);
  return scroll;
}

QWidget* NodePage::buildSide() {
  Theme& theme = m_context.theme;
  auto* frame = new Surface(theme, SurfaceTone::Panel, this);
  frame->setEdges(Qt::LeftEdge);
  fixWidth(theme, *frame, kSideWidth);
  auto* outer = new QVBoxLayout(frame);
  outer->setContentsMargins(1, 0, 0, 0);
  auto* scroll = new QScrollArea(frame);
  scroll->setWidgetResizable(true);
  scroll->setFrameShape(QFrame::NoFrame);
  scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  m_sideBody = new NodeSide(m_context, scroll);
  scroll->setWidget(m_sideBody);
  outer->addWidget(scroll);
  m_side = frame;
  m_sideScroll = scroll;
  return frame;
}

void NodePage::connectButtons() {
  SelectionState& selection = m_context.selection;
  connect(m_map, &QAbstractButton::clicked, this, [this] { m_context.selection.go(QStringLiteral("map"), m_name); });
  connect(m_preview, &QAbstractButton::clicked, this, [this] { m_context.selection.requestPreview(m_name); });
  connect(m_placement, &QAbstractButton::clicked, this, [this] { m_context.selection.requestPlacementChange(m_name); });
  connect(m_yaml, &QAbstractButton::clicked, this,
          [this] { m_context.selection.requestObject(QStringLiteral("yaml"), QStringLiteral("Node"), m_name); });
  connect(m_events, &QAbstractButton::clicked, this,
          [this] { m_context.selection.requestObject(QStringLiteral("events"), QStringLiteral("Node"), m_name); });
  connect(m_cards, &CardStackRows::cardActivated, this,
          [this](int card) { m_context.selection.go(QStringLiteral("map"), m_name + u'/' + QString::number(card)); });
  const auto openPod = [this](const QString& key) { m_context.selection.go(QStringLiteral("pod"), key); };
  connect(m_cards, &CardStackRows::podActivated, &selection, openPod);
  connect(m_podTable, &DataTable::keyActivated, &selection, openPod);
}

bool NodePage::showKey(const QString& key) {
  const SnapshotPtr snapshot = m_context.bridge.snapshot();
  const QString name = key.isEmpty() ? firstNodeWithCards(*snapshot) : key;
  const auto index = snapshot->findNode(name.toStdString());
  if (!index) return false;
  if (name != m_name) m_colours.reset();
  m_name = name;
  m_shown.reset();
  refresh();
  return true;
}

void NodePage::showEvent(QShowEvent* event) {
  TranslatablePage::showEvent(event);
  refresh();
}

void NodePage::refresh() {
  if (m_name.isEmpty()) return;
  const SnapshotPtr snapshot = m_context.bridge.snapshot();
  const auto index = snapshot->findNode(m_name.toStdString());
  if (!index) {
    m_state->setState(StateRole::Critical, tr("no longer in the cluster"));
    return;
  }
  const NodePtr node = snapshot->nodes[index->value];
  if (node == m_shown) return;
  m_shown = node;
  fillHeader(*node);
  fillKpis(*node);
  m_colours.assign(holdersByRank(*node, StackBy::Namespace));
  fillCards(*node);
  std::vector<SectionHead::Owner> owners;
  for (const QString& key : m_colours.owners())
    owners.push_back({m_colours.letter(key), plain(key.toStdString(), 63), m_colours.category(key)});
  m_cardHead->setOwners(std::move(owners));
  fillPods(*node);
  m_sideBody->setNode(*node);
}

void NodePage::fillHeader(const NodeRecord& node) {
  const std::string_view pool = poolOf(node);
  m_crumb->setText(pool.empty() ? tr("Nodes") : tr("Nodes") + QStringLiteral(" / ") + plain(pool, 80));
  m_title->setText(plain(node.name));
  m_state->setState(stateRoleOf(nodeStateOf(node)), nodeStateText(node));
  m_cardsBadge->setText(nodeCardsLine(node));
  m_modeBadge->setText(modeBadge(node.gpu.mode));
  m_modeBadge->setToolTip(modeText(node.gpu.mode));
  const bool shared = isSharedMode(node.gpu.mode);
  m_placementBadge->setVisible(shared);
  m_placementBadge->setText(QString::fromLatin1(toString(node.gpu.placement)));
  m_actions->setNode(node);
  m_placement->setRefusal(placementRefusal(node, m_context.bridge.info(), m_context.bridge.isFresh(),
                                           m_context.bridge.connection().rights));
}

/// Memory that is really used, and the mean utilization of the cards that are measured.
std::optional<KpiItem> NodePage::usedKpi(const NodeRecord& node) const {
  double used = 0;
  double busy = 0;
  int cards = 0;
  bool isBusyKnown = true;  // of a card that is cut an exporter may tell the memory alone
  for (const Card& card : node.cards) {
    const auto use = m_context.useOf(node.name, card.index);
    if (!use || !use->memoryUsedMib) continue;
    used += *use->memoryUsedMib;
    isBusyKnown = isBusyKnown && use->gpuPercent;
    busy += use->gpuPercent.value_or(0);
    ++cards;
  }
  if (cards == 0) return std::nullopt;
  const QString words = tr("utilization %1").arg(isBusyKnown ? percent(busy / cards / 100.0) : notAvailable());
  return KpiItem{tr("Memory used"), gib(used),
                 cards == static_cast<int>(node.cards.size())
                     ? words
                     : tr("%1 · %2 of %3 cards measured").arg(words).arg(cards).arg(node.cards.size())};
}

void NodePage::fillKpis(const NodeRecord& node) {
  const NodeSums sums = sumsOf(node);
  const MemoryUnit unit = node.gpu.unit;
  std::vector<KpiItem> items;
  const bool whole = isWholeCardMode(node.gpu.mode);
  if (whole && sums.cards > 0) {
    items.push_back({tr("Whole cards allocated"), tr("%1 / %2").arg(count(sums.held), count(sums.cards)),
                     percent(static_cast<double>(sums.held) / sums.cards, 1)});
  }
  if (sums.memTotal.value > 0) {
    const double share = static_cast<double>(sums.memAllocated.value) / static_cast<double>(sums.memTotal.value);
    items.push_back({tr("Memory allocated / total"),
                     memoryNumber(sums.memAllocated, unit) + QStringLiteral(" / ") + memory(sums.memTotal, unit),
                     tr("%1 allocated").arg(percent(share, 1))});
  } else {
    items.push_back({tr("Memory allocated / total"), notAvailable(), tr("memory unknown")});
  }
  if (node.devices != nullptr && node.devices->slotsTotal) {
    items.push_back(
        {slotsTitle(node.gpu.mode),
         tr("%1 / %2").arg(node.devices->slotsAllocated ? count(*node.devices->slotsAllocated) : notAvailable(),
                           count(*node.devices->slotsTotal)),
         instancesText(node.devices->instances)});
  }
  if (auto kpi = usedKpi(node)) items.push_back(std::move(*kpi));
  if (whole) {
    items.push_back({tr("Free cards"), count(sums.empty), tr("of %1").arg(count(sums.cards))});
  } else if (sums.coreTotal.value > 0) {
    items.push_back(
        {tr("Core allocated"),
         tr("%1 / %2 cards").arg(QString::number(sums.coreAllocated.value / 100.0, 'f', 1), count(sums.coreKnown)),
         percent(static_cast<double>(sums.coreAllocated.value) / sums.coreTotal.value, 1)});
  } else {
    items.push_back({tr("Core allocated"), notAvailable(), noCoreText(node.gpu.mode)});
  }
  const Card* freest = nullptr;
  for (const Card& card : node.cards) {
    if (!usableFree(node, card) || card.health == CardHealth::Unhealthy) continue;
    if (!freest || freest->memTotal - freest->memAllocated < card.memTotal - card.memAllocated) freest = &card;
  }
  if (freest && !whole) {
    const MemUnits slot = *usableFree(*freest);
    const QString words =
        freest->coreKnown
            ? tr("card %1, with %2 core")
                  .arg(freest->index)
                  .arg(corePercent(CorePercent(std::max(0, freest->coreTotal.value - freest->coreAllocated.value))))
            : tr("card %1").arg(freest->index);
    items.push_back({tr("Largest free slot"), memory(slot, unit), slot.value > 0 ? words : tr("every card is full")});
    items.push_back(
        {tr("Free in total"), memory(sums.memFree, unit),
         sums.unhealthy > 0 ? tr("without %n unhealthy card(s)", nullptr, sums.unhealthy) : tr("over all cards")});
  } else if (!whole) {
    const bool isSized =
        std::any_of(node.cards.begin(), node.cards.end(), [](const Card& card) { return card.memoryKnown; });
    items.push_back({tr("Largest free slot"), notAvailable(),
                     isSized ? tr("pods whose card is unknown hold a part") : tr("memory unknown")});
  }
  const std::optional<int> used = whole ? std::optional(sums.held) : cardsOfPods(node);
  items.push_back({tr("GPU pods"), count(gpuPodsOf(node)),
                   used && sums.cards > 0 ? tr("on %1 of %2 cards").arg(count(*used), count(sums.cards))
                                          : tr("which cards: unknown")});
  m_kpis->setItems(std::move(items));
}

void NodePage::fillPods(const NodeRecord& node) {
  std::vector<PodPtr> pods = node.pods;
  const auto firstCard = [](const PodPtr& pod) { return pod->shares.empty() ? INT_MAX : pod->shares.front().card; };
  std::stable_sort(pods.begin(), pods.end(),
                   [&](const PodPtr& a, const PodPtr& b) { return firstCard(a) < firstCard(b); });
  m_podHead->setCount(count(static_cast<std::int64_t>(pods.size())));
  if (pods.size() > kPodLimit) pods.resize(kPodLimit);
  std::vector<RowsModel::Row> rows;
  for (const PodPtr& pod : pods) {
    MemUnits held;
    CorePercent core;
    for (const CardShare& share : pod->shares) {
      held += share.memory;
      core += share.core;
    }
    const QString ns = QString::fromStdString(pod->key().ns);
    RowsModel::Cell name(plain(pod->key().name));
    name.strong = true;
    name.letter = m_colours.letter(ns);
    name.category = m_colours.category(ns);
    RowsModel::Cell phase(phaseText(*pod->raw));
    phase.state = podStateOf(*pod);
    const QString cards = cardListText(*pod);
    const RawPodSpec& spec = pod->raw->spec;
    rows.push_back(RowsModel::Row{
        podKeyOf(*pod),
        {std::move(name), plain(pod->key().ns), std::move(phase), cards.isEmpty() ? QString(u'?') : cards,
         held.value > 0                   ? memoryNumber(held, node.gpu.unit)
         : isWholeCardMode(node.gpu.mode) ? tr("whole card")
                                          : QString(u'–'),
         core.value > 0 ? corePercent(core) : QString(u'–'),
         spec.priorityClassName.empty() ? QString::number(spec.priority) : plain(spec.priorityClassName, 40),
         age(pod->raw->meta.created, m_context.referenceTime())}});
  }
  m_podTable->setVisible(!rows.empty());
  m_pods->setRows(std::move(rows));
}

void NodePage::fillCards(const NodeRecord& node) {
  m_cards->setNode(node, m_colours, m_context);
  const bool measured = std::any_of(node.cards.begin(), node.cards.end(), [&](const Card& card) {
    const auto use = m_context.useOf(node.name, card.index);
    return use && use->memoryUsedMib;
  });
  m_cardHead->setNote(measured ? tr("GiB allocated / total · core · thin bar: used")
                               : tr("GiB allocated / total · core"));
}

void NodePage::retranslate() {
  // Icon only: the header has little room.
  m_map->setToolTip(tr("Show on map"));
  m_actions->retranslate();
  m_preview->setText(tr("Preview placement…"));
  m_placement->setText(tr("Change placement policy…"));
  m_yaml->setToolTip(tr("YAML (y)"));
  m_events->setToolTip(tr("Events (v)"));
  m_cardHead->setTitle(tr("Cards"));
  m_podHead->setTitle(tr("Pods"));
  m_podHead->setNote(tr("by card"));
  m_sideBody->retranslate();
  m_pods->setHeads({{tr("Name")},
                    {tr("Namespace")},
                    {tr("Phase")},
                    {tr("Card"), Qt::AlignRight},
                    {tr("Memory GiB"), Qt::AlignRight},
                    {tr("Core"), Qt::AlignRight},
                    {tr("Priority"), Qt::AlignRight},
                    {tr("Age"), Qt::AlignRight}});
  m_podFit->fit();
  m_shown.reset();
  refresh();
}

}  // namespace cardinal::ui
