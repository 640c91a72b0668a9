// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>

#include "ui/theme/theme.h"
#include "ui/widgets/basic/state.h"

namespace cardinal::ui {

/// Filled = a fact; Outlined = a value that can be changed, or a choice; Prod = the mark of a production context.
enum class BadgeKind { Filled, Outlined, Prod };

/// 20 high, 24 when `tall` (certainty). Plain text. A state adds glyph and coloured outline.
class Badge : public QWidget {
  Q_OBJECT
 public:
  explicit Badge(Theme& theme, QWidget* parent = nullptr);
  Badge(Theme& theme, const QString& text, BadgeKind kind, QWidget* parent = nullptr);

  void setText(const QString& text);
  QString text() const { return m_text; }
  void setKind(BadgeKind kind);
  void setState(StateRole state);
  void setTall(bool tall);

  QSize sizeHint() const override;
  QSize minimumSizeHint() const override { return sizeHint(); }

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  Theme& m_theme;
  QString m_text;
  BadgeKind m_kind = BadgeKind::Filled;
  StateRole m_state = StateRole::None;
  bool m_tall = false;
};

}  // namespace cardinal::ui
