// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QPushButton>

#include "ui/theme/theme.h"

namespace cardinal::ui {

enum class ButtonKind { Normal, Primary, Quiet };

/// A button in the product's look: icon by name, retinted with the theme; busy shows a ring in the icon's place and
/// keeps the text. Icon-only buttons must get a tooltip with word and shortcut; it also becomes their accessible name.
class ActionButton : public QPushButton {
  Q_OBJECT
 public:
  explicit ActionButton(Theme& theme, QWidget* parent = nullptr);

  void setKind(ButtonKind kind);
  void setIconName(const QString& name);  ///< "" = none
  void setLarge(bool large);              ///< 32 high, for action areas and dialogs
  void setBusy(bool busy);
  bool isBusy() const { return m_busy; }
  /// Disabled with a reason: the tooltip says why. An empty reason enables again.
  void setRefusal(const QString& reason);

 protected:
  void timerEvent(QTimerEvent* event) override;
  bool event(QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  void dress();
  Theme& m_theme;
  QString m_iconName;
  QString m_toolTip;
  bool m_busy = false;
  bool m_refused = false;
  int m_timer = 0;
  int m_angle = 0;
};

}  // namespace cardinal::ui
