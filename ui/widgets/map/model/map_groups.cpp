// SPDX-License-Identifier: Apache-2.0
#include <QCoreApplication>
#include <algorithm>
#include <array>
#include <string_view>
#include <unordered_map>

#include "core/model/card_memory.h"
#include "core/model/node_pool.h"
#include "ui/i18n/format.h"
#include "ui/i18n/gpu_texts.h"
#include "ui/i18n/natural_order.h"
#include "ui/i18n/plain.h"
#include "ui/widgets/map/model/map_grouper.h"

namespace cardinal::ui {
namespace {

class MapGroups {
  Q_DECLARE_TR_FUNCTIONS(cardinal::ui::MapGroups)
};

constexpr std::array<std::string_view, 2> kZoneLabels{"topology.kubernetes.io/zone",
                                                      "failure-domain.beta.kubernetes.io/zone"};

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
    case MapGrouping::None:
      return {};
    case MapGrouping::Mode:
      return mode;
    case MapGrouping::Model:
      return node.gpu.model;
    case MapGrouping::Zone:
      return std::string(labelOf(node, kZoneLabels));
    case MapGrouping::Stack:
      return std::string(toString(node.gpu.stack));
    case MapGrouping::Pool:
      break;
  }
  const std::string_view pool = poolOf(node);
  return pool.empty() ? "-" + mode + node.gpu.model : "+" + std::string(pool);
}

QString groupName(const NodeRecord& node, MapGrouping grouping) {
  switch (grouping) {
    case MapGrouping::None:
      return MapGroups::tr("All nodes");
    case MapGrouping::Mode:
      return modeText(node.gpu.mode);
    case MapGrouping::Model:
      return modelText(node);
    case MapGrouping::Zone:
      return zoneText(node);
    case MapGrouping::Stack:
      return stackText(node.gpu.stack);
    case MapGrouping::Pool:
      break;
  }
  const std::string_view pool = poolOf(node);
  if (!pool.empty()) return plain(pool, 64);
  return MapGroups::tr("%1 · %2", "group of nodes without a pool: mode, model")
      .arg(modeBadge(node.gpu.mode), modelText(node));
}

/// The common value of all nodes, or nothing when they differ.
template <typename Get>
auto commonOf(const ClusterSnapshot& snapshot, const std::vector<NodeIndex>& nodes, Get get)
    -> std::optional<decltype(get(snapshot.node(nodes.front())))> {
  const auto first = get(snapshot.node(nodes.front()));
  const bool same =
      std::all_of(nodes.begin(), nodes.end(), [&](NodeIndex n) { return get(snapshot.node(n)) == first; });
  if (!same) return std::nullopt;
  return first;
}

QString countsText(const ClusterSnapshot& snapshot, const std::vector<NodeIndex>& nodes) {
  int cards = 0;
  int unlisted = 0;
  for (const NodeIndex node : nodes) {
    cards += static_cast<int>(snapshot.cardsOf(node).size());
    unlisted += snapshot.cardsOf(node).empty() ? 1 : 0;
  }
  const QString nodeText = MapGroups::tr("%n node(s)", nullptr, static_cast<int>(nodes.size()));
  const QString unknown = MapGroups::tr("cards not known");
  if (cards == 0 && unlisted > 0) return MapGroups::tr("%1, %2", "so many nodes, so many cards").arg(nodeText, unknown);
  QString cardText = MapGroups::tr("%n card(s)", nullptr, cards);
  if (unlisted > 0)
    cardText = MapGroups::tr("%1 (cards of %n node(s) not known)", "so many cards", unlisted).arg(cardText);
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

/// What the nodes of a group hold together.
QString tripleText(const std::vector<MapGrouper::Sums>& perNode, const std::vector<NodeIndex>& nodes) {
  MapGrouper::Sums all;
  for (const NodeIndex index : nodes) all += perNode[index.value];
  if (all.totalMib > 0) {
    return MapGroups::tr("%1 / %2", "allocated / total")
        .arg(memoryNumber(MemUnits(roundedMib(all.allocatedMib)), MemoryUnit::MiB),
             memoryMib(roundedMib(all.totalMib)));
  }
  if (all.wholeCards > 0) return MapGroups::tr("%1 / %n card(s)", "held / total", all.wholeCards).arg(all.held);
  return notAvailable();
}

std::int64_t freeMib(const ClusterSnapshot& snapshot, NodeIndex index) {
  const NodeRecord& node = snapshot.node(index);
  return freeMibOf(freeMemoryOf(node), node.gpu.unit).value_or(0);
}

void sortNodes(const ClusterSnapshot& snapshot, std::vector<NodeIndex>& nodes, MapSorting sorting) {
  const auto byName = [&](NodeIndex a, NodeIndex b) {
    return naturalLess(snapshot.node(a).name, snapshot.node(b).name);
  };
  // Snapshots stand by plain name order, which for most clusters is already the natural one.
  if (!std::is_sorted(nodes.begin(), nodes.end(), byName)) std::stable_sort(nodes.begin(), nodes.end(), byName);
  if (sorting == MapSorting::FreeMemory) {
    std::unordered_map<std::uint32_t, std::int64_t> free;
    for (const NodeIndex node : nodes) free.emplace(node.value, freeMib(snapshot, node));
    std::stable_sort(nodes.begin(), nodes.end(),
                     [&](NodeIndex a, NodeIndex b) { return free[a.value] > free[b.value]; });
  }
  if (sorting == MapSorting::Age) {
    const auto created = [&](NodeIndex n) { return snapshot.node(n).raw ? snapshot.node(n).raw->meta.created : 0; };
    std::stable_sort(nodes.begin(), nodes.end(), [&](NodeIndex a, NodeIndex b) { return created(a) > created(b); });
  }
}

}  // namespace

