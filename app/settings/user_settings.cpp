// SPDX-License-Identifier: Apache-2.0
#include "app/settings/user_settings.h"

#include <QFileInfo>
#include <QStandardPaths>

#include "ui/i18n/language.h"

namespace cardinal::app {

namespace {

QString settingsFile() {
  return QStandardPaths::writableLocation(QStandardPaths::GenericConfigLocation) +
         QStringLiteral("/cardinal/cardinal.ini");
}

/// LC_ALL is "C", "POSIX" or "C" with an encoding.
bool wantsNoLanguage() {
  const QByteArray all = qgetenv("LC_ALL");
  return all == "C" || all == "POSIX" || all.startsWith("C.");
}

}  // namespace

ui::WindowSettings userSettings() {
  return ui::WindowSettings(settingsFile());
}

QString textLanguage() {
  const bool hasChoices = !wantsNoLanguage() && QFileInfo::exists(settingsFile());
  const QString chosen = hasChoices ? userSettings().language() : QString();
  return chosen.isEmpty() ? ui::Language::fromLocale() : chosen;
}

}  // namespace cardinal::app
