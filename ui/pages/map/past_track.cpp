// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/map/past_track.h"

#include <QMouseEvent>
#include <QPainter>
#include <algorithm>
#include <cmath>

#include "ui/theme/paint.h"

namespace cardinal::ui {
namespace {

constexpr qreal kHandle = 6;
constexpr qreal kGroove = 4;
constexpr int kPage = 15;

}  // namespace

PastTrack::PastTrack(Theme& theme, QWidget* parent) : QAbstractSlider(parent), m_theme(theme) {
  setOrientation(Qt::Horizontal);
  setFocusPolicy(Qt::StrongFocus);
  setCursor(Qt::PointingHandCursor);
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  setSingleStep(1);
  setPageStep(kPage);
  setTracking(true);
  connect(&theme, &Theme::changed, this, qOverload<>(&QWidget::update));
}

void PastTrack::setMoments(const std::vector<PastMoment>& moments) {
  m_gaps.clear();
  for (std::size_t i = 1; i < moments.size(); ++i) {
    if (moments[i].at > moments[i - 1].until) m_gaps.push_back(static_cast<int>(i));
  }
  const QSignalBlocker quiet(this);
  setRange(0, std::max(static_cast<int>(moments.size()) - 1, 0));
  update();
}

qreal PastTrack::xOf(int value) const {
  const qreal room = width() - 2 * kHandle - 2;
  return kHandle + 1 + room * value / std::max(maximum(), 1);
}

int PastTrack::valueAt(qreal x) const {
  const qreal room = std::max<qreal>(width() - 2 * kHandle - 2, 1);
  return static_cast<int>(std::lround((x - kHandle - 1) / room * maximum()));
}

void PastTrack::paintEvent(QPaintEvent*) {
  const Tokens& t = m_theme.tokens();
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  const qreal middle = height() / 2.0;
  painter.setPen(Qt::NoPen);
  painter.setBrush(t.line);
  painter.drawRoundedRect(QRectF(xOf(0), middle - kGroove / 2, xOf(maximum()) - xOf(0), kGroove), 2, 2);
  painter.setBrush(t.accent);
  painter.drawRoundedRect(QRectF(xOf(0), middle - kGroove / 2, xOf(value()) - xOf(0), kGroove), 2, 2);
  for (const int gap : m_gaps) {
    const qreal x = (xOf(gap - 1) + xOf(gap)) / 2;
    painter.fillRect(QRectF(x - 1, middle - kGroove, 2, 2 * kGroove), t.bg);
    painter.fillRect(QRectF(x - 0.5, middle - kGroove - 2, 1, 2 * kGroove + 4), t.text3);
  }
  painter.setBrush(isEnabled() ? t.accent : t.text3);
  painter.drawEllipse(QPointF(xOf(value()), middle), kHandle, kHandle);
  if (!hasFocus()) return;
  painter.setBrush(Qt::NoBrush);
  painter.setPen(QPen(t.accent, 2));
  painter.drawEllipse(QPointF(xOf(value()), middle), kHandle + 3, kHandle + 3);
}

void PastTrack::mousePressEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton) return event->ignore();
  setSliderDown(true);
  setValue(valueAt(event->position().x()));
}

void PastTrack::mouseMoveEvent(QMouseEvent* event) {
  if (isSliderDown()) setValue(valueAt(event->position().x()));
}

void PastTrack::mouseReleaseEvent(QMouseEvent*) {
  setSliderDown(false);
}

}  // namespace cardinal::ui
