// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/allocation/groups_view.h"

#include <QBoxLayout>
#include <QScrollArea>
#include <algorithm>
#include <array>
#include <cmath>

#include "core/base/mebibytes.h"
#include "core/plan/capacity/free_slots.h"
#include "ui/i18n/format.h"
#include "ui/i18n/gpu_texts.h"
#include "ui/i18n/plain.h"
#include "ui/pages/allocation/allocation_texts.h"
#include "ui/pages/common/tables/content_or_empty.h"
#include "ui/pages/common/tables/csv_file.h"
#include "ui/pages/common/tables/data_table.h"
#include "ui/pages/common/tables/line_table.h"
#include "ui/widgets/charts/group_chart.h"
#include "ui/widgets/lists/empty_state.h"

namespace cardinal::ui {
namespace {

constexpr int kTableHeight = 240;
constexpr int kColumnWidth = 112;
constexpr int kPauseMs = 1000;
constexpr std::array<std::int64_t, 6> kSizes = {1, 8, 16, 24, 40, 80};  // GiB that pods usually ask for

/// Nothing of it is known in the measure that is shown: the cards of a mode whose size nobody publishes, pods of slots
/// and instances.
bool isUnknown(const AllocationGroup& group, AmountMeasure measure, bool hasCards) {
  return hasCards ? group.cards > 0 && amountIn(group.total, measure) <= 0
                  : group.pods > 0 && amountIn(group.held, measure) <= 0;
}

/// By the measure that is shown; what stands for many is last.
std::vector<AllocationGroup> largestFirst(std::vector<AllocationGroup> groups, AmountMeasure measure) {
  std::stable_sort(groups.begin(), groups.end(), [measure](const AllocationGroup& a, const AllocationGroup& b) {
    const bool isRest = a.kind == AllocationGroup::Kind::Other;
    const bool isOtherRest = b.kind == AllocationGroup::Kind::Other;
    return isRest != isOtherRest ? isOtherRest : amountIn(a.held, measure) > amountIn(b.held, measure);
  });
  return groups;
}

}  // namespace

GroupsView::GroupsView(const PageContext& context, QWidget* parent)
    : AllocationView(context.theme, parent), m_context(context) {
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  m_chart = new GroupChart(context.theme, this);
  auto* scroll = new QScrollArea(this);
  scroll->setWidgetResizable(true);
  scroll->setFrameShape(QFrame::NoFrame);
  scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  scroll->viewport()->setAutoFillBackground(false);
  scroll->setWidget(m_chart);
  m_chart->setAutoFillBackground(false);
  m_content = new ChartAboveTable(context.theme, *scroll, kTableHeight, this);
  layout->addWidget(m_content);
  m_pause.setSingleShot(true);
  m_pause.setInterval(kPauseMs);
  connect(&m_pause, &QTimer::timeout, this, [this] {
    if (isVisible()) follow();
  });
  connect(&context.bridge, &SnapshotBridge::snapshotChanged, this, [this] {
    if (isVisible() && !m_pause.isActive()) m_pause.start();
  });
}

bool GroupsView::isDrawn() const {
  return !m_chart->isBlank();
}
QPixmap GroupsView::picture() {
  return m_chart->picture();
}

QByteArray GroupsView::values() const {
  return csvText(m_values);
}

void GroupsView::showChart() {
  m_content->setFilled(isDrawn());
  emit drawn();
}

void GroupsView::setColumns(std::vector<RowsModel::Head> heads) {
  m_content->rows().setHeads(std::move(heads));
  setLineColumns(m_context.theme, m_content->table(), kColumnWidth);
}

void GroupsView::retranslate() {
  m_content->empty().setTitle(tr("Nothing to show"));
  m_content->empty().setCause(tr("There are no cards, or the cluster is still being loaded."));
}

HoldersView::HoldersView(const PageContext& context, HistoryController& history, QWidget* parent)
    : GroupsView(context, parent), m_history(history) {
  HoldersView::retranslate();
}

void HoldersView::showHeads() {
  const AmountMeasure measure = m_choice.measure;
  const bool hasCards = m_choice.by == AllocationBy::Mode || m_choice.by == AllocationBy::Model;
  m_chart->setFormat([measure](double value) { return amountText(measure, value); }, amountUnit(measure),
                     measure == AmountMeasure::Memory);
  setColumns({{tr("Group")},
              {tr("Allocated"), Qt::AlignRight},
              {tr("Capacity"), Qt::AlignRight},
              {tr("Share"), Qt::AlignRight},
              {hasCards ? tr("Cards") : tr("Pods"), Qt::AlignRight}});
}

void HoldersView::refresh(const AllocationChoice& choice) {
  m_choice = choice;
  showHeads();
  fill();
  follow();
}

void HoldersView::follow() {
  m_history.sumsOf(this, m_context.bridge.snapshot(), [this](const AllocationSums& sums) {
    m_sums = sums;
    fill();
  });
}

void HoldersView::fill() {
  const AmountMeasure measure = m_choice.measure;
  const bool hasCards = m_choice.by == AllocationBy::Mode || m_choice.by == AllocationBy::Model;
  std::vector<GroupChart::Bar> bars;
  std::vector<RowsModel::Row> rows;
  const QString unit = QStringLiteral(" (") + exportUnit(measure) + u')';
  m_values = {{tr("Group"), tr("Allocated") + unit, tr("Capacity") + unit, hasCards ? tr("Cards") : tr("Pods")}};
  for (const AllocationGroup& group : largestFirst(m_sums.groups(m_choice.by), measure)) {
    const bool isNotKnown = isUnknown(group, measure, hasCards);
    const auto text = [&](const CardAmount& amount) {
      return isNotKnown ? notAvailable() : amountText(measure, amountIn(amount, measure));
    };
    GroupChart::Bar bar;
    bar.name = allocationGroupName(m_choice.by, group.kind, group.mode, group.name);
    bar.held = amountIn(group.held, measure);
    const double total = amountIn(group.total, measure);
    if (hasCards) bar.total = total;
    const QString share = hasCards && total > 0 ? percent(bar.held / total) : notAvailable();
    bar.tip.title = bar.name;
    bar.tip.rows.emplace_back(tr("Allocated"), text(group.held));
    if (hasCards) bar.tip.rows.emplace_back(tr("Capacity"), text(group.total));
    if (hasCards) bar.tip.rows.emplace_back(tr("Share"), share);
    RowsModel::Cell name(bar.name);
    name.strong = true;
    rows.push_back({bar.name,
                    {std::move(name), text(group.held), hasCards ? text(group.total) : notAvailable(), share,
                     hasCards ? count(group.cards) : count(group.pods)}});
    m_values.push_back({bar.name, isNotKnown ? QString() : QString::number(bar.held, 'f', 3),
                        bar.total && !isNotKnown ? QString::number(*bar.total, 'f', 3) : QString(),
                        QString::number(hasCards ? group.cards : group.pods)});
    bars.push_back(std::move(bar));
  }
  m_chart->setBars(std::move(bars));
  m_content->rows().setRows(std::move(rows));
  showChart();
}

QString HoldersView::title() const {
  switch (m_choice.by) {
    case AllocationBy::Model:
      return tr("Allocated now, by model");
    case AllocationBy::Namespace:
      return tr("Allocated now, by namespace");
    case AllocationBy::Owner:
      return tr("Allocated now, by owner");
    default:
      return tr("Allocated now, by mode");
  }
}

QString HoldersView::note() const {
  QStringList words;
  if (m_choice.by == AllocationBy::Mode || m_choice.by == AllocationBy::Model)
    words += tr("bar: allocated, of the capacity behind it");
  if (m_choice.measure == AmountMeasure::Memory && m_sums.cardsUnknown > 0) {
    words += tr("%n card(s) of unknown size are left out", nullptr, static_cast<int>(m_sums.cardsUnknown));
  }
  return words.join(QStringLiteral(" · "));
}

void HoldersView::retranslate() {
  GroupsView::retranslate();
  showHeads();
  fill();
}

SlotsView::SlotsView(const PageContext& context, QWidget* parent) : GroupsView(context, parent) {
  SlotsView::retranslate();
}

void SlotsView::refresh(const AllocationChoice& choice) {
  m_choice = choice;
  fill();
}

void SlotsView::fill() {
  const SlotsBy by = m_choice.by == AllocationBy::Mode    ? SlotsBy::Mode
                     : m_choice.by == AllocationBy::Model ? SlotsBy::Model
                                                          : SlotsBy::All;
  const std::vector<SlotGroup> groups = freeSlots(*m_context.bridge.snapshot(), by);
  std::vector<GroupChart::Line> lines;
  std::vector<RowsModel::Row> rows;
  m_unknown = 0;
  m_values = {{tr("Group"), tr("Free on one card (MiB)"), tr("Cards with at least this much free")}};
  for (const SlotGroup& group : groups) {
    m_unknown += group.cardsUnknown;
    if (group.cards == 0) continue;
    GroupChart::Line line;
    line.name = by == SlotsBy::All    ? tr("all cards")
                : by == SlotsBy::Mode ? modeBadge(group.mode)
                : group.model.empty() ? tr("model unknown")
                                      : plain(group.model, 80);
    for (const SlotStep& step : group.steps) {
      line.steps.emplace_back(static_cast<double>(step.mib), step.cards);
      m_values.push_back({line.name, QString::number(step.mib), QString::number(step.cards)});
    }
    RowsModel::Cell name(line.name);
    name.strong = true;
    if (const auto category = GroupChart::categoryOf(lines.size())) {
      name.letter = QString::number(lines.size() + 1);
      name.category = *category;
    }
    RowsModel::Row row{line.name, {std::move(name), count(group.cards), memoryMib(group.freeMib)}};
    for (const std::int64_t gibs : kSizes) row.cells.emplace_back(count(cardsThatTake(group, gibs * kMibPerGib)));
    rows.push_back(std::move(row));
    lines.push_back(std::move(line));
  }
  m_chart->setLines(std::move(lines), [](double cards) {
    return tr("%1 cards", "a count of cards on an axis").arg(count(std::llround(cards)));
  });
  m_content->rows().setRows(std::move(rows));
  showChart();
}

QString SlotsView::title() const {
  return tr("Cards with at least this much free memory");
}

QString SlotsView::note() const {
  QStringList words{tr("schedulable nodes, healthy cards, per the scheduler ledger")};
  if (m_unknown > 0) words += tr("%n card(s) of unknown size are left out", nullptr, static_cast<int>(m_unknown));
  return words.join(QStringLiteral(" · "));
}

void SlotsView::retranslate() {
  GroupsView::retranslate();
  std::vector<RowsModel::Head> heads = {{tr("Group")}, {tr("Cards"), Qt::AlignRight}, {tr("Free"), Qt::AlignRight}};
  for (const std::int64_t gibs : kSizes) heads.emplace_back(tr("≥ %1 GiB").arg(count(gibs)), Qt::AlignRight);
  setColumns(std::move(heads));
  m_chart->setFormat([](double mib) { return memoryMib(std::llround(mib)); }, kMibPerGib, true);
  fill();
}

}  // namespace cardinal::ui
