// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "ui/widgets/map/render/heatmap_renderer.h"

class QImage;
class QPainter;

namespace cardinal::ui {

constexpr int kVerdictGlyph = 12;  ///< side of the mark of a verdict, px at text of 100 %

/// Ground of the aimed node, before the cells are laid down. `image` in device pixels.
void paintPreviewGround(const MapFrame& frame, const Theme& theme, QImage& image);

/// Ghosts, runner-ups, reasons and near misses over the cells. `painter` in content coordinates.
void paintPreview(const MapFrame& frame, const Theme& theme, QPainter& painter,
                  const std::vector<VisibleBlocks>& visible);

}  // namespace cardinal::ui
