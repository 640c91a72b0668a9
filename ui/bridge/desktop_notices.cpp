// SPDX-License-Identifier: Apache-2.0
#include "ui/bridge/desktop_notices.h"

#include <QDBusMessage>
#include <QDBusPendingCallWatcher>
#include <QDBusPendingReply>
#include <QVariantMap>

namespace cardinal::ui {

namespace {

constexpr int kExpires = -1;  // as the desktop does it
constexpr qsizetype kLongest = 500;

/// Servers may read a few tags; names of a cluster must not become any.
QString withoutMarkup(QString text) {
  text.remove(u'<').remove(u'>').replace(u'&', u'+');
  return text.left(kLongest);
}

}  // namespace

DesktopNotices::DesktopNotices(Bus bus, QObject* parent) : QObject(parent), m_bus(std::move(bus)) {}

void DesktopNotices::show(const QString& title, const QString& text) {
  const QDBusConnection bus = m_bus();
  if (!bus.isConnected()) {
    emit failed(bus.lastError().message());
    return;
  }
  QDBusMessage call = QDBusMessage::createMethodCall(
      QStringLiteral("org.freedesktop.Notifications"), QStringLiteral("/org/freedesktop/Notifications"),
      QStringLiteral("org.freedesktop.Notifications"), QStringLiteral("Notify"));
  call << QStringLiteral("Cardinal") << 0U << QStringLiteral("cardinal") << withoutMarkup(title) << withoutMarkup(text)
       << QStringList() << QVariantMap() << kExpires;
  auto* watcher = new QDBusPendingCallWatcher(bus.asyncCall(call), this);
  connect(watcher, &QDBusPendingCallWatcher::finished, this, [this](QDBusPendingCallWatcher* done) {
    done->deleteLater();
    const QDBusPendingReply<uint> reply = *done;
    if (reply.isError()) {
      emit failed(reply.error().message());
    } else {
      emit shown();
    }
  });
}

}  // namespace cardinal::ui
