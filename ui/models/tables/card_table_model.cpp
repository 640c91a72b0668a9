// SPDX-License-Identifier: Apache-2.0
#include "ui/models/tables/card_table_model.h"

#include <QStringList>
#include <algorithm>
#include <array>

#include "core/metrics/attribution.h"
#include "core/model/card_memory.h"
#include "ui/i18n/device_texts.h"
#include "ui/i18n/format.h"
#include "ui/i18n/gpu_texts.h"
#include "ui/i18n/joining.h"
#include "ui/i18n/metrics/use_texts.h"
#include "ui/i18n/plain.h"
#include "ui/models/node_facts.h"

namespace cardinal::ui {

namespace {

using Column = TableColumn<CardRow>;
using Facts = TableFacts;

QVariant number(std::optional<double> value) {
  return value ? QVariant(*value) : QVariant();
}

QVariant measured(const std::optional<float>& value) {
  return value ? QVariant(static_cast<double>(*value)) : QVariant();
}

/// Not reported as unhealthy, but its hardware failed, as the pane of the card says.
bool isSuspect(const CardRow& row) {
  return row.card().health != CardHealth::Unhealthy && isHardwareXid(row.use.lastXid.value_or(0));
}

std::optional<MemUnits> freeOf(const CardRow& row) {
  return usableFree(*row.node, row.card());
}

QString memoryPair(const CardRow& row, const Facts&) {
  const Card& card = row.card();
  if (!card.memoryKnown) return notAvailable();
  const MemoryUnit unit = row.node->gpu.unit;
  const bool isKnown = isAllocationKnown(*row.node, card);
  return (isKnown ? memoryNumber(card.memAllocated, unit) : notAvailable()) + QStringLiteral(" / ") +
         memoryNumber(card.memTotal, unit);
}

/// The pod of a whole card that only an exporter names; null where the API speaks or nobody does.
PodPtr measuredHolder(const CardRow& row, const Facts& facts) {
  if (!facts.use || !isWholeCardMode(row.node->gpu.mode)) return nullptr;
  const MeasuredHolders measured = measuredHolders(*row.node, *facts.use, facts.now - kForgetAfter);
  const auto card = static_cast<std::size_t>(row.card().index);
  return card < measured.byCard.size() ? measured.byCard[card] : nullptr;
}

/// Pods of whole cards that name none: as many cards as they request are theirs.
QString wholeCardHolder(const NodeRecord& node) {
  const PodRecord* only = nullptr;
  int pods = 0;
  for (const PodPtr& pod : node.pods) {
    const bool isNamed =
        std::any_of(pod->shares.begin(), pod->shares.end(), [](const CardShare& share) { return share.card >= 0; });
    if (isNamed || !pod->countsForInspect) continue;
    only = pod.get();
    ++pods;
  }
  if (pods == 0) return QCoreApplication::translate("CardTableModel", "unknown", "who holds the card");
  return pods == 1 ? plain(only->key().name, 63)
                   : QCoreApplication::translate("CardTableModel", "one of the node's whole-card pods");
}

bool isTaken(const NodeRecord& node, const Card& card) {
  return !isAllocationKnown(node, card) || card.held || card.pods > 0 || card.memAllocated > MemUnits(0);
}

QString holders(const CardRow& row, const Facts& facts) {
  const NodeRecord& node = *row.node;
  const Card& card = row.card();
  if (const PodPtr holder = measuredHolder(row, facts)) {
    return QCoreApplication::translate("CardTableModel", "%1 (from metrics)").arg(plain(holder->key().name, 63));
  }
  if (const UnnamedCards unnamed = unnamedCards(node); isUnnamedCard(node, card) && unnamed.taken > 0) {
    return QCoreApplication::translate("CardTableModel",
                                       "%1 of %n card(s) of the node allocated; which ones is unknown", nullptr,
                                       unnamed.cards)
        .arg(unnamed.taken);
  }
  QStringList names;
  for (const PodPtr& pod : podsOnCard(node, card.index)) {
    if (names.size() == 4) {
      names << QString(u'…');
      break;
    }
    names << plain(pod->key().name, 63);
  }
  names << reservationTexts(node, card.index);
  if (!names.isEmpty() || !isTaken(node, card)) return joinList(names);
  const bool isWhole = card.held && isWholeCardMode(node.gpu.mode);
  return isWhole ? wholeCardHolder(node)
                 : QCoreApplication::translate("CardTableModel", "unknown", "who holds the card");
}

/// More memory is in use than is allocated.
CellState useState(const CardRow& row) {
  return usedBeyondMib(*row.node, row.card(), row.use) ? CellState::Warning : CellState::None;
}

const std::array kColumns = {
    Column{"node", QT_TRANSLATE_NOOP("CardTableModel", "Node"), Qt::AlignLeft, 204,
           [](const CardRow& row, const Facts&) { return plain(row.node->name); }},
    Column{"card", QT_TRANSLATE_NOOP("CardTableModel", "Card"), Qt::AlignRight, 48,
           [](const CardRow& row, const Facts&) { return QString::number(row.card().index); },
           [](const CardRow& row, const Facts&) { return QVariant(static_cast<int>(row.card().index)); }},
    Column{
        "health", QT_TRANSLATE_NOOP("CardTableModel", "Health"), Qt::AlignLeft, 92,
        [](const CardRow& row, const Facts&) {
          return isSuspect(row) ? QStringLiteral("XID ") + QString::number(*row.use.lastXid)
                                : cardStateText(*row.node, row.card());
        },
        nullptr,
        [](const CardRow& row) { return isSuspect(row) ? CellState::Critical : cardStateOf(*row.node, row.card()); }},
    Column{"model", QT_TRANSLATE_NOOP("CardTableModel", "GPU model"), Qt::AlignLeft, 176,
           [](const CardRow& row, const Facts&) {
             return row.node->gpu.model.empty() ? notAvailable() : plain(row.node->gpu.model);
           },
           nullptr, nullptr, nullptr, false, true},
    Column{"mode", QT_TRANSLATE_NOOP("CardTableModel", "Mode"), Qt::AlignLeft, 84,
           [](const CardRow& row, const Facts&) { return modeBadge(row.node->gpu.mode); }},
    Column{"memory", QT_TRANSLATE_NOOP("CardTableModel", "Allocated / total GiB"), Qt::AlignRight, 132, memoryPair,
           [](const CardRow& row, const Facts&) {
             if (!row.card().memoryKnown || !isAllocationKnown(*row.node, row.card())) return QVariant();
             return QVariant(static_cast<qlonglong>(
                 toMib(row.card().memAllocated, row.node->gpu.unit).value_or(row.card().memAllocated.value)));
           }},
    Column{"allocated", QT_TRANSLATE_NOOP("CardTableModel", "Allocated"), Qt::AlignRight, 112,
           [](const CardRow& row, const Facts&) { return percent(memoryFraction(*row.node, row.card()), 1); },
           [](const CardRow& row, const Facts&) { return number(memoryFraction(*row.node, row.card())); }, nullptr,
           [](const CardRow& row) { return number(memoryFraction(*row.node, row.card())); }},
    Column{"free", QT_TRANSLATE_NOOP("CardTableModel", "Free"), Qt::AlignRight, 76,
           [](const CardRow& row, const Facts&) {
             const std::optional<MemUnits> free = freeOf(row);
             return free ? memory(*free, row.node->gpu.unit) : notAvailable();
           },
           [](const CardRow& row, const Facts&) {
             const std::optional<MemUnits> free = freeOf(row);
             if (!free) return QVariant();
             return QVariant(static_cast<qlonglong>(toMib(*free, row.node->gpu.unit).value_or(free->value)));
           }},
    Column{"used", QT_TRANSLATE_NOOP("CardTableModel", "Used"), Qt::AlignRight, 80,
           [](const CardRow& row, const Facts&) {
             return row.use.memoryUsedMib ? gib(*row.use.memoryUsedMib) : notAvailable();
           },
           [](const CardRow& row, const Facts&) { return measured(row.use.memoryUsedMib); }, useState},
    Column{"utilization", QT_TRANSLATE_NOOP("CardTableModel", "Utilization"), Qt::AlignRight, 84,
           [](const CardRow& row, const Facts&) {
             return row.use.gpuPercent ? percent(*row.use.gpuPercent / 100.0) : notAvailable();
           },
           [](const CardRow& row, const Facts&) { return measured(row.use.gpuPercent); }},
    Column{"core", QT_TRANSLATE_NOOP("CardTableModel", "Core"), Qt::AlignRight, 60,
           [](const CardRow& row, const Facts&) {
             return row.card().coreKnown ? percent(coreFraction(*row.node, row.card())) : QString(u'–');
           },
           [](const CardRow& row, const Facts&) { return number(coreFraction(*row.node, row.card())); }},
    Column{"pods", QT_TRANSLATE_NOOP("CardTableModel", "Pods"), Qt::AlignRight, 52,
           [](const CardRow& row, const Facts&) {
             return row.card().holderKnown ? QString::number(row.card().pods) : notAvailable();
           },
           [](const CardRow& row, const Facts&) {
             return row.card().holderKnown ? QVariant(static_cast<int>(row.card().pods)) : QVariant();
           }},
    Column{"holders", QT_TRANSLATE_NOOP("CardTableModel", "Held by"), Qt::AlignLeft, 280, holders, nullptr, nullptr,
           nullptr, false, true},
};

}  // namespace

CardTableModel::CardTableModel(QObject* parent) : SnapshotTableModel("CardTableModel", kColumns, parent) {}

void CardTableModel::setSnapshot(const ClusterSnapshot& snapshot, const TableFacts& facts) {
  std::vector<CardRow> next;
  next.reserve(snapshot.cards.size());
  const std::vector<CardUse> uses =
      facts.use && facts.use->measured > 0 ? usePerCard(*facts.use, snapshot) : std::vector<CardUse>();
  std::size_t flat = 0;
  for (const NodePtr& node : snapshot.nodes) {
    const std::vector<bool> idle =
        uses.empty() ? std::vector<bool>() : idleCards(*node, *facts.use, facts.now - kForgetAfter);
    for (std::uint32_t i = 0; i < node->cards.size(); ++i, ++flat) {
      next.push_back(CardRow{node, i, {}, i < idle.size() && idle[i]});
      if (!uses.empty() && uses[flat].at >= facts.now - kForgetAfter) next.back().use = uses[flat];
    }
  }
  replaceRows(std::move(next), facts);
}

FilterSubject CardTableModel::subject(int index) const {
  const CardRow& card = row(index);
  FilterSubject out{card.node.get(), &card.card()};
  out.hardwareXid = isHardwareXid(card.use.lastXid.value_or(0));
  out.idle = card.idle;
  return out;
}

}  // namespace cardinal::ui
