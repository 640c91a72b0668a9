// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/session/window_settings.h"
#include "ui/widgets/map/model/map_scene.h"

namespace cardinal::ui {

inline constexpr const char* kMapMeasureKey = "map/measure";
inline constexpr const char* kMapGroupingKey = "map/grouping";
inline constexpr const char* kMapSortingKey = "map/sorting";

/// How the map begins: by the settings, else memory allocated, by node pool and name. Only measures that need no
/// metrics source.
struct MapDefaults {
  MapMeasure measure = MapMeasure::MemoryAllocated;
  MapGrouping grouping = MapGrouping::Pool;
  MapSorting sorting = MapSorting::Name;
};
MapDefaults mapDefaults(const WindowSettings& settings);

}  // namespace cardinal::ui
