// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/clock.h"

namespace cardinal {

enum class UseMeasure : std::uint8_t { GpuPercent, MemoryUsedMib, TemperatureC, PowerW };

/// A card by place.
struct CardPlace {
  std::string node;
  int card = 0;
  bool operator==(const CardPlace&) const = default;
};

/// Asks for the past of some cards. `end` is included.
struct HistoryQuery {
  UseMeasure measure = UseMeasure::GpuPercent;
  std::vector<CardPlace> cards;
  UnixSeconds start = 0;
  UnixSeconds end = 0;
  int points = 600;          ///< at most so many per card (the pixels there are); 2..11,000
};

struct HistoryPoint {
  UnixSeconds at = 0;
  float value = 0;
};

/// Points by time. A step without a sample has no point: a gap, never 0.
struct HistorySeries {
  CardPlace card;
  std::vector<HistoryPoint> points;
};

struct History {
  UnixSeconds step = 0;               ///< seconds between two points; a larger distance is a gap
  std::vector<HistorySeries> series;  ///< only cards with points, in the order asked
  std::vector<std::string> warnings;  ///< the server's words (hostile)
};

/// Seconds between points: the range over the points wanted, at least `kLeastStep`, and never more than 11,000 points
/// (Prometheus refuses more: "exceeded maximum resolution of 11,000 points per timeseries").
UnixSeconds historyStep(const HistoryQuery& query) noexcept;
inline constexpr UnixSeconds kLeastStep = 15;

/// What one card did over a window.
struct CardPast {
  CardPlace card;
  std::optional<float> averageGpuPercent;
  std::optional<float> peakGpuPercent;
  std::optional<float> peakMemoryMib;
  float coverage = 0;                 ///< share of the window that has samples, 0..1
};

/// All measured cards over the last `window` seconds.
struct ClusterPast {
  UnixSeconds end = 0;
  UnixSeconds window = 0;
  std::vector<CardPast> cards;        ///< by node name, then card
  std::vector<std::string> warnings;
};

}  // namespace cardinal
