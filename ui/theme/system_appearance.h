// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QDBusConnection>
#include <QDBusMessage>
#include <QObject>
#include <QVariantMap>

#include "ui/theme/tokens.h"

class QPalette;

namespace cardinal::ui {

/// What the desktop asks for: light or dark, contrast, less motion. Read from the settings portal
/// (org.freedesktop.portal.Settings, namespace org.freedesktop.appearance) and followed by its signal; a desktop
/// without the portal reports nothing. GUI thread only.
class SystemAppearance : public QObject {
  Q_OBJECT
 public:
  /// `service`: name on the bus; empty on a connection from peer to peer.
  explicit SystemAppearance(QDBusConnection bus,
                            const QString& service = QStringLiteral("org.freedesktop.portal.Desktop"),
                            QObject* parent = nullptr);

  /// The portal has answered.
  bool isKnown() const { return m_known; }
  bool prefersDark() const { return m_scheme == 1; }
  bool prefersLight() const { return m_scheme == 2; }
  bool prefersContrast() const { return m_contrast; }
  bool prefersLessMotion() const { return m_lessMotion; }

  /// The theme to wear; where the portal is silent, `palette` decides by the lightness of its window.
  ThemeKind theme(const QPalette& palette) const;

 signals:
  void changed();

 private:
  void read(const QString& service);
  void take(const QDBusMessage& reply);
  bool takeOne(const QString& space, const QString& key, const QVariant& value);

 private slots:
  void onSettingChanged(const QDBusMessage& message);

 private:
  QDBusConnection m_bus;
  bool m_known = false;
  uint m_scheme = 0;  ///< 0 = no preference, 1 = dark, 2 = light
  bool m_contrast = false;
  bool m_lessMotion = false;
};

}  // namespace cardinal::ui
