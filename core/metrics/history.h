// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
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
  bool wholeCluster =
      false;  ///< all cards as one series, added up by the metrics source (rule: foldOf); `cards` is empty
  UseMeasure measure = UseMeasure::GpuPercent;
  std::vector<CardPlace> cards;
  UnixSeconds start = 0;
  UnixSeconds end = 0;
  int points = 600;  ///< at most so many per card (the pixels there are); 2..11,000
};

struct HistoryPoint {
  UnixSeconds at = 0;
  float value = 0;
};

/// Points by time. A step without a sample has no point: a gap, never 0.
struct HistorySeries {
  CardPlace card;  ///< of the whole cluster: no node, card -1
  std::vector<HistoryPoint> points;
};

struct History {
  UnixSeconds step = 0;               ///< seconds between two points; a larger distance is a gap
  std::vector<HistorySeries> series;  ///< only cards with points, in the requested order
  std::vector<std::string> warnings;  ///< the server's words (hostile)
};

/// Seconds between points: the range over the points wanted, at least `kMinStep`, and never more than 11,000 points
/// (Prometheus refuses more: "exceeded maximum resolution of 11,000 points per timeseries").
UnixSeconds historyStep(const HistoryQuery& query) noexcept;
inline constexpr UnixSeconds kMinStep = 15;

/// How the cards of a node, a pod or a cluster make one line.
enum class HistoryFold : std::uint8_t {
  Sum,      ///< memory, power
  Average,  ///< utilization
  Most,     ///< temperature: the hottest card
};
HistoryFold foldOf(UseMeasure measure) noexcept;

/// Several cards as one line, with the number of cards that each point is made of: a sum of fewer cards is a smaller
/// sum, and whoever shows it says so.
struct FoldedHistory {
  std::vector<HistoryPoint> points;
  std::vector<std::uint32_t> cards;  ///< as many as points
  std::uint32_t most = 0;            ///< the largest of them
};
/// The series have the same `step`; points of one step make one point. Linear in points.
FoldedHistory foldSeries(const std::vector<HistorySeries>& series, HistoryFold fold, UnixSeconds step);

/// Points of a line without gaps, as few as look like all of them: the least and the most of each of the `pixels` equal
/// parts of start..end, in order, beside the first and the last. Points by time; linear.
std::vector<HistoryPoint> reducePoints(std::span<const HistoryPoint> line, UnixSeconds start, UnixSeconds end,
                                       int pixels);

/// What one card did over a window.
struct CardPast {
  CardPlace card;
  std::optional<float> averageGpuPercent;
  std::optional<float> peakGpuPercent;
  std::optional<float> peakMemoryMib;
  float coverage = 0;  ///< share of the window that has samples, 0..1
};

/// All measured cards over the last `window` seconds.
struct ClusterPast {
  UnixSeconds end = 0;
  UnixSeconds window = 0;
  std::vector<CardPast> cards;  ///< by node name, then card
  std::vector<std::string> warnings;
};

}  // namespace cardinal
