// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/basic/surface.h"

#include <QPainter>

#include "ui/theme/paint.h"

namespace cardinal::ui {

Surface::Surface(Theme& theme, SurfaceTone tone, QWidget* parent) : QWidget(parent), m_theme(theme), m_tone(tone) {
  connect(&theme, &Theme::changed, this, QOverload<>::of(&QWidget::update));
}

void Surface::setTone(SurfaceTone tone) {
  m_tone = tone;
  update();
}

void Surface::setEdges(Qt::Edges edges) {
  m_edges = edges;
  update();
}

void Surface::paintEvent(QPaintEvent*) {
  const Tokens& t = m_theme.tokens();
  QPainter painter(this);
  const QColor& ground = m_tone == SurfaceTone::Bg       ? t.bg
                         : m_tone == SurfaceTone::Chrome ? t.chrome
                         : m_tone == SurfaceTone::Raised ? t.raised
                                                         : t.panel;
  painter.fillRect(rect(), ground);
  const int w = width();
  const int h = height();
  if (m_edges & Qt::TopEdge) drawHairline(painter, QRectF(0, 0, w, 1), t.line);
  if (m_edges & Qt::BottomEdge) drawHairline(painter, QRectF(0, h - 1, w, 1), t.line);
  if (m_edges & Qt::LeftEdge) drawHairline(painter, QRectF(0, 0, 1, h), t.line);
  if (m_edges & Qt::RightEdge) drawHairline(painter, QRectF(w - 1, 0, 1, h), t.line);
}

}  // namespace cardinal::ui
