// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/details/selection_pane.h"

#include <QBoxLayout>
#include <QHeaderView>
#include <QPainter>
#include <algorithm>
#include <map>

#include "core/model/card_memory.h"
#include "ui/i18n/format.h"
#include "ui/i18n/metrics/use_texts.h"
#include "ui/i18n/plain.h"
#include "ui/models/node_facts.h"
#include "ui/pages/common/facts.h"
#include "ui/pages/common/node_actions.h"
#include "ui/pages/common/tables/data_table.h"
#include "ui/pages/use/chart_subject.h"
#include "ui/theme/paint.h"
#include "ui/widgets/basic/action_button.h"
#include "ui/widgets/basic/flow_row.h"
#include "ui/widgets/basic/inline_bar.h"
#include "ui/widgets/charts/figure_triple.h"
#include "ui/widgets/lists/key_value_list.h"
#include "ui/widgets/lists/section_head.h"

namespace cardinal::ui {

namespace {

constexpr std::size_t kOwners = 8;

struct Totals {
  int cards = 0;
  int free = 0;     ///< nothing is allocated on them
  int unnamed = 0;  ///< it is unknown what is allocated on them: the sums leave them out
  int unknown = 0;
  int unhealthy = 0;
  std::int64_t allocatedMib = 0;
  std::int64_t totalMib = 0;
  std::int64_t freeMib = 0;  ///< on healthy cards
  std::int64_t largestMib = 0;
  int core = 0;
  int coreTotal = 0;
  std::array<int, FillHistogram::kBars> fill{};
  std::map<std::string, std::int64_t> owners;
  std::int64_t unknownHolderMib = 0;  ///< whole cards whose holder the API does not name
  std::set<std::string> nodes;
};

void addFill(Totals& totals, double fraction) {
  const std::size_t bar = fraction <= 0.0   ? 0
                          : fraction >= 1.0 ? 9
                                            : static_cast<std::size_t>(Tokens::rankOf(fraction)) + 1;
  ++totals.fill[std::min(bar, FillHistogram::kBars - 1)];
}

/// `isWhole`: the card is one of those that are only known together, and all of them are chosen.
void addCard(Totals& totals, const NodeRecord& node, const Card& card, bool isWhole) {
  ++totals.cards;
  totals.nodes.insert(node.name);
  if (card.health == CardHealth::Unhealthy) ++totals.unhealthy;
  if (!isWhole && !isAllocationKnown(node, card)) {
    ++totals.unnamed;
    return;
  }
  const bool isUnnamed = isUnnamedCard(node, card);
  if (isFreeCard(node, card) || (isUnnamed && !card.held)) ++totals.free;
  if (card.coreKnown) {
    totals.core += card.coreAllocated.value;
    totals.coreTotal += card.coreTotal.value;
  }
  const bool isOwn = isUnnamed || isAllocationKnown(node, card);
  if (const auto fraction = isOwn ? memoryFraction(card) : std::nullopt) addFill(totals, *fraction);
  const auto memory = memoryOf(card, node.gpu.unit);
  if (!memory) {
    ++totals.unknown;
    return;
  }
  const std::int64_t free = *usableFreeMib(card, node.gpu.unit);
  totals.totalMib += memory->totalMib;
  totals.allocatedMib += memory->allocatedMib;
  totals.freeMib += free;
  if (isOwn) totals.largestMib = std::max(totals.largestMib, free);
  if (!card.holderKnown) {
    if (card.held) totals.unknownHolderMib += memory->totalMib;
    return;
  }
  for (const PodPtr& pod : podsOnCard(node, card.index)) {
    const bool whole = isWholeCardMode(node.gpu.mode);
    totals.owners[pod->key().ns] +=
        whole ? memory->totalMib : toMib(shareOn(*pod, card.index).memory, node.gpu.unit).value_or(0);
  }
}

/// True for a node whose sums are known, though not what is allocated of each card. An unhealthy one may be free or
/// not.
bool isKnownTogether(const NodeRecord& node) {
  const UnnamedCards unnamed = unnamedCards(node);
  return heldSomewhere(node) > MemUnits(0) || (unnamed.taken > 0 && unnamed.unhealthy == 0);
}

/// Such nodes of which every card that is not known by itself is chosen.
std::set<const NodeRecord*> wholeNodes(const ClusterSnapshot& snapshot, const std::set<CardRef>& cards) {
  std::map<const NodeRecord*, int> missing;
  for (const CardRef& ref : cards) {
    const std::optional<NodeIndex> index = snapshot.findNode(ref.node.toStdString());
    if (!index || !isKnownTogether(snapshot.node(*index))) continue;
    const NodeRecord& node = snapshot.node(*index);
    const auto isUnsure = [&node](const Card& card) { return !isAllocationKnown(node, card); };
    const auto [found, isNew] = missing.try_emplace(&node, 0);
    if (isNew) found->second = static_cast<int>(std::count_if(node.cards.begin(), node.cards.end(), isUnsure));
    for (const Card& card : node.cards) found->second -= card.index == ref.card && isUnsure(card) ? 1 : 0;
  }
  std::set<const NodeRecord*> out;
  for (const auto& [node, number] : missing) {
    if (number == 0) out.insert(node);
  }
  return out;
}

Totals totalsOf(const ClusterSnapshot& snapshot, const std::set<CardRef>& cards) {
  Totals totals;
  const std::set<const NodeRecord*> whole = wholeNodes(snapshot, cards);
  for (const CardRef& ref : cards) {
    const std::optional<NodeIndex> index = snapshot.findNode(ref.node.toStdString());
    if (!index) continue;
    const NodeRecord& node = snapshot.node(*index);
    for (const Card& card : node.cards) {
      if (card.index == ref.card) addCard(totals, node, card, whole.count(&node) != 0);
    }
  }
  for (const NodeRecord* node : whole) {
    totals.allocatedMib += heldSomewhereMib(*node);
    totals.freeMib = std::max<std::int64_t>(totals.freeMib - heldSomewhereMib(*node), 0);
  }
  return totals;
}

/// By name; those that are gone are left out.
std::vector<const NodeRecord*> nodesOf(const ClusterSnapshot& snapshot, const std::set<CardRef>& cards) {
  std::set<std::uint32_t> indices;
  for (const CardRef& ref : cards) {
    if (const auto index = snapshot.findNode(ref.node.toStdString())) indices.insert(index->value);
  }
  std::vector<const NodeRecord*> out;
  for (const std::uint32_t index : indices) out.push_back(snapshot.nodes[index].get());
  return out;
}

}  // namespace

FillHistogram::FillHistogram(Theme& theme, QWidget* parent) : QWidget(parent), m_theme(theme) {
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  connect(&theme, &Theme::changed, this, qOverload<>(&QWidget::update));
}

void FillHistogram::setCounts(const std::array<int, kBars>& counts) {
  m_counts = counts;
  update();
}

QSize FillHistogram::sizeHint() const {
  return {320, 104};
}

void FillHistogram::paintEvent(QPaintEvent*) {
  const Tokens& t = m_theme.tokens();
  QPainter painter(this);
  painter.setFont(m_theme.font(TextRole::Micro));
  const int line = m_theme.lineHeight(TextRole::Micro);
  const qreal room = height() - 2 * line - 4;
  const int most = std::max(1, *std::max_element(m_counts.begin(), m_counts.end()));
  const qreal pitch = static_cast<qreal>(width()) / static_cast<qreal>(kBars);
  static constexpr std::array kLabels = {"0", "≤12", "≤25", "≤37", "≤50", "≤62", "≤75", "≤87", "<100", "100"};
  for (std::size_t i = 0; i < kBars; ++i) {
    const qreal high = std::max(m_counts[i] > 0 ? 3.0 : 0.0, room * m_counts[i] / most);
    const QRectF bar(static_cast<qreal>(i) * pitch + 2, line + room - high, pitch - 4, high);
    const QColor fill = i == 0 ? QColor() : t.steps[std::min<std::size_t>(i - 1, t.steps.size() - 1)];
    if (m_counts[i] > 0) drawBox(painter, bar, fill, t.control, 2);
    painter.setPen(t.text2);
    drawLine(painter, QRectF(bar.left() - 2, bar.top() - line, pitch, line), QString::number(m_counts[i]),
             Qt::AlignHCenter);
    painter.setPen(t.text3);
    drawLine(painter, QRectF(bar.left() - 2, height() - line, pitch, line), QString::fromUtf8(kLabels[i]),
             Qt::AlignHCenter);
  }
}

SelectionPane::SelectionPane(const PageContext& context, QWidget* parent) : Pane(context, parent) {
  Theme& theme = context.theme;
  QVBoxLayout* memorySection = addSection();
  m_memory = new FigureTriple(theme, this);
  m_bar = new InlineBar(theme, this);
  m_bar->setThickness(8);
  memorySection->addWidget(m_memory);
  memorySection->addWidget(m_bar);
  QVBoxLayout* factSection = addSection();
  m_facts = new KeyValueList(theme, this);
  m_facts->setValuesRight(true);
  factSection->addWidget(m_facts);
  QVBoxLayout* fillSection = addSection();
  m_fillHead = new SectionHead(theme, this);
  m_histogram = new FillHistogram(theme, this);
  fillSection->addWidget(m_fillHead);
  fillSection->addWidget(m_histogram);
  QVBoxLayout* ownerSection = addSection();
  m_ownerHead = new SectionHead(theme, this);
  m_owners = new RowsModel(this);
  m_ownerTable = new DataTable(theme, this);
  m_ownerTable->setFlush(true);
  m_ownerTable->setModel(m_owners);
  m_ownerTable->horizontalHeader()->hide();
  ownerSection->addWidget(m_ownerHead);
  ownerSection->addWidget(m_ownerTable);
  m_preview = addFooterButton(QStringLiteral("preview"), true);
  m_actions = new NodeActions(context, this);
  m_actions->setLarge(true);
  footer()->addWidget(m_actions);
  m_charts = addFooterButton(QStringLiteral("charts"));
  connect(m_charts, &QAbstractButton::clicked, this,
          [this] { this->context().selection.go(QStringLiteral("charts"), chartKey(m_cards)); });
  footer()->addStretch();
  connect(m_preview, &QAbstractButton::clicked, this, [this] {
    // Cards of one node: the preview is aimed at it.
    const bool oneNode = !m_cards.empty() && std::all_of(m_cards.begin(), m_cards.end(), [this](const CardRef& card) {
      return card.node == m_cards.begin()->node;
    });
    this->context().selection.requestPreview(oneNode ? m_cards.begin()->node : QString());
  });
  connect(m_ownerTable, &DataTable::keyActivated, this, [this](const QString& ns) {
    if (!ns.isEmpty()) this->context().selection.setNamespace(ns);  // the row of unknown holders names nobody
  });
  SelectionPane::retranslate();
}

/// What is measured of the chosen cards together.
void SelectionPane::addUse(std::vector<KeyValueRow>& rows, const std::set<CardRef>& cards) const {
  double used = 0;
  double busy = 0;
  int measured = 0;
  for (const CardRef& ref : cards) {
    const auto use = context().useOf(ref.node.toStdString(), ref.card);
    if (!use || !use->memoryUsedMib || !use->gpuPercent) continue;
    used += *use->memoryUsedMib;
    busy += *use->gpuPercent;
    ++measured;
  }
  if (measured == 0) return;
  KeyValueRow memory = fact(tr("Memory used"), gib(used));
  KeyValueRow load = fact(tr("Utilization, mean of %n card(s)", nullptr, measured), percent(busy / measured / 100.0));
  memory.strong = load.strong = true;
  rows.push_back(std::move(memory));
  rows.push_back(std::move(load));
}

void SelectionPane::showCards(const std::set<CardRef>& cards) {
  m_cards = cards;
  const Totals totals = totalsOf(*context().bridge.snapshot(), cards);
  setTitle(tr("%n card(s) selected", nullptr, totals.cards));
  setFacts(tr("on %n node(s)", nullptr, static_cast<int>(totals.nodes.size())));
  setCrumb({});
  setState(StateRole::None, {});
  const std::optional<double> share =
      totals.totalMib > 0
          ? std::optional(static_cast<double>(totals.allocatedMib) / static_cast<double>(totals.totalMib))
          : std::nullopt;
  m_memory->setTitle(tr("Memory"));
  m_memory->setWords(tr("allocated / total"));
  m_memory->setFigure(totals.totalMib > 0 ? count((totals.allocatedMib + 512) / 1024) + QStringLiteral(" / ") +
                                                memoryMib(totals.totalMib)
                                          : notAvailable());
  m_memory->setNote(percent(share, 1));  // the head already says of what; large sums need the room
  m_bar->setValue(share);

  std::vector<KeyValueRow> rows;
  const auto add = [&rows](const QString& key, const QString& value) {
    KeyValueRow row = fact(key, value);
    row.strong = true;
    rows.push_back(std::move(row));
  };
  const auto coreShare =
      totals.coreTotal > 0 ? std::optional(static_cast<double>(totals.core) / totals.coreTotal) : std::nullopt;
  const bool isKnown = totals.unnamed < totals.cards;
  add(tr("Core allocated"), percent(coreShare, 1));
  add(tr("Free cards (nothing allocated)"), isKnown ? count(totals.free) : notAvailable());
  add(tr("Free memory in total"), totals.totalMib > 0 ? memoryMib(totals.freeMib) : notAvailable());
  add(tr("Largest free slot on one card"), totals.totalMib > 0 ? memoryMib(totals.largestMib) : notAvailable());
  if (totals.unnamed > 0) add(tr("Left out: allocation of the card unknown"), count(totals.unnamed));
  addUse(rows, cards);
  if (totals.unhealthy > 0) add(tr("Unhealthy cards"), count(totals.unhealthy));
  if (totals.unknown > 0) add(tr("Cards without memory data"), count(totals.unknown));
  m_facts->setRows(std::move(rows));
  m_histogram->setCounts(totals.fill);
  m_actions->setNodes(nodesOf(*context().bridge.snapshot(), cards));

  std::vector<std::pair<std::string, std::int64_t>> owners(totals.owners.begin(), totals.owners.end());
  std::stable_sort(owners.begin(), owners.end(), [](const auto& a, const auto& b) { return a.second > b.second; });
  if (owners.size() > kOwners) owners.resize(kOwners);
  std::vector<RowsModel::Row> ownerRows;
  const std::int64_t most =
      std::max<std::int64_t>({1, totals.unknownHolderMib, owners.empty() ? 0 : owners.front().second});
  for (const auto& [ns, mib] : owners) {
    RowsModel::Cell name{plain(ns)};
    RowsModel::Cell bar{memoryMib(mib)};
    bar.fraction = static_cast<double>(mib) / static_cast<double>(most);
    ownerRows.push_back(RowsModel::Row{QString::fromStdString(ns), {std::move(name), std::move(bar)}});
  }
  if (totals.unknownHolderMib > 0) {
    RowsModel::Cell bar{memoryMib(totals.unknownHolderMib)};
    bar.fraction = static_cast<double>(totals.unknownHolderMib) / static_cast<double>(most);
    ownerRows.push_back(
        RowsModel::Row{QString(), {RowsModel::Cell{tr("whole cards, holder unknown")}, std::move(bar)}});
  }
  m_ownerTable->setVisible(!ownerRows.empty());
  m_owners->setRows(std::move(ownerRows));
}

void SelectionPane::retranslate() {
  Pane::retranslate();
  m_fillHead->setTitle(tr("Allocation distribution"));
  m_fillHead->setNote(tr("cards, by % of memory allocated"));
  m_ownerHead->setTitle(tr("Held by"));
  m_ownerHead->setNote(tr("namespace, allocated"));
  m_preview->setText(tr("Preview…"));
  m_preview->setToolTip(tr("Preview placement…"));
  m_actions->retranslate();
  m_charts->setToolTip(tr("Compare in charts"));  // icon only: the foot has little room
  m_charts->setAccessibleName(tr("Compare in charts"));
  m_owners->setHeads({{tr("Namespace")}, {tr("Allocated"), Qt::AlignRight}});
  m_ownerTable->horizontalHeader()->setSectionResizeMode(QHeaderView::Stretch);
  if (!m_cards.empty()) showCards(m_cards);
}

}  // namespace cardinal::ui
