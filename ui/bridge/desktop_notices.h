// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QDBusConnection>
#include <QObject>
#include <functional>

namespace cardinal::ui {

/// Notifications of the desktop (org.freedesktop.Notifications). Connects to the session's bus when the first one is
/// sent and not before. GUI thread; nothing blocks.
class DesktopNotices : public QObject {
  Q_OBJECT
 public:
  using Bus = std::function<QDBusConnection()>;
  /// `bus`: normally the session's.
  explicit DesktopNotices(
      Bus bus = [] { return QDBusConnection::sessionBus(); }, QObject* parent = nullptr);

  /// `title` and `text` are shown as plain text: what a server may take for markup is left out.
  void show(const QString& title, const QString& text);

 signals:
  void shown();
  /// The desktop takes no notifications; `reason` in its own words.
  void failed(const QString& reason);

 private:
  Bus m_bus;
};

}  // namespace cardinal::ui
