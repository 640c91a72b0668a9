// SPDX-License-Identifier: Apache-2.0
#include <QAbstractButton>
#include <QPainter>
#include <QStyleOption>

#include "ui/theme/cardinal_style.h"
#include "ui/theme/paint.h"

namespace cardinal::ui {
namespace {

enum class Weight { Normal, Primary, Quiet };

Weight weightOf(const QWidget* widget) {
  if (!widget) return Weight::Normal;
  if (widget->property("primary").toBool()) return Weight::Primary;
  if (widget->property("quiet").toBool()) return Weight::Quiet;
  return Weight::Normal;
}

/// Hover goes 6 % toward the text, pressed 6 % away from it.
QColor shifted(const QColor& base, const Tokens& t, QStyle::State state) {
  if (state & QStyle::State_Sunken) return Tokens::mix(base, t.bg, 0.06);
  if (state & QStyle::State_MouseOver) return Tokens::mix(base, t.text1, 0.06);
  return base;
}

constexpr int kIconGap = 8;

}  // namespace

void CardinalStyle::drawButtonPanel(const QStyleOption* option, QPainter* painter, const QWidget* widget) const {
  const Tokens& t = tokens();
  const Weight weight = weightOf(widget);
  const bool enabled = option->state & State_Enabled;
  const bool on = option->state & State_On;
  const QRectF rect = option->rect;
  if (!enabled) {
    if (weight != Weight::Quiet) drawBox(*painter, rect, {}, t.line, 4);
    return;
  }
  if (on)
    return drawBox(*painter, rect, shifted(t.selected, t, option->state), weight == Weight::Quiet ? QColor() : t.line2,
                   4);
  if (weight == Weight::Primary) return drawBox(*painter, rect, shifted(t.accent, t, option->state), {}, 4);
  if (weight == Weight::Quiet) {
    if (option->state & (State_MouseOver | State_Sunken)) drawBox(*painter, rect, t.hover, {}, 4);
    return;
  }
  drawBox(*painter, rect, shifted(t.raised, t, option->state), t.line2, 4);
}

void CardinalStyle::drawButtonLabel(const QStyleOption* option, QPainter* painter, const QWidget* widget) const {
  const auto* button = qstyleoption_cast<const QStyleOptionButton*>(option);
  if (!button) return;
  const Tokens& t = tokens();
  const bool enabled = option->state & State_Enabled;
  const bool primary = weightOf(widget) == Weight::Primary;
  const bool menu = button->features & QStyleOptionButton::HasMenu;

  painter->save();
  QFont face = widget ? widget->font() : painter->font();
  face.setWeight(primary ? QFont::DemiBold : QFont::Medium);
  painter->setFont(face);
  painter->setPen(!enabled ? t.text3 : primary ? t.onAccent : t.text1);

  const QFontMetrics metrics(face);
  QRect rect = option->rect.adjusted(8, 0, -8, 0);
  if (menu) {
    glyph(painter, "chevron-down", t.text2, QRect(rect.right() + 1 - scaled(14), rect.top(), scaled(14), rect.height()),
          12);
    rect.setRight(rect.right() - scaled(16));
  }
  const int iconWidth = button->icon.isNull() ? 0 : button->iconSize.width();
  const int gap = iconWidth && !button->text.isEmpty() ? kIconGap : 0;
  const QString text =
      metrics.elidedText(button->text, Qt::ElideRight, rect.width() - iconWidth - gap, Qt::TextShowMnemonic);
  const int textWidth = metrics.size(Qt::TextShowMnemonic, text).width();
  int x = rect.left() + (rect.width() - iconWidth - gap - textWidth) / 2;
  if (menu || (widget && widget->property("textLeft").toBool())) x = rect.left() + 4;
  if (iconWidth) {
    const QRect place(x, rect.top() + (rect.height() - iconWidth) / 2, iconWidth, iconWidth);
    button->icon.paint(painter, place, Qt::AlignCenter, enabled ? QIcon::Normal : QIcon::Disabled);
    x += iconWidth + gap;
  }
  painter->drawText(QRect(x, rect.top(), rect.right() - x + 1, rect.height()),
                    Qt::AlignVCenter | Qt::AlignLeft | Qt::TextSingleLine | Qt::TextHideMnemonic, text);
  painter->restore();
}

void CardinalStyle::drawToolButton(const QStyleOptionComplex* option, QPainter* painter, const QWidget* widget) const {
  const auto* tool = qstyleoption_cast<const QStyleOptionToolButton*>(option);
  if (!tool) return;
  drawButtonPanel(option, painter, widget);
  QStyleOptionButton label;
  label.QStyleOption::operator=(*option);
  label.text = tool->toolButtonStyle == Qt::ToolButtonIconOnly ? QString() : tool->text;
  label.icon = tool->toolButtonStyle == Qt::ToolButtonTextOnly ? QIcon() : tool->icon;
  label.iconSize = tool->iconSize;
  if (tool->features & QStyleOptionToolButton::HasMenu) label.features |= QStyleOptionButton::HasMenu;
  if (label.text.isEmpty() && !label.icon.isNull() && !(label.features & QStyleOptionButton::HasMenu)) {
    const bool enabled = option->state & State_Enabled;
    const QRect place(option->rect.center() - QPoint(tool->iconSize.width() / 2 - 1, tool->iconSize.height() / 2 - 1),
                      tool->iconSize);
    return tool->icon.paint(painter, place, Qt::AlignCenter, enabled ? QIcon::Normal : QIcon::Disabled);
  }
  drawButtonLabel(&label, painter, widget);
}

void CardinalStyle::drawCheckMark(const QStyleOption* option, QPainter* painter) const {
  const Tokens& t = tokens();
  const bool enabled = option->state & State_Enabled;
  const int side = scaled(16);
  const QRect box(option->rect.center().x() + 1 - side / 2, option->rect.center().y() + 1 - side / 2, side, side);
  const bool marked = option->state & (State_On | State_NoChange);
  if (!marked) {
    const QColor border = !enabled ? t.line : option->state & State_MouseOver ? t.text2 : t.control;
    return drawBox(*painter, box, enabled ? t.field : QColor(), border, 3);
  }
  drawBox(*painter, box, enabled ? t.accent : t.line, {}, 3);
  glyph(painter, option->state & State_On ? "tick" : "partial", enabled ? t.onAccent : t.text3, box, 12);
}

void CardinalStyle::drawRadioMark(const QStyleOption* option, QPainter* painter) const {
  const Tokens& t = tokens();
  const bool enabled = option->state & State_Enabled;
  const int side = scaled(16);
  const int inset = scaled(4);
  const QRectF box(option->rect.center().x() + 1 - side / 2, option->rect.center().y() + 1 - side / 2, side, side);
  const bool on = option->state & State_On;
  drawBox(*painter, box, enabled ? t.field : QColor(),
          !enabled ? t.line
          : on     ? t.accent
                   : t.control,
          side / 2.0, on ? 2 : 1);
  if (on)
    drawBox(*painter, box.adjusted(inset, inset, -inset, -inset), enabled ? t.accent : t.text3, {}, side / 2.0 - inset);
}

void CardinalStyle::drawProgress(const QStyleOption* option, QPainter* painter) const {
  const auto* bar = qstyleoption_cast<const QStyleOptionProgressBar*>(option);
  if (!bar) return;
  const Tokens& t = tokens();
  const QRectF track(option->rect.left(), option->rect.center().y() - 2, option->rect.width(), 4);
  drawBox(*painter, track, t.hover, {}, 2);
  const int span = bar->maximum - bar->minimum;
  if (span <= 0) return;  // unknown length: the count beside it says it, nothing runs to and fro
  QRectF done = track;
  done.setWidth(track.width() * (bar->progress - bar->minimum) / span);
  if (done.width() > 0) drawBox(*painter, done, t.accent, {}, 2);
}

}  // namespace cardinal::ui
