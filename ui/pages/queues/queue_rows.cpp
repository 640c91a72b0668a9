// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/queues/queue_rows.h"

#include "ui/i18n/format.h"
#include "ui/i18n/placement/queue_texts.h"
#include "ui/i18n/texts.h"

namespace cardinal::ui {

namespace {

using namespace queues;

constexpr int kMostName = 120;

RowsModel::Cell amountCell(const QueueCell& cell, const std::optional<Amount>& amount) {
  RowsModel::Cell out(quotaAmount(cell.resource, amount));
  if (amount) out.number = static_cast<double>(*amount);
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

bool isOfCards(const std::string& resource) {
  return resource.find('/') != std::string::npos && resource.find("memory") == std::string::npos;
}

CellState stateOf(const WaitingWorkload& waiting) {
  if (waiting.silence != Silence::None) return CellState::Unknown;
  switch (waiting.answer.verdict) {
    case QueueVerdict::NotQueued:
    case QueueVerdict::Refused:
      return CellState::Critical;
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

std::vector<RowsModel::Head> QueueRows::queueHeads() {
  return {RowsModel::Head::ofNames(tr("ClusterQueue")),
          {tr("Cohort")},
          {tr("Quota of")},
          {tr("Nominal"), Qt::AlignRight},
          {tr("Used"), Qt::AlignRight},
          {tr("Reserved"), Qt::AlignRight},
          {tr("Borrowed"), Qt::AlignRight},
          {tr("Free"), Qt::AlignRight},
          {tr("Waiting"), Qt::AlignRight},
          {tr("Admitted"), Qt::AlignRight}};
}

std::vector<RowsModel::Head> QueueRows::quotaHeads() {
  return {RowsModel::Head::ofNames(tr("Flavor")),
          {tr("Resource")},
          {tr("Nominal"), Qt::AlignRight},
          {tr("Used"), Qt::AlignRight},
          {tr("Reserved"), Qt::AlignRight},
          {tr("Borrowed"), Qt::AlignRight},
          {tr("Free"), Qt::AlignRight}};
}

std::vector<RowsModel::Head> QueueRows::waitingHeads() {
  return {{tr("Position"), Qt::AlignRight},
          RowsModel::Head::ofNames(tr("Workload")),
          {tr("Owner")},
          {tr("Priority"), Qt::AlignRight},
          {tr("Waiting for"), Qt::AlignRight},
          {tr("Asks for")},
          {tr("Verdict")},
          {tr("What would help")}};
}

const QueueCell* QueueRows::mainCell(const QueueRow& row) {
  const QueueCell* best = nullptr;
  for (const QueueCell& cell : row.cells) {
    const bool isBetter = best == nullptr || (isOfCards(cell.resource) && !isOfCards(best->resource)) ||
                          (isOfCards(cell.resource) == isOfCards(best->resource) && isOfCards(cell.resource) &&
                           cell.nominal.value_or(-1) > best->nominal.value_or(-1));
    if (isBetter) best = &cell;
  }
  return best;
}

RowsModel::Row QueueRows::queue(const QueueRow& row) {
  RowsModel::Cell name(plain(row.name, kMostName));
  name.strong = true;
  if (row.inactivity) name.state = CellState::Critical;
  RowsModel::Row out{QString::fromStdString(row.name), {name, plain(row.cohort, kMostName)}};
  if (const QueueCell* cell = mainCell(row)) {
    const QString text = tr("%1 in %2").arg(plain(cell->resource, kMostName), plain(cell->flavor, kMostName));
    const int others = static_cast<int>(row.cells.size()) - 1;
    out.cells.emplace_back(others > 0 ? tr("%1 and %n more", nullptr, others).arg(text) : text);
    out.cells.push_back(amountCell(*cell, cell->nominal));
    out.cells.push_back(partCell(*cell, cell->used));
    out.cells.push_back(partCell(*cell, cell->reserved));
    out.cells.push_back(borrowedCell(*cell));
    out.cells.push_back(amountCell(*cell, cell->available));
  } else {
    out.cells.emplace_back(tr("no quota"));
    for (int i = 0; i < 5; ++i) out.cells.emplace_back();
  }
  out.cells.push_back(countCell(row.pending));
  out.cells.push_back(countCell(row.admitted));
  return out;
}

RowsModel::Row QueueRows::quota(const QueueCell& cell, std::size_t place) {
  return {
      QString::number(place),
      {plain(cell.flavor, kMostName), plain(cell.resource, kMostName), amountCell(cell, cell.nominal),
       partCell(cell, cell.used), partCell(cell, cell.reserved), borrowedCell(cell), amountCell(cell, cell.available)}};
}

RowsModel::Row QueueRows::waiting(const WaitingWorkload& waiting, UnixSeconds now) {
  RowsModel::Cell position(waiting.position > 0 ? count(static_cast<std::int64_t>(waiting.position)) : QString());
  if (waiting.position > 0) position.number = static_cast<double>(waiting.position);
  RowsModel::Cell name(plain(waiting.key.ns + "/" + waiting.key.name, kMostName));
  name.strong = true;
  RowsModel::Cell verdict(queueCause(waiting));
  verdict.state = stateOf(waiting);
  RowsModel::Cell age(ui::age(waiting.created, now));
  if (waiting.created != 0) age.number = static_cast<double>(now - waiting.created);
  RowsModel::Cell priority(count(waiting.priority));
  priority.number = static_cast<double>(waiting.priority);
  return {QString::fromStdString(waiting.key.ns + "/" + waiting.key.name),
          {position, name, plain(waiting.owner, kMostName), priority, age, requestsText(waiting.requests), verdict,
           queueRemedies(waiting).value(0)}};
}

}  // namespace cardinal::ui
