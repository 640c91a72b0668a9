// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QString>

#include "core/metrics/use.h"
#include "ui/theme/tokens.h"
#include "ui/widgets/map/model/map_scene.h"

namespace cardinal::ui {

/// A whole map as it shall stand in a file.
struct MapSvgRequest {
  SnapshotPtr snapshot;
  std::vector<CardUse> use;  ///< in the order of the snapshot's cards; empty = nothing is measured
  MapMeasure measure = MapMeasure::MemoryAllocated;
  MapGrouping grouping = MapGrouping::Pool;
  MapSorting sorting = MapSorting::Name;
  std::optional<std::vector<bool>> matches;
  int width = 1600;         ///< logical px
  int cell = 28;            ///< 1..96
  QString caption;          ///< below the map: measure, context, time, filter
  QString few, many, none;  ///< words of the legend: "0 %", "100 %", "no data"
};

/// SVG 1.1 with every cell as a shape; the tokens' colours. All text is escaped. Pure: any thread.
QByteArray mapSvg(const MapSvgRequest& request, const Tokens& tokens);

}  // namespace cardinal::ui
