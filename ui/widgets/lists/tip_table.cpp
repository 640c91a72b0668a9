// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/lists/tip_table.h"

#include <QFontMetrics>
#include <QGuiApplication>
#include <QPainter>
#include <QScreen>
#include <algorithm>

#include "ui/theme/paint.h"
#include "ui/widgets/basic/scaled_width.h"

namespace cardinal::ui {
namespace {
constexpr int kPadX = 12;
constexpr int kPadY = 8;
constexpr int kMaxWidth = 320;
constexpr int kColumnGap = 16;
constexpr int kGlyphRoom = 20;
}  // namespace

TipTable::TipTable(Theme& theme, QWidget* owner)
    : QWidget(owner, Qt::ToolTip | Qt::FramelessWindowHint | Qt::WindowTransparentForInput), m_theme(theme) {
  setAttribute(Qt::WA_ShowWithoutActivating);
  setAttribute(Qt::WA_TransparentForMouseEvents);
}

int TipTable::keyWidth() const {
  const QFontMetrics metrics(m_theme.font(TextRole::Small));
  int width = 0;
  for (const auto& [key, value] : m_content.rows) width = std::max(width, metrics.horizontalAdvance(key) + 2);
  return std::min(width, static_cast<int>(140 * m_theme.textScale()));
}

int TipTable::noteHeight(int width) const {
  if (m_content.note.isEmpty()) return 0;
  const QFontMetrics metrics(m_theme.font(TextRole::Small));
  const int room = width - 2 * kPadX - (m_content.noteState == StateRole::None ? 0 : scaledWidth(m_theme, kGlyphRoom));
  return metrics.boundingRect(QRect(0, 0, room, 2000), Qt::TextWordWrap, m_content.note).height() + 4;
}

QSize TipTable::sizeHint() const {
  const QFontMetrics strong(m_theme.font(TextRole::SmallStrong));
  const QFontMetrics small(m_theme.font(TextRole::Small));
  const int limit = static_cast<int>(kMaxWidth * m_theme.textScale());
  int width = strong.horizontalAdvance(m_content.title);
  int values = 0;
  for (const auto& [key, value] : m_content.rows) values = std::max(values, small.horizontalAdvance(value));
  if (!m_content.rows.empty()) width = std::max(width, keyWidth() + kColumnGap + values);
  if (!m_content.note.isEmpty())
    width = std::max(
        width, std::min(small.horizontalAdvance(m_content.note) + scaledWidth(m_theme, kGlyphRoom), limit - 2 * kPadX));
  width = std::min(width + 2 * kPadX + 2, limit);
  const int row = m_theme.lineHeight(TextRole::Small) + 4;
  const int rows = static_cast<int>(m_content.rows.size());
  return {width, 2 * kPadY + row + rows * row + noteHeight(width)};
}

void TipTable::showAt(const QPoint& global, const TipContent& content, bool planned) {
  m_content = content;
  m_planned = planned;
  const QSize size = sizeHint();
  QPoint at = global + QPoint(12, 16);
  if (const QScreen* screen = QGuiApplication::screenAt(global)) {
    const QRect room = screen->availableGeometry();
    if (at.x() + size.width() > room.right()) at.setX(std::max(room.left(), global.x() - 12 - size.width()));
    if (at.y() + size.height() > room.bottom()) at.setY(std::max(room.top(), global.y() - 12 - size.height()));
  }
  setGeometry(QRect(at, size));
  show();
  update();
}

void TipTable::paintEvent(QPaintEvent*) {
  const Tokens& t = m_theme.tokens();
  QPainter painter(this);
  drawBox(painter, rect(), t.raised, m_planned ? t.planned : t.line2, 0);
  const int row = m_theme.lineHeight(TextRole::Small) + 4;
  QRect line(kPadX, kPadY, width() - 2 * kPadX, row);
  painter.setFont(m_theme.font(TextRole::SmallStrong));
  painter.setPen(t.text1);
  drawLine(painter, line, m_content.title, Qt::AlignLeft, Qt::ElideMiddle);
  painter.setFont(m_theme.font(TextRole::Small));
  const int keys = keyWidth();
  for (const auto& [key, value] : m_content.rows) {
    line.translate(0, row);
    painter.setPen(t.text2);
    drawLine(painter, QRect(line.left(), line.top(), keys, row), key);
    painter.setPen(t.text1);
    drawLine(painter, line.adjusted(keys + kColumnGap, 0, 0, 0), value, Qt::AlignLeft, Qt::ElideMiddle);
  }
  if (m_content.note.isEmpty()) return;
  line.translate(0, row);
  QRect note(line.left(), line.top() + 2, line.width(), noteHeight(width()));
  if (m_content.noteState != StateRole::None) {
    drawGlyph(painter, m_theme, stateGlyph(m_content.noteState), stateColour(t, m_content.noteState),
              QRectF(note.left(), note.top(), scaledWidth(m_theme, 14), row - 4), 14);
    note.setLeft(note.left() + scaledWidth(m_theme, kGlyphRoom));
  }
  painter.setPen(t.text1);
  painter.drawText(note, Qt::TextWordWrap, m_content.note);
}

}  // namespace cardinal::ui
