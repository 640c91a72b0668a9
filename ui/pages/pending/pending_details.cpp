// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/pending/pending_details.h"

#include <QBoxLayout>
#include <QHeaderView>
#include <algorithm>

#include "ui/i18n/format.h"
#include "ui/i18n/gpu_texts.h"
#include "ui/i18n/placement/pending_texts.h"
#include "ui/i18n/placement/reason_texts.h"
#include "ui/i18n/plain.h"
#include "ui/models/node_facts.h"
#include "ui/pages/common/tables/data_table.h"
#include "ui/pages/pending/remedy_rows.h"
#include "ui/widgets/basic/scaled_width.h"
#include "ui/widgets/layout/boxes.h"
#include "ui/widgets/lists/reason_rows.h"
#include "ui/widgets/lists/section_head.h"

namespace cardinal::ui {

namespace {

bool isNearest(const PendingExplanation& why, const RefusalGroup& group) {
  return !why.nearest.empty() && group.code == why.nearest.front().miss.code;
}

/// Of a row's id, "code/detail".
std::optional<ReasonCode> reasonOf(const QString& id) {
  if (id.isEmpty()) return std::nullopt;
  return static_cast<ReasonCode>(id.section(u'/', 0, 0).toInt());
}

/// Node and card of a row's key, "node/card".
std::pair<QString, int> placeOf(const QString& key) {
  const qsizetype slash = key.lastIndexOf(u'/');
  return {key.left(slash), key.mid(slash + 1).toInt()};
}

}  // namespace

PendingDetails::PendingDetails(const PageContext& context, QWidget* parent)
    : TranslatablePage(context.theme, SurfaceTone::Panel, parent), m_context(context) {
  Theme& theme = m_context.theme;
  auto* body = new QVBoxLayout(this);
  body->setContentsMargins(0, 0, 0, 0);
  body->setSpacing(0);
  QVBoxLayout* reasons = addSection(body, &m_reasonSection);
  m_reasonHead = new SectionHead(theme, this);
  m_reasons = new ReasonRows(theme, this);
  reasons->addWidget(m_reasonHead);
  reasons->addWidget(m_reasons);
  QVBoxLayout* nearest = addSection(body, &m_nearSection);
  m_nearHead = new SectionHead(theme, this);
  nearest->addWidget(m_nearHead);
  m_nearTable = addTable(nearest, m_near);
  QVBoxLayout* remedies = addSection(body, &m_remedySection);
  m_remedyHead = new SectionHead(theme, this);
  m_remedies = new RemedyRows(theme, this);
  remedies->addWidget(m_remedyHead);
  remedies->addWidget(m_remedies);
  QVBoxLayout* endings = addSection(body, &m_endingSection);
  m_endingHead = new SectionHead(theme, this);
  endings->addWidget(m_endingHead);
  m_endingTable = addTable(endings, m_endings);
  connect(m_reasons, &ReasonRows::chosenChanged, this, [this] { emit reasonChosen(chosenReason()); });
  connect(m_remedies, &RemedyRows::activated, this, &PendingDetails::remedyActivated);
  connectTables();
  PendingDetails::retranslate();
}

QVBoxLayout* PendingDetails::addSection(QVBoxLayout* body, QWidget** section) {
  auto* area = new Surface(m_context.theme, SurfaceTone::Panel, this);
  area->setEdges(Qt::BottomEdge);
  auto* layout = columnIn(area, {20, 12, 20, 13}, 6);
  body->addWidget(area);
  *section = area;
  return layout;
}

DataTable* PendingDetails::addTable(QVBoxLayout* section, RowsModel*& model) {
  model = new RowsModel(this);
  auto* table = new DataTable(m_context.theme, this);
  table->setModel(model);
  table->setFlush(true);
  section->addWidget(table);
  return table;
}

void PendingDetails::connectTables() {
  SelectionState& selection = m_context.selection;
  connect(m_nearTable, &DataTable::keyChosen, this, [this](const QString& key) {
    const std::pair<QString, int> where = placeOf(key);
    emit placeChosen(where.first, where.second);
  });
  connect(m_nearTable, &DataTable::keyActivated, &selection, [&selection](const QString& key) {
    const std::pair<QString, int> where = placeOf(key);
    selection.go(QStringLiteral("map"), where.second >= 0 ? key : where.first);
  });
  connect(m_endingTable, &DataTable::keyActivated, &selection,
          [&selection](const QString& key) { selection.go(QStringLiteral("pod"), key); });
}

std::optional<ReasonCode> PendingDetails::chosenReason() const {
  return reasonOf(m_reasons->chosen());
}

void PendingDetails::explain(const PendingExplanation& why, SnapshotPtr snapshot) {
  m_why = why;
  m_snapshot = std::move(snapshot);
  fill();
}

void PendingDetails::fill() {
  if (m_snapshot == nullptr) return;
  fillReasons();
  fillNearest();
  fillRemedies();
  fillEndings();
}

void PendingDetails::fillReasons() {
  std::vector<ReasonRow> rows;
  for (const RefusalGroup& group : m_why.groups) {
    ReasonRow row;
    row.id = QString::number(static_cast<int>(group.code)) + u'/' + QString::fromStdString(group.nearest.detail);
    if (group.code != ReasonCode::InsufficientResource) row.id = QString::number(static_cast<int>(group.code));
    row.mark = refusalMark(group.code);
    row.markMeaning = refusalMarkMeaning(group.code);
    row.title = refusalTitle(group);
    if (group.fragmented > 0) row.title = tr("%1 (enough in total)", "reason").arg(row.title);
    row.figures = refusalFigures(group, *m_snapshot);
    row.count = tr("%n node(s)", nullptr, static_cast<int>(group.nodes));
    if (group.cards > 0) row.count += QStringLiteral(" · ") + tr("%n card(s)", nullptr, static_cast<int>(group.cards));
    row.part = static_cast<double>(group.nodes) / std::max(1U, m_why.nodes);
    row.near = isNearest(m_why, group);
    rows.push_back(std::move(row));
  }
  m_reasonSection->setVisible(!rows.empty());
  m_reasons->setRows(std::move(rows));
  m_reasonHead->setNote(tr("%n node(s), by the first rule that fails", nullptr, static_cast<int>(m_why.nodes)));
}

void PendingDetails::fillNearest() {
  const ClusterSnapshot& snapshot = *m_snapshot;
  std::vector<RowsModel::Row> rows;
  for (const NearFit& near : m_why.nearest) {
    const NodeRecord& node = snapshot.node(near.miss.node);
    const bool ofMemory = near.miss.code == ReasonCode::InsufficientCardMemory;
    const auto amount = [&](std::int64_t value) {
      return ofMemory ? memoryNumber(MemUnits(value), node.gpu.unit) : count(value);
    };
    RowsModel::Cell name(plain(node.name, 80));
    name.strong = true;
    RowsModel::Cell found(tr("%1 of %2", "found of needed").arg(amount(near.found), amount(near.needed)));
    if (near.needed > 0)
      found.fraction = std::clamp(static_cast<double>(near.found) / static_cast<double>(near.needed), 0.0, 1.0);
    RowsModel::Cell lack(nearFitLack(near, snapshot));
    lack.strong = true;
    const QString card = near.miss.card >= 0 ? QString::number(near.miss.card) : QString(QChar(0x2013));
    const QString key = QString::fromStdString(node.name) + u'/' + QString::number(near.miss.card);
    rows.push_back({key, {name, RowsModel::Cell(card), found, lack}});
    if (rows.size() == 5) break;
  }
  m_nearSection->setVisible(!rows.empty() && m_why.fitting == 0);
  m_near->setRows(std::move(rows));
  for (const int column : {1, 3}) m_nearTable->resizeColumnToContents(column);
}

void PendingDetails::fillRemedies() {
  const ClusterSnapshot& snapshot = *m_snapshot;
  std::vector<RemedyRows::Row> rows;
  for (const Remedy& remedy : m_why.remedies) {
    RemedyRows::Row row;
    row.title = remedyTitle(remedy, snapshot);
    row.effect = remedyEffect(remedy, snapshot);
    row.action = remedy.request ? tr("Preview") : tr("Show on map");
    row.icon = remedy.request ? QStringLiteral("preview") : QStringLiteral("map");
    rows.push_back(std::move(row));
  }
  m_remedySection->setVisible(!rows.empty());
  m_remedies->setRows(std::move(rows));
}

void PendingDetails::fillEndings() {
  const ClusterSnapshot& snapshot = *m_snapshot;
  std::vector<RowsModel::Row> rows;
  for (const EndingPod& ending : m_why.endings) {
    RowsModel::Cell name(plain(ending.pod.ns + "/" + ending.pod.name, 120));
    name.strong = true;
    const QString how = ending.terminating    ? tr("is ending already")
                        : ending.endsByItself ? tr("belongs to a Job: ends by itself")
                                              : tr("runs until it is stopped");
    rows.push_back({QString::fromStdString(ending.pod.ns + "/" + ending.pod.name),
                    {name, RowsModel::Cell(placeText(ending.place, snapshot)), RowsModel::Cell(how)}});
  }
  m_endingSection->setVisible(!rows.empty());
  m_endings->setRows(std::move(rows));
  for (const int column : {1, 2}) m_endingTable->resizeColumnToContents(column);
}

void PendingDetails::retranslate() {
  m_reasonHead->setTitle(tr("Reasons"));
  m_nearHead->setTitle(tr("Nearest fits"));
  m_nearHead->setNote(tr("Enter or a double click shows the card on the map"));
  m_near->setHeads({{tr("Node")},
                    {tr("Card"), Qt::AlignRight},
                    {tr("Available / needed"), Qt::AlignRight},
                    {tr("Short by"), Qt::AlignRight}});
  m_endingHead->setTitle(tr("What waiting would free"));
  m_endingHead->setNote(tr("when any one of these pods ends, this pod fits"));
  m_endings->setHeads({{tr("Pod")}, {tr("Then it fits on")}, {tr("Ends")}});
  m_remedyHead->setTitle(tr("Remedies"));
  m_remedyHead->setNote(tr("each proven on the state that is shown"));
  for (DataTable* table : {m_nearTable, m_endingTable}) {
    QHeaderView* head = table->horizontalHeader();
    head->setStretchLastSection(false);
    head->setSectionResizeMode(QHeaderView::Fixed);
    head->setSectionResizeMode(0, QHeaderView::Stretch);
  }
  m_nearTable->horizontalHeader()->resizeSection(2, scaledWidth(m_context.theme, 150));
  m_near->setRows({});
  m_endings->setRows({});
  fill();
}

}  // namespace cardinal::ui
