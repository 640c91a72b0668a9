// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stop_token>

#include "core/kube/transport/event_loop.h"
#include "core/metrics/history.h"
#include "core/service/metrics/metrics_session.h"

namespace cardinal {

/// Questions about the past. Blocking, for worker threads; thread-safe. Asks only for metrics and cards that a refresh
/// has seen. Errors: those of MetricsEndpointSlot (no source, or why it could not be reached), InvalidArgument (more
/// than kMaxCards cards, or a range that ends before it begins), MetricsQuery, those of the transport, Cancelled.
class MetricsArchive {
 public:
  MetricsArchive(EventLoop& loop, const MetricsEndpointSlot& slot) : m_loop(loop), m_endpointSlot(slot) {}

  Result<History> history(const HistoryQuery& query, const std::stop_token& stop) const;
  Result<ClusterPast> past(UnixSeconds window, UnixSeconds now, const std::stop_token& stop) const;

  static constexpr std::size_t kMaxCards = 256;  ///< of one history
  static constexpr UnixSeconds kLongestWindow = 90 * 86'400;

 private:
  EventLoop& m_loop;
  const MetricsEndpointSlot& m_endpointSlot;
};

}  // namespace cardinal
