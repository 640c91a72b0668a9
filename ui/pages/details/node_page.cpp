// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/details/node_page.h"

#include <QBoxLayout>
#include <QHeaderView>
#include <QScrollArea>
#include <algorithm>

#include "ui/i18n/plain.h"
#include "ui/models/pod_lookup.h"
#include "ui/pages/common/node_actions.h"
#include "ui/pages/common/pane.h"
#include "ui/pages/common/tables/column_fit.h"
#include "ui/pages/common/tables/data_table.h"
#include "ui/pages/details/card_stack_rows.h"
#include "ui/widgets/basic/action_button.h"
#include "ui/widgets/basic/badge.h"
#include "ui/widgets/basic/flow_row.h"
#include "ui/widgets/basic/scaled_width.h"
#include "ui/widgets/basic/state_label.h"
#include "ui/widgets/basic/text_label.h"
#include "ui/widgets/charts/kpi_strip.h"
#include "ui/widgets/lists/key_value_list.h"
#include "ui/widgets/lists/section_head.h"

namespace cardinal::ui {

namespace {
constexpr int kSideWidth = 388;
constexpr int kMinMain = 440;   // for a row of a card with its figures
constexpr int kMinTitle = 320;  // beside the buttons; the name elides below that
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

QVBoxLayout* NodePage::addSideSection(QVBoxLayout* side) {
  auto* section = new Surface(m_context.theme, SurfaceTone::Panel, this);
  section->setEdges(Qt::BottomEdge);
  auto* layout = new QVBoxLayout(section);
  layout->setContentsMargins(16, 12, 16, 12);
  layout->setSpacing(8);
  side->addWidget(section);
  return layout;
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
  auto* body = new Surface(theme, SurfaceTone::Panel, scroll);
  auto* side = new QVBoxLayout(body);
  side->setContentsMargins(0, 0, 0, 0);
  side->setSpacing(0);
  const auto list = [&](SectionHead*& head, bool right) {
    QVBoxLayout* section = addSideSection(side);
    head = new SectionHead(theme, this);
    auto* values = new KeyValueList(theme, this);
    values->setValuesRight(right);
    section->addWidget(head);
    section->addWidget(values);
    connect(values, &KeyValueList::copied, this, [this](const QString& text) {
      m_context.selection.showMessage(StateRole::Ok, tr("Copied: %1").arg(text));
    });
    return values;
  };
  m_labels = list(m_labelHead, true);
  m_editLabels = new ActionButton(theme, this);
  m_editLabels->setIconName(QStringLiteral("label"));
  m_labels->parentWidget()->layout()->addWidget(m_editLabels);
  m_resources = list(m_resourceHead, true);
  m_conditions = list(m_conditionHead, false);
  QVBoxLayout* findings = addSideSection(side);
  m_findingSection = findings->parentWidget();
  m_findingHead = new SectionHead(theme, this);
  m_findings = new FindingList(theme, this);
  findings->addWidget(m_findingHead);
  findings->addWidget(m_findings);
  side->addStretch(1);
  scroll->setWidget(body);
  outer->addWidget(scroll);
  m_side = frame;
  m_sideScroll = scroll;
  m_sideBody = body;
  return frame;
}

void NodePage::connectButtons() {
  SelectionState& selection = m_context.selection;
  connect(m_map, &QAbstractButton::clicked, this, [this] { m_context.selection.go(QStringLiteral("map"), m_name); });
  connect(m_preview, &QAbstractButton::clicked, this, [this] { m_context.selection.requestPreview(m_name); });
  connect(m_editLabels, &QAbstractButton::clicked, this, [this] { m_context.selection.requestNodeEdit(m_name); });
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
  fillLabels(*node);
  fillResources(*node);
  fillConditions(*node);
  m_findings->setFindings(node->findings, node->gpu.unit);
  m_findingSection->setVisible(!node->findings.empty());
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
  m_labelHead->setTitle(tr("Labels"));
  m_editLabels->setText(tr("Labels and taints…"));
  m_resourceHead->setTitle(tr("Resources"));
  m_resourceHead->setNote(tr("requested / allocatable"));
  m_conditionHead->setTitle(tr("Conditions and taints"));
  m_findingHead->setTitle(tr("Findings"));
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
