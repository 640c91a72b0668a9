// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QColor>
#include <QRectF>
#include <QString>

class QPainter;

namespace cardinal::ui {

class Theme;

/// Fills and outlines a rounded rectangle so that its border lies inside `rect` and on whole device pixels where the
/// ratio allows. An invalid colour leaves that part out.
void drawBox(QPainter& painter, const QRectF& rect, const QColor& fill, const QColor& border, qreal radius,
             qreal width = 1.0);

/// One logical pixel, filled: never blurred by antialiasing.
void drawHairline(QPainter& painter, const QRectF& line, const QColor& colour);

/// A tinted icon, centred in `rect`, of `size` logical px at texts of 100 %; it grows with them as far as `rect` has
/// room.
void drawGlyph(QPainter& painter, const Theme& theme, const QString& name, const QColor& colour, const QRectF& rect,
               int size = 16);

/// One line of plain text, vertically centred by the metrics of the painter's font (never of the fallback run), elided
/// to the width.
void drawLine(QPainter& painter, const QRectF& rect, const QString& text, Qt::Alignment alignment = Qt::AlignLeft,
              Qt::TextElideMode elide = Qt::ElideRight);

/// 45 degree stripes of `colour` clipped to `rect`: period and line width in logical px.
void drawStripes(QPainter& painter, const QRectF& rect, const QColor& colour, qreal period, qreal width);

}  // namespace cardinal::ui
