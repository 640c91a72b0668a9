// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QFont>
#include <QImage>
#include <QStaticText>
#include <optional>
#include <unordered_map>

#include "ui/theme/theme.h"
#include "ui/widgets/map/model/device_grid.h"
#include "ui/widgets/map/model/heatmap_layout.h"
#include "ui/widgets/map/model/map_scene.h"
#include "ui/widgets/map/model/node_labels.h"
#include "ui/widgets/map/model/preview_index.h"
#include "ui/widgets/map/render/sprite_cache.h"

class QPainter;

namespace cardinal::ui {

/// What a picture of the map is made of. Only borrowed: everything must live through the call.
struct MapFrame {
  const ClusterSnapshot* snapshot = nullptr;
  const std::vector<MapGroup>* groups = nullptr;
  const HeatmapLayout* layout = nullptr;
  const MapPreview* preview = nullptr;         ///< null = none; of the same snapshot
  const PreviewIndex* previewIndex = nullptr;  ///< set when `preview` is
  std::optional<NodeIndex> strongNode;         ///< its name stands out: the focused or selected node
  MapMeasure measure = MapMeasure::MemoryAllocated;
  const std::vector<CardUse>* use = nullptr;  ///< in the order of snapshot->cards; null = nothing is measured

  /// What is measured of a node's card, or null.
  const CardUse* useOf(NodeIndex node, int position) const {
    if (!use) return nullptr;
    const CardUse& found = (*use)[snapshot->firstCard[node.value] + static_cast<std::size_t>(position)];
    return found.known() ? &found : nullptr;
  }
  int scrollY = 0;  ///< content row at the picture's top
  QSize size;       ///< logical px
  qreal ratio = 1.0;
};

/// Snapshot + layout -> picture: cells as sprites by scan line, then names, marks and the preview, one pass per layer.
/// Selection, focus and hover are the view's and are not part of it. GUI thread only.
class HeatmapRenderer {
 public:
  explicit HeatmapRenderer(const Theme& theme);

  /// Draws into `image`, which is made anew when its size differs. Format RGB32 with the frame's ratio.
  void render(const MapFrame& frame, QImage& image);
  /// Drops texts (language) and drawings.
  void clearCaches();

 private:
  void prepare(const MapFrame& frame);
  void paintCells(const MapFrame& frame, QImage& image);
  void paintBlockCells(const MapFrame& frame, PixelCanvas& canvas, const MapPlace& place);
  void paintPixels(const MapFrame& frame, PixelCanvas& canvas, const MapPlace& place);
  struct CardOfNode {
    const NodeRecord& node;
    const Card& card;
  };
  void paintBars(const MapFrame& frame, PixelCanvas& canvas, const QRect& cell, const CardOfNode& of,
                 const CellValue& value, const CellDress& dress) const;
  void paintSlots(const MapFrame& frame, PixelCanvas& canvas, const QRect& cell, const Card& card,
                  const BarColours& colours) const;
  void paintInstances(PixelCanvas& canvas, const QRect& cell, const std::vector<InstanceGroup>& groups,
                      const CellDress& dress) const;
  void paintTick(const MapFrame& frame, PixelCanvas& canvas, const QRect& cell, const CardUse& use,
                 const BarColours& colours) const;
  void paintPlate(const MapFrame& frame, PixelCanvas& canvas, const MapPlace& place);
  void paintPlateTexts(const MapFrame& frame, QPainter& painter) const;
  void paintHeads(const MapFrame& frame, QPainter& painter) const;
  void paintNames(const MapFrame& frame, QPainter& painter);
  void paintNodeGlyph(QPainter& painter, const NodeMarks& marks, const QRect& rect) const;
  void paintNodeMarks(const MapFrame& frame, QPainter& painter) const;
  void paintAmounts(const MapFrame& frame, QPainter& painter);
  CellDress dressOf(const MapFrame& frame, NodeIndex node, int card) const;

  const Theme& m_theme;
  SpriteCache m_sprites;
  NodeLabels m_labels;
  QFont m_nameFont, m_noteFont, m_cellFont;
  std::vector<VisibleBlocks> m_visible;
  DeviceGrid m_grid;
  QRgb m_ground = 0;
  QRgb m_control = 0;

  /// "18/22" of the detail level, laid out once per pair. Whole numbers where a full card's would be wider than `room`:
  /// cards of one size are written alike, empty or full.
  struct Amount {
    QStaticText text;
    qreal width = 0;
  };
  const Amount& amountOf(const Card& card, MemoryUnit unit, const QFont& font, int room);
  std::unordered_map<std::uint64_t, Amount> m_amounts;
  int m_amountPixels = 0;
  int m_amountRoom = 0;
};

}  // namespace cardinal::ui
