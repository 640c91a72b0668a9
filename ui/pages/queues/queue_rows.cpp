// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/queues/queue_rows.h"

#include <algorithm>
#include <cmath>

#include "ui/i18n/format.h"
#include "ui/i18n/placement/group_queue_texts.h"
#include "ui/i18n/placement/queue_texts.h"
#include "ui/i18n/plain.h"

namespace cardinal::ui {

namespace {

using namespace queues;
using Column = QueueRows::Column;

constexpr int kMaxName = 120;
constexpr int kMaxWords = 400;

/// A figure that the system does not have.
QString dash() {
  return QString(u'–');
}

RowsModel::Cell amountCell(const QueueCell& cell, const std::optional<Amount>& amount) {
  constexpr double kMilli = 1000;  // cpu is counted in thousandths, in the other systems in cores
  RowsModel::Cell out(quotaAmount(cell.resource, amount));
  if (amount) out.number = static_cast<double>(*amount) / (cell.resource == "cpu" ? kMilli : 1);
  return out;
}

/// With a bar against the nominal quota; more than that is a full bar, which its own column says.
RowsModel::Cell partCell(const QueueCell& cell, const std::optional<Amount>& amount) {
  RowsModel::Cell out = amountCell(cell, amount);
  if (amount && cell.nominal && *cell.nominal > 0)
    out.fraction = std::min(1.0, static_cast<double>(*amount) / static_cast<double>(*cell.nominal));
  return out;
}

RowsModel::Cell borrowedCell(const QueueCell& cell) {
  RowsModel::Cell out = partCell(cell, cell.borrowed);
  if (cell.borrowed && *cell.borrowed > 0) out.state = CellState::Information;
  return out;
}

RowsModel::Cell countCell(const std::optional<std::size_t>& number) {
  RowsModel::Cell out(number ? count(static_cast<std::int64_t>(*number)) : notAvailable());
  if (number) out.number = static_cast<double>(*number);
  return out;
}

/// Of the other systems, with a bar against `whole` where that is a number.
RowsModel::Cell groupCell(const std::string& resource, const std::optional<double>& amount,
                          const std::optional<double>& whole = std::nullopt) {
  RowsModel::Cell out(groupAmount(resource, amount));
  if (amount) out.number = *amount;
  if (amount && whole && std::isfinite(*whole) && *whole > 0) out.fraction = std::clamp(*amount / *whole, 0.0, 1.0);
  return out;
}

/// What is used is measured against the quota, else the limit, else what is guaranteed.
std::optional<double> wholeOf(const GroupCell& cell) {
  for (const auto& one : {cell.deserved, cell.limit, cell.guaranteed}) {
    if (one && std::isfinite(*one) && *one > 0) return one;
  }
  return std::nullopt;
}

RowsModel::Cell borrowedCell(const GroupCell& cell) {
  RowsModel::Cell out = groupCell(cell.resource, cell.borrowed);
  if (cell.borrowed && *cell.borrowed > 0) out.state = CellState::Information;
  return out;
}

/// Who comes next is held back.
RowsModel::Cell freeCell(const GroupCell& cell) {
  RowsModel::Cell out = groupCell(cell.resource, cell.free);
  if (cell.free && *cell.free <= 0 && rankOfResource(cell.resource) > 0) out.state = CellState::Warning;
  return out;
}

CellState stateOf(const WaitingWorkload& waiting) {
  if (waiting.silence != Silence::None) return CellState::Unknown;
  switch (waiting.answer.verdict) {
    case QueueVerdict::NotQueued:
    case QueueVerdict::Refused:
      return CellState::Critical;
    case QueueVerdict::Held:
    case QueueVerdict::Waits:
    case QueueVerdict::NeedsVictims:
      return CellState::Warning;
    case QueueVerdict::ReservesQuota:
    case QueueVerdict::Admitted:
      return CellState::Ok;
  }
  return CellState::None;
}

}  // namespace

bool QueueRows::hasColumn(const QString& system, Column column) {
  const bool isKueue = system == u"kueue";
  const bool isVolcano = system == u"volcano";
  const bool isKai = system == u"kai";
  const bool isTree = system == u"elastic-quota-tree";
  const bool isResourceQuota = system == u"resource-quota";
  switch (column) {
    case Guaranteed:
      return !isKueue && !isKai && !isResourceQuota;
    case Quota:
      return isKueue || isVolcano || isKai;
    case Share:
      return isKai;
    case Limit:
      return !isKueue;
    case Reserved:
    case Admitted:
      return isKueue;
    case Borrowed:
      return isKueue || isTree;
    case Free:
      return isKueue || isTree || isResourceQuota || system == u"yunikorn";
    case State:
      return isKueue || isVolcano || isResourceQuota;
    case Parent:
      return system != u"scheduler-plugins" && !isResourceQuota;
    default:
      return true;
  }
}

/// Fields of the API keep their names in every language.
std::vector<RowsModel::Head> QueueRows::queueHeads(const QString& system) {
  const bool isKueue = system == u"kueue";
  const bool isVolcano = system == u"volcano";
  const bool isTree = system == u"elastic-quota-tree";
  const bool isResourceQuota = system == u"resource-quota";
  const bool isElastic = isTree || system == u"koordinator" || system == u"scheduler-plugins";
  return {RowsModel::Head::ofNames(isKueue           ? tr("ClusterQueue")
                                   : isTree          ? QStringLiteral("ElasticQuotaTree")
                                   : isElastic       ? QStringLiteral("ElasticQuota")
                                   : isResourceQuota ? QStringLiteral("ResourceQuota")
                                                     : tr("Queue")),
          {tr("System")},
          {isKueue ? tr("Cohort") : tr("Parent")},
          {tr("Quota of")},
          {isElastic ? QStringLiteral("min") : tr("Guaranteed"), Qt::AlignRight},
          {isKueue     ? tr("Nominal")
           : isVolcano ? tr("Deserved")
                       : tr("Quota"),
           Qt::AlignRight},
          {tr("Fair share"), Qt::AlignRight},
          {isVolcano         ? tr("Capability")
           : isElastic       ? QStringLiteral("max")
           : isResourceQuota ? QStringLiteral("hard")
                             : tr("Limit"),
           Qt::AlignRight},
          {isVolcano ? tr("Allocated") : tr("Used"), Qt::AlignRight},
          {tr("Reserved"), Qt::AlignRight},
          {tr("Borrowed"), Qt::AlignRight},
          {isResourceQuota || system == u"yunikorn" ? tr("Free") : tr("Free with borrowing"), Qt::AlignRight},
          {tr("Waiting"), Qt::AlignRight},
          {tr("Admitted"), Qt::AlignRight},
          {isResourceQuota ? tr("Scopes") : tr("State")}};
}

const QueueCell* QueueRows::mainCell(const QueueRow& row) {
  const QueueCell* best = nullptr;
  for (const QueueCell& cell : row.cells) {
    const int rank = rankOfResource(cell.resource);
    const int before = best != nullptr ? rankOfResource(best->resource) : -1;
    if (rank > before || (rank == before && rank > 0 && cell.nominal.value_or(-1) > best->nominal.value_or(-1)))
      best = &cell;
  }
  return best;
}

const GroupCell* QueueRows::mainCell(const GroupQueueRow& row) {
  const auto size = [](const GroupCell& cell) { return wholeOf(cell).value_or(-1); };
  const GroupCell* best = nullptr;
  for (const GroupCell& cell : row.cells) {
    const int rank = rankOfResource(cell.resource);
    const int before = best != nullptr ? rankOfResource(best->resource) : -1;
    if (rank > before || (rank == before && rank > 0 && size(cell) > size(*best))) best = &cell;
  }
  return best;
}

QString QueueRows::systemName(const QueueEntry& entry) {
  return entry.isOfKueue() ? QStringLiteral("Kueue") : groupSystemName(entry.report->system);
}

QString QueueRows::title(const QueueEntry& entry) {
  if (entry.kueue != nullptr) return tr("ClusterQueue %1").arg(plain(entry.kueue->name, kMaxName));
  if (entry.isOfKueue())
    return entry.isQueueUnknown ? tr("Workloads whose ClusterQueue is not known") : tr("Workloads in no ClusterQueue");
  if (entry.group == nullptr) {
    if (entry.isQueueUnknown) return tr("Pod groups of %1 whose queue is not known").arg(systemName(entry));
    const bool isElastic = !namesQueues(entry.report->system);
    return isElastic ? tr("Pod groups of %1 that name no quota").arg(systemName(entry))
                     : tr("Pod groups of %1 whose queue is not listed").arg(systemName(entry));
  }
  const ObjectKey& key = entry.group->key;
  const QString name = plain(key.ns.empty() ? key.name : key.ns + "/" + key.name, 2 * kMaxName);
  switch (entry.report->system) {
    case GroupSystem::ResourceQuota:
      return QStringLiteral("ResourceQuota %1").arg(name);
    case GroupSystem::QuotaTree:
      return tr("Quota %1 of the ElasticQuotaTree").arg(name);
    default:
      return (key.ns.empty() ? tr("Queue %1") : QStringLiteral("ElasticQuota %1")).arg(name);
  }
}

namespace {

/// The figures of a row, column by column; what is not set is a dash.
class Figures {
 public:
  explicit Figures(const QueueEntry& entry) : m_system(entry.systemId()), m_cells(QueueRows::Columns) {
    for (int i = 0; i < QueueRows::Columns; ++i) {
      if (!entry.isRest() && !QueueRows::hasColumn(m_system, static_cast<Column>(i)))
        set(static_cast<Column>(i), dash());
    }
  }
  void set(Column column, RowsModel::Cell cell) { m_cells[static_cast<std::size_t>(column)] = std::move(cell); }
  void setKueue(const QueueCell& cell) {
    set(Column::Quota, amountCell(cell, cell.nominal));
    set(Column::Used, partCell(cell, cell.used));
    set(Column::Reserved, partCell(cell, cell.reserved));
    set(Column::Borrowed, borrowedCell(cell));
    set(Column::Free, amountCell(cell, cell.available));
  }
  void setGroup(const GroupCell& cell) {
    const auto put = [&](Column column, RowsModel::Cell value) {
      if (QueueRows::hasColumn(m_system, column)) set(column, std::move(value));
    };
    put(Column::Guaranteed, groupCell(cell.resource, cell.guaranteed));
    put(Column::Quota, groupCell(cell.resource, cell.deserved));
    put(Column::Share, groupCell(cell.resource, cell.share));
    put(Column::Limit, groupCell(cell.resource, cell.limit));
    put(Column::Used, groupCell(cell.resource, cell.used, wholeOf(cell)));
    put(Column::Borrowed, borrowedCell(cell));
    put(Column::Free, freeCell(cell));
  }
  std::vector<RowsModel::Cell> take() { return std::move(m_cells); }

