// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/service/read/log_reader.h"
#include "ui/bridge/snapshot_bridge.h"

namespace cardinal::ui {

/// One log as it comes, read on a thread of its own and handed over in batches of lines (core/service/read/log_lines.h,
/// hostile). While the GUI cannot keep up only the newest kMaxWaiting lines wait. GUI thread only. When the source
/// goes the reading ends.
class LogFollow : public QObject {
  Q_OBJECT
 public:
  static constexpr int kMaxWaiting = 5'000;

  explicit LogFollow(SnapshotBridge& bridge, QObject* parent = nullptr);
  ~LogFollow() override;

  /// Gives up what was read before.
  void start(LogQuestion question);
  void stop();
  bool isRunning() const { return m_current != nullptr; }
  /// Blocks until the log ends or the time is over, and delivers what came. For pictures without an event loop only.
  void finish(std::chrono::milliseconds timeout);

 signals:
  /// `dropped`: lines before these that nobody saw.
  void arrived(const std::vector<std::string>& lines, int dropped);
  /// Nothing = the log's end, or that of its container.
  void ended(const std::optional<cardinal::Error>& error);

 private:
  struct Reading;
  void deliver(const std::shared_ptr<Reading>& reading);

  SnapshotBridge& m_bridge;
  std::shared_ptr<Reading> m_current;
};

}  // namespace cardinal::ui
