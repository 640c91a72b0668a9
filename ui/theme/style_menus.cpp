// SPDX-License-Identifier: Apache-2.0
#include <QPainter>
#include <QStyleOption>
#include <algorithm>

#include "ui/theme/cardinal_style.h"
#include "ui/theme/paint.h"

namespace cardinal::ui {
namespace {
constexpr int kLead = 28;  // room for a tick or an icon
constexpr int kTail = 24;  // room for the arrow of a submenu
constexpr int kPad = 8;
}  // namespace

QSize CardinalStyle::menuItemSize(const QStyleOption* option, const QSize& size) const {
  const auto* item = qstyleoption_cast<const QStyleOptionMenuItem*>(option);
  if (item && item->menuItemType == QStyleOptionMenuItem::Separator) return {size.width(), 9};
  int width = size.width() + scaled(kLead) + kPad;
  if (item && item->text.contains(QLatin1Char('\t'))) width += 24;
  return {width + scaled(kTail), std::max(28, size.height() + 8)};
}

void CardinalStyle::drawMenuItem(const QStyleOption* option, QPainter* painter) const {
  const auto* item = qstyleoption_cast<const QStyleOptionMenuItem*>(option);
  if (!item) return;
  const Tokens& t = tokens();
  const QRect r = option->rect;
  painter->fillRect(r, t.raised);
  if (item->menuItemType == QStyleOptionMenuItem::Separator) {
    return drawHairline(*painter, QRectF(r.left() + kPad, r.center().y(), r.width() - 2 * kPad, 1), t.line);
  }
  const bool enabled = option->state & State_Enabled;
  if (enabled && option->state & State_Selected) drawBox(*painter, r, t.hover, {}, 3);

  const int leading = scaled(kLead);
  const QRect lead(r.left() + kPad - 4, r.top(), leading - kPad + 4, r.height());
  if (item->checkType != QStyleOptionMenuItem::NotCheckable) {
    if (item->checked) glyph(painter, "tick", enabled ? t.text1 : t.text3, lead, 14);
  } else if (!item->icon.isNull()) {
    const int side = scaled(16);
    item->icon.paint(painter, QRect(lead.center().x() + 1 - side / 2, lead.center().y() + 1 - side / 2, side, side),
                     Qt::AlignCenter, enabled ? QIcon::Normal : QIcon::Disabled);
  }

  painter->save();
  painter->setFont(item->font);
  const QString text = item->text.section(QLatin1Char('\t'), 0, 0);
  const QString shortcut = item->text.section(QLatin1Char('\t'), 1, 1);
  const QRect words(r.left() + leading + 4, r.top(), r.width() - leading - scaled(kTail), r.height());
  painter->setPen(enabled ? t.text1 : t.text3);
  painter->drawText(words, Qt::AlignVCenter | Qt::AlignLeft | Qt::TextSingleLine | Qt::TextHideMnemonic, text);
  if (!shortcut.isEmpty()) {
    painter->setPen(enabled ? t.text2 : t.text3);
    painter->drawText(r.adjusted(0, 0, -12, 0), Qt::AlignVCenter | Qt::AlignRight | Qt::TextSingleLine, shortcut);
  }
  painter->restore();
  if (item->menuItemType == QStyleOptionMenuItem::SubMenu) {
    glyph(painter, "chevron-right", enabled ? t.text2 : t.text3,
          QRect(r.right() - 4 - scaled(16), r.top(), scaled(16), r.height()), 12);
  }
}

}  // namespace cardinal::ui
