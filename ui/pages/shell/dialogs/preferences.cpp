// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/shell/dialogs/preferences.h"

#include <algorithm>

#include "ui/theme/system_appearance.h"

namespace cardinal::ui {

namespace {

const QString kText = QStringLiteral("textPercent");
const QString kMotion = QStringLiteral("motion");
const QString kTabs = QStringLiteral("start/tabs");
const QString kOff = QStringLiteral("off");
constexpr int kMin = 100;
constexpr int kMax = 200;

}  // namespace

bool reopensTabs(const WindowSettings& settings) {
  return settings.text(kTabs) != kOff;
}

ThemeKind themeAfter(ThemeKind kind) {
  switch (kind) {
    case ThemeKind::Light:
      return ThemeKind::Dark;
    case ThemeKind::Dark:
      return ThemeKind::Contrast;
    case ThemeKind::Contrast:
      break;
  }
  return ThemeKind::Light;
}

Preferences::Preferences(Theme& theme, Language& language, WindowSettings settings, QObject* parent)
    : QObject(parent), m_theme(theme), m_language(language), m_settings(std::move(settings)) {
  // What was there before the first choice stays; only what was chosen is put on.
  if (textPercent() != kMin) m_theme.setTextScale(textPercent() / 100.0);
  if (motion() != Motion::System) m_theme.setAnimations(motion() == Motion::On);
}

void Preferences::follow(SystemAppearance& system) {
  m_system = &system;
  connect(&system, &SystemAppearance::changed, this, &Preferences::apply);
  apply();
}

void Preferences::apply() {
  if (const auto chosen = theme()) {
    m_theme.setKind(*chosen);
  } else if (m_system) {
    m_theme.setKind(m_system->theme(m_theme.systemPalette()));
  }
  m_theme.setTextScale(textPercent() / 100.0);
  const bool calm = m_system && m_system->prefersLessMotion();
  m_theme.setAnimations(motion() == Motion::System ? !calm : motion() == Motion::On);
}

void Preferences::setTheme(std::optional<ThemeKind> kind) {
  m_settings.setTheme(kind);
  apply();
}

int Preferences::textPercent() const {
  return std::clamp(m_settings.text(kText, QString::number(kMin)).toInt(), kMin, kMax);
}

void Preferences::setTextPercent(int percent) {
  m_settings.setText(kText, QString::number(std::clamp(percent, kMin, kMax)));
  apply();
}

Preferences::Motion Preferences::motion() const {
  const QString chosen = m_settings.text(kMotion);
  return chosen == u"on" ? Motion::On : chosen == u"off" ? Motion::Off : Motion::System;
}

void Preferences::setMotion(Motion motion) {
  m_settings.setText(kMotion, motion == Motion::On    ? QStringLiteral("on")
                              : motion == Motion::Off ? QStringLiteral("off")
                                                      : QString());
  apply();
}

void Preferences::setReopensTabs(bool reopens) {
  m_settings.setText(kTabs, reopens ? QString() : kOff);
}

QString Preferences::language() const {
  return m_language.code();
}

void Preferences::setLanguage(const QString& code) {
  if (m_language.setCode(code)) m_settings.setLanguage(code);
}

}  // namespace cardinal::ui
