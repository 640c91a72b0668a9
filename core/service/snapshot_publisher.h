// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <stop_token>
#include <thread>
#include <vector>

#include "core/base/clock.h"
#include "core/base/mutex.h"
#include "core/service/cluster_service.h"
#include "core/service/snapshots/snapshot_contents.h"

namespace cardinal {

/// Takes what a source reports, builds snapshots on its own thread and notifies the listener: the first one at once,
/// then at most ten a second, always the latest; matches metrics with the latest snapshot. Thread-safe. The destructor
/// stops and joins; no call comes afterwards.
class SnapshotPublisher final : public SourceSink {
 public:
  /// `timeFromSource`: snapshots are dated by the connection's last contact (files) instead of the clock.
  SnapshotPublisher(ServiceListener& listener, const Clock& clock, bool timeFromSource);
  ~SnapshotPublisher() override = default;
  SnapshotPublisher(const SnapshotPublisher&) = delete;
  SnapshotPublisher& operator=(const SnapshotPublisher&) = delete;

  void onDeltas(std::vector<ClusterDelta> deltas) override;
  void onConnection(const ConnectionState& state) override;
  void onMetrics(MetricsReport report) override;

  SnapshotPtr latest() const;
  UsePtr use() const;    ///< latest; never null
  bool hasData() const;  ///< a snapshot was published
  ConnectionState connection() const;
  /// Waits until the first complete state was published or the connection failed. The error is the connection's, or
  /// Timeout.
  Result<SnapshotPtr> waitForData(std::chrono::milliseconds timeout) const;
  /// Waits while a metrics source is being looked for; then the latest use, whatever it says.
  UsePtr waitForUse(std::chrono::milliseconds timeout) const;
  /// The raw objects behind the latest state; asks the build thread and waits. Not from a listener's callback.
  SnapshotContents rawContents();

 private:
  using Steady = std::chrono::steady_clock::time_point;
  /// What arrived and was not looked at yet, in order.
  struct Item {
    std::vector<ClusterDelta> deltas;
    std::optional<ConnectionState> connection;
    std::optional<MetricsReport> metrics;
  };

  void run(const std::stop_token& stop);
  bool waitForWork(const std::stop_token& stop, std::vector<Item>& items,
                   std::vector<std::function<void()>>& questions);
  void take(Item& item);
  UsePtr matchedWith(const ClusterSnapshot& snapshot);
  void publishUse();
  void publishWhenDue();

  ServiceListener& m_listener;
  const Clock& m_clock;
  const bool m_timeFromSource;

  // Only the build thread touches these.
  SnapshotBuilder m_builder;
  ConnectionState m_seen;  ///< the last connection state that was taken
  UnixSeconds m_time = 0;
  std::optional<MetricsReport> m_metrics;  ///< the last report; matched again when nodes appear
  std::uint64_t m_useGeneration = 0;
  std::size_t m_matchedCards = 0;  ///< of the snapshot that it was matched with
  bool m_dirty = false;
  int m_sinceTrim = 0;      ///< snapshots since free pages were given back
  bool m_complete = false;  ///< the source said that everything is there
  std::optional<Steady> m_lastPublished;

  mutable Mutex m_mutex;
  mutable CondVar m_wake;     ///< work for the build thread
  mutable CondVar m_changed;  ///< something was published
  std::vector<Item> m_items CARDINAL_GUARDED_BY(m_mutex);
  std::vector<std::function<void()>> m_questions CARDINAL_GUARDED_BY(m_mutex);
  SnapshotPtr m_latest CARDINAL_GUARDED_BY(m_mutex);
  UsePtr m_use CARDINAL_GUARDED_BY(m_mutex);
  bool m_published CARDINAL_GUARDED_BY(m_mutex) = false;
  bool m_publishedComplete CARDINAL_GUARDED_BY(m_mutex) = false;
  ConnectionState m_connection CARDINAL_GUARDED_BY(m_mutex);
  std::jthread m_thread;  ///< last: joined before the rest goes
};

}  // namespace cardinal
