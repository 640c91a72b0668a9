// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/map/heatmap_tip.h"

#include <QCoreApplication>
#include <algorithm>

#include "core/metrics/attribution.h"
#include "core/model/card_memory.h"
#include "core/model/tables/gpu_nodes.h"
#include "ui/i18n/device_texts.h"
#include "ui/i18n/finding_texts.h"
#include "ui/i18n/format.h"
#include "ui/i18n/gpu_texts.h"
#include "ui/i18n/joining.h"
#include "ui/i18n/metrics/use_texts.h"
#include "ui/i18n/plain.h"
#include "ui/widgets/map/model/node_labels.h"

namespace cardinal::ui {
namespace {

class MapTip {
  Q_DECLARE_TR_FUNCTIONS(cardinal::ui::MapTip)
};

constexpr std::size_t kMaxPods = 6;

const Card& cardAt(const ClusterSnapshot& snapshot, NodeIndex node, int position) {
  return snapshot.cardsOf(node)[static_cast<std::size_t>(position)];
}

QString memoryText(const NodeRecord& node, const Card& card) {
  const MemoryUnit unit = node.gpu.unit;
  if (card.memoryKnown) {
    if (!isAllocationKnown(node, card)) {
      return notAvailable() + QStringLiteral(" / ") + memory(card.memTotal, unit);
    }
    const MemUnits allocated = card.held ? card.memTotal : card.memAllocated;
    return MapTip::tr("%1 / %2 (%3)", "allocated / total (percent)")
        .arg(memoryNumber(allocated, unit), memory(card.memTotal, unit), percent(memoryFraction(card)));
  }
  if (!isAllocationKnown(node, card)) return notAvailable();
  if (card.held) return MapTip::tr("whole card allocated, size unknown");
  return memoryFraction(card) ? MapTip::tr("free, size unknown") : notAvailable();
}

QString modelText(const NodeRecord& node) {
  return node.gpu.model.empty() ? notAvailable() : plain(node.gpu.model, 64);
}

QString modeLine(const NodeRecord& node) {
  const QString mode = modeBadge(node.gpu.mode);
  return isSharedMode(node.gpu.mode) ? mode % QStringLiteral(" · ") % placementText(node.gpu.placement) : mode;
}

void addPods(TipContent& tip, const NodeRecord& node, const Card& card) {
  std::size_t shown = 0;
  std::size_t more = 0;
  for (const PodPtr& pod : node.pods) {
    if (!pod->countsForInspect) continue;
    const auto share =
        std::find_if(pod->shares.begin(), pod->shares.end(), [&](const CardShare& s) { return s.card == card.index; });
    if (share == pod->shares.end()) continue;
    if (shown == kMaxPods) {
      ++more;
      continue;
    }
    ++shown;
    tip.rows.emplace_back(plain(pod->key().name, 63), shareText(node, *share));
  }
  if (more > 0) tip.rows.emplace_back(MapTip::tr("and %n more pod(s)", nullptr, static_cast<int>(more)), QString());
}

void addUse(TipContent& tip, const CardUse& use) {
  if (use.memoryUsedMib) tip.rows.emplace_back(MapTip::tr("Memory used"), usedMemoryText(use));
  if (use.gpuPercent) tip.rows.emplace_back(MapTip::tr("Utilization"), percent(*use.gpuPercent / 100.0));
  QStringList heat;
  if (use.temperatureC) heat += celsius(*use.temperatureC);
  if (use.powerW) heat += watts(*use.powerW);
  if (!heat.isEmpty()) tip.rows.emplace_back(MapTip::tr("Temperature, power"), heat.join(QStringLiteral(" · ")));
  tip.rows.emplace_back(MapTip::tr("Measured at"), timeOfDay(use.at));
  if (use.lastXid.value_or(0) == 0) return;
  tip.noteState = isHardwareXid(*use.lastXid) ? StateRole::Critical : StateRole::Warning;
  tip.note = xidText(*use.lastXid);
}

void addSlots(TipContent& tip, const NodeRecord& node, const Card& card) {
  if (node.devices == nullptr) return;
  const CardDetail* detail = node.devices->detailOf(card.index);
  if (card.slotsHeldKnown) {
    tip.rows.emplace_back(slotsTitle(node.gpu.mode), MapTip::tr("%1 of %2").arg(card.slotsHeld).arg(card.slotsTotal));
  } else if (const QString taken = slotsText(node); !taken.isEmpty()) {
    tip.rows.emplace_back(MapTip::tr("On the node"), taken);
  }
  const bool own = detail != nullptr && !detail->instances.empty();
  const QString instances = instancesText(own ? detail->instances : node.devices->instances);
  if (!instances.isEmpty())
    tip.rows.emplace_back(own ? instancesTitle(node.gpu.mode) : instancesOfNodeTitle(node.gpu.mode), instances);
}

PodPtr measuredHolder(const NodeRecord& node, const Card& card, const ClusterUse& reported) {
  const MeasuredHolders holders = measuredHolders(node, reported, 0);
  return card.index < holders.byCard.size() ? holders.byCard[card.index] : nullptr;
}

/// The roles that are predicted on the card; those on the node where the card is none of theirs, or none is asked for.
QString rolesAt(const MapPreview& preview, std::size_t first, std::optional<CardIndex> card) {
  const auto& ghosts = preview.ghosts;
  for (std::size_t i = first; card && i < ghosts.size() && ghosts[i].node == ghosts[first].node; ++i) {
    const auto& cards = ghosts[i].cards;
    if (std::find(cards.begin(), cards.end(), *card) != cards.end()) return ghosts[i].roles;
  }
  return ghosts[first].rolesOnNode;
}

void addPreview(TipContent& tip, NodeIndex node, std::optional<CardIndex> card, const MapPreview* preview,
                const PreviewIndex& index) {
  if (!preview) return;
  const auto entry = index.of(node);
  if (entry.domain >= 0)
    tip.rows.emplace_back(MapTip::tr("Domain of the workload"),
                          preview->domains[static_cast<std::size_t>(entry.domain)].name);
  if (entry.refused >= 0) {
    const auto& refused = preview->refused[static_cast<std::size_t>(entry.refused)];
    tip.noteState = refused.nearMiss ? StateRole::Warning : StateRole::Critical;
    tip.note = refused.reason;
  } else if (entry.ghost >= 0) {
    tip.noteState = StateRole::Planned;
    const QString roles = rolesAt(*preview, static_cast<std::size_t>(entry.ghost), card);
    tip.note = roles.isEmpty() ? MapTip::tr("The workload is predicted to be placed here.")
                               : MapTip::tr("Predicted to be placed here: %1.", "roles of a workload").arg(roles);
  } else if (entry.runnerUp >= 0) {
    tip.noteState = StateRole::Ok;
    const Candidate& candidate = preview->runnersUp[static_cast<std::size_t>(entry.runnerUp)];
    tip.note = preview->hasScores ? MapTip::tr("The workload fits here; score %1 of 100.").arg(candidate.score)
                                  : MapTip::tr("The workload fits here.");
  }
}

/// Of a sentence; empty = the node is ready.
QString notReadyText(const NodeRecord& node) {
  if (node.readiness == NodeReadiness::Ready) return {};
  return node.readiness == NodeReadiness::Unknown ? MapTip::tr("node unreachable") : MapTip::tr("node not ready");
}

QString stateText(const NodeRecord& node) {
  QStringList parts;
  if (node.readiness == NodeReadiness::NotReady) parts += MapTip::tr("not ready");
  if (node.readiness == NodeReadiness::Unknown) parts += MapTip::tr("unreachable");
  if (node.readiness == NodeReadiness::Ready) parts += MapTip::tr("ready");
  const NodeMarks marks = marksOf(node);
  if (marks.cordoned) parts += MapTip::tr("cordoned");
  if (marks.tainted) parts += MapTip::tr("tainted");
  if (marks.ledger) parts += MapTip::tr("ledger mismatch");
  return parts.join(QStringLiteral(" · "));
}

}  // namespace

TipContent cardTip(const ClusterSnapshot& snapshot, NodeIndex index, int position, const MapPreview* preview,
                   const PreviewIndex& previews, const CardUse* use, const ClusterUse* reported) {
  const NodeRecord& node = snapshot.node(index);
  const Card& card = cardAt(snapshot, index, position);
  const PodPtr holder = use && reported ? measuredHolder(node, card, *reported) : nullptr;
  TipContent tip;
  tip.title = MapTip::tr("%1 · card %2").arg(plain(node.name, 63)).arg(card.index);
  tip.rows.emplace_back(MapTip::tr("Model"), modelText(node));
  tip.rows.emplace_back(MapTip::tr("Mode"), modeLine(node));
  tip.rows.emplace_back(MapTip::tr("Memory allocated"), memoryText(node, card));
  tip.rows.emplace_back(MapTip::tr("Core allocated"),
                        card.coreKnown ? percent(coreFraction(node, card)) : notAvailable());
  addSlots(tip, node, card);
  if (use) addUse(tip, *use);
  if (node.readiness != NodeReadiness::Ready || node.unschedulable())
    tip.rows.emplace_back(MapTip::tr("Node"), stateText(node));
  if (holder) tip.rows.emplace_back(plain(holder->key().name, 63), MapTip::tr("whole card, from metrics"));
  if (card.health == CardHealth::Unhealthy) {
    tip.noteState = StateRole::Critical;
    tip.note = MapTip::tr("The device plugin reports this card as unhealthy.");
  } else if (!holder && !card.holderKnown && node.wholeCardsHeld > 0) {
    tip.noteState = StateRole::Unknown;
    tip.note = MapTip::tr("%1 of %n card(s) of this node are allocated. The API does not say which.", nullptr,
                          static_cast<int>(node.cards.size()))
                   .arg(node.wholeCardsHeld);
  }
  if (card.holderKnown) addPods(tip, node, card);
  addPreview(tip, index, card.index, preview, previews);
  return tip;
}

TipContent nodeTip(const ClusterSnapshot& snapshot, NodeIndex index, const MapPreview* preview,
                   const PreviewIndex& previews) {
  const NodeRecord& node = snapshot.node(index);
  TipContent tip;
  tip.title = plain(node.name, 253);
  tip.rows.emplace_back(MapTip::tr("State"), stateText(node));
  tip.rows.emplace_back(MapTip::tr("Model"), modelText(node));
  tip.rows.emplace_back(MapTip::tr("Mode"), modeLine(node));
  if (node.cards.empty()) {
    tip.rows.emplace_back(MapTip::tr("Cards"), MapTip::tr("not known"));
    tip.rows.emplace_back(MapTip::tr("Offered"), publishedText(node));
  } else {
    tip.rows.emplace_back(MapTip::tr("Cards"), count(static_cast<std::int64_t>(node.cards.size())));
  }
  tip.rows.emplace_back(MapTip::tr("GPU pods"), count(gpuPodsOf(node)));
  if (!node.findings.empty()) {
    tip.noteState = StateRole::Warning;
    tip.note = findingText(node.findings.front(), node.gpu.unit);
  }
  addPreview(tip, index, std::nullopt, preview, previews);
  return tip;
}

QString nodeSentence(const ClusterSnapshot& snapshot, NodeIndex index) {
  const NodeRecord& node = snapshot.node(index);
  QStringList parts{plain(node.name, 253), MapTip::tr("cards not known"), publishedText(node)};
  if (const QString lost = notReadyText(node); !lost.isEmpty()) parts += lost;
  if (node.unschedulable()) parts += MapTip::tr("node cordoned");
  return joinList(parts);
}

QString cardSentence(const ClusterSnapshot& snapshot, NodeIndex index, int position, const CardUse* use) {
  const NodeRecord& node = snapshot.node(index);
  const Card& card = cardAt(snapshot, index, position);
  QStringList parts;
  parts += MapTip::tr("%1 card %2", "node name, card number").arg(plain(node.name, 253)).arg(card.index);
  const auto memoryHeld = memoryFraction(node, card);
  const UnnamedCards unnamed = unnamedCards(node);
  if (isUnnamedCard(node, card) && unnamed.taken > 0) {
    parts += MapTip::tr("one of %n card(s) of which %1 are allocated; which ones is unknown", nullptr, unnamed.cards)
                 .arg(unnamed.taken);
  } else {
    parts += memoryHeld ? MapTip::tr("memory %1 allocated").arg(percent(memoryHeld)) : MapTip::tr("memory unknown");
  }
  if (const auto core = coreFraction(node, card)) parts += MapTip::tr("core %1 allocated").arg(percent(core));
  if (use && use->memoryUsedMib) parts += MapTip::tr("memory used: %1").arg(usedMemoryText(*use));
  if (use && use->gpuPercent) parts += MapTip::tr("utilization %1").arg(percent(*use->gpuPercent / 100.0));
  if (card.slotsHeldKnown && card.slotsTotal > 0)
    parts += MapTip::tr("%1 of %n slot(s) requested", nullptr, card.slotsTotal).arg(card.slotsHeld);
  const CardDetail* detail = node.devices == nullptr ? nullptr : node.devices->detailOf(card.index);
  if (detail != nullptr && !detail->instances.empty())
    parts += MapTip::tr("MIG instances requested: %1").arg(instancesText(detail->instances));
  if (card.holderKnown) parts += MapTip::tr("%n pod(s)", nullptr, card.pods);
  if (card.health == CardHealth::Unhealthy) parts += MapTip::tr("unhealthy");
  if (use && isHardwareXid(use->lastXid.value_or(0)))
    parts += MapTip::tr("last XID %1, of the hardware").arg(*use->lastXid);
  if (const QString lost = notReadyText(node); !lost.isEmpty()) parts += lost;
  if (node.unschedulable()) parts += MapTip::tr("node cordoned");
  return joinList(parts);
}

}  // namespace cardinal::ui
