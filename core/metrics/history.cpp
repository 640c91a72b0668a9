// SPDX-License-Identifier: Apache-2.0
#include "core/metrics/history.h"

#include <algorithm>
#include <map>

namespace cardinal {

UnixSeconds historyStep(const HistoryQuery& query) noexcept {
  constexpr UnixSeconds kMaxPoints = 11'000;
  const UnixSeconds range = std::max<UnixSeconds>(0, query.end - query.start);
  const UnixSeconds points = std::clamp<UnixSeconds>(query.points, 2, kMaxPoints);
  return std::max(kMinStep, (range + points - 1) / points);
}

HistoryFold foldOf(UseMeasure measure) noexcept {
  switch (measure) {
    case UseMeasure::GpuPercent:
      return HistoryFold::Average;
    case UseMeasure::TemperatureC:
      return HistoryFold::Most;
    case UseMeasure::MemoryUsedMib:
    case UseMeasure::PowerW:
      break;
  }
  return HistoryFold::Sum;
}

FoldedHistory foldSeries(const std::vector<HistorySeries>& series, HistoryFold fold, UnixSeconds step) {
  struct Slot {
    UnixSeconds at = 0;
    double value = 0;
    std::uint32_t cards = 0;
  };
  const UnixSeconds width = std::max<UnixSeconds>(1, step);
  std::map<UnixSeconds, Slot> slots;
  for (const HistorySeries& one : series) {
    for (const HistoryPoint& point : one.points) {
      Slot& slot = slots[(point.at + width / 2) / width];
      const auto value = static_cast<double>(point.value);
      slot.value =
          fold == HistoryFold::Most ? (slot.cards == 0 ? value : std::max(slot.value, value)) : slot.value + value;
      slot.at = slot.cards == 0 ? point.at : slot.at;
      ++slot.cards;
    }
  }
  FoldedHistory folded;
  folded.points.reserve(slots.size());
  folded.cards.reserve(slots.size());
  for (const auto& [key, slot] : slots) {
    const double value = fold == HistoryFold::Average ? slot.value / slot.cards : slot.value;
    folded.points.push_back({slot.at, static_cast<float>(value)});
    folded.cards.push_back(slot.cards);
    folded.most = std::max(folded.most, slot.cards);
  }
  return folded;
}

namespace {

/// The least and the most of one part of the time, in the order in which they came.
void addExtremes(std::vector<HistoryPoint>& out, const HistoryPoint* first, const HistoryPoint* last) {
  if (first == last) return;
  const auto [least, most] =
      std::minmax_element(first, last, [](const HistoryPoint& a, const HistoryPoint& b) { return a.value < b.value; });
  const HistoryPoint* const early = std::min(least, most);
  const HistoryPoint* const late = std::max(least, most);
  out.push_back(*early);
  if (late != early) out.push_back(*late);
}

}  // namespace

std::vector<HistoryPoint> reducePoints(std::span<const HistoryPoint> line, UnixSeconds start, UnixSeconds end,
                                       int pixels) {
  const auto parts = static_cast<UnixSeconds>(std::max(1, pixels));
  if (line.size() <= static_cast<std::size_t>(parts) * 2) return {line.begin(), line.end()};
  const UnixSeconds range = std::max<UnixSeconds>(1, end - start + 1);
  const auto partOf = [&](const HistoryPoint& point) { return (point.at - start) * parts / range; };
  std::vector<HistoryPoint> out;
  out.reserve(static_cast<std::size_t>(parts) * 2 + 2);
  out.push_back(line.front());
  const HistoryPoint* const stop = line.data() + line.size() - 1;
  for (const HistoryPoint* first = line.data() + 1; first < stop;) {
    const HistoryPoint* last = first + 1;
    while (last < stop && partOf(*last) == partOf(*first)) ++last;
    addExtremes(out, first, last);
    first = last;
  }
  out.push_back(line.back());
  return out;
}

}  // namespace cardinal
