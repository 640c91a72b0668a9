// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/map/map_defaults.h"

namespace cardinal::ui {

namespace {

/// A stored number where it is one of 0..`last`.
int stored(const WindowSettings& settings, const char* key, int otherwise, int last) {
  bool isNumber = false;
  const int value = settings.text(QString::fromLatin1(key)).toInt(&isNumber);
  return isNumber && value >= 0 && value <= last ? value : otherwise;
}

}  // namespace

MapDefaults mapDefaults(const WindowSettings& settings) {
  MapDefaults made;
  const auto lastMeasure = static_cast<int>(MapMeasure::MemoryUsed) - 1;
  made.measure = static_cast<MapMeasure>(stored(settings, kMapMeasureKey, static_cast<int>(made.measure), lastMeasure));
  made.grouping = static_cast<MapGrouping>(
      stored(settings, kMapGroupingKey, static_cast<int>(made.grouping), static_cast<int>(kLastMapGrouping)));
  made.sorting = static_cast<MapSorting>(
      stored(settings, kMapSortingKey, static_cast<int>(made.sorting), static_cast<int>(MapSorting::Age)));
  return made;
}

}  // namespace cardinal::ui
