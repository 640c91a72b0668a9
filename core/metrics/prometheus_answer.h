// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"

namespace cardinal {

/// Limits of one answer (docs/reference/kubernetes-client.md 2.9): 80,000 cards with MIG instances and several dialects
/// fit into one answer per measure.
inline constexpr std::size_t kMaxMetricsBytes = std::size_t{64} << 20U;
inline constexpr std::size_t kMaxMetricsSeries = 500'000;
inline constexpr std::size_t kMaxMetricsPoints = 11'001;   ///< of one series
inline constexpr std::size_t kMaxMetricsLabels = 64;       ///< of one series; more are left out
inline constexpr std::size_t kMaxMetricsLabelBytes = 256;  ///< a longer value is cut

struct MetricLabel {
  std::string_view name;
  std::string_view value;
};

struct MetricPoint {
  double at = 0;     ///< seconds since the epoch, by the server's clock
  double value = 0;  ///< finite
};

/// One series of an answer; valid only while it is visited.
struct SeriesView {
  std::span<const MetricLabel> labels;
  std::span<const MetricPoint> points;  ///< by time as the server sent them; NaN and infinities are left out

  /// Value of a label; empty when there is none.
  std::string_view label(std::string_view name) const;
};

/// What an answer says beside its series.
struct PrometheusAnswer {
  std::vector<std::string> warnings;  ///< the server's own words (hostile), at most 10; a partial answer is one of them
  std::size_t series = 0;             ///< those that had a point
};

/// Answers of the HTTP API v1 of Prometheus, Thanos and VictoriaMetrics. Keeps its work buffers between calls; one
/// decoder belongs to one thread at a time.
class PrometheusDecoder {
 public:
  using Visit = std::function<void(const SeriesView&)>;

  PrometheusDecoder();
  ~PrometheusDecoder();
  PrometheusDecoder(const PrometheusDecoder&) = delete;
  PrometheusDecoder& operator=(const PrometheusDecoder&) = delete;

  /// Calls `visit` for each series of a vector, matrix or scalar that has a point. What was visited counts only when
  /// the whole answer could be read. Errors: MetricsQuery (the server refused: detail = its error type and words; or
  /// the text is no JSON object: detail = its first line), TruncatedAnswer, ParseFailed (place = "byte N"),
  /// LimitExceeded.
  Result<PrometheusAnswer> decode(std::string body, const Visit& visit);

  /// `version` of /status/buildinfo; empty when it is not reported. Errors as decode().
  Result<std::string> version(std::string body);

 private:
  struct State;
  std::unique_ptr<State> m_state;
};

/// The first line of a text that should have been JSON: at most 200 bytes, for error reports.
std::string firstLineOf(std::string_view text);

}  // namespace cardinal
