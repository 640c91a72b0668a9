// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/queues/queue_details.h"

#include <QBoxLayout>
#include <QHeaderView>
#include <algorithm>

#include "ui/i18n/format.h"
#include "ui/i18n/placement/group_queue_texts.h"
#include "ui/i18n/placement/group_remedy_texts.h"
#include "ui/i18n/placement/queue_texts.h"
#include "ui/i18n/plain.h"
#include "ui/pages/common/tables/sorted_table.h"
#include "ui/pages/queues/queue_rows.h"
#include "ui/widgets/basic/text_label.h"
#include "ui/widgets/layout/boxes.h"

namespace cardinal::ui {

namespace {

using namespace queues;

constexpr std::size_t kMaxRows = 2000;
constexpr std::size_t kRowsAtOnce = 200;
constexpr int kMaxName = 120;
constexpr int kMaxWords = 400;

QString keyOf(const ObjectKey& key) {
  return QString::fromStdString(key.ns + "/" + key.name);
}

/// The one of that key, else the first; null = nobody waits.
template <typename Wait>
const Wait* findWait(const std::vector<const Wait*>& list, const QString& key) {
  const auto found = std::find_if(list.begin(), list.end(), [&](const Wait* one) { return keyOf(one->key) == key; });
  return found != list.end() ? *found : list.empty() ? nullptr : list.front();
}

}  // namespace

QueueDetails::QueueDetails(const PageContext& context, QWidget* parent)
    : Surface(context.theme, SurfaceTone::Panel, parent), m_context(context) {
  Theme& theme = context.theme;
  setEdges(Qt::TopEdge);
  auto* column = columnIn(this, {16, 12, 16, 12}, 8);
  m_title = new TextLabel(theme, TextRole::Title, TextTone::Strong, this);
  m_facts = new TextLabel(theme, TextRole::Small, TextTone::Quiet, this);
  m_facts->setWordWrap(true);
  m_notes = new TextLabel(theme, TextRole::Small, TextTone::Warning, this);
  m_notes->setWordWrap(true);
  m_quotas = new RowsModel(this);
  m_quotaTable = new DataTable(theme, this);
  m_quotaTable->setFlush(true);
  m_quotaTable->setModel(m_quotas);
  m_quotaTable->setSelectionMode(QAbstractItemView::NoSelection);
  m_quotaTable->horizontalHeader()->setStretchLastSection(false);
  m_lineTitle = new TextLabel(theme, TextRole::BodyStrong, TextTone::Strong, this);
  m_lineTitle->setWordWrap(true);
  m_lineTable = new SortedTable(theme, this);
  m_words = new TextLabel(theme, TextRole::Body, TextTone::Normal, this);
  m_words->setWordWrap(true);
  for (QWidget* one : {static_cast<QWidget*>(m_title), static_cast<QWidget*>(m_facts), static_cast<QWidget*>(m_notes),
                       static_cast<QWidget*>(m_quotaTable), static_cast<QWidget*>(m_lineTitle)})
    column->addWidget(one);
  constexpr int kAllButTheRest = 1000;
  column->addWidget(m_lineTable, kAllButTheRest);
  column->addWidget(m_words);
  column->addStretch(1);
  m_more.setSingleShot(true);
  connect(&m_more, &QTimer::timeout, this, &QueueDetails::fillMoreOfLine);
  connect(m_lineTable, &DataTable::keyChosen, this, [this](const QString& key) {
    if (m_quiet) return;
    m_waiting = key;
    fillWords();
  });
}

void QueueDetails::retranslate() {
  m_quotaTable->setAccessibleName(tr("Quotas of the queue"));
}

QString QueueDetails::factsOf(const QueueEntry& entry) const {
  QStringList facts{QueueRows::systemName(entry)};
  if (entry.kueue != nullptr && !entry.kueue->cohort.empty())
    facts += tr("Cohort %1").arg(plain(entry.kueue->cohort, kMaxName));
  if (entry.group != nullptr) {
    if (!entry.group->parent.empty()) facts += tr("Parent %1").arg(plain(entry.group->parent, kMaxName));
    const bool isScope = entry.report->system == GroupSystem::ResourceQuota;
    if (!entry.group->state.empty())
      facts += (isScope ? tr("Scopes %1") : tr("State %1")).arg(plain(entry.group->state, kMaxName));
    if (entry.group->weight) facts += tr("Weight %1").arg(QString::number(*entry.group->weight));
  }
  return facts.join(QStringLiteral(" · "));
}

QStringList QueueDetails::notesOf(const QueueEntry& entry) const {
  QStringList notes;
  if (entry.report != nullptr) notes += groupNotes(*entry.report);
  if (entry.kueue == nullptr) return notes;
  if (entry.kueue->inactivity) notes += queueInactivity(*entry.kueue->inactivity);
  for (const QueueCaution caution : entry.kueue->cautions) notes += queueCautionText(caution);
  return notes;
}

void QueueDetails::setEntry(const QueueEntry* entry) {
  m_entry = entry;
  if (entry == nullptr) {
    m_lineOf.clear();
    m_waiting.clear();
    return;
  }
  if (entry->key != m_lineOf) m_waiting.clear();
  m_title->setText(QueueRows::title(*entry));
  m_facts->setText(factsOf(*entry));
  const QStringList notes = notesOf(*entry);
  m_notes->setText(notes.join(u'\n'));
  m_notes->setVisible(!notes.isEmpty());
  m_quotas->setHeads(QueueRows::quotaHeads(*entry));
  m_quotas->setRows(QueueRows::quotas(*entry));
  m_quotaTable->setVisible(m_quotas->rowCount() > 0);
  m_quotaTable->updateGeometry();
  QHeaderView* head = m_quotaTable->horizontalHeader();
  head->setSectionResizeMode(QHeaderView::ResizeToContents);
  head->setSectionResizeMode(0, QHeaderView::Stretch);
  fillLine();
}

QString QueueDetails::lineTitleOf(const QueueEntry& entry, std::size_t shown) const {
  if (!entry.waiting) {
    const bool isElastic = !entry.isOfKueue() && !namesQueues(entry.report->system);
    if (!isElastic || !entry.report->knowsGroups) return tr("Who waits is not known");
    return tr("Who waits for this quota is not known: PodGroups of %1 do not name one.")
        .arg(QueueRows::systemName(entry));
  }
  const int all = static_cast<int>(*entry.waiting);
  const bool isHeldByQuota = !entry.isRest() && !entry.isOfKueue() && !namesQueues(entry.report->system);
  const bool isGroup = !entry.isOfKueue() && !isHeldByQuota && entry.report->system <= GroupSystem::SchedulerPlugins;
  const bool isRejected = !entry.isOfKueue() && entry.report->system == GroupSystem::ResourceQuota;
  const QString waiting = isRejected ? tr("%n workload(s) whose pods would be rejected", nullptr, all)
                          : isGroup  ? tr("%n pod group(s) waiting", nullptr, all)
                                     : tr("%n workload(s) waiting", nullptr, all);
  return shown < *entry.waiting ? tr("%1; the first %2 are shown").arg(waiting, count(static_cast<std::int64_t>(shown)))
                                : waiting;
}

void QueueDetails::fillLine() {
  const QueueEntry& entry = *m_entry;
  const std::size_t length = lineLength(entry);
  if (m_lineOf != entry.key) m_lineRows.clear();
  m_lineOf = entry.key;
  m_lineRows.resize(std::min(m_lineRows.size(), length));
  m_lineFilled = 0;
  m_lineTitle->setText(lineTitleOf(entry, length));
  m_lineTable->setVisible(length > 0);
  m_quiet = true;
  m_lineTable->rows().setHeads(QueueRows::waitingHeads(entry));
  m_quiet = false;
  fillMoreOfLine();
  QHeaderView* head = m_lineTable->horizontalHeader();
  head->setSectionResizeMode(QHeaderView::ResizeToContents);
  head->setSectionResizeMode(m_lineTable->rows().columnCount() - 1,  // what would help; the system's message
                             QHeaderView::Stretch);
  m_lineTable->setAccessibleName(entry.isOfKueue() ? tr("Waiting workloads") : tr("Waiting pod groups"));
  // No higher than its rows, so that the words stand below them.
  constexpr int kMaxMeasured = 100;
  const int measured = std::min(m_lineTable->rows().rowCount(), kMaxMeasured);
  const int height = head->sizeHint().height() + measured * m_lineTable->verticalHeader()->defaultSectionSize() + 2;
  m_lineTable->setMaximumHeight(m_lineTable->rows().rowCount() > kMaxMeasured ? QWIDGETSIZE_MAX : height);
  fillWords();
}

std::size_t QueueDetails::lineLength(const QueueEntry& entry) {
  return std::min(kMaxRows, entry.workloads.size() + entry.groups.size());
}

void QueueDetails::fillMoreOfLine() {
  const QueueEntry* entry = m_entry;
  if (entry == nullptr || entry->key != m_lineOf) return;
  const std::size_t length = lineLength(*entry);
  const std::size_t to = std::min(length, m_lineFilled + kRowsAtOnce);
  std::vector<RowsModel::Row> rows = QueueRows::waiting(*entry, m_lineFilled, to, m_context.referenceTime());
  m_lineRows.resize(std::max(m_lineRows.size(), to));
  std::move(rows.begin(), rows.end(), m_lineRows.begin() + static_cast<std::ptrdiff_t>(m_lineFilled));
  m_lineFilled = to;
  m_quiet = true;
  m_lineTable->rows().setRows(m_lineRows);
  m_quiet = false;
  if (to < length) m_more.start(0);
}

/// The sentence about the one that is chosen below, what its system itself says, and everything that would help.
void QueueDetails::fillWords() {
  const QueueEntry* entry = m_entry;
  if (entry == nullptr) return;
  QStringList words;
  ObjectKey key;
  if (const WaitingWorkload* one = findWait(entry->workloads, m_waiting)) {
    key = one->key;
    words += tr("%1: %2").arg(plain(key.name, kMaxName), queueVerdict(*one));
    if (!one->conditionMessage.empty() && one->conditionMessage != one->answer.message)
      words += tr("Kueue says: %1").arg(plain(one->conditionMessage, kMaxWords));
    words += remedyLines(queueRemedies(*one));
  } else if (const GroupWait* group = findWait(entry->groups, m_waiting)) {
    key = group->key;
    const QString system = QueueRows::systemName(*entry);
    const QString cause = groupCause(*group);
    const QString name = plain(key.name, kMaxName);
    words +=
        cause.isEmpty() ? tr("%1: %2 does not say why it waits.").arg(name, system) : tr("%1: %2").arg(name, cause);
    if (!group->conditionMessage.empty())
      words += tr("%1 says: %2").arg(system, plain(group->conditionMessage, kMaxWords));
    words += remedyLines(groupRemedies(entry->report->system, group->remedies));
  }
  m_words->setText(words.join(u'\n'));
  m_words->setVisible(!words.isEmpty());
  if (words.isEmpty()) return;
  m_waiting = keyOf(key);
  const int row = m_lineTable->rows().rowOf(m_waiting);
  if (row < 0 || m_lineTable->currentKey() == m_waiting) return;
  m_quiet = true;
  m_lineTable->setCurrentIndex(m_lineTable->order().mapFromSource(m_lineTable->rows().index(row, 0)));
  m_quiet = false;
}

}  // namespace cardinal::ui
