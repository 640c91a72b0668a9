// SPDX-License-Identifier: Apache-2.0
#include <QHeaderView>
#include <QLineEdit>
#include <algorithm>

#include "ui/i18n/format.h"
#include "ui/i18n/placement/group_queue_texts.h"
#include "ui/i18n/placement/group_remedy_texts.h"
#include "ui/i18n/placement/queue_texts.h"
#include "ui/i18n/plain.h"
#include "ui/pages/common/tables/column_fit.h"
#include "ui/pages/common/tables/content_or_empty.h"
#include "ui/pages/common/tables/sorted_table.h"
#include "ui/pages/queues/queue_rows.h"
#include "ui/pages/queues/queues_page.h"
#include "ui/widgets/basic/segmented_control.h"
#include "ui/widgets/basic/text_label.h"
#include "ui/widgets/lists/empty_state.h"
#include "ui/widgets/lists/filter_line.h"

namespace cardinal::ui {

namespace {

using namespace queues;

constexpr std::size_t kMaxRows = 2000;
constexpr std::size_t kRowsAtOnce = 200;
constexpr int kMaxName = 120;
constexpr int kMaxWords = 400;
constexpr auto kAll = "all";

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

QString QueuesPage::onlySystem() const {
  if (m_systems->current() != QLatin1String(kAll)) return m_systems->current();
  const QString first = m_list && !m_list->entries().empty() ? m_list->entries().front().systemId() : QString();
  const bool isAlone = !first.isEmpty() && m_list->entries().back().systemId() == first;  // in order of systems
  return isAlone ? first : QString();
}

bool QueuesPage::isShown(const QueueEntry& entry) const {
  const QString& system = m_systems->current();
  if (system != QLatin1String(kAll) && system != entry.systemId()) return false;
  const QStringList words = m_filter->text().split(u' ', Qt::SkipEmptyParts);
  if (words.isEmpty()) return true;
  QStringList texts{QueueRows::systemName(entry)};
  for (const RowsModel::Cell& cell : QueueRows::queue(entry).cells) texts += cell.text;
  for (const RowsModel::Row& row : QueueRows::quotas(entry)) texts += row.cells.front().text + u' ' + row.cells[1].text;
  const QString text = texts.join(u'\n');
  return std::all_of(words.begin(), words.end(), [&](const QString& word) {
    return text.contains(word, Qt::CaseInsensitive) || entry.waitingNames.contains(word.toLower());
  });
}

const QueueEntry* QueuesPage::chosen() const {
  const auto found =
      std::find_if(m_shown.begin(), m_shown.end(), [this](const auto* one) { return one->key == m_chosen; });
  return found != m_shown.end() ? *found : m_shown.empty() ? nullptr : m_shown.front();
}

void QueuesPage::fill() {
  fillSystems();
  showHeads();
  m_shown.clear();
  std::vector<RowsModel::Row> rows;
  if (m_list) {
    for (const QueueEntry& entry : m_list->entries()) {
      if (!isShown(entry)) continue;
      m_shown.push_back(&entry);
      rows.push_back(QueueRows::queue(entry));
    }
  }
  const std::size_t all = m_list ? m_list->entries().size() : 0;
  m_filter->setHits(all == 0                ? QString()
                    : m_shown.size() == all ? tr("%n row(s)", nullptr, static_cast<int>(all))
                                            : tr("%1 of %2")
                                                  .arg(count(static_cast<std::int64_t>(m_shown.size())),
                                                       count(static_cast<std::int64_t>(all))));
  m_quiet = true;
  m_queueTable->rows().setRows(std::move(rows));
  m_quiet = false;
  fillUnknown();
  m_content->setFilled(!m_shown.empty());
  const QueueEntry* entry = chosen();
  if (entry == nullptr) return fillEmpty();
  if (entry->key != m_chosen) m_waiting.clear();
  m_chosen = entry->key;
  m_quiet = true;
  const int row = m_queueTable->rows().rowOf(m_chosen);
  if (m_queueTable->currentKey() != m_chosen)
    m_queueTable->setCurrentIndex(m_queueTable->order().mapFromSource(m_queueTable->rows().index(row, 0)));
  m_quiet = false;
  fillDetails();
}

/// Only systems that have rows; where there is one, there is nothing to choose.
void QueuesPage::fillSystems() {
  std::vector<std::pair<QString, QString>> systems;
  if (m_list) {
    for (const QueueEntry& entry : m_list->entries()) {
      if (systems.empty() || systems.back().first != entry.systemId())
        systems.emplace_back(entry.systemId(), QueueRows::systemName(entry));
    }
  }
  systems.insert(systems.begin(), {QString::fromLatin1(kAll), tr("All")});
  if (systems == m_systemItems) return;
  m_systemItems = systems;
  const QString current = m_systems->current();
  const auto isThere = [&](const auto& one) { return one.first == current; };
  m_systems->clear();
  for (const auto& [id, name] : systems) m_systems->addItem(id, name);
  const bool keeps = std::any_of(systems.begin(), systems.end(), isThere);
  m_systems->setCurrent(keeps ? current : QString::fromLatin1(kAll));
  constexpr std::size_t kAllAndTwo = 3;
  m_systems->setVisible(systems.size() >= kAllAndTwo);
}

void QueuesPage::fillUnknown() {
  QStringList lines;
  const QString& system = m_systems->current();
  const bool isAll = system == QLatin1String(kAll);
  if (m_list && (isAll || system == QLatin1String("kueue"))) {
    if (const QString line = kueueKindsRefused(m_list->kueue()); !line.isEmpty()) lines += line;
  }
  if (m_list) {
    for (const GroupReport& report : m_list->others()) {
      if (!isAll && system != QLatin1String(toString(report.system))) continue;
      for (const QString& line : {groupQueuesUnknown(report), groupWaitsUnknown(report)}) {
        if (!line.isEmpty()) lines += line;
      }
    }
  }
  if (m_shown.empty()) lines.clear();  // the page says it
  m_unknown->setText(lines.join(u'\n'));
  m_unknown->setVisible(!lines.isEmpty());
}

void QueuesPage::fillEmpty() {
  EmptyState& empty = m_content->empty();
  empty.setIconName(QStringLiteral("queues"));
  empty.setAction({});
  empty.setCause({});
  if (!m_list) return empty.setTitle(tr("Looking at the queues"));
  if (!m_list->entries().empty()) {
    empty.setTitle(tr("No queue matches the filter"));
    return empty.setAction(tr("Show all queues"));
  }
  const QueueReport& kueue = m_list->kueue();
  const bool isKueueRefused = kueue.visibility == QueueVisibility::Refused;
  const bool isRefused =
      isKueueRefused || std::any_of(m_list->others().begin(), m_list->others().end(),
                                    [](const GroupReport& one) { return one.refusedQueues || one.refusedGroups; });
  empty.setTitle(isRefused ? tr("The queues may not be read") : tr("No queues and no quotas"));
  const QString lookedFor = queueSystemsLookedFor(kueue, m_list->others());
  empty.setCause(isKueueRefused ? lookedFor + u'\n' + queueVisibilityText(kueue) : lookedFor);
}

QString QueuesPage::factsOf(const QueueEntry& entry) const {
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

QStringList QueuesPage::notesOf(const QueueEntry& entry) const {
  QStringList notes;
  if (entry.report != nullptr) notes += groupNotes(*entry.report);
  if (entry.kueue == nullptr) return notes;
  if (entry.kueue->inactivity) notes += queueInactivity(*entry.kueue->inactivity);
  for (const QueueCaution caution : entry.kueue->cautions) notes += queueCautionText(caution);
  return notes;
}

void QueuesPage::fillDetails() {
  const QueueEntry* entry = chosen();
  if (entry == nullptr) return;
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

QString QueuesPage::lineTitleOf(const QueueEntry& entry, std::size_t shown) const {
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

void QueuesPage::fillLine() {
  const QueueEntry& entry = *chosen();
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

std::size_t QueuesPage::lineLength(const QueueEntry& entry) {
  return std::min(kMaxRows, entry.workloads.size() + entry.groups.size());
}

void QueuesPage::fillMoreOfLine() {
  const QueueEntry* entry = chosen();
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
void QueuesPage::fillWords() {
  const QueueEntry* entry = chosen();
  if (entry == nullptr) return;
  QStringList words;
  ObjectKey key;
  if (const WaitingWorkload* one = findWait(entry->workloads, m_waiting)) {
    key = one->key;
    words += tr("%1: %2").arg(plain(key.name, kMaxName), queueVerdict(*one));
    if (!one->conditionMessage.empty() && one->conditionMessage != one->answer.message)
      words += tr("Kueue says: %1").arg(plain(one->conditionMessage, kMaxWords));
    for (const QString& remedy : queueRemedies(*one)) words += tr("Would help: %1").arg(remedy);
  } else if (const GroupWait* group = findWait(entry->groups, m_waiting)) {
    key = group->key;
    const QString system = QueueRows::systemName(*entry);
    const QString cause = groupCause(*group);
    const QString name = plain(key.name, kMaxName);
    words +=
        cause.isEmpty() ? tr("%1: %2 does not say why it waits.").arg(name, system) : tr("%1: %2").arg(name, cause);
    if (!group->conditionMessage.empty())
      words += tr("%1 says: %2").arg(system, plain(group->conditionMessage, kMaxWords));
    for (const QString& remedy : groupRemedies(entry->report->system, group->remedies))
      words += tr("Would help: %1").arg(remedy);
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

void QueuesPage::showHeads() {
  const QString only = onlySystem();
  m_queueTable->rows().setHeads(QueueRows::queueHeads(only));
  std::vector<bool> away(QueueRows::Columns, false);
  for (int i = 0; i < QueueRows::Columns; ++i) {
    const auto column = static_cast<QueueRows::Column>(i);
    // What one system alone has stands in the pane, where several are shown.
    const bool isSpecial = column == QueueRows::Share || column == QueueRows::Reserved ||
                           column == QueueRows::Borrowed || column == QueueRows::Admitted;
    away[static_cast<std::size_t>(i)] =
        only.isEmpty() ? isSpecial : column == QueueRows::System || !QueueRows::hasColumn(only, column);
  }
  if (away == m_away) return;
  m_away = away;
  m_fit->keepAway(std::move(away));
}

void QueuesPage::retranslate() {
  m_filter->setPlaceholder(tr("Filter by queue, parent, resource or who waits"));
  m_filter->field()->setAccessibleName(tr("Filter by queue, parent, resource or who waits"));
  m_systems->setAccessibleName(tr("System"));
  m_queueTable->setAccessibleName(tr("Queues and quotas"));
  m_quotaTable->setAccessibleName(tr("Quotas of the queue"));
  fill();
}

}  // namespace cardinal::ui