void MapGrouper::Sums::operator+=(const Sums& other) {
  allocatedMib += other.allocatedMib;
  totalMib += other.totalMib;
  held += other.held;
  wholeCards += other.wholeCards;
}

MapGrouper::Sums MapGrouper::sumsOf(const NodeRecord& node) {
  Sums sums;
  for (const Card& card : node.cards) {
    if (const auto memory = memoryOf(card, node.gpu.unit)) {
      sums.totalMib += memory->totalMib;
      sums.allocatedMib += memory->allocatedMib;
    } else if (memoryFraction(card)) {
      ++sums.wholeCards;
      sums.held += card.held ? 1 : 0;
    }
  }
  sums.allocatedMib += heldSomewhereMib(node);
  return sums;
}

bool MapGrouper::standsTheSame(const NodeRecord& before, const NodeRecord& now) const {
  if (m_sorting == MapSorting::FreeMemory) return false;
  const bool sameCards = before.cards.size() == now.cards.size() &&
                         (now.cards.empty() || (before.cards.front().memTotal == now.cards.front().memTotal &&
                                                before.cards.front().memoryKnown == now.cards.front().memoryKnown));
  const NodeGpu& a = before.gpu;
  const NodeGpu& b = now.gpu;
  const auto created = [](const NodeRecord& node) { return node.raw ? node.raw->meta.created : 0; };
  return sameCards && isOnMap(before) == isOnMap(now) && before.name == now.name && a.model == b.model &&
         a.mode == b.mode && a.placement == b.placement && a.unit == b.unit && created(before) == created(now) &&
         groupKey(before, m_grouping) == groupKey(now, m_grouping);
}

bool MapGrouper::update(const ClusterSnapshot& snapshot, MapGrouping grouping, MapSorting sorting,
                        const std::vector<bool>* matches) {
  const std::vector<bool> wanted = matches ? *matches : std::vector<bool>();
  bool same = !m_groups.empty() && grouping == m_grouping && sorting == m_sorting && wanted == m_matches &&
              m_sums.nodes().size() == snapshot.nodes.size();
  m_grouping = grouping;
  m_sorting = sorting;
  m_matches = wanted;
  const std::vector<Sums>& perNode = m_sums.update(snapshot, [&](NodeIndex index) {
    const NodePtr& before = m_sums.nodes()[index.value];
    same = same && before && standsTheSame(*before, snapshot.node(index));
    return sumsOf(snapshot.node(index));
  });
  if (!same) group(snapshot);
  for (MapGroup& one : m_groups) one.triple = tripleText(perNode, one.nodes);
  return same;
}

void MapGrouper::group(const ClusterSnapshot& snapshot) {
  m_groups.clear();
  std::unordered_map<std::string, std::size_t> byKey;
  for (std::uint32_t i = 0; i < snapshot.nodes.size(); ++i) {
    const NodeIndex index{i};
    if (!isOnMap(snapshot.node(index))) continue;
    if (i < m_matches.size() && !m_matches[i]) continue;
    const NodeRecord& node = snapshot.node(index);
    const auto [found, isNew] = byKey.try_emplace(groupKey(node, m_grouping), m_groups.size());
    if (isNew) {
      m_groups.emplace_back();
      m_groups.back().name = groupName(node, m_grouping);
    }
    m_groups[found->second].nodes.push_back(index);
  }
  for (MapGroup& one : m_groups) {
    sortNodes(snapshot, one.nodes, m_sorting);
    one.facts = factsText(snapshot, one.nodes, m_grouping);
  }
  std::stable_sort(m_groups.begin(), m_groups.end(), [](const MapGroup& a, const MapGroup& b) {
    return naturalLess(a.name.toStdString(), b.name.toStdString());
  });
}

bool hasMap(const ClusterSnapshot& snapshot) {
  return !snapshot.cards.empty() ||
         std::any_of(snapshot.nodes.begin(), snapshot.nodes.end(), [](const NodePtr& node) { return isOnMap(*node); });
}

void MapGrouper::clear() {
  m_groups.clear();
  m_sums.clear();
}

std::vector<MapGroup> makeGroups(const ClusterSnapshot& snapshot, MapGrouping grouping, MapSorting sorting,
                                 const std::vector<bool>* matches) {
  MapGrouper grouper;
  grouper.update(snapshot, grouping, sorting, matches);
  return grouper.groups();
}

}  // namespace cardinal::ui
