// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>

#include "ui/i18n/language.h"
#include "ui/session/window_settings.h"
#include "ui/theme/theme.h"

namespace cardinal::ui {

class SystemAppearance;

/// Whether the tabs of the last time are opened at the start; they are when nothing was chosen.
bool reopensTabs(const WindowSettings& settings);

/// What one press of the button for the theme leads to: light, dark, high contrast, and around.
ThemeKind themeAfter(ThemeKind kind);

/// What the user chose for the whole program, and the desktop's settings where nothing was chosen. Applies at once and
/// keeps in the settings. Theme and language outlive it. GUI thread only.
class Preferences : public QObject {
  Q_OBJECT
 public:
  enum class Motion { System, On, Off };

  Preferences(Theme& theme, Language& language, WindowSettings settings, QObject* parent = nullptr);

  /// Follows the desktop from now on; it outlives this. Until then, and where its portal is silent, the palette's
  /// lightness counts.
  void follow(SystemAppearance& system);
  /// Puts on what was chosen: theme, text size, motion.
  void apply();

  /// Nothing = as the desktop.
  std::optional<ThemeKind> theme() const { return m_settings.theme(); }
  void setTheme(std::optional<ThemeKind> kind);
  int textPercent() const;  ///< 100..200
  void setTextPercent(int percent);
  Motion motion() const;
  void setMotion(Motion motion);
  bool reopensTabs() const { return ui::reopensTabs(m_settings); }
  void setReopensTabs(bool reopens);
  QString language() const;  ///< code in force
  void setLanguage(const QString& code);
  WindowSettings& settings() { return m_settings; }

 private:
  Theme& m_theme;
  Language& m_language;
  WindowSettings m_settings;
  SystemAppearance* m_system = nullptr;
};

}  // namespace cardinal::ui
