// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QPoint>
#include <QRect>
#include <QSize>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/model/snapshot.h"

namespace cardinal::ui {

inline constexpr int kSmallestCell = 1;
inline constexpr int kLargestCell = 96;

/// What a cell is large enough for (docs/reference/visual-style.md 5).
enum class MapLevel { Pixel, Compact, Cell, Text, Detail };

MapLevel mapLevel(int cell);

/// Distances of one level, logical px.
struct LevelMetrics {
  MapLevel level = MapLevel::Text;
  int cell = 29;
  int cellHeight = 29;  ///< compact cells are one pixel taller than wide
  int cellGap = 2;
  int nodeGap = 12;  ///< between blocks of a row
  int rowGap = 8;
  int groupHead = 28;  ///< head of a group
  int head = 16;       ///< name line of a block; 0 = none
  int reason = 0;      ///< line below the cells for a reason in words; 0 = none
  int headGap = 0;     ///< between a group's head and its first row
  int letter = 6;      ///< width of a letter of a name, on average
  int minBlock = 0;    ///< blocks are never narrower: room for a name
};

/// Lines of text grow with the user's text scale (1..2), cells do not.
LevelMetrics levelMetrics(int cell, bool reasons, double textScale = 1.0);

/// One block: where a node stands.
struct MapPlace {
  int group = 0;
  int block = 0;  ///< position in the group
  bool operator==(const MapPlace&) const = default;
};

struct MapHit {
  enum class Kind { None, GroupHead, Node, Card };
  Kind kind = Kind::None;
  MapPlace place;  ///< block is meaningless for GroupHead
  int card = -1;   ///< position among the node's cards
};

/// Blocks `first`..`last` (inclusive) of one group.
struct VisibleBlocks {
  int group = 0;
  int first = 0;
  int last = -1;
  bool head = false;  ///< the group's head is visible too
};

/// Nodes of one group as the layout needs them.
struct LayoutGroup {
  std::vector<NodeIndex> nodes;
  std::vector<std::uint16_t> cards;  ///< number of cards per node; 0 = not known, one plate stands in their place
  bool folded = false;
  int longestName = 0;  ///< characters; blocks widen for it up to a limit
};

/// Geometry of the whole map in content coordinates: logical px, origin at the top left of the first group. Everything
/// is arithmetic on equal pitches, so that a frame never walks over all cards. Plain value, no widget.
class HeatmapLayout {
 public:
  static constexpr int kMarginX = 16;
  static constexpr int kHeadHeight = 28;  ///< at text scale 1
  static constexpr int kGroupGap = 12;
  static constexpr int kTop = 4;  ///< above the first group

  HeatmapLayout() = default;
  /// `width`: of the viewport. `reasons`: keeps a line below each block where the level has room for words.
  HeatmapLayout(std::vector<LayoutGroup> groups, int width, int cell, bool reasons, double textScale = 1.0);

  const LevelMetrics& metrics() const { return m_metrics; }
  QSize size() const { return {m_width, m_height}; }
  int groupCount() const { return static_cast<int>(m_groups.size()); }
  int blockCount(int group) const { return static_cast<int>(m_groups[index(group)].source.nodes.size()); }
  int columns(int group) const { return m_groups[index(group)].columns; }
  int cardsPerLine(int group) const { return m_groups[index(group)].perLine; }
  bool isFolded(int group) const { return m_groups[index(group)].source.folded; }
  /// True when blocks of the group show their node's name.
  bool hasNames(int group) const { return m_groups[index(group)].head > 0; }

  NodeIndex node(const MapPlace& place) const { return m_groups[index(place.group)].source.nodes[index(place.block)]; }
  int cardCount(const MapPlace& place) const { return m_groups[index(place.group)].source.cards[index(place.block)]; }
  /// Place of a node; nothing when it is filtered out or its group is folded.
  std::optional<MapPlace> find(NodeIndex node) const;

  QRect headRect(int group) const;
  /// The whole pitch of a block without its gaps: name, cells, reason.
  QRect blockRect(const MapPlace& place) const;
  QRect nameRect(const MapPlace& place) const;
  /// Bounding box of the node's cells, or its plate.
  QRect cellsRect(const MapPlace& place) const;
  /// Of a node whose cards are not known, whatever `card` is: its plate.
  QRect cellRect(const MapPlace& place, int card) const;
  QRect reasonRect(const MapPlace& place) const;

  /// What lies in the content rows `top` .. `top + height`.
  std::vector<VisibleBlocks> visible(int top, int height) const;
  /// What lies under a point; gaps between cells belong to the node.
  MapHit hit(const QPoint& point) const;
  /// Positions of the cards of `place` that `area` touches.
  std::vector<int> cardsIn(const MapPlace& place, const QRect& area) const;

  /// The largest cell at which the groups fit into `size` without scrolling, at least `smallest`.
  static int fittingCell(const std::vector<LayoutGroup>& groups, const QSize& size, int smallest,
                         double textScale = 1.0);

 private:
  struct Group {
    LayoutGroup source;
    int top = 0;
    int height = 0;
    int columns = 1;
    int perLine = 1;  ///< cards side by side
    int lines = 1;    ///< lines of cards in a block
    int plate = 0;    ///< width of what stands in place of cards that are not known
    int pitch = 0;
    int rowPitch = 0;
    int head = 0;
    int body = 0;  ///< from the group's top to its first row
  };
  static std::size_t index(int i) { return static_cast<std::size_t>(i); }
  static int cardsHeight(const LevelMetrics& metrics, int lines);
  static void measure(Group& group, const LevelMetrics& metrics, int width);
  QPoint blockOrigin(const MapPlace& place) const;
  QRect plateRect(const MapPlace& place) const;
  void indexNodes();

  std::vector<Group> m_groups;
  std::vector<MapPlace> m_placeOf;  ///< by node index; group -1 = not shown
  LevelMetrics m_metrics;
  int m_width = 0;
  int m_height = 0;
};

}  // namespace cardinal::ui
