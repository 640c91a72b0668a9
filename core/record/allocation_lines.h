// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "core/metrics/history.h"
#include "core/record/allocation_store.h"

namespace cardinal {

/// What a chart shows of what was recorded.
struct LinesQuestion {
  AllocationBy by = AllocationBy::Total;
  AmountMeasure measure = AmountMeasure::Memory;
  UnixSeconds start = 0;
  UnixSeconds end = 0;
  int points = 600;            ///< at most so many in a line; at least 3
  std::size_t lines = 6;       ///< at most; the rest becomes one of them
  UnixSeconds leastStep = 60;  ///< seconds between two points at least
};

struct AllocationLine {
  AllocationGroup::Kind kind = AllocationGroup::Kind::Named;
  GpuMode mode = GpuMode::None;
  std::string name;  ///< foreign text
  std::vector<HistoryPoint>
      points;  ///< MiB, percent points or cards; points further apart than a step have a gap between them
};

struct AllocationLines {
  UnixSeconds step = 60;
  std::vector<AllocationLine> lines;  ///< the largest of the time first, Other last; Total has one
  std::vector<HistoryPoint> total;    ///< what there was to be allocated
};

/// Points at equal distances, and one at the end; each is what held at that time. Where nothing was recorded there is
/// no point. Pure; linear in states and points times groups.
AllocationLines makeLines(const std::vector<PastSums>& past, const LinesQuestion& question);

/// Seconds between two points of a question: a multiple of its least step.
UnixSeconds linesStep(const LinesQuestion& question);

}  // namespace cardinal
