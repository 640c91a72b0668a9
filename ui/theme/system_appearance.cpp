// SPDX-License-Identifier: Apache-2.0
#include "ui/theme/system_appearance.h"

#include <QDBusArgument>
#include <QDBusPendingCallWatcher>
#include <QDBusPendingReply>
#include <QDBusVariant>
#include <QPalette>

namespace cardinal::ui {

namespace {

const QString kPath = QStringLiteral("/org/freedesktop/portal/desktop");
const QString kInterface = QStringLiteral("org.freedesktop.portal.Settings");
const QString kAppearance = QStringLiteral("org.freedesktop.appearance");
const QString kGnome = QStringLiteral("org.gnome.desktop.interface");

/// Older portals wrap a value twice.
QVariant unwrapped(QVariant value) {
  while (value.canConvert<QDBusVariant>()) value = value.value<QDBusVariant>().variant();
  return value;
}

}  // namespace

SystemAppearance::SystemAppearance(QDBusConnection bus, const QString& service, QObject* parent)
    : QObject(parent), m_bus(std::move(bus)) {
  if (!m_bus.isConnected()) return;
  m_bus.connect(service, kPath, kInterface, QStringLiteral("SettingChanged"), this,
                SLOT(onSettingChanged(QDBusMessage)));
  read(service);
}

void SystemAppearance::read(const QString& service) {
  QDBusMessage call = QDBusMessage::createMethodCall(service, kPath, kInterface, QStringLiteral("ReadAll"));
  call << QStringList{kAppearance, kGnome};
  auto* watcher = new QDBusPendingCallWatcher(m_bus.asyncCall(call), this);
  connect(watcher, &QDBusPendingCallWatcher::finished, this, [this, watcher] {
    const QDBusPendingReply<> reply = *watcher;
    if (!reply.isError()) take(watcher->reply());
    watcher->deleteLater();
  });
}

void SystemAppearance::take(const QDBusMessage& reply) {
  if (reply.arguments().isEmpty() || !reply.arguments().first().canConvert<QDBusArgument>()) return;
  QMap<QString, QVariantMap> spaces;
  reply.arguments().first().value<QDBusArgument>() >> spaces;
  m_known = true;
  for (auto space = spaces.constBegin(); space != spaces.constEnd(); ++space) {
    for (auto entry = space->constBegin(); entry != space->constEnd(); ++entry)
      takeOne(space.key(), entry.key(), entry.value());
  }
  emit changed();
}

bool SystemAppearance::takeOne(const QString& space, const QString& key, const QVariant& wrapped) {
  const QVariant value = unwrapped(wrapped);
  if (space == kAppearance && key == u"color-scheme") {
    m_scheme = value.toUInt();
  } else if (space == kAppearance && key == u"contrast") {
    m_contrast = value.toUInt() == 1;
  } else if (space == kAppearance && key == u"reduced-motion") {
    m_lessMotion = value.toUInt() == 1;
  } else if (space == kGnome && key == u"enable-animations") {
    m_lessMotion = !value.toBool();
  } else {
    return false;
  }
  return true;
}

void SystemAppearance::onSettingChanged(const QDBusMessage& message) {
  const QVariantList setting = message.arguments();
  if (setting.size() != 3 || !takeOne(setting[0].toString(), setting[1].toString(), setting[2])) return;
  m_known = true;
  emit changed();
}

ThemeKind SystemAppearance::theme(const QPalette& palette) const {
  if (m_contrast) return ThemeKind::Contrast;
  if (prefersDark()) return ThemeKind::Dark;
  if (prefersLight()) return ThemeKind::Light;
  return Tokens::luminance(palette.color(QPalette::Window)) < Tokens::luminance(palette.color(QPalette::WindowText))
             ? ThemeKind::Dark
             : ThemeKind::Light;
}

}  // namespace cardinal::ui
