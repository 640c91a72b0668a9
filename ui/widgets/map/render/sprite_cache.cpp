// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/map/render/sprite_cache.h"

#include <QFontMetricsF>
#include <QPainter>
#include <QPainterPath>
#include <algorithm>
#include <cmath>

#include "ui/theme/paint.h"

namespace cardinal::ui {
namespace {

constexpr double kDim = 0.30;
constexpr std::size_t kMaxSprites = 4096;

std::uint64_t keyOf(const CellValue& v, const CellDress& d, int width, int height) {
  std::uint64_t key = static_cast<std::uint64_t>(v.label + 2);
  key = key << 2U | static_cast<std::uint64_t>(v.state);
  key = key << 4U | v.rank;
  key = key << 1U | (v.over ? 1U : 0U);
  key = key << 10U | static_cast<std::uint64_t>(v.of);
  key = key << 1U | (v.unhealthy ? 1U : 0U);
  key = key << 1U | (v.suspect ? 1U : 0U);
  key = key << 1U | (d.dimmed ? 1U : 0U);
  key = key << 1U | (d.notReady ? 1U : 0U);
  key = key << 1U | (d.lit ? 1U : 0U);
  key = key << 11U | static_cast<std::uint64_t>(width);
  return key << 11U | static_cast<std::uint64_t>(height);
}

QRgb dim(QRgb pixel, const QColor& ground) {
  return Tokens::mix(ground, QColor::fromRgb(pixel), kDim).rgb();
}

}  // namespace

void paintCountedCell(QPainter& painter, const Tokens& tokens, const QRectF& box, double share, qreal corner) {
  const qreal period = box.width() < 14 ? 4 : 6;
  drawBox(painter, box, tokens.bg, {}, corner);
  if (share > 0)
    drawStripes(painter, box.adjusted(1, 1, -1, -1), tokens.steps[7], period,
                std::clamp(period * share, 1.0, period - 1));
  drawBox(painter, box, {}, tokens.cellOutline, corner);
}

void SpriteCache::setLook(const Tokens& tokens, const QFont& font, MapLevel level, qreal ratio) {
  if (m_ratio == ratio && m_level == level && m_tokens.kind == tokens.kind && m_font == font &&
      m_sprites.size() < kMaxSprites)
    return;
  m_tokens = tokens;
  m_font = font;
  m_level = level;
  m_ratio = ratio;
  m_sprites.clear();
  m_recent.fill({});
  buildColours();
}

void SpriteCache::buildColours() {
  for (std::size_t look = 0; look < m_fills[0].size(); ++look) {
    const QColor colour = look < 9     ? m_tokens.steps[look]
                          : look == 9  ? m_tokens.line
                          : look == 10 ? m_tokens.critical
                                       : m_tokens.line2;
    m_fills[0][look] = colour.rgb();
    m_fills[1][look] = dim(colour.rgb(), m_tokens.bg);
  }
  for (std::size_t rank = 0; rank < 10; ++rank) {
    const QColor fill = rank < 9 ? m_tokens.steps[rank] : m_tokens.bg;
    const QColor mark = rank < 9 ? Tokens::textOn(fill) : m_tokens.text2;
    BarColours& plain = m_bars[0][rank];
    plain = {Tokens::mix(fill, mark, 0.45).rgb(), Tokens::mix(fill, mark, 0.22).rgb(), mark.rgb()};
    m_bars[1][rank] = {dim(plain.rail, m_tokens.bg), dim(plain.track, m_tokens.bg), dim(plain.value, m_tokens.bg)};
  }
}

const BarColours& SpriteCache::bars(const CellValue& value, const CellDress& dress) const {
  const std::size_t row = value.state == CellValue::State::Filled && !value.unhealthy ? value.rank : 9U;
  return m_bars[dress.dimmed ? 1 : 0][row];
}

QColor SpriteCache::fillOf(const CellValue& value) const {
  return m_tokens.steps[value.rank];
}

QColor SpriteCache::ground(const CellDress& dress) const {
  return dress.lit ? Tokens::mix(m_tokens.bg, m_tokens.selected, 0.6) : m_tokens.bg;
}

const Sprite& SpriteCache::cell(const CellValue& value, const CellDress& dress, int width, int height) {
  CellValue look = value;
  if (m_level < MapLevel::Text) {
    look.label = value.state == CellValue::State::Unknown ? value.label : std::int16_t{0};
    look.of = 0;
  }
  const std::uint64_t key = keyOf(look, dress, width, height);
  Recent& recent = m_recent[(key * 0x9E3779B97F4A7C15ULL) >> 55U];
  if (recent.sprite && recent.key == key) return *recent.sprite;
  const auto [found, isNew] = m_sprites.try_emplace(key);
  if (isNew) found->second = draw(look, dress, width, height);
  recent = {key, &found->second};
  return found->second;
}

qreal SpriteCache::radius() const {
  switch (m_level) {
    case MapLevel::Detail:
      return 4;
    case MapLevel::Text:
      return 3;
    case MapLevel::Cell:
      return 2;
    case MapLevel::Compact:
      return 1.5;
    case MapLevel::Pixel:
      break;
  }
  return 0;
}

Sprite SpriteCache::draw(const CellValue& value, const CellDress& dress, int width, int height) const {
  QImage image(width, height, QImage::Format_RGB32);
  image.fill(ground(dress));
  QPainter painter(&image);
  painter.scale(m_ratio, m_ratio);
  const QRectF box(0, 0, width / m_ratio, height / m_ratio);
  const qreal corner = box.width() < 8 ? 0 : radius();
  if (value.unhealthy) {
    drawUnhealthy(painter, box);
  } else if (value.state == CellValue::State::Unknown) {
    drawUnknown(painter, box);
    if (value.suspect) drawSuspect(painter, box);
  } else if (value.state == CellValue::State::Counted) {
    drawCounted(painter, box, value, dress);
    if (value.suspect) drawSuspect(painter, box);
  } else {
    const bool filled = value.state == CellValue::State::Filled;
    const QColor fill = filled ? fillOf(value) : ground(dress);
    drawBox(painter, box, fill, m_tokens.cellOutline, corner);
    if (dress.notReady)
      drawStripes(painter, box.adjusted(1, 1, -1, -1), filled ? m_tokens.bg : m_tokens.control, 6, 1.5);
    if (m_level >= MapLevel::Text) drawNumber(painter, box, value, dress);
    if (value.over) drawNotch(painter, box);
    if (value.suspect) drawSuspect(painter, box);
  }
  painter.end();

  Sprite sprite{width, height, {}};
  sprite.pixels.reserve(static_cast<std::size_t>(width) * static_cast<std::size_t>(height));
  for (int y = 0; y < height; ++y) {
    const auto* line = reinterpret_cast<const QRgb*>(image.constScanLine(y));  // NOLINT: an RGB32 scan line is QRgb
    sprite.pixels.insert(sprite.pixels.end(), line, line + width);
  }
  if (dress.dimmed) {
    for (QRgb& pixel : sprite.pixels) pixel = dim(pixel, m_tokens.bg);
  }
  return sprite;
}

void SpriteCache::drawUnknown(QPainter& painter, const QRectF& box) const {
  const bool contrast = m_tokens.kind == ThemeKind::Contrast;
  const bool small = box.width() < 14;
  drawStripes(painter, box.adjusted(1, 1, -1, -1), m_tokens.control, contrast ? 12 : small ? 4 : 6, small ? 1.2 : 2);
  drawBox(painter, box, {}, m_tokens.cellOutline, box.width() < 8 ? 0 : radius());
  if (m_level < MapLevel::Text) return;
  const QRectF plate(box.center().x() - 7, box.center().y() - 8, 14, 16);
  drawBox(painter, plate, m_tokens.bg, {}, 2);
  QFont face = m_font;
  face.setWeight(QFont::DemiBold);
  painter.setFont(face);
  painter.setPen(m_tokens.text1);
  drawLine(painter, plate, QStringLiteral("?"), Qt::AlignHCenter, Qt::ElideNone);
}

/// So many of the node's cards, all of them alike: stripes that are as wide as the share is large, and the two numbers.
void SpriteCache::drawCounted(QPainter& painter, const QRectF& box, const CellValue& value,
                              const CellDress& dress) const {
  paintCountedCell(painter, m_tokens, box, value.of > 0 && value.label == 0 ? 0 : (value.rank + 1) / 9.0,
                   box.width() < 8 ? 0 : radius());
  if (dress.notReady) {
    painter.save();
    painter.translate(box.width(), 0);
    painter.scale(-1, 1);
    drawStripes(painter, box.adjusted(1, 1, -1, -1), m_tokens.bg, 6, 1.5);
    painter.restore();
  }
  if (m_level < MapLevel::Text) return;
  const QString text = cellLabel(value);
  QFont face = m_font;
  face.setWeight(QFont::DemiBold);
  constexpr int kLeastPixels = 8;
  qreal wide = QFontMetricsF(face).horizontalAdvance(text);
  while (wide > box.width() - 4 && face.pixelSize() > kLeastPixels) {
    face.setPixelSize(face.pixelSize() - 1);
    wide = QFontMetricsF(face).horizontalAdvance(text);
  }
  const qreal half = std::min(wide / 2 + 2, box.width() / 2 - 1);
  const qreal lift = m_level == MapLevel::Detail ? 6 : 0;
  const QRectF plate(box.center().x() - half, box.center().y() - 8 - lift, 2 * half, 16);
  drawBox(painter, plate, m_tokens.bg, {}, 2);
  painter.setFont(face);
  painter.setPen(m_tokens.text1);
  drawLine(painter, plate, text, Qt::AlignHCenter, Qt::ElideNone);
}

void SpriteCache::drawUnhealthy(QPainter& painter, const QRectF& box) const {
  const qreal line = box.width() >= 14 ? 1.5 : 1;
  drawBox(painter, box, Tokens::mix(m_tokens.bg, m_tokens.critical, 0.12), m_tokens.critical,
          box.width() < 8 ? 0 : radius(), line);
  painter.setRenderHint(QPainter::Antialiasing, true);
  painter.setPen(QPen(m_tokens.critical, box.width() >= 20 ? 2 : 1.5, Qt::SolidLine, Qt::RoundCap));
  const qreal arm = std::max(2.0, box.width() * 0.22);
  const QPointF c = box.center();
  painter.drawLine(c + QPointF(-arm, -arm), c + QPointF(arm, arm));
  painter.drawLine(c + QPointF(arm, -arm), c + QPointF(-arm, arm));
}

void SpriteCache::drawNumber(QPainter& painter, const QRectF& box, const CellValue& value,
                             const CellDress& dress) const {
  const bool filled = value.state == CellValue::State::Filled;
  const QColor fill = filled ? fillOf(value) : ground(dress);
  const QString text = cellLabel(value);
  QFont face = m_font;
  face.setWeight(filled ? QFont::Medium : QFont::Normal);
  if (text.size() > 3) face.setPixelSize(face.pixelSize() - 2);
  const QFontMetricsF metrics(face);
  const qreal width = metrics.horizontalAdvance(text);
  // Digits have no descenders: centring by cap height puts them where the eye expects them, one pixel above the middle.
  const qreal lift = m_level == MapLevel::Detail ? 7 : 1;
  const qreal baseline = std::round(box.center().y() + metrics.capHeight() / 2 - lift);
  if (dress.notReady) {
    painter.fillRect(QRectF(box.center().x() - width / 2 - 2, baseline - metrics.capHeight() - 2, width + 4,
                            metrics.capHeight() + 4),
                     fill);
  }
  painter.setFont(face);
  painter.setPen(filled ? Tokens::textOn(fill) : m_tokens.text3);
  painter.drawText(QPointF(box.center().x() - width / 2, baseline), text);
}

/// A frame and a corner in red: something of the hardware was reported once, and what the fill shows is still true.
void SpriteCache::drawSuspect(QPainter& painter, const QRectF& box) const {
  const qreal line = box.width() >= 14 ? 2 : 1.2;
  painter.setRenderHint(QPainter::Antialiasing, true);
  painter.setBrush(Qt::NoBrush);
  painter.setPen(QPen(m_tokens.critical, line));
  painter.drawRoundedRect(box.adjusted(line / 2, line / 2, -line / 2, -line / 2), radius(), radius());
  const qreal side = std::min(8.0, box.width() / 2.8);
  QPainterPath corner;
  corner.moveTo(box.bottomLeft());
  corner.lineTo(box.bottomLeft() + QPointF(side, 0));
  corner.lineTo(box.bottomLeft() - QPointF(0, side));
  corner.closeSubpath();
  painter.setPen(Qt::NoPen);
  painter.setBrush(m_tokens.critical);
  painter.drawPath(corner);
}

void SpriteCache::drawNotch(QPainter& painter, const QRectF& box) const {
  const qreal side = std::min(9.0, box.width() / 2.5);
  QPainterPath notch;
  notch.moveTo(box.topRight());
  notch.lineTo(box.topRight() - QPointF(side, 0));
  notch.lineTo(box.topRight() + QPointF(0, side));
  notch.closeSubpath();
  painter.setRenderHint(QPainter::Antialiasing, true);
  painter.setPen(QPen(m_tokens.bg, 1));
  painter.setBrush(m_tokens.critical);
  painter.drawPath(notch);
}

}  // namespace cardinal::ui
