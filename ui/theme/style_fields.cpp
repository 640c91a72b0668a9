// SPDX-License-Identifier: Apache-2.0
#include <QAbstractSpinBox>
#include <QComboBox>
#include <QPainter>
#include <QStyleOption>
#include <algorithm>

#include "ui/theme/cardinal_style.h"
#include "ui/theme/paint.h"

namespace cardinal::ui {

void CardinalStyle::drawFieldPanel(const QStyleOption* option, QPainter* painter, const QWidget* widget) const {
  if (widget && widget->property("bare").toBool()) return;  // a field inside a larger control that draws the frame
  const auto* frame = qstyleoption_cast<const QStyleOptionFrame*>(option);
  if (frame && frame->lineWidth == 0) return;
  const Tokens& t = tokens();
  const bool enabled = option->state & State_Enabled;
  const bool focus = option->state & State_HasFocus;
  const bool error = widget && widget->property("error").toBool();
  const bool equal = widget && widget->property("confirmed").toBool();
  QColor border = option->state & State_MouseOver ? t.text2 : t.control;
  if (equal) border = t.ok;
  if (focus) border = t.accent;
  if (error) border = t.critical;
  if (!enabled) border = t.line;
  drawBox(*painter, option->rect, enabled ? t.field : QColor(), border, 4, focus || error ? 2 : 1);
}

void CardinalStyle::drawComboBox(const QStyleOptionComplex* option, QPainter* painter, const QWidget* widget) const {
  const auto* combo = qstyleoption_cast<const QStyleOptionComboBox*>(option);
  if (!combo) return;
  const Tokens& t = tokens();
  const bool enabled = option->state & State_Enabled;
  if (combo->editable) {
    drawFieldPanel(option, painter, nullptr);
  } else {
    const bool over = enabled && option->state & State_MouseOver;
    const bool quiet = widget && widget->property("quiet").toBool();
    const QColor fill = !enabled ? QColor() : over ? Tokens::mix(t.raised, t.text1, 0.06) : quiet ? QColor() : t.raised;
    drawBox(*painter, option->rect, fill, quiet ? QColor() : enabled ? t.line2 : t.line, 4);
  }
  const QRect arrow = subControlRect(CC_ComboBox, option, SC_ComboBoxArrow, widget);
  glyph(painter, "chevron-down", enabled ? t.text2 : t.text3, arrow, 14);
}

void CardinalStyle::drawComboLabel(const QStyleOption* option, QPainter* painter, const QWidget* widget) const {
  const auto* combo = qstyleoption_cast<const QStyleOptionComboBox*>(option);
  if (!combo || combo->editable) return;
  const Tokens& t = tokens();
  const bool enabled = option->state & State_Enabled;
  QRect rect = subControlRect(CC_ComboBox, combo, SC_ComboBoxEditField, widget);
  painter->save();
  if (!combo->currentIcon.isNull()) {
    const QRect place(rect.left(), rect.center().y() - combo->iconSize.height() / 2 + 1, combo->iconSize.width(),
                      combo->iconSize.height());
    combo->currentIcon.paint(painter, place, Qt::AlignCenter, enabled ? QIcon::Normal : QIcon::Disabled);
    rect.setLeft(rect.left() + combo->iconSize.width() + 8);
  }
  QFont face = widget ? widget->font() : painter->font();
  face.setWeight(QFont::Medium);
  painter->setFont(face);
  painter->setPen(enabled ? t.text1 : t.text3);
  drawLine(*painter, rect, combo->currentText);
  painter->restore();
}

void CardinalStyle::drawSpinBox(const QStyleOptionComplex* option, QPainter* painter, const QWidget* widget) const {
  const auto* spin = qstyleoption_cast<const QStyleOptionSpinBox*>(option);
  if (!spin) return;
  const Tokens& t = tokens();
  drawFieldPanel(option, painter, widget);
  if (spin->buttonSymbols == QAbstractSpinBox::NoButtons) return;
  const auto arrow = [&](SubControl part, const char* name, bool possible) {
    const QRect rect = subControlRect(CC_SpinBox, option, part, widget);
    const bool over = option->activeSubControls & part && option->state & State_MouseOver;
    glyph(painter, name, !possible ? t.line2 : over ? t.text1 : t.text2, rect, 10);
  };
  arrow(SC_SpinBoxUp, "chevron-up", spin->stepEnabled & QAbstractSpinBox::StepUpEnabled);
  arrow(SC_SpinBoxDown, "chevron-down", spin->stepEnabled & QAbstractSpinBox::StepDownEnabled);
}

QRect CardinalStyle::subControlRect(ComplexControl control, const QStyleOptionComplex* option, SubControl part,
                                    const QWidget* widget) const {
  const QRect r = option->rect;
  if (control == CC_ComboBox) {
    switch (part) {
      case SC_ComboBoxArrow:
        return visualRect(option->direction, r, QRect(r.right() - 3 - scaled(22), r.top(), scaled(22), r.height()));
      case SC_ComboBoxEditField: {
        const auto* combo = qstyleoption_cast<const QStyleOptionComboBox*>(option);
        if (combo && combo->editable)
          return visualRect(option->direction, r,
                            QRect(r.left() + 2, r.top() + 2, r.width() - 8 - scaled(22), r.height() - 4));
        return visualRect(option->direction, r, QRect(r.left() + 12, r.top(), r.width() - 16 - scaled(22), r.height()));
      }
      default:
        break;
    }
  }
  if (control == CC_SpinBox) {
    const int half = r.height() / 2;
    switch (part) {
      case SC_SpinBoxUp:
        return visualRect(option->direction, r, QRect(r.right() - 3 - scaled(18), r.top() + 2, scaled(18), half - 2));
      case SC_SpinBoxDown:
        return visualRect(option->direction, r,
                          QRect(r.right() - 3 - scaled(18), r.top() + half, scaled(18), half - 2));
      case SC_SpinBoxEditField:
        return visualRect(option->direction, r, r.adjusted(2, 2, -scaled(22), -2));
      case SC_SpinBoxFrame:
        return r;
      default:
        break;
    }
  }
  if (control == CC_ScrollBar) {
    // No arrow buttons: the groove is the whole bar, the slider keeps Fusion's arithmetic on that groove.
    const auto* bar = qstyleoption_cast<const QStyleOptionSlider*>(option);
    if (bar) {
      const bool across = bar->orientation == Qt::Horizontal;
      const int length = across ? r.width() : r.height();
      const qint64 range = qint64(bar->maximum) - bar->minimum;
      int slider = length;
      if (range > 0) {
        slider = static_cast<int>(qint64(length) * bar->pageStep / (range + bar->pageStep));
        slider = std::min(length, std::max(slider, pixelMetric(PM_ScrollBarSliderMin, option, widget)));
      }
      const int start =
          sliderPositionFromValue(bar->minimum, bar->maximum, bar->sliderPosition, length - slider, bar->upsideDown);
      const auto along = [&](int from, int size) {
        return across ? QRect(r.left() + from, r.top(), size, r.height())
                      : QRect(r.left(), r.top() + from, r.width(), size);
      };
      switch (part) {
        case SC_ScrollBarGroove:
          return r;
        case SC_ScrollBarSlider:
          return along(start, slider);
        case SC_ScrollBarSubPage:
          return along(0, start);
        case SC_ScrollBarAddPage:
          return along(start + slider, length - start - slider);
        default:
          return {};
      }
    }
  }
  return QProxyStyle::subControlRect(control, option, part, widget);
}

}  // namespace cardinal::ui
