// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <functional>

#include "ui/bridge/snapshot_bridge.h"

namespace cardinal::ui {

/// Asks for the past of many cards in parts, one after the other, so that it can be seen to go on and be given up at
/// any time. GUI thread; the asking itself is done elsewhere.
class HistoryLoader : public QObject {
  Q_OBJECT
 public:
  explicit HistoryLoader(SnapshotBridge& bridge, QObject* parent = nullptr) : QObject(parent), m_bridge(bridge) {}

  /// Gives up what runs and starts anew.
  void start(HistoryQuery query);
  /// No signal comes for what was given up.
  void cancel();
  bool isLoading() const { return m_loading; }
  int done() const { return m_done; }  ///< parts
  int parts() const { return m_parts; }

  static constexpr std::size_t kCardsPerPart = 64;

 signals:
  void progressed();
  void loaded(const cardinal::HistoryQuery& query, const cardinal::History& history);
  void failed(const cardinal::HistoryQuery& query, const cardinal::Error& error);

 private:
  void next();
  void take(const Result<History>& answer);

  SnapshotBridge& m_bridge;
  HistoryQuery m_query;
  History m_history;
  int m_done = 0;
  int m_parts = 0;
  bool m_loading = false;
};

}  // namespace cardinal::ui
