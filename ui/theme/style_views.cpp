// SPDX-License-Identifier: Apache-2.0
#include <QPainter>
#include <QStyleOption>
#include <QWidget>

#include "ui/theme/cardinal_style.h"
#include "ui/theme/paint.h"

namespace cardinal::ui {

void CardinalStyle::drawHeaderSection(const QStyleOption* option, QPainter* painter) const {
  const Tokens& t = tokens();
  const bool over = option->state & State_MouseOver && option->state & State_Enabled;
  painter->fillRect(option->rect, over ? t.hover : t.panel);
  drawHairline(*painter, QRectF(option->rect.left(), option->rect.bottom(), option->rect.width(), 1), t.line);
}

void CardinalStyle::drawHeaderLabel(const QStyleOption* option, QPainter* painter, const QWidget* widget) const {
  const auto* header = qstyleoption_cast<const QStyleOptionHeader*>(option);
  if (!header) return;
  const Tokens& t = tokens();
  painter->save();
  QFont face = font(TextRole::Small);
  face.setWeight(QFont::Medium);
  painter->setFont(face);
  painter->setPen(option->state & State_MouseOver ? t.text2 : t.text3);
  QRect rect = option->rect;
  if (!header->icon.isNull()) {
    const int extent = pixelMetric(PM_SmallIconSize, option, widget);
    header->icon.paint(painter, QRect(rect.left(), rect.top(), extent, rect.height()), Qt::AlignCenter);
    rect.setLeft(rect.left() + extent + 4);
  }
  const auto side = header->textAlignment & Qt::AlignRight     ? Qt::AlignRight
                    : header->textAlignment & Qt::AlignHCenter ? Qt::AlignHCenter
                                                               : Qt::AlignLeft;
  // Tables in panes have no padding at the outer sides: a head stands above its column there, too.
  if (widget && widget->property("flush").toBool()) {
    using Head = QStyleOptionHeader;
    const int margin = pixelMetric(PM_HeaderMargin, option, widget);
    if (header->position == Head::Beginning || header->position == Head::OnlyOneSection)
      rect.setLeft(rect.left() - margin);
    if (header->position == Head::End || header->position == Head::OnlyOneSection) rect.setRight(rect.right() + margin);
  }
  drawLine(*painter, rect, header->text, side);
  painter->restore();
}

void CardinalStyle::drawRowPanel(const QStyleOption* option, QPainter* painter) const {
  const Tokens& t = tokens();
  if (option->state & State_Selected) {
    painter->fillRect(option->rect, t.selected);
  } else if (option->state & State_MouseOver && option->state & State_Enabled) {
    painter->fillRect(option->rect, t.hover);
  }
}

void CardinalStyle::drawScrollBar(const QStyleOptionComplex* option, QPainter* painter, const QWidget* widget) const {
  const auto* bar = qstyleoption_cast<const QStyleOptionSlider*>(option);
  if (!bar) return;
  const Tokens& t = tokens();
  const QWidget* area = widget ? widget->parentWidget() : nullptr;
  const QColor ground = area ? area->palette().color(area->backgroundRole()) : t.panel;
  painter->fillRect(option->rect, area && area->property("mapGround").toBool() ? t.bg : ground);
  if (bar->maximum <= bar->minimum) return;
  const QRectF slider = subControlRect(CC_ScrollBar, option, SC_ScrollBarSlider, widget);
  const bool across = bar->orientation == Qt::Horizontal;
  const QRectF thumb = across ? slider.adjusted(2, 3, -2, -3) : slider.adjusted(3, 2, -3, -2);
  const bool active =
      option->activeSubControls & SC_ScrollBarSlider && option->state & (State_MouseOver | State_Sunken);
  drawBox(*painter, thumb, active ? t.control : t.line2, {}, 3);
}

void CardinalStyle::drawTab(const QStyleOption* option, QPainter* painter) const {
  const Tokens& t = tokens();
  const QRect r = option->rect;
  if (option->state & State_MouseOver && option->state & State_Enabled)
    painter->fillRect(r.adjusted(0, 0, 0, -1), t.hover);
  if (option->state & State_Selected) drawHairline(*painter, QRectF(r.left(), r.bottom() - 1, r.width(), 2), t.accent);
}

void CardinalStyle::drawTabLabel(const QStyleOption* option, QPainter* painter) const {
  const auto* tab = qstyleoption_cast<const QStyleOptionTab*>(option);
  if (!tab) return;
  const Tokens& t = tokens();
  painter->save();
  QFont face = font(TextRole::Body);
  const bool current = option->state & State_Selected;
  face.setWeight(current ? QFont::DemiBold : QFont::Normal);
  painter->setFont(face);
  painter->setPen(current ? t.text1 : t.text2);
  painter->drawText(tab->rect, Qt::AlignCenter | Qt::TextSingleLine | Qt::TextHideMnemonic, tab->text);
  painter->restore();
}

}  // namespace cardinal::ui
