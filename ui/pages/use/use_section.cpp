// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/use/use_section.h"

#include <QBoxLayout>
#include <algorithm>
#include <utility>

#include "core/base/mebibytes.h"
#include "core/metrics/attribution.h"
#include "core/model/card_memory.h"
#include "core/model/shared_card.h"
#include "ui/i18n/errors/error_texts.h"
#include "ui/i18n/format.h"
#include "ui/i18n/joining.h"
#include "ui/i18n/metrics/use_texts.h"
#include "ui/i18n/plain.h"
#include "ui/models/node_facts.h"
#include "ui/pages/common/facts.h"
#include "ui/widgets/basic/action_button.h"
#include "ui/widgets/basic/segmented_control.h"
#include "ui/widgets/basic/text_label.h"
#include "ui/widgets/charts/time_chart.h"
#include "ui/widgets/lists/key_value_list.h"
#include "ui/widgets/lists/section_head.h"

namespace cardinal::ui {

namespace {

constexpr UnixSeconds kHour = 3600;
constexpr std::array kWindows = {std::pair("1h", kHour), std::pair("6h", 6 * kHour), std::pair("24h", 24 * kHour),
                                 std::pair("7d", 168 * kHour)};
constexpr double kFull = 100.0;
constexpr int kMaxPodsShown = 4;

}  // namespace

UseSection::UseSection(const PageContext& context, QWidget* parent) : QWidget(parent), m_context(context) {
  build();
  connect(m_window, &SegmentedControl::changed, this, [this] {
    m_asked = 0;
    refresh();
  });
  connect(&context.bridge, &SnapshotBridge::useChanged, this, [this] {
    fillNow();
    refresh();
  });
  for (const Graph& graph : m_graphs) connect(graph.chart, &TimeChart::pointerMoved, this, &UseSection::point);
  retranslate();
}

void UseSection::build() {
  Theme& theme = m_context.theme;
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(8);
  m_head = new SectionHead(theme, this);
  m_missing = new TextLabel(theme, TextRole::Small, TextTone::Quiet, this);
  m_missing->setWordWrap(true);
  m_now = new KeyValueList(theme, this);
  layout->addWidget(m_head);
  layout->addWidget(m_missing);
  m_why = new ActionButton(theme, this);
  m_why->setKind(ButtonKind::Quiet);
  connect(m_why, &QAbstractButton::clicked, &m_context.selection, &SelectionState::requestMetricsSource);
  layout->addWidget(m_why, 0, Qt::AlignLeft);
  layout->addWidget(m_now);
  m_past = new QWidget(this);
  auto* past = new QVBoxLayout(m_past);
  past->setContentsMargins(0, 4, 0, 0);
  past->setSpacing(6);
  m_window = new SegmentedControl(theme, m_past);
  for (const auto& [id, seconds] : kWindows) m_window->addItem(QString::fromLatin1(id), QString::fromLatin1(id));
  m_window->setCurrent(QStringLiteral("1h"));
  past->addWidget(m_window, 0, Qt::AlignLeft);
  m_graphs[1].measure = UseMeasure::GpuPercent;
  for (Graph& graph : m_graphs) {
    graph.head = new SectionHead(theme, m_past);
    graph.chart = new TimeChart(theme, m_past);
    past->addWidget(graph.head);
    past->addWidget(graph.chart);
  }
  m_graphs[0].chart->setFormat([](double value) { return gib(value); }, kMibPerGib, true);
  m_graphs[1].chart->setFormat([](double value) { return percent(value / kFull); });
  layout->addWidget(m_past);
}

void UseSection::showCard(const NodeRecord& node, const Card& card) {
  CardPlace place{node.name, card.index};
  if (!(place == m_place)) m_asked = 0;
  m_place = std::move(place);
  m_holderNamed = !podsOnCard(node, card.index).empty();
  const auto mib = [&](MemUnits amount) -> std::optional<double> {
    const auto size = card.memoryKnown ? toMib(amount, node.gpu.unit) : std::nullopt;
    return size ? std::optional(static_cast<double>(*size)) : std::nullopt;
  };
  const MeasuredHolders holders = m_context.measuredHolders(node);
  const bool isMeasured = card.index < holders.byCard.size() && holders.byCard[card.index];
  if (!isAllocationKnown(node, card)) {
    m_allocatedMib = isMeasured ? mib(card.memTotal) : std::nullopt;
  } else {
    m_allocatedMib = mib(card.held && !isSharedByGroups(node, card.index) ? card.memTotal : card.memAllocated);
  }
  const auto use = m_context.useOf(node.name, card.index);
  m_beyondMib = use ? usedBeyondMib(node, card, *use) : std::nullopt;
  m_totalMib = mib(card.memTotal);
  m_indexUnknown = hasCardsOfUnknownIndex(node);
  fillNow();
  refresh();
}

UnixSeconds UseSection::window() const {
  const auto chosen = std::find_if(kWindows.begin(), kWindows.end(), [this](const auto& entry) {
    return m_window->current() == QLatin1String(entry.first);
  });
  return chosen == kWindows.end() ? kHour : chosen->second;
}

void UseSection::fillNow() {
  const MetricsState& state = m_context.bridge.use()->state;
  const auto use = m_context.useOf(m_place.node, m_place.card);
  const UnixSeconds now = m_context.bridge.now();
  const bool old = use && now - use->at > kStaleAfter;
  m_head->setNote(!use  ? QString()
                  : old ? tr("last measured %1 ago").arg(age(use->at, now))
                        : tr("measured at %1").arg(timeOfDay(use->at)));
  m_now->setVisible(use.has_value());
  m_past->setVisible(!m_indexUnknown && (state.phase == MetricsPhase::Live || use.has_value()));
  m_missing->setVisible(!use || m_indexUnknown);
  m_why->setVisible(!use && state.phase != MetricsPhase::None);
  if (!use) {
    const bool reason = state.phase == MetricsPhase::Failed;
    m_missing->setText(state.phase == MetricsPhase::Live ? tr("The metrics source has no samples of this card.")
                       : reason                          ? errorText(state.error)
                                                         : metricsText(state, m_context.bridge.now()));
    return;
  }
  if (m_indexUnknown)
    m_missing->setText(tr("No past values: they are stored by GPU index, and the index of this card is not known."));
  std::vector<KeyValueRow> rows;
  rows.push_back(fact(tr("Memory used"), usedMemoryText(*use)));
  if (m_beyondMib) {
    KeyValueRow beyond = fact(tr("Used beyond the allocation"), gib(*m_beyondMib));
    beyond.state = StateRole::Warning;
    rows.push_back(std::move(beyond));
  }
  rows.push_back(fact(tr("Utilization"), use->gpuPercent ? percent(*use->gpuPercent / kFull) : notAvailable()));
  rows.push_back(fact(tr("Temperature"), use->temperatureC ? celsius(*use->temperatureC) : notAvailable()));
  rows.push_back(fact(tr("Power"), use->powerW ? watts(*use->powerW) : notAvailable()));
  if (use->lastXid.value_or(0) != 0) {
    KeyValueRow xid = fact(tr("Last XID"), xidText(*use->lastXid));
    xid.state = isHardwareXid(*use->lastXid) ? StateRole::Critical : StateRole::Warning;
    rows.push_back(std::move(xid));
  }
  addDetails(rows);
  m_now->setRows(std::move(rows));
}

void UseSection::addDetails(std::vector<KeyValueRow>& rows) const {
  const ClusterUse::Detail* detail = m_context.bridge.use()->detail(m_place.node, m_place.card);
  if (!detail) return;
  for (const InstanceUse& one : detail->instances) {
    QStringList parts{usedMemoryText(one.memoryUsedMib, one.memoryTotalMib)};
    if (one.gpuPercent) parts += tr("%1 utilization").arg(percent(*one.gpuPercent / kFull));
    for (const ObjectKey& pod : one.pods) parts += plain(pod.ns + "/" + pod.name, 80);
    if (one.id.empty()) {
      const QString pod = parts.takeLast();
      rows.push_back(fact(pod, tr("%1 (of this pod, from metrics)").arg(parts.join(QStringLiteral(" · ")))));
      continue;
    }
    const QString name = one.profile.empty() ? QStringLiteral("MIG") : plain(one.profile, 20);
    rows.push_back(fact(tr("%1 no. %2", "MIG profile, number of the instance").arg(name, plain(one.id, 10)),
                        parts.join(QStringLiteral(" · "))));
  }
  if (m_holderNamed || !detail->instances.empty() || detail->pods.empty()) return;
  QStringList pods;
  for (const ObjectKey& pod : detail->pods) {
    if (pods.size() == kMaxPodsShown) {
      pods += QString(u'…');
      break;
    }
    pods += plain(pod.ns + "/" + pod.name, 80);
  }
  const QString names = joinList(pods);
  rows.push_back(fact(tr("Used by"), pods.size() == 1
                                         ? tr("%1 (from metrics)").arg(names)
                                         : tr("%1 (from metrics; how much each uses is not measured)").arg(names)));
}

void UseSection::refresh() {
  if (!isVisible() || m_place.node.empty() || m_past->isHidden()) return;
  const UnixSeconds now = m_context.bridge.now();
  HistoryQuery probe;
  probe.start = now - window();
  probe.end = now;
  probe.points = std::max(2, m_graphs[0].chart->width());
  if (m_asked != 0 && now - m_asked < historyStep(probe)) return;
  m_asked = now;
  for (Graph& graph : m_graphs) ask(graph);
}

void UseSection::ask(Graph& graph) {
  HistoryQuery query;
  query.measure = graph.measure;
  query.cards = {m_place};
  query.end = m_asked;
  query.start = m_asked - window();
  query.points = std::max(2, graph.chart->width());
  m_context.bridge.history(graph.chart, query,
                           [this, &graph, query](const Result<History>& answer) { show(graph, query, answer); });
}

void UseSection::show(Graph& graph, const HistoryQuery& query, const Result<History>& answer) {
  if (!answer) {
    if (answer.error().code == ErrorCode::Cancelled) return;
    graph.note = errorTitle(answer.error());
    graph.chart->setData(query.start, query.end, historyStep(query), {}, std::nullopt);
    return nameGraphs();
  }
  std::vector<TimeLine> lines;
  for (const HistorySeries& series : answer->series) lines.push_back({QString(), series.points});
  const bool memory = graph.measure == UseMeasure::MemoryUsedMib;
  graph.chart->setLimit(memory ? m_allocatedMib : std::nullopt);
  graph.chart->setData(query.start, query.end, answer->step, std::move(lines),
                       memory ? m_totalMib : std::optional(kFull));
  graph.note = graph.chart->isBlank()     ? tr("no samples in this time")
               : memory && m_allocatedMib ? tr("dashed: allocated %1").arg(gib(*m_allocatedMib))
                                          : QString();
  nameGraphs();
}

void UseSection::point(std::optional<UnixSeconds> at) {
  for (Graph& graph : m_graphs) graph.chart->setPointer(at);
  nameGraphs();
}

void UseSection::nameGraphs() {
  m_graphs[0].head->setTitle(tr("Memory used"));
  m_graphs[1].head->setTitle(tr("Utilization"));
  for (Graph& graph : m_graphs) {
    const QString pointed = graph.chart->pointerText();
    graph.head->setNote(pointed.isEmpty() ? graph.note : pointed);
  }
}

void UseSection::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  refresh();
}

void UseSection::retranslate() {
  m_head->setTitle(tr("Used"));
  m_why->setText(tr("Why?"));
  m_window->setText(QStringLiteral("1h"), tr("1 h"));
  m_window->setText(QStringLiteral("6h"), tr("6 h"));
  m_window->setText(QStringLiteral("24h"), tr("24 h"));
  m_window->setText(QStringLiteral("7d"), tr("7 d"));
  m_window->setAccessibleName(tr("Time shown by the charts"));
  m_asked = 0;
  nameGraphs();
  fillNow();
  refresh();
}

}  // namespace cardinal::ui
