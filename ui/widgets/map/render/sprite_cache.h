// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QFont>
#include <array>
#include <cstdint>
#include <unordered_map>

#include "ui/theme/tokens.h"
#include "ui/widgets/map/model/cell_value.h"
#include "ui/widgets/map/model/heatmap_layout.h"
#include "ui/widgets/map/render/pixel_canvas.h"

class QPainter;

namespace cardinal::ui {

/// How a cell differs from its plain look because of its node.
struct CellDress {
  bool dimmed = false;    ///< refused by a preview: 30 %
  bool notReady = false;  ///< stripes of the ground over the fill
  bool lit = false;       ///< on the ground of the aimed node
};

/// Colours of the bars inside a cell, opaque.
struct BarColours {
  QRgb rail = 0;
  QRgb track = 0;
  QRgb value = 0;
};

/// A cell of which only the node's sum is known: stripes as wide as `share` of the cards is large.
void paintCountedCell(QPainter& painter, const Tokens& tokens, const QRectF& box, double share, qreal corner);

/// Drawings of whole cells (outline, fill, number, pattern), made once per look and size. Colours follow setLook(). GUI
/// thread only.
class SpriteCache {
 public:
  /// Drops everything when something differs from the last call.
  void setLook(const Tokens& tokens, const QFont& font, MapLevel level, qreal ratio);

  const Sprite& cell(const CellValue& value, const CellDress& dress, int width, int height);
  const BarColours& bars(const CellValue& value, const CellDress& dress) const;
  /// Fill of the value without any mark; hollow cells give a tone that differs from the ground.
  QRgb plainFill(const CellValue& value, bool dimmed) const {
    const std::size_t look = value.unhealthy || value.suspect          ? 10U
                             : value.state == CellValue::State::Filled ? value.rank
                             : value.state == CellValue::State::Zero   ? 9U
                                                                       : 11U;
    return m_fills[dimmed ? 1 : 0][look];
  }

 private:
  QColor fillOf(const CellValue& value) const;
  QColor ground(const CellDress& dress) const;
  Sprite draw(const CellValue& value, const CellDress& dress, int width, int height) const;
  void drawUnknown(QPainter& painter, const QRectF& box) const;
  void drawCounted(QPainter& painter, const QRectF& box, const CellValue& value, const CellDress& dress) const;
  void drawUnhealthy(QPainter& painter, const QRectF& box) const;
  void drawNumber(QPainter& painter, const QRectF& box, const CellValue& value, const CellDress& dress) const;
  void drawNotch(QPainter& painter, const QRectF& box) const;
  void drawSuspect(QPainter& painter, const QRectF& box) const;
  qreal radius() const;
  void buildColours();

  Tokens m_tokens;
  QFont m_font;
  MapLevel m_level = MapLevel::Text;
  qreal m_ratio = 0;
  std::unordered_map<std::uint64_t, Sprite> m_sprites;
  /// The last sprite per slot, before the map is asked: most cells look like one of a few.
  struct Recent {
    std::uint64_t key = 0;
    const Sprite* sprite = nullptr;
  };
  std::array<Recent, 512> m_recent{};
  std::array<std::array<BarColours, 10>, 2> m_bars{};  ///< [dimmed][rank, 9 = hollow]
  std::array<std::array<QRgb, 12>, 2> m_fills{};       ///< [dimmed][rank, 9 = zero, 10 = unhealthy, 11 = unknown]
};

}  // namespace cardinal::ui
