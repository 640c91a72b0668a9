// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/preview/outcome_pane.h"

#include <QBoxLayout>
#include <QHeaderView>
#include <algorithm>
#include <optional>
#include <utility>

#include "ui/i18n/format.h"
#include "ui/i18n/joining.h"
#include "ui/i18n/plain.h"
#include "ui/models/node_facts.h"
#include "ui/pages/common/tables/data_table.h"
#include "ui/widgets/basic/action_button.h"
#include "ui/widgets/basic/banner.h"
#include "ui/widgets/basic/flow_row.h"
#include "ui/widgets/basic/scaled_width.h"
#include "ui/widgets/lists/section_head.h"

namespace cardinal::ui {

namespace {

using Match = PredictionWatch::Match;

constexpr int kMostOfResult = 150;
constexpr int kNodeColumn = 1;
constexpr std::size_t kNamed = 6;

CellState stateOf(Match match) {
  switch (match) {
    case Match::Waiting:
      return CellState::Unknown;
    case Match::CardPending:
      return CellState::Information;
    case Match::Same:
    case Match::Equal:
      return CellState::Ok;
    case Match::OtherCard:
    case Match::OtherNode:
    case Match::NotPredicted:
      return CellState::Warning;
  }
  return CellState::None;
}

QString nameOf(const CreatedObject& created) {
  return plain(created.kind + "/" + created.key.name);
}

/// One line of the table: what it says (predicted, or how the truth compares), the node, its cards.
RowsModel::Row placeRow(const QString& pod, RowsModel::Cell what, const QString& node,
                        const std::vector<CardIndex>& cards) {
  const QString none(u'–');
  return {pod,
          {std::move(what), node.isEmpty() ? none : plain(node.toStdString(), 63),
           cards.empty() ? none : cardListText(cards)}};
}

}  // namespace

OutcomePane::OutcomePane(const PageContext& context, PredictionWatch& watch, QWidget* parent)
    : Pane(context, parent), m_watch(watch) {
  QVBoxLayout* top = addSection();
  m_summary = new Banner(context.theme, this);
  m_summary->setEdge(true);
  top->addWidget(m_summary);
  m_changed = new Banner(context.theme, this);
  m_changed->setObjectName(QStringLiteral("outcomeChanged"));
  m_changed->setState(StateRole::Warning);
  top->addWidget(m_changed);
  QVBoxLayout* table = addSection();
  m_head = new SectionHead(context.theme, this);
  m_rows = new RowsModel(this);
  m_table = new DataTable(context.theme, this);
  m_table->setModel(m_rows);
  m_table->setFlush(true);
  table->addWidget(m_head);
  table->addWidget(m_table);
  m_causes = addSection(&m_causeSection);
  m_map = addFooterButton(QStringLiteral("map"), true);
  m_delete = addFooterButton(QStringLiteral("undo"));
  connect(m_delete, &QAbstractButton::clicked, this, &OutcomePane::deleteRequested);
  footer()->addStretch();
  connect(&watch, &PredictionWatch::changed, this, &OutcomePane::refresh);
  connect(m_table, &DataTable::keyActivated, this, [this](const QString& key) {
    if (!key.isEmpty()) this->context().selection.selectPod(key);
  });
  connect(m_map, &QAbstractButton::clicked, this, [this] {
    std::set<CardRef> cards;
    for (const PredictionWatch::Row& row : m_watch.rows()) {
      for (const CardIndex card : row.actualCards) cards.insert(CardRef{row.actualNode, card});
    }
    this->context().selection.go(QStringLiteral("map"));
    this->context().selection.selectCards(cards);
  });
  OutcomePane::retranslate();
}

void OutcomePane::refresh() {
  if (!m_watch.isActive()) return;
  fillHead();
  fillSummary();
  fillChange();
  std::vector<RowsModel::Row> rows;
  std::vector<QString> causes;
  std::optional<std::size_t> workload;
  for (const PredictionWatch::Row& row : m_watch.rows()) {
    if (m_watch.workloads().size() > 1 && std::exchange(workload, row.workload) != row.workload) {
      RowsModel::Cell name(nameOf(m_watch.workloads()[row.workload].created));
      name.strong = true;
      rows.push_back({QString(), {std::move(name), QString(), QString()}});
    }
    rows.push_back(placeRow(row.pod, tr("Predicted"), row.predicted.node, row.predicted.cards));
    RowsModel::Cell match(PredictionWatch::matchText(row));
    match.state = stateOf(row.match);
    rows.push_back(placeRow(row.pod, std::move(match), row.actualNode, row.actualCards));
    const QString cause =
        PredictionWatch::causeText(row).isEmpty() ? row.waitingReason : PredictionWatch::causeText(row);
    if (!cause.isEmpty() && std::find(causes.begin(), causes.end(), cause) == causes.end()) causes.push_back(cause);
  }
  m_rows->setRows(std::move(rows));
  m_causeSection->setVisible(!causes.empty());
  if (causes == m_causeTexts) return;
  m_causeTexts = causes;
  while (QLayoutItem* item = m_causes->takeAt(0)) {
    delete item->widget();
    delete item;
  }
  for (const QString& cause : causes) {
    auto* banner = new Banner(context().theme, this);
    banner->setState(StateRole::Information);
    banner->setText(cause);
    m_causes->addWidget(banner);
  }
}

/// One workload by its name, several by what they are; and what was created beside them.
void OutcomePane::fillHead() {
  setCrumb(tr("Submitted"));
  const auto& workloads = m_watch.workloads();
  QStringList facts;
  if (workloads.size() == 1) {
    const CreatedObject& created = workloads.front().created;
    setTitle(plain(created.key.name));
    facts << plain(created.kind, 63) << plain(created.key.ns);
  } else {
    setTitle(tr("%n workload(s)", nullptr, static_cast<int>(workloads.size())));
    QStringList names;
    for (std::size_t i = 0; i < std::min(workloads.size(), kNamed); ++i) names << nameOf(workloads[i].created);
    facts << joinList(names);
  }
  if (!m_watch.others().isEmpty())
    facts << tr("with %1", "other objects that were created").arg(joinList(m_watch.others()));
  setFacts(facts.join(QStringLiteral(" · ")));
}

void OutcomePane::fillChange() {
  const auto& change = m_watch.workloads().front().prediction.changed;
  m_changed->setVisible(change.has_value());
  if (!change) return;
  const auto [before, now] = change->places();
  m_changed->setText(tr("The cluster changed between the press on Submit and the server's answer"));
  m_changed->setDetail(tr("Submitted with the prediction %1; at %2 the preview showed %3.", "place, time, place")
                           .arg(before, timeOfDay(change->now.time), now));
}

void OutcomePane::fillSummary() {
  const auto& rows = m_watch.rows();
  const auto number = [&rows](auto test) { return static_cast<int>(std::count_if(rows.begin(), rows.end(), test)); };
  const int same = number([](const auto& row) { return PredictionWatch::isAsPredicted(row.match); });
  const int waiting =
      number([](const auto& row) { return row.match == Match::Waiting || row.match == Match::CardPending; });
  const int total = static_cast<int>(rows.size());
  m_summary->setDetail({});
  if (m_watch.isSilent()) {
    const auto seconds = static_cast<int>(m_watch.timeout().count());
    m_summary->setState(StateRole::Warning);
    m_summary->setText(tr("No pod was created within %n second(s)", nullptr, seconds));
    QStringList names;
    for (const std::size_t one : m_watch.silent()) names << nameOf(m_watch.workloads()[one].created);
    m_summary->setDetail(
        tr("Nothing makes the pods of %1: its controller may not be running, or a queue or a quota holds "
           "them back. Look at the events and the status of the object.")
            .arg(joinList(names)));
  } else if (waiting > 0) {
    m_summary->setState(StateRole::Information);
    m_summary->setText(
        tr("%1 of %2 pods are scheduled; waiting for the scheduler").arg(count(total - waiting), count(total)));
  } else if (same == total) {
    m_summary->setState(StateRole::Ok);
    fillLanded();
  } else {
    m_summary->setState(StateRole::Warning);
    m_summary->setText(tr("%1 of %2 pods were placed as predicted").arg(count(same), count(total)));
  }
}

/// "As predicted" is said of the place that was shown; another that was as good is named.
void OutcomePane::fillLanded() {
  const auto& rows = m_watch.rows();
  const int total = static_cast<int>(rows.size());
  const int other = static_cast<int>(
      std::count_if(rows.begin(), rows.end(), [](const auto& row) { return row.match == Match::Equal; }));
  if (other == 0) return m_summary->setText(tr("All %n pod(s) were placed as predicted", nullptr, total));
  if (total > 1) {
    m_summary->setText(tr("All %n pod(s) were placed, %1 of them on another of the places that tied", nullptr, total)
                           .arg(count(other)));
    return;
  }
  const PredictionWatch::Row& row = rows.front();
  const QString node = plain(row.actualNode.toStdString(), 63);
  const QString equal = count(row.predicted.equal());
  m_summary->setText(row.actualCards.empty() ? tr("Placed on %1, one of the %2 places that tied").arg(node, equal)
                                             : tr("Placed on %1 card %2, one of the %3 places that tied",
                                                  "node, one or several cards, number")
                                                   .arg(node, cardListText(row.actualCards), equal));
}

void OutcomePane::retranslate() {
  Pane::retranslate();
  m_head->setTitle(tr("Predicted and actual"));
  m_rows->setHeads({{tr("Result")}, RowsModel::Head::ofNames(tr("Node")), {tr("Cards")}});
  QHeaderView* head = m_table->horizontalHeader();
  head->setStretchLastSection(false);
  head->setSectionResizeMode(QHeaderView::ResizeToContents);
  // The result is what one looks for; a name gives way in its middle, and the longest results share the room.
  head->setSectionResizeMode(kNodeColumn, QHeaderView::Stretch);
  head->setMaximumSectionSize(scaledWidth(context().theme, kMostOfResult));
  m_map->setText(tr("Show on map"));
  m_delete->setText(tr("Delete the submitted objects…"));
  m_causeTexts.clear();
  refresh();
}

}  // namespace cardinal::ui
