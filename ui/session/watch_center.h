// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <vector>

#include "core/metrics/watch.h"
#include "ui/bridge/desktop_notices.h"
#include "ui/bridge/snapshot_bridge.h"
#include "ui/session/window_settings.h"

namespace cardinal::ui {

/// Watches every refresh by the user's rules, keeps the events and, where the user asked, notifies the desktop: one
/// notification for a refresh, however many events it brings.
class WatchCenter : public QObject {
  Q_OBJECT
 public:
  /// All outlive the center.
  WatchCenter(SnapshotBridge& bridge, WindowSettings settings, DesktopNotices& notices, QObject* parent = nullptr);

  const std::vector<WatchRule>& rules() const { return m_book.rules(); }
  /// Kept in the settings.
  void setRule(const WatchRule& rule);
  std::vector<WatchEvent> events() const { return m_book.events(); }
  std::size_t active() const { return m_book.active(); }
  /// Why the desktop takes no notifications; empty = it does, or none was sent.
  const QString& refusal() const { return m_refusal; }

 signals:
  void changed();
  void rulesChanged();

 private:
  void look();
  void lookAtCluster();
  void readRules();
  void askThePast();
  void notify(const std::vector<WatchEvent>& events);

  SnapshotBridge& m_bridge;
  WindowSettings m_settings;
  DesktopNotices& m_notices;
  WatchBook m_book;
  QString m_refusal;
  bool m_pastRequested = false;
};

}  // namespace cardinal::ui
