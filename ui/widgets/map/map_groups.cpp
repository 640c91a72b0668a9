// SPDX-License-Identifier: Apache-2.0
#include <QCoreApplication>
#include <algorithm>
#include <array>
#include <string_view>
#include <unordered_map>

#include "ui/i18n/format.h"
#include "ui/i18n/texts.h"
#include "core/model/node_pool.h"
#include "ui/widgets/map/map_scene.h"
#include "ui/widgets/map/natural_order.h"

namespace cardinal::ui {
namespace {

class MapGroups {
  Q_DECLARE_TR_FUNCTIONS(cardinal::ui::MapGroups)
};

constexpr std::array<std::string_view, 2> kZoneLabels{"topology.kubernetes.io/zone", "failure-domain.beta.kubernetes.io/zone"};

template <std::size_t N>
std::string_view labelOf(const NodeRecord& node, const std::array<std::string_view, N>& keys) {
  if (!node.raw) return {};
  for (const std::string_view key : keys) {
    const std::string* value = find(node.raw->meta.labels, key);
    if (value && !value->empty()) return *value;
  }
  return {};
}

QString modelText(const NodeRecord& node) {
  return node.gpu.model.empty() ? MapGroups::tr("model unknown") : plain(node.gpu.model, 64);
}

QString zoneText(const NodeRecord& node) {
  const std::string_view zone = labelOf(node, kZoneLabels);
  return zone.empty() ? MapGroups::tr("zone unknown") : plain(zone, 64);
}

/// Something cheap that is equal for nodes of one group; the visible name is made once per group.
std::string groupKey(const NodeRecord& node, MapGrouping grouping) {
  const std::string mode(1, static_cast<char>('a' + static_cast<int>(node.gpu.mode)));
  switch (grouping) {
    case MapGrouping::None: return {};
    case MapGrouping::Mode: return mode;
    case MapGrouping::Model: return node.gpu.model;
    case MapGrouping::Zone: return std::string(labelOf(node, kZoneLabels));
    case MapGrouping::Pool: break;
  }
  const std::string_view pool = poolOf(node);
  return pool.empty() ? "-" + mode + node.gpu.model : "+" + std::string(pool);
}

QString groupName(const NodeRecord& node, MapGrouping grouping) {
  switch (grouping) {
    case MapGrouping::None: return MapGroups::tr("All nodes");
    case MapGrouping::Mode: return modeText(node.gpu.mode);
    case MapGrouping::Model: return modelText(node);
    case MapGrouping::Zone: return zoneText(node);
    case MapGrouping::Pool: break;
  }
  const std::string_view pool = poolOf(node);
  if (!pool.empty()) return plain(pool, 64);
  return MapGroups::tr("%1 · %2", "group of nodes without a pool: mode, model").arg(modeBadge(node.gpu.mode), modelText(node));
}

/// The common value of all nodes, or nothing when they differ.
template <typename Get>
auto commonOf(const ClusterSnapshot& snapshot, const std::vector<NodeIndex>& nodes, Get get)
    -> std::optional<decltype(get(snapshot.node(nodes.front())))> {
  const auto first = get(snapshot.node(nodes.front()));
  const bool same = std::all_of(nodes.begin(), nodes.end(), [&](NodeIndex n) { return get(snapshot.node(n)) == first; });
  if (!same) return std::nullopt;
  return first;
}

QString countsText(const ClusterSnapshot& snapshot, const std::vector<NodeIndex>& nodes) {
  int cards = 0;
  for (const NodeIndex node : nodes) cards += static_cast<int>(snapshot.cardsOf(node).size());
  const QString nodeText = MapGroups::tr("%n node(s)", nullptr, static_cast<int>(nodes.size()));
  const QString cardText = MapGroups::tr("%n card(s)", nullptr, cards);
  return MapGroups::tr("%1, %2", "so many nodes, so many cards").arg(nodeText, cardText);
}

QString cardSizeText(const ClusterSnapshot& snapshot, const std::vector<NodeIndex>& nodes) {
  std::optional<QString> size;
  for (const NodeIndex index : nodes) {
    const auto cards = snapshot.cardsOf(index);
    if (cards.empty() || !cards.front().memoryKnown) continue;
    const QString text = memory(cards.front().memTotal, snapshot.node(index).gpu.unit);
    if (size && *size != text) return {};
    size = text;
  }
  return size.value_or(QString());
}

QString factsText(const ClusterSnapshot& snapshot, const std::vector<NodeIndex>& nodes, MapGrouping grouping) {
  QStringList parts;
  const QString size = cardSizeText(snapshot, nodes);
  const auto model = commonOf(snapshot, nodes, [](const NodeRecord& n) { return n.gpu.model; });
  QString card = model && !model->empty() && grouping != MapGrouping::Model ? plain(*model, 40) : QString();
  if (!size.isEmpty()) card += (card.isEmpty() ? QString() : QStringLiteral(" ")) + size;
  if (!card.isEmpty()) parts += card;
  const auto mode = commonOf(snapshot, nodes, [](const NodeRecord& n) { return n.gpu.mode; });
  if (!mode) parts += MapGroups::tr("mixed modes");
  if (mode && grouping != MapGrouping::Mode) parts += modeBadge(*mode);
  const auto placement = commonOf(snapshot, nodes, [](const NodeRecord& n) { return n.gpu.placement; });
  if (placement && mode && isSharedMode(*mode)) parts += placementText(*placement);
  parts += countsText(snapshot, nodes);
  return parts.join(QStringLiteral(" · "));
}

/// Sums of many cards go without decimals: they would only be noise beside three digits.
std::int64_t roundedMib(std::int64_t mib) {
  constexpr std::int64_t kGib = 1024;
  return mib < 100 * kGib ? mib : (mib + kGib / 2) / kGib * kGib;
}

/// Allocated and total of the cards whose memory is known. Whole cards without a size count in cards.
QString tripleText(const ClusterSnapshot& snapshot, const std::vector<NodeIndex>& nodes) {
  std::int64_t allocated = 0;
  std::int64_t total = 0;
  int held = 0;
  int wholeCards = 0;
  for (const NodeIndex index : nodes) {
    const MemoryUnit unit = snapshot.node(index).gpu.unit;
    for (const Card& card : snapshot.cardsOf(index)) {
      const auto cardTotal = toMib(card.memTotal, unit);
      const auto cardAllocated = toMib(card.held ? card.memTotal : card.memAllocated, unit);
      if (card.memoryKnown && cardTotal && cardAllocated) {
        total += *cardTotal;
        allocated += *cardAllocated;
      } else if (memoryFraction(card)) {
        ++wholeCards;
        held += card.held ? 1 : 0;
      }
    }
  }
  if (total > 0) return MapGroups::tr("%1 / %2", "allocated / total").arg(memoryNumber(MemUnits(roundedMib(allocated)), MemoryUnit::MiB), memoryMib(roundedMib(total)));
  if (wholeCards > 0) return MapGroups::tr("%1 / %n card(s)", "held / total", wholeCards).arg(held);
  return notAvailable();
}

std::int64_t freeMib(const ClusterSnapshot& snapshot, NodeIndex index) {
  std::int64_t sum = 0;
  for (const Card& card : snapshot.cardsOf(index)) {
    const auto part = card.memoryKnown && !card.held ? toMib(card.memTotal - card.memAllocated, snapshot.node(index).gpu.unit) : std::nullopt;
    sum += std::max<std::int64_t>(0, part.value_or(0));
  }
  return sum;
}

void sortNodes(const ClusterSnapshot& snapshot, std::vector<NodeIndex>& nodes, MapSorting sorting) {
  const auto byName = [&](NodeIndex a, NodeIndex b) { return naturalLess(snapshot.node(a).name, snapshot.node(b).name); };
  // Snapshots stand by plain name order, which for most clusters is already the natural one.
  if (!std::is_sorted(nodes.begin(), nodes.end(), byName)) std::stable_sort(nodes.begin(), nodes.end(), byName);
  if (sorting == MapSorting::FreeMemory) {
    std::unordered_map<std::uint32_t, std::int64_t> free;
    for (const NodeIndex node : nodes) free.emplace(node.value, freeMib(snapshot, node));
    std::stable_sort(nodes.begin(), nodes.end(), [&](NodeIndex a, NodeIndex b) { return free[a.value] > free[b.value]; });
  }
  if (sorting == MapSorting::Age) {
    const auto created = [&](NodeIndex n) { return snapshot.node(n).raw ? snapshot.node(n).raw->meta.created : 0; };
    std::stable_sort(nodes.begin(), nodes.end(), [&](NodeIndex a, NodeIndex b) { return created(a) > created(b); });
  }
}

}  // namespace

std::vector<MapGroup> makeGroups(const ClusterSnapshot& snapshot, MapGrouping grouping, MapSorting sorting,
                                 const std::vector<bool>* matches) {
  std::vector<MapGroup> groups;
  std::unordered_map<std::string, std::size_t> byKey;
  for (std::uint32_t i = 0; i < snapshot.nodes.size(); ++i) {
    const NodeIndex index{i};
    if (snapshot.cardsOf(index).empty()) continue;
    if (matches && i < matches->size() && !(*matches)[i]) continue;
    const NodeRecord& node = snapshot.node(index);
    const auto [found, isNew] = byKey.try_emplace(groupKey(node, grouping), groups.size());
    if (isNew) {
      groups.emplace_back();
      groups.back().name = groupName(node, grouping);
    }
    groups[found->second].nodes.push_back(index);
  }
  for (MapGroup& group : groups) {
    sortNodes(snapshot, group.nodes, sorting);
    group.facts = factsText(snapshot, group.nodes, grouping);
    group.triple = tripleText(snapshot, group.nodes);
  }
  std::stable_sort(groups.begin(), groups.end(), [](const MapGroup& a, const MapGroup& b) {
    return naturalLess(a.name.toStdString(), b.name.toStdString());
  });
  return groups;
}

}  // namespace cardinal::ui
