// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/use/waste_rows.h"

#include "ui/i18n/device_texts.h"
#include "ui/i18n/format.h"
#include "ui/i18n/joining.h"
#include "ui/i18n/metrics/use_texts.h"
#include "ui/i18n/plain.h"

namespace cardinal::ui {

namespace {

constexpr double kFull = 100.0;
constexpr int kMaxName = 160;

RowsModel::Cell numbered(QString text, double number) {
  RowsModel::Cell cell(std::move(text));
  cell.number = number;
  return cell;
}

RowsModel::Cell mibCell(std::int64_t mib) {
  return mib > 0 ? numbered(memoryMib(mib), static_cast<double>(mib)) : RowsModel::Cell(notAvailable());
}

RowsModel::Cell countCell(std::int64_t number) {
  return numbered(count(number), static_cast<double>(number));
}

}  // namespace

std::vector<RowsModel::Head> WasteRows::cardHeads() {
  return {{tr("Node")},
          {tr("Card"), Qt::AlignRight},
          {tr("Held by")},  // elided at its end: the name comes first
          {tr("Allocated"), Qt::AlignRight},
          {tr("Peak use"), Qt::AlignRight},
          {tr("Utilization"), Qt::AlignRight},
          {tr("Reclaimable"), Qt::AlignRight},
          {tr("Advice")}};
}

std::vector<RowsModel::Head> WasteRows::groupHeads(WasteBy by) {
  const QString name = by == WasteBy::Owner       ? tr("Owner")
                       : by == WasteBy::Namespace ? tr("Namespace")
                                                  : tr("GPU model");
  return {{name},
          {tr("Cards"), Qt::AlignRight},
          {tr("Idle"), Qt::AlignRight},
          {tr("Allocated"), Qt::AlignRight},
          {tr("Reclaimable"), Qt::AlignRight},
          {tr("Share reclaimable")}};
}

QString WasteRows::holders(const WasteEntry& entry) const {
  QStringList owners;
  for (const PodPtr& pod : entry.pods) {
    const QString owner = plain(ownerOfPod(*pod), 100);
    if (!owners.contains(owner)) owners += owner;
  }
  if (entry.holdersMeasured) owners.back() = tr("%1 (from metrics)").arg(owners.back());
  owners << reservationTexts(m_snapshot.node(entry.node), entry.card);
  if (owners.isEmpty()) return tr("not in the API");
  return joinList(owners);
}

QString WasteRows::advice(const WasteEntry& entry) const {
  if (entry.idle)
    return entry.observed < m_report.window ? tr("idle since the pod started") : tr("idle the whole time");
  if (entry.suggested) return tr("ask for %1").arg(memory(*entry.suggested, m_snapshot.node(entry.node).gpu.unit));
  return tr("shared: look at each pod");
}

RowsModel::Row WasteRows::card(const WasteEntry& entry) const {
  const NodeRecord& node = m_snapshot.node(entry.node);
  RowsModel::Cell name(plain(node.name));
  name.strong = true;
  RowsModel::Cell action(advice(entry));
  action.state = entry.idle ? CellState::Warning : entry.suggested ? CellState::Information : CellState::None;
  return {
      QString::fromStdString(node.name) + u'/' + QString::number(entry.card),
      {std::move(name), numbered(QString::number(entry.card), entry.card), holders(entry), mibCell(entry.allocatedMib),
       entry.peakMemoryMib ? numbered(gib(*entry.peakMemoryMib), static_cast<double>(*entry.peakMemoryMib))
                           : RowsModel::Cell(notAvailable()),
       entry.averageGpuPercent
           ? numbered(percent(*entry.averageGpuPercent / kFull), static_cast<double>(*entry.averageGpuPercent))
           : RowsModel::Cell(notAvailable()),
       numbered(memoryMib(entry.unusedMib), static_cast<double>(entry.unusedMib)), std::move(action)}};
}

RowsModel::Row WasteRows::group(const WasteGroup& group, WasteBy by, std::size_t position) const {
  RowsModel::Cell name;
  switch (group.kind) {
    case WasteGroup::Kind::Named:
      name = plain(group.name, kMaxName);
      break;
    case WasteGroup::Kind::Shared:
      name = by == WasteBy::Owner ? tr("several owners on one card") : tr("several namespaces on one card");
      break;
    case WasteGroup::Kind::Unknown:
      name = by == WasteBy::Model ? tr("model not reported by the node") : tr("not in the API");
      break;
  }
  name.strong = group.kind == WasteGroup::Kind::Named;
  const double share =
      group.allocatedMib > 0 ? static_cast<double>(group.unusedMib) / static_cast<double>(group.allocatedMib) : 0;
  RowsModel::Cell part = group.allocatedMib > 0 ? numbered(percent(share), share) : RowsModel::Cell(notAvailable());
  if (group.allocatedMib > 0) part.fraction = share;
  return {QString::number(position),
          {std::move(name), countCell(group.cards), countCell(group.idleCards), mibCell(group.allocatedMib),
           mibCell(group.unusedMib), std::move(part)}};
}

}  // namespace cardinal::ui
