// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/details/card_pane.h"

#include <QBoxLayout>
#include <QHeaderView>
#include <algorithm>

#include "core/model/card_memory.h"
#include "core/model/extras/kept_shares.h"
#include "core/model/shared_card.h"
#include "ui/i18n/device_texts.h"
#include "ui/i18n/format.h"
#include "ui/i18n/gpu_texts.h"
#include "ui/i18n/metrics/use_texts.h"
#include "ui/i18n/plain.h"
#include "ui/models/node_facts.h"
#include "ui/models/pod_lookup.h"
#include "ui/pages/common/cell_states.h"
#include "ui/pages/common/facts.h"
#include "ui/pages/common/tables/data_table.h"
#include "ui/pages/use/chart_subject.h"
#include "ui/pages/use/use_section.h"
#include "ui/widgets/basic/action_button.h"
#include "ui/widgets/basic/flow_row.h"
#include "ui/widgets/charts/figure_triple.h"
#include "ui/widgets/lists/key_value_list.h"
#include "ui/widgets/lists/section_head.h"

namespace cardinal::ui {

namespace {

constexpr int kCoreColumn = 2;

/// Room that Reservations keep for pods to come.
void addKeptFacts(const NodeRecord& node, const Card& card, std::vector<KeyValueRow>& rows) {
  for (const auto& [reservation, share] : keptOnCard(node, card.index)) {
    const QString amount = memory(share.memory, node.gpu.unit);
    rows.push_back(fact(CardPane::tr("Kept by Reservation"),
                        CardPane::tr("%1: %2 with %3 core", "name of a Reservation, memory, percent")
                            .arg(plain(reservation, 63), amount, corePercent(share.core))));
  }
}

/// What the stack reports of the card beside memory and core.
void addDeviceFacts(const NodeRecord& node, const Card& card, std::vector<KeyValueRow>& rows) {
  if (const QString own = ownMemoryText(node, card); !own.isEmpty())
    rows.push_back(
        fact(CardPane::tr("Memory as %1 counts it", "name of a GPU stack").arg(stackText(node.gpu.stack)), own));
  if (isSharedByGroups(node, card.index)) rows.push_back(fact(CardPane::tr("Shared out by"), stackText(GpuStack::Kai)));
  if (card.slotsTotal > 0) {
    const QString held = card.slotsHeldKnown ? count(card.slotsHeld) : notAvailable();
    rows.push_back(fact(slotsTitle(node.gpu.mode), CardPane::tr("%1 of %2").arg(held, count(card.slotsTotal))));
  }
  const CardDetail* detail = node.devices != nullptr ? node.devices->detailOf(card.index) : nullptr;
  if (detail == nullptr) return;
  if (!detail->instances.empty()) rows.push_back(fact(instancesTitle(node.gpu.mode), instancesText(detail->instances)));
  if (!card.memoryKnown && detail->memoryMib)
    rows.push_back(fact(CardPane::tr("Card memory"), gib(static_cast<double>(*detail->memoryMib))));
  if (detail->minor) rows.push_back(fact(CardPane::tr("Minor number"), QString::number(*detail->minor)));
  if (detail->numa) rows.push_back(fact(CardPane::tr("NUMA node"), QString::number(*detail->numa)));
  if (!detail->id.empty()) rows.push_back(fact(CardPane::tr("UUID"), plain(detail->id, 80)));
}

}  // namespace

CardPane::CardPane(const PageContext& context, QWidget* parent) : Pane(context, parent) {
  build();
  connect(m_podTable, &DataTable::keyActivated, this,
          [this](const QString& key) { this->context().selection.selectPod(key); });
  connect(m_bar, &CardStackBar::segmentActivated, this,
          [this](const QString& key) { this->context().selection.selectPod(key); });
  connect(m_preview, &QAbstractButton::clicked, this,
          [this] { this->context().selection.requestPreview(m_card.node, m_card.card); });
  connect(m_charts, &QAbstractButton::clicked, this,
          [this] { this->context().selection.go(QStringLiteral("charts"), chartKey({m_card})); });
  connect(m_open, &QAbstractButton::clicked, this,
          [this] { this->context().selection.go(QStringLiteral("node"), m_card.node); });
  connect(m_facts, &KeyValueList::copied, this, [this](const QString& text) {
    this->context().selection.showMessage(StateRole::Ok, tr("Copied: %1").arg(text));
  });
  CardPane::retranslate();
}

void CardPane::build() {
  Theme& theme = context().theme;
  QVBoxLayout* memorySection = addSection();
  m_memory = new FigureTriple(theme, this);
  m_bar = new CardStackBar(theme, this);
  m_core = new SectionHead(theme, this);
  memorySection->addWidget(m_memory);
  memorySection->addWidget(m_bar);
  memorySection->addWidget(m_core);

  m_use = new UseSection(context(), this);
  addSection()->addWidget(m_use);

  QVBoxLayout* podSection = addSection();
  m_podHead = new SectionHead(theme, this);
  m_pods = new RowsModel(this);
  m_podTable = new DataTable(theme, this);
  m_podTable->setFlush(true);
  m_podTable->setModel(m_pods);
  podSection->addWidget(m_podHead);
  podSection->addWidget(m_podTable);

  addFindings();
  m_facts = addFacts();

  m_preview = addFooterButton(QStringLiteral("preview"), true);
  m_open = addFooterButton(QStringLiteral("nodes"));
  m_charts = addFooterButton(QStringLiteral("charts"));
  footer()->addStretch();
}

bool CardPane::showCard(const CardRef& ref) {
  const SnapshotPtr snapshot = context().bridge.snapshot();
  const std::optional<NodeIndex> index = snapshot->findNode(ref.node.toStdString());
  if (!index) return false;
  const NodeRecord& node = snapshot->node(*index);
  const auto card =
      std::find_if(node.cards.begin(), node.cards.end(), [&](const Card& c) { return c.index == ref.card; });
  if (card == node.cards.end()) return false;
  if (ref != m_card) m_colours.reset();
  m_card = ref;
  fill(node, *card);
  return true;
}

void CardPane::fill(const NodeRecord& node, const Card& card) {
  const std::string_view pool = poolOf(node);
  setCrumb(pool.empty() ? plain(node.name) : plain(pool) + QStringLiteral(" / ") + plain(node.name));
  setTitle(tr("Card %1").arg(card.index));
  setFacts(nodeGpuLine(node));
  const std::optional<CardUse> use = context().useOf(node.name, card.index);
  const bool suspect = card.health != CardHealth::Unhealthy && use && isHardwareXid(use->lastXid.value_or(0));
  if (suspect) {
    setState(StateRole::Critical, QStringLiteral("XID ") + QString::number(*use->lastXid));
  } else {
    setState(stateRoleOf(cardStateOf(node, card)), cardStateText(node, card));
  }
  m_preview->setRefusal(QString());

  const MemoryUnit unit = node.gpu.unit;
  m_memory->setTitle(tr("Memory"));
  m_memory->setWords(tr("allocated / total"));
  const UnnamedCards unnamed = unnamedCards(node);
  if (isUnnamedCard(node, card) && unnamed.taken > 0) {
    m_memory->setFigure(card.memoryKnown ? notAvailable() + QStringLiteral(" / ") + memory(card.memTotal, unit)
                                         : notAvailable());
    m_memory->setNote(unnamedCardsText(unnamed));
  } else if (card.memoryKnown && !isAllocationKnown(node, card)) {
    m_memory->setFigure(notAvailable() + QStringLiteral(" / ") + memory(card.memTotal, unit));
    m_memory->setNote(tr("the API does not say which"));
  } else if (card.memoryKnown) {
    m_memory->setFigure(memoryNumber(card.memAllocated, unit) + QStringLiteral(" / ") + memory(card.memTotal, unit));
    m_memory->setNote(tr("%1 allocated").arg(percent(memoryFraction(card))));
  } else if (isWholeCardMode(node.gpu.mode)) {
    m_memory->setFigure(card.held ? tr("allocated as a whole") : tr("free"));
    m_memory->setNote(tr("memory unknown"));
  } else {
    m_memory->setFigure(notAvailable());
    m_memory->setNote(tr("memory unknown"));
  }
  m_colours.assign(holdersByRank(node, StackBy::Pod, card.index));
  StackBarData bar = stackDataOf(node, card, m_colours, StackBy::Pod, false);
  addUse(bar, use);
  m_bar->setData(std::move(bar));
  m_use->showCard(node, card);
  m_core->setTitle(tr("Core"));
  const QString core = isAllocationKnown(node, card) ? corePercent(card.coreAllocated) : notAvailable();
  m_core->setNote(card.coreKnown ? core + QStringLiteral(" / ") + corePercent(card.coreTotal)
                                 : noCoreText(node.gpu.mode));
  fillPods(node, card);
  fillFacts(node, card);
  std::vector<Finding> findings;
  std::copy_if(node.findings.begin(), node.findings.end(), std::back_inserter(findings),
               [&](const Finding& finding) { return finding.card == card.index || finding.card == kPendingCard; });
  setFindings(findings, unit);
}

void CardPane::fillPods(const NodeRecord& node, const Card& card) {
  std::vector<PodPtr> pods = podsOnCard(node, card.index);
  std::vector<QString> ranks = holdersByRank(node, StackBy::Pod, card.index);
  const MeasuredHolders measured = context().measuredHolders(node);
  const PodPtr holder = card.index < measured.byCard.size() ? measured.byCard[card.index] : nullptr;
  const bool fromMetrics = pods.empty() && holder;
  if (fromMetrics) {
    pods.push_back(holder);
    ranks = {podKeyOf(*holder)};
  }
  m_podHead->setTitle(tr("Pods on this card"));
  const bool isAllocated = card.held || card.memAllocated.value > 0;
  const bool isUnknown =
      pods.empty() && (isAllocated || !card.holderKnown || !isAllocationKnown(node, card)) && !measured.complete;
  m_podHead->setCount(isUnknown ? notAvailable() : count(static_cast<std::int64_t>(pods.size())));
  m_podTable->setVisible(!pods.empty());
  const bool free = pods.empty() && !card.holderKnown && measured.complete;
  m_podHead->setNote(fromMetrics ? tr("from metrics; not in the API")
                     : free      ? tr("free according to metrics")
                     : isUnknown ? tr("the API does not say which")
                                 : QString());
  const bool isWhole = isWholeCardMode(node.gpu.mode) && !isSharedByGroups(node, card.index);
  std::vector<RowsModel::Row> rows;
  for (std::size_t rank = 0; rank < ranks.size(); ++rank) {
    const auto pod =
        std::find_if(pods.begin(), pods.end(), [&](const PodPtr& p) { return podKeyOf(*p) == ranks[rank]; });
    if (pod == pods.end()) continue;
    const CardShare share = shareOn(**pod, card.index);
    RowsModel::Row row{ranks[rank], {}};
    RowsModel::Cell name{plain((*pod)->key().name)};
    name.strong = true;
    name.letter = placeLetter(static_cast<int>(rank));
    name.category = m_colours.category(ranks[rank]);
    row.cells.push_back(std::move(name));
    row.cells.push_back({isWhole ? tr("whole card") : memoryNumber(share.memory, node.gpu.unit)});
    row.cells.push_back({share.core.value > 0 ? corePercent(share.core) : QString(u'–')});
    row.cells.push_back({age((*pod)->raw->meta.created, context().referenceTime())});
    rows.push_back(std::move(row));
  }
  m_pods->setRows(std::move(rows));
  m_podTable->setColumnHidden(kCoreColumn, !card.coreKnown || isWholeCardMode(node.gpu.mode));
}

void CardPane::fillFacts(const NodeRecord& node, const Card& card) {
  const MemoryUnit unit = node.gpu.unit;
  std::vector<KeyValueRow> rows;
  const auto add = [&rows](const QString& key, const QString& value) { rows.push_back(fact(key, value)); };
  add(tr("Node"), plain(node.name));
  add(tr("GPU model"), node.gpu.model.empty() ? notAvailable() : plain(node.gpu.model));
  add(tr("Mode"), modeText(node.gpu.mode));
  addDeviceFacts(node, card, rows);
  addKeptFacts(node, card, rows);
  if (isSharedMode(node.gpu.mode)) add(tr("Placement"), placementText(node.gpu.placement));
  if (const auto usable = usableFree(node, card)) {
    const MemUnits free = *usable;
    const QString slot =
        card.health == CardHealth::Unhealthy ? tr("none: the card is unhealthy")
        : card.coreKnown
            ? tr("%1 with %2 core")
                  .arg(memory(free, unit),
                       corePercent(CorePercent(std::max(0, card.coreTotal.value - card.coreAllocated.value))))
            : memory(free, unit);
    add(tr("Free slot"), slot);
    if (card.memScheduler != card.memAllocated) add(tr("Scheduler accounts for"), memory(card.memScheduler, unit));
  }
  const auto mismatch = std::count_if(node.findings.begin(), node.findings.end(), [&](const Finding& finding) {
    return isLedgerMismatch(finding.code) && (finding.card == card.index || finding.card == kPendingCard);
  });
  KeyValueRow ledger =
      fact(tr("Ledger"), mismatch == 0 ? tr("agrees with the pods' annotations")
                                       : tr("%n contradiction(s)", nullptr, static_cast<int>(mismatch)));
  ledger.state = mismatch == 0 ? StateRole::Ok : StateRole::Warning;
  if (isSharedMode(node.gpu.mode)) rows.push_back(std::move(ledger));
  m_facts->setRows(std::move(rows));
}

void CardPane::retranslate() {
  Pane::retranslate();
  m_use->retranslate();
  m_preview->setText(tr("Preview placement…"));
  m_open->setToolTip(tr("Open node"));
  m_open->setAccessibleName(tr("Open node"));
  m_charts->setToolTip(tr("Charts"));  // icon only: the foot has little room
  m_charts->setAccessibleName(tr("Charts"));
  m_pods->setHeads(
      {{tr("Pod")}, {tr("Memory GiB"), Qt::AlignRight}, {tr("Core"), Qt::AlignRight}, {tr("Age"), Qt::AlignRight}});
  m_podTable->horizontalHeader()->setStretchLastSection(false);
  m_podTable->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
  m_podTable->horizontalHeader()->setSectionResizeMode(0, QHeaderView::Stretch);
  if (!m_card.node.isEmpty()) showCard(m_card);
}

}  // namespace cardinal::ui
