// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/map/model/heatmap_layout.h"

#include <algorithm>
#include <cmath>

namespace cardinal::ui {
namespace {

constexpr int kTextMinBlock = 120;
constexpr int kNameMinBlock = 96;
constexpr int kBesideName = 6;
constexpr int kWidestName = 28;  // letters
constexpr int kReasonLine = 16;
constexpr int kReasonMinBlock = 172;
constexpr int kBottom = 12;
constexpr int kPlateCells = 4;     // of the width of one
constexpr int kPlateLetters = 26;  // "huawei.com/Ascend310P 16"

}  // namespace

MapLevel mapLevel(int cell) {
  if (cell >= 44) return MapLevel::Detail;
  if (cell >= 28) return MapLevel::Text;
  if (cell >= 14) return MapLevel::Cell;
  if (cell >= 6) return MapLevel::Compact;
  return MapLevel::Pixel;
}

LevelMetrics levelMetrics(int cell, bool reasons, double textScale) {
  LevelMetrics m;
  m.level = mapLevel(cell);
  m.cell = cell;
  m.cellHeight = cell;
  switch (m.level) {
    case MapLevel::Detail:
      m.cellGap = 3, m.nodeGap = 16, m.rowGap = 12, m.head = 20, m.minBlock = 160;
      break;
    case MapLevel::Text:
      m.cellGap = 2, m.nodeGap = 12, m.rowGap = 8, m.head = 17, m.minBlock = kTextMinBlock;
      break;
    case MapLevel::Cell:
      m.cellGap = 2, m.nodeGap = 10, m.rowGap = 8, m.head = 17;
      break;
    case MapLevel::Compact:
      m.cellGap = 1, m.nodeGap = 10, m.rowGap = 6, m.head = 0;
      m.cellHeight = cell + (cell >= 8 ? 1 : 0);
      break;
    case MapLevel::Pixel:
      m.cellGap = cell >= 3 ? 1 : 0, m.nodeGap = 2, m.rowGap = 2, m.head = 0;
      break;
  }
  m.headGap = m.level == MapLevel::Pixel ? 0 : 4;
  if (reasons && m.level >= MapLevel::Text) {
    m.reason = kReasonLine;
    m.minBlock = std::max(m.minBlock, kReasonMinBlock);
  }
  const auto scaled = [textScale](int px) { return static_cast<int>(std::lround(px * textScale)); };
  m.groupHead = scaled(HeatmapLayout::kHeadHeight);
  m.head = scaled(m.head);
  m.reason = scaled(m.reason);
  m.letter = scaled(m.level == MapLevel::Detail ? 7 : 6);
  m.minBlock = scaled(m.minBlock);
  return m;
}

int HeatmapLayout::cardsHeight(const LevelMetrics& m, int lines) {
  return lines * m.cellHeight + (lines - 1) * m.cellGap;
}

void HeatmapLayout::measure(Group& group, const LevelMetrics& m, int width) {
  const auto& cards = group.source.cards;
  const int most = cards.empty() ? 1 : std::max<int>(1, *std::max_element(cards.begin(), cards.end()));
  const int room = std::max(m.cell, width - 2 * kMarginX);
  // Cards beyond sixteen wrap, so that one large machine does not widen every block of its group.
  group.perLine = std::clamp((room + m.cellGap) / (m.cell + m.cellGap), 1, std::min(most, 16));
  group.lines = (most + group.perLine - 1) / group.perLine;
  int natural = group.perLine * m.cell + (group.perLine - 1) * m.cellGap;
  if (std::find(cards.begin(), cards.end(), 0) != cards.end()) {
    natural = std::max(natural, kPlateCells * m.cell + (kPlateCells - 1) * m.cellGap);
    // Room for its words, and for the name above them.
    if (m.level == MapLevel::Cell) natural = std::max(natural, kNameMinBlock);
    if (m.level >= MapLevel::Text) natural = std::max(natural, m.cell + kPlateLetters * m.letter);
  }
  const int forName =
      m.minBlock > 0 ? std::min(group.source.longestName * m.letter + kBesideName, m.letter * kWidestName) : 0;
  const int block = std::min(room, std::max({natural, m.minBlock, forName}));
  group.plate = block;
  group.columns = std::max(1, (room + m.nodeGap) / (block + m.nodeGap));
  group.pitch = (room + m.nodeGap) / group.columns;
  const int count = static_cast<int>(group.source.nodes.size());
  // Columns share what is left of the width, but blocks never drift apart.
  group.pitch = std::min(group.pitch, (block + m.nodeGap) * 6 / 5);
  group.head = m.level == MapLevel::Cell && group.pitch - m.nodeGap < kNameMinBlock ? 0 : m.head;
  group.rowPitch = group.head + cardsHeight(m, group.lines) + m.reason + m.rowGap;
  const int rows = group.source.folded ? 0 : (count + group.columns - 1) / group.columns;
  group.body = m.groupHead + m.headGap;
  group.height = rows == 0 ? m.groupHead : group.body + rows * group.rowPitch - m.rowGap;
}

HeatmapLayout::HeatmapLayout(std::vector<LayoutGroup> groups, int width, int cell, bool reasons, double textScale)
    : m_metrics(levelMetrics(std::clamp(cell, kSmallestCell, kLargestCell), reasons, textScale)), m_width(width) {
  m_groups.reserve(groups.size());
  int top = kTop;
  for (LayoutGroup& source : groups) {
    Group group;
    group.source = std::move(source);
    measure(group, m_metrics, width);
    group.top = top;
    top += group.height + kGroupGap;
    m_groups.push_back(std::move(group));
  }
  m_height = m_groups.empty() ? 0 : top - kGroupGap + kBottom;
  indexNodes();
}

void HeatmapLayout::indexNodes() {
  std::uint32_t highest = 0;
  for (const Group& group : m_groups) {
    for (const NodeIndex node : group.source.nodes) highest = std::max(highest, node.value + 1);
  }
  m_placeOf.assign(highest, MapPlace{-1, -1});
  for (int g = 0; g < groupCount(); ++g) {
    const Group& group = m_groups[index(g)];
    if (group.source.folded) continue;
    for (int b = 0; b < blockCount(g); ++b) m_placeOf[group.source.nodes[index(b)].value] = MapPlace{g, b};
  }
}

std::optional<MapPlace> HeatmapLayout::find(NodeIndex node) const {
  if (node.value >= m_placeOf.size() || m_placeOf[node.value].group < 0) return std::nullopt;
  return m_placeOf[node.value];
}

QRect HeatmapLayout::headRect(int group) const {
  return {0, m_groups[index(group)].top, m_width, m_metrics.groupHead};
}

QPoint HeatmapLayout::blockOrigin(const MapPlace& place) const {
  const Group& group = m_groups[index(place.group)];
  return {kMarginX + place.block % group.columns * group.pitch,
          group.top + group.body + place.block / group.columns * group.rowPitch};
}

QRect HeatmapLayout::blockRect(const MapPlace& place) const {
  const Group& group = m_groups[index(place.group)];
  return {blockOrigin(place), QSize(group.pitch - m_metrics.nodeGap, group.rowPitch - m_metrics.rowGap)};
}

QRect HeatmapLayout::nameRect(const MapPlace& place) const {
  const Group& group = m_groups[index(place.group)];
  // One pixel of air between the letters and the cells.
  return {blockOrigin(place), QSize(group.pitch - m_metrics.nodeGap, std::max(0, group.head - 1))};
}

QRect HeatmapLayout::plateRect(const MapPlace& place) const {
  const Group& group = m_groups[index(place.group)];
  return {blockOrigin(place) + QPoint(0, group.head), QSize(group.plate, m_metrics.cellHeight)};
}

QRect HeatmapLayout::cellsRect(const MapPlace& place) const {
  if (cardCount(place) == 0) return plateRect(place);
  const Group& group = m_groups[index(place.group)];
  const int shown = std::min(cardCount(place), group.perLine);
  const int lines = std::max(1, (cardCount(place) + group.perLine - 1) / group.perLine);
  const QPoint origin = blockOrigin(place) + QPoint(0, group.head);
  return {origin,
          QSize(shown * (m_metrics.cell + m_metrics.cellGap) - m_metrics.cellGap, cardsHeight(m_metrics, lines))};
}

QRect HeatmapLayout::cellRect(const MapPlace& place, int card) const {
  if (cardCount(place) == 0) return plateRect(place);
  const Group& group = m_groups[index(place.group)];
  const QPoint origin = blockOrigin(place) + QPoint(0, group.head);
  return {origin.x() + card % group.perLine * (m_metrics.cell + m_metrics.cellGap),
          origin.y() + card / group.perLine * (m_metrics.cellHeight + m_metrics.cellGap), m_metrics.cell,
          m_metrics.cellHeight};
}

QRect HeatmapLayout::reasonRect(const MapPlace& place) const {
  const QRect block = blockRect(place);
  return {block.left(), block.bottom() + 1 - m_metrics.reason, block.width(), m_metrics.reason};
}

std::vector<VisibleBlocks> HeatmapLayout::visible(int top, int height) const {
  std::vector<VisibleBlocks> result;
  const int bottom = top + height;
  const auto begins =
      std::partition_point(m_groups.begin(), m_groups.end(), [top](const Group& g) { return g.top + g.height <= top; });
  for (auto it = begins; it != m_groups.end() && it->top < bottom; ++it) {
    VisibleBlocks blocks;
    blocks.group = static_cast<int>(it - m_groups.begin());
    blocks.head = it->top + m_metrics.groupHead > top;
    const int count = blockCount(blocks.group);
    if (!it->source.folded && count > 0) {
      const int body = it->top + it->body;
      const int firstRow = std::max(0, (top - body) / it->rowPitch);
      const int lastRow = (bottom - 1 - body) / it->rowPitch;
      blocks.first = firstRow * it->columns;
      blocks.last = bottom > body ? std::min(count, (lastRow + 1) * it->columns) - 1 : -1;
    }
    result.push_back(blocks);
  }
  return result;
}

MapHit HeatmapLayout::hit(const QPoint& point) const {
  MapHit hit;
  const auto after =
      std::partition_point(m_groups.begin(), m_groups.end(), [&](const Group& g) { return g.top <= point.y(); });
  if (after == m_groups.begin() || point.x() < 0) return hit;
  const Group& group = *(after - 1);
  hit.place.group = static_cast<int>(after - m_groups.begin()) - 1;
  const int y = point.y() - group.top;
  if (y < m_metrics.groupHead) {
    hit.kind = MapHit::Kind::GroupHead;
    return hit;
  }
  const int x = point.x() - kMarginX;
  if (group.source.folded || y < group.body || y >= group.height || x < 0 || x / group.pitch >= group.columns)
    return hit;
  hit.place.block = (y - group.body) / group.rowPitch * group.columns + x / group.pitch;
  if (hit.place.block >= blockCount(hit.place.group) || !blockRect(hit.place).contains(point)) return hit;
  hit.kind = MapHit::Kind::Node;
  const QPoint local = point - cellsRect(hit.place).topLeft();
  if (local.y() < 0) return hit;
  const int column = local.x() / (m_metrics.cell + m_metrics.cellGap);
  const int line = local.y() / (m_metrics.cellHeight + m_metrics.cellGap);
  const int card = line * group.perLine + column;
  if (column < group.perLine && card < cardCount(hit.place) && cellRect(hit.place, card).contains(point)) {
    hit.kind = MapHit::Kind::Card;
    hit.card = card;
  }
  return hit;
}

std::vector<int> HeatmapLayout::cardsIn(const MapPlace& place, const QRect& area) const {
  std::vector<int> cards;
  if (!cellsRect(place).intersects(area)) return cards;
  for (int card = 0; card < cardCount(place); ++card) {
    if (cellRect(place, card).intersects(area)) cards.push_back(card);
  }
  return cards;
}

int HeatmapLayout::fittingCell(const std::vector<LayoutGroup>& groups, const QSize& size, int smallest,
                               double textScale) {
  // Heights do not fall evenly (a larger cell may drop the name line), so every size is tried; each try is one step per
  // group.
  std::vector<Group> measured(groups.size());
  for (std::size_t i = 0; i < groups.size(); ++i) measured[i].source = groups[i];
  for (int cell = kLargestCell; cell > smallest; --cell) {
    const LevelMetrics metrics = levelMetrics(cell, false, textScale);
    int height = kTop + kBottom - kGroupGap;
    for (Group& group : measured) {
      measure(group, metrics, size.width());
      height += group.height + kGroupGap;
    }
    if (height <= size.height()) return cell;
  }
  return smallest;
}

}  // namespace cardinal::ui
