// SPDX-License-Identifier: Apache-2.0
#include "ui/theme/paint.h"

#include <QFontMetricsF>
#include <QPainter>
#include <QPen>
#include <algorithm>
#include <cmath>

#include "ui/theme/theme.h"

namespace cardinal::ui {

void drawBox(QPainter& painter, const QRectF& rect, const QColor& fill, const QColor& border, qreal radius,
             qreal width) {
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing, radius > 0);
  const bool outlined = border.isValid();
  const qreal inset = outlined ? width / 2 : 0;
  painter.setPen(outlined ? QPen(border, width) : QPen(Qt::NoPen));
  painter.setBrush(fill.isValid() ? QBrush(fill) : QBrush(Qt::NoBrush));
  const QRectF inner = rect.adjusted(inset, inset, -inset, -inset);
  if (radius > 0) {
    painter.drawRoundedRect(inner, radius, radius);
  } else if (!outlined) {
    painter.fillRect(rect, fill);
  } else {
    painter.setRenderHint(QPainter::Antialiasing, true);
    painter.drawRect(inner);
  }
  painter.restore();
}

void drawHairline(QPainter& painter, const QRectF& line, const QColor& colour) {
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing, false);
  painter.fillRect(line, colour);
  painter.restore();
}

void drawGlyph(QPainter& painter, const Theme& theme, const QString& name, const QColor& colour, const QRectF& rect,
               int size) {
  const qreal ratio = painter.device() ? painter.device()->devicePixelRatioF() : 1.0;
  const int room = std::max(size, static_cast<int>(std::min(rect.width(), rect.height())));
  const int side = std::min(static_cast<int>(std::lround(size * theme.textScale())), room);
  const QPixmap pixmap = theme.pixmap(name, colour, side, ratio);
  const QPointF at(std::round(rect.center().x() - side / 2.0), std::round(rect.center().y() - side / 2.0));
  painter.drawPixmap(at, pixmap);
}

void drawLine(QPainter& painter, const QRectF& rect, const QString& text, Qt::Alignment alignment,
              Qt::TextElideMode elide) {
  const QFontMetricsF metrics(painter.font());
  const QString shown = elide == Qt::ElideNone ? text : metrics.elidedText(text, elide, rect.width());
  const qreal width = metrics.horizontalAdvance(shown);
  qreal x = rect.left();
  if (alignment & Qt::AlignRight) x = rect.right() - width;
  if (alignment & Qt::AlignHCenter) x = rect.center().x() - width / 2;
  const qreal baseline = rect.center().y() + (metrics.ascent() - metrics.descent()) / 2;
  painter.drawText(QPointF(x, std::round(baseline)), shown);
}

void drawStripes(QPainter& painter, const QRectF& rect, const QColor& colour, qreal period, qreal width) {
  painter.save();
  painter.setClipRect(rect, Qt::IntersectClip);
  painter.setRenderHint(QPainter::Antialiasing, true);
  painter.setPen(QPen(colour, width, Qt::SolidLine, Qt::FlatCap));
  const qreal step = period * std::sqrt(2.0);
  for (qreal x = rect.left() - rect.height(); x < rect.right() + rect.height(); x += step) {
    painter.drawLine(QPointF(x, rect.bottom() + 1), QPointF(x + rect.height() + 2, rect.top() - 1));
  }
  painter.restore();
}

}  // namespace cardinal::ui
