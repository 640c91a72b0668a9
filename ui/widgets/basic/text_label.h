// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QLabel>

#include "ui/theme/theme.h"

namespace cardinal::ui {

enum class TextTone { Strong, Normal, Quiet, Accent, Ok, Warning, Critical, Planned };

/// One text of the interface: role and tone from the theme, always plain text, follows theme changes.
/// `Strong` = text1, `Normal` = text2, `Quiet` = text3.
class TextLabel : public QLabel {
  Q_OBJECT
 public:
  TextLabel(Theme& theme, TextRole role, TextTone tone, QWidget* parent = nullptr);
  TextLabel(Theme& theme, QWidget* parent = nullptr) : TextLabel(theme, TextRole::Body, TextTone::Strong, parent) {}

  void setRole(TextRole role);
  void setTone(TextTone tone);
  /// Elides to the width instead of asking for more of it; the whole text is then the tooltip. ElideNone = off (the
  /// default).
  void setElide(Qt::TextElideMode mode);

  QSize minimumSizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  void dress();
  Theme& m_theme;
  TextRole m_role;
  TextTone m_tone;
  Qt::TextElideMode m_elide = Qt::ElideNone;
};

}  // namespace cardinal::ui