 private:
  QString m_system;
  std::vector<RowsModel::Cell> m_cells;
};

/// Shows which queue a group names: where they name queues that are not listed.
bool tellsQueue(const QueueEntry& entry) {
  return entry.isRest() && !entry.isOfKueue() && namesQueues(entry.report->system);
}

/// "Open" is the only state in which a queue of Volcano takes new groups.
RowsModel::Cell stateCell(GroupSystem system, const GroupQueueRow& row) {
  if (system == GroupSystem::ResourceQuota) return plain(row.state, kMaxName);  // its scopes; most have none
  RowsModel::Cell out(row.state.empty() ? notAvailable() : plain(row.state, kMaxName));
  if (!row.state.empty() && row.state != "Open") out.state = CellState::Warning;
  return out;
}

}  // namespace

RowsModel::Row QueueRows::queue(const QueueEntry& entry) {
  Figures figures(entry);
  RowsModel::Cell name(entry.isQueueUnknown                                     ? tr("(queue not known)")
                       : entry.isOfKueue() || namesQueues(entry.report->system) ? tr("(in no queue)")
                                                                                : tr("(no quota named)"));
  QString resource;
  std::size_t resources = 0;
  if (entry.kueue != nullptr) {
    name.text = plain(entry.kueue->name, kMaxName);
    name.strong = true;
    figures.set(Parent, plain(entry.kueue->cohort, kMaxName));
    RowsModel::Cell state(entry.kueue->inactivity ? tr("inactive") : QString());
    if (entry.kueue->inactivity) state.state = CellState::Critical;
    figures.set(State, state);
    figures.set(Admitted, countCell(entry.kueue->admitted));
    resources = entry.kueue->cells.size();
    if (const QueueCell* cell = mainCell(*entry.kueue)) {
      resource = tr("%1 in %2").arg(plain(cell->resource, kMaxName), plain(cell->flavor, kMaxName));
      figures.setKueue(*cell);
    }
  } else if (entry.group != nullptr) {
    const ObjectKey& key = entry.group->key;
    name.text = plain(key.ns.empty() ? key.name : key.ns + "/" + key.name, kMaxName);
    name.strong = true;
    if (hasColumn(entry.systemId(), Parent)) figures.set(Parent, plain(entry.group->parent, kMaxName));
    if (hasColumn(entry.systemId(), State)) figures.set(State, stateCell(entry.report->system, *entry.group));
    resources = entry.group->cells.size();
    if (const GroupCell* cell = mainCell(*entry.group)) {
      resource = plain(cell->resource, kMaxName);
      figures.setGroup(*cell);
    }
  }
  if (resources > 1) resource = tr("%1 and %n more", nullptr, static_cast<int>(resources) - 1).arg(resource);
  figures.set(Name, name);
  figures.set(System, systemName(entry));
  figures.set(Resource, !entry.isRest() && resources == 0 ? tr("no quota") : resource);
  figures.set(Waiting, countCell(entry.waiting));
  return {entry.key, figures.take()};
}

std::vector<RowsModel::Head> QueueRows::quotaHeads(const QueueEntry& entry) {
  const QString system = entry.systemId();
  const std::vector<RowsModel::Head> all = queueHeads(system);
  std::vector<RowsModel::Head> out;
  if (entry.isOfKueue()) out.push_back(RowsModel::Head::ofNames(tr("Flavor")));
  out.push_back(RowsModel::Head::ofNames(tr("Resource")));
  for (int i = Guaranteed; i <= Free; ++i) {
    if (hasColumn(system, static_cast<Column>(i))) out.push_back(all[static_cast<std::size_t>(i)]);
  }
  return out;
}

std::vector<RowsModel::Row> QueueRows::quotas(const QueueEntry& entry) {
  const QString system = entry.systemId();
  std::vector<RowsModel::Row> rows;
  const auto add = [&](std::vector<RowsModel::Cell> names, Figures figures) {
    const std::vector<RowsModel::Cell> cells = figures.take();
    for (int i = Guaranteed; i <= Free; ++i) {
      if (hasColumn(system, static_cast<Column>(i))) names.push_back(cells[static_cast<std::size_t>(i)]);
    }
    rows.push_back({QString::number(rows.size()), std::move(names)});
  };
  if (entry.kueue != nullptr) {
    for (const QueueCell& cell : entry.kueue->cells) {
      Figures figures(entry);
      figures.setKueue(cell);
      add({plain(cell.flavor, kMaxName), plain(cell.resource, kMaxName)}, std::move(figures));
    }
  } else if (entry.group != nullptr) {
    for (const GroupCell& cell : entry.group->cells) {
      Figures figures(entry);
      figures.setGroup(cell);
      add({plain(cell.resource, kMaxName)}, std::move(figures));
    }
  }
  return rows;
}

std::vector<RowsModel::Head> QueueRows::waitingHeads(const QueueEntry& entry) {
  if (!entry.isOfKueue()) {
    const bool isGroup = entry.report->system <= GroupSystem::SchedulerPlugins;
    std::vector<RowsModel::Head> heads{RowsModel::Head::ofNames(isGroup ? tr("Pod group") : tr("Workload")),
                                       {tr("Phase")},
                                       {tr("Min. members"), Qt::AlignRight},
                                       {tr("Waiting for"), Qt::AlignRight},
                                       {tr("Requested")},
                                       {tr("Reason")},
                                       {tr("Message")}};
    if (tellsQueue(entry)) heads.insert(heads.begin() + 1, RowsModel::Head(tr("Queue")));
    return heads;
  }
  return {{tr("Position"), Qt::AlignRight},
          RowsModel::Head::ofNames(tr("Workload")),
          {tr("Owner")},
          {tr("Priority"), Qt::AlignRight},
          {tr("Waiting for"), Qt::AlignRight},
          {tr("Requested")},
          {tr("Verdict")},
          {tr("What would help")}};
}

namespace {

RowsModel::Cell ageCell(UnixSeconds created, UnixSeconds now) {
  RowsModel::Cell out(ui::age(created, now));
  if (created != 0) out.number = static_cast<double>(now - created);
  return out;
}

QString keyText(const ObjectKey& key) {
  return QString::fromStdString(key.ns + "/" + key.name);
}

RowsModel::Cell nameCell(const ObjectKey& key) {
  RowsModel::Cell out(plain(key.ns + "/" + key.name, kMaxName));
  out.strong = true;
  return out;
}

RowsModel::Row workloadRow(const WaitingWorkload& waiting, UnixSeconds now) {
  RowsModel::Cell position(waiting.position > 0 ? count(static_cast<std::int64_t>(waiting.position)) : QString());
  if (waiting.position > 0) position.number = static_cast<double>(waiting.position);
  RowsModel::Cell verdict(queueCause(waiting));
  verdict.state = stateOf(waiting);
  RowsModel::Cell priority(count(waiting.priority));
  priority.number = static_cast<double>(waiting.priority);
  return {keyText(waiting.key),
          {position, nameCell(waiting.key), plain(waiting.owner, kMaxName), priority, ageCell(waiting.created, now),
           requestsText(waiting.requests), verdict, queueRemedies(waiting).value(0)}};
}

/// Nothing is judged: what is not said in the objects is unknown.
RowsModel::Row groupRow(const GroupWait& wait, bool withQueue, UnixSeconds now) {
  RowsModel::Cell members(wait.minMember > 0 ? count(wait.minMember) : notAvailable());
  if (wait.minMember > 0) members.number = static_cast<double>(wait.minMember);
  const QString why = groupCause(wait);
  RowsModel::Cell reason(why.isEmpty() ? notAvailable() : why);
  reason.state = wait.cause == GroupCause::None ? CellState::None : CellState::Critical;
  std::vector<RowsModel::Cell> cells{
      nameCell(wait.key),
      wait.phase.empty() ? notAvailable() : plain(wait.phase, kMaxName),
      members,
      ageCell(wait.created, now),
      groupRequests(wait),
      reason,
      wait.conditionMessage.empty() ? notAvailable() : plain(wait.conditionMessage, kMaxWords)};
  if (withQueue) {
    const QString queue = wait.queue.empty() ? notAvailable() : plain(wait.queue, kMaxName);
    cells.insert(cells.begin() + 1, queue);
  }
  return {keyText(wait.key), std::move(cells)};
}

}  // namespace

std::vector<RowsModel::Row> QueueRows::waiting(const QueueEntry& entry, std::size_t from, std::size_t to,
                                               UnixSeconds now) {
  std::vector<RowsModel::Row> rows;
  for (std::size_t i = from; i < std::min(to, entry.workloads.size()); ++i)
    rows.push_back(workloadRow(*entry.workloads[i], now));
  for (std::size_t i = from; i < std::min(to, entry.groups.size()); ++i)
    rows.push_back(groupRow(*entry.groups[i], tellsQueue(entry), now));
  return rows;
}

}  // namespace cardinal::ui
