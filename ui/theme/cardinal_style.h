// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QPointer>
#include <QProxyStyle>

#include "ui/theme/theme.h"

namespace cardinal::ui {

/// Draws Qt's controls from the token table, over Fusion (docs/reference/visual-style.md 7, 10).
/// Dynamic properties of buttons: "primary" (filled accent, one per pane), "quiet" (no border), "large" (32 high);
/// of tables: "compact" and "relaxed" row heights are the page's business. GUI thread only.
class CardinalStyle : public QProxyStyle {
  Q_OBJECT
 public:
  explicit CardinalStyle(const Theme& theme);

  void polish(QWidget* widget) override;
  void unpolish(QWidget* widget) override;
  using QProxyStyle::polish;
  using QProxyStyle::unpolish;

  int pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const override;
  int styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                QStyleHintReturn* data) const override;
  QSize sizeFromContents(ContentsType type, const QStyleOption* option, const QSize& size,
                         const QWidget* widget) const override;
  QRect subControlRect(ComplexControl control, const QStyleOptionComplex* option, SubControl part,
                       const QWidget* widget) const override;
  QRect subElementRect(SubElement element, const QStyleOption* option, const QWidget* widget) const override;

  void drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                     const QWidget* widget) const override;
  void drawControl(ControlElement element, const QStyleOption* option, QPainter* painter,
                   const QWidget* widget) const override;
  void drawComplexControl(ComplexControl control, const QStyleOptionComplex* option, QPainter* painter,
                          const QWidget* widget) const override;

 private:
  const Tokens& tokens() const;
  int scaled(int pixels) const;  ///< a length at texts of 100 %, in the user's text size
  QFont font(TextRole role) const;
  void glyph(QPainter* painter, const char* name, const QColor& colour, const QRect& rect, int size) const;

  // style_controls.cpp
  void drawButtonPanel(const QStyleOption* option, QPainter* painter, const QWidget* widget) const;
  void drawButtonLabel(const QStyleOption* option, QPainter* painter, const QWidget* widget) const;
  void drawToolButton(const QStyleOptionComplex* option, QPainter* painter, const QWidget* widget) const;
  void drawCheckMark(const QStyleOption* option, QPainter* painter) const;
  void drawRadioMark(const QStyleOption* option, QPainter* painter) const;
  void drawProgress(const QStyleOption* option, QPainter* painter) const;
  // style_fields.cpp
  void drawFieldPanel(const QStyleOption* option, QPainter* painter, const QWidget* widget) const;
  void drawComboBox(const QStyleOptionComplex* option, QPainter* painter, const QWidget* widget) const;
  void drawComboLabel(const QStyleOption* option, QPainter* painter, const QWidget* widget) const;
  void drawSpinBox(const QStyleOptionComplex* option, QPainter* painter, const QWidget* widget) const;
  // style_views.cpp
  void drawHeaderSection(const QStyleOption* option, QPainter* painter) const;
  void drawHeaderLabel(const QStyleOption* option, QPainter* painter, const QWidget* widget) const;
  void drawRowPanel(const QStyleOption* option, QPainter* painter) const;
  void drawScrollBar(const QStyleOptionComplex* option, QPainter* painter, const QWidget* widget) const;
  void drawTab(const QStyleOption* option, QPainter* painter) const;
  void drawTabLabel(const QStyleOption* option, QPainter* painter) const;
  // style_menus.cpp
  void drawMenuItem(const QStyleOption* option, QPainter* painter) const;
  QSize menuItemSize(const QStyleOption* option, const QSize& size) const;

  QPointer<const Theme> m_theme;  // the application may outlive the theme
};

}  // namespace cardinal::ui
