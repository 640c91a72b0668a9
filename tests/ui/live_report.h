// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <utility>
#include <vector>

#include "core/metrics/use.h"

namespace cardinal::test {

/// What a metrics source tells that answers.
inline MetricsReport liveReport(std::vector<CardSample> samples, UnixSeconds now) {
  MetricsReport report;
  report.state.phase = MetricsPhase::Live;
  report.state.source = "scripted";
  report.state.queriedAt = now;
  report.samples = std::move(samples);
  return report;
}

}  // namespace cardinal::test
