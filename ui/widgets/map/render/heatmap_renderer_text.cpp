// SPDX-License-Identifier: Apache-2.0
// Layers of the map that are text and glyphs: group heads, name lines, marks of nodes.
#include <QCoreApplication>
#include <QFontMetricsF>
#include <QPainter>
#include <cmath>
#include <optional>

#include "core/base/mebibytes.h"
#include "ui/i18n/device_texts.h"
#include "ui/i18n/format.h"
#include "ui/theme/paint.h"
#include "ui/widgets/basic/scaled_width.h"
#include "ui/widgets/map/render/heatmap_renderer.h"
#include "ui/widgets/map/render/preview_overlay.h"

namespace cardinal::ui {
namespace {

class PlateTexts {
  Q_DECLARE_TR_FUNCTIONS(cardinal::ui::HeatmapRenderer)
};

constexpr int kChevron = 16;
constexpr int kChevronGlyph = 12;

/// GiB without decimals; amounts of an unknown unit have none. Less than one is never written as nothing.
QString wholeNumber(MemUnits amount, MemoryUnit unit) {
  const std::optional<std::int64_t> mib = toMib(amount, unit);
  if (!mib) return memoryNumber(amount, unit);
  const double gib = static_cast<double>(*mib) / kMibPerGib;
  return gib > 0 && gib < 1 ? QStringLiteral("<1") : count(std::llround(gib));
}

/// Where a static text starts so that its baseline is that of the interface font, whatever faces take part in it.
qreal topOfLine(const QFontMetricsF& metrics, const QRect& rect, qreal ascent) {
  const qreal baseline = rect.top() + rect.height() / 2.0 + (metrics.ascent() - metrics.descent()) / 2;
  return std::round(baseline) - ascent;
}

}  // namespace

void HeatmapRenderer::paintHeads(const MapFrame& frame, QPainter& painter) const {
  const Tokens& t = m_theme.tokens();
  const int chevron = scaledWidth(m_theme, kChevron);
  const QFont nameFont = m_theme.font(TextRole::BodyStrong);
  const QFont factFont = m_theme.font(TextRole::Small);
  for (const VisibleBlocks& blocks : m_visible) {
    if (!blocks.head) continue;
    const MapGroup& group = (*frame.groups)[static_cast<std::size_t>(blocks.group)];
    const QRect rect = frame.layout->headRect(blocks.group);
    const QRect line = rect.adjusted(HeatmapLayout::kMarginX, 0, -HeatmapLayout::kMarginX, 0);
    const bool folded = frame.layout->isFolded(blocks.group);
    drawGlyph(painter, m_theme, folded ? QStringLiteral("chevron-right") : QStringLiteral("chevron-down"), t.text2,
              QRectF(line.left() - 2, line.top(), chevron - 4, line.height()), kChevronGlyph);

    painter.setFont(factFont);
    painter.setPen(t.text2);
    const qreal tripleWidth = QFontMetricsF(factFont).horizontalAdvance(group.triple);
    drawLine(painter, QRectF(line.right() - tripleWidth, line.top(), tripleWidth + 1, line.height()), group.triple,
             Qt::AlignRight, Qt::ElideNone);

    const qreal room = line.width() - chevron - tripleWidth - 24;
    const qreal nameWidth = std::min(QFontMetricsF(nameFont).horizontalAdvance(group.name), room * 0.6);
    painter.setFont(nameFont);
    painter.setPen(t.text1);
    drawLine(painter, QRectF(line.left() + chevron, line.top(), nameWidth + 1, line.height()), group.name,
             Qt::AlignLeft, Qt::ElideMiddle);
    painter.setFont(factFont);
    painter.setPen(t.text2);
    const qreal factsAt = line.left() + chevron + nameWidth + 12;
    drawLine(painter, QRectF(factsAt, line.top(), std::max(0.0, room - nameWidth), line.height()), group.facts);
  }
}

void HeatmapRenderer::paintNodeGlyph(QPainter& painter, const NodeMarks& marks, const QRect& rect) const {
  const Tokens& t = m_theme.tokens();
  const QRectF at(rect.left(), rect.top(), scaledWidth(m_theme, kNodeGlyph), rect.height());
  if (marks.notReady) return drawGlyph(painter, m_theme, QStringLiteral("not-ready"), t.critical, at, kNodeGlyph);
  if (marks.unhealthy) return drawGlyph(painter, m_theme, QStringLiteral("critical"), t.critical, at, kNodeGlyph);
  if (marks.ledger) return drawGlyph(painter, m_theme, QStringLiteral("ledger"), t.warning, at, kNodeGlyph);
  if (marks.tainted) drawGlyph(painter, m_theme, QStringLiteral("tainted"), t.warning, at, kNodeGlyph);
}

void HeatmapRenderer::paintNames(const MapFrame& frame, QPainter& painter) {
  const Tokens& t = m_theme.tokens();
  const QFontMetricsF nameMetrics(m_nameFont);
  const QFontMetricsF noteMetrics(m_noteFont);
  QFont strong = m_nameFont;
  strong.setWeight(QFont::DemiBold);
  // At this level the verdict of a preview stands at the end of the name's line.
  const int verdict =
      frame.preview && frame.layout->metrics().level == MapLevel::Cell ? scaledWidth(m_theme, kVerdictGlyph) + 2 : 0;
  for (const VisibleBlocks& blocks : m_visible) {
    if (!frame.layout->hasNames(blocks.group)) continue;
    for (int block = blocks.first; block <= blocks.last; ++block) {
      const MapPlace place{blocks.group, block};
      const NodeIndex node = frame.layout->node(place);
      const QRect rect = frame.layout->nameRect(place).adjusted(0, 0, -verdict, 0);
      const NodeLabels::Texts& texts =
          m_labels.of(frame.snapshot->nodes[node.value], rect.width(), frame.layout->cellsRect(place).width());
      int x = rect.left();
      if (texts.marks.any()) {
        paintNodeGlyph(painter, texts.marks, rect);
        x += m_labels.glyphRoom();
      }
      const bool stands = (frame.strongNode && *frame.strongNode == node) ||
                          (frame.preview && frame.preview->aimed && *frame.preview->aimed == node);
      painter.setFont(stands ? strong : m_nameFont);
      painter.setPen(stands ? t.text1 : t.text2);
      if (stands) {
        const bool isCut = texts.noteWidth > 0 && !texts.noteIsBeside;
        const int edge = isCut ? texts.noteEdge - static_cast<int>(texts.noteWidth) - 8 : rect.width();
        drawLine(painter, QRectF(x, rect.top(), rect.left() + edge - x, rect.height()), texts.name, Qt::AlignLeft,
                 Qt::ElideMiddle);
      } else {
        painter.drawStaticText(QPointF(x, topOfLine(nameMetrics, rect, texts.nameAscent)), texts.nameText);
      }
      // Under a preview the verdicts speak; amounts that they do not use would only make noise.
      if (texts.noteWidth <= 0 || (frame.preview && !texts.noteIsState)) continue;
      painter.setFont(m_noteFont);
      painter.setPen(texts.marks.notReady ? t.critical : texts.marks.cordoned ? t.warning : t.text3);
      const QRect cells = frame.layout->cellsRect(place);
      const QRect row = texts.noteIsBeside ? cells : rect;
      const qreal left =
          texts.noteIsBeside ? cells.right() + 1 + NodeLabels::kGap : rect.left() + texts.noteEdge - texts.noteWidth;
      painter.drawStaticText(QPointF(left, topOfLine(noteMetrics, row, texts.noteAscent)), texts.noteText);
    }
  }
}

void HeatmapRenderer::paintNodeMarks(const MapFrame& frame, QPainter& painter) const {
  const Tokens& t = m_theme.tokens();
  if (frame.layout->metrics().level == MapLevel::Pixel) return;
  for (const VisibleBlocks& blocks : m_visible) {
    for (int block = blocks.first; block <= blocks.last; ++block) {
      const MapPlace place{blocks.group, block};
      const NodeRecord& node = frame.snapshot->node(frame.layout->node(place));
      if (!node.unschedulable()) continue;
      const QRect cells = frame.layout->cellsRect(place);
      const int top = frame.layout->hasNames(blocks.group) ? frame.layout->blockRect(place).top() : cells.top();
      painter.fillRect(QRect(cells.left() - 5, top, 3, cells.bottom() + 1 - top), t.warning);
    }
  }
}

/// What a node offers whose cards are not known, beside the sign of the unknown: two lines where the plate has room.
void HeatmapRenderer::paintPlateTexts(const MapFrame& frame, QPainter& painter) const {
  const Tokens& t = m_theme.tokens();
  const MapLevel level = frame.layout->metrics().level;
  if (level < MapLevel::Cell) return;
  QFont font = m_noteFont;
  constexpr int kMinPixels = 9;
  const int height = frame.layout->metrics().cellHeight;
  font.setPixelSize(std::min(font.pixelSize(), std::max(kMinPixels, height / 2 - 3)));
  const bool twoLines = level >= MapLevel::Text;
  const qreal line = twoLines ? (height - 2) / 2.0 : height;
  painter.setFont(font);
  for (const VisibleBlocks& blocks : m_visible) {
    for (int block = blocks.first; block <= blocks.last; ++block) {
      const MapPlace place{blocks.group, block};
      if (frame.layout->cardCount(place) > 0) continue;
      const NodeIndex index = frame.layout->node(place);
      const QRectF plate = frame.layout->cellsRect(place);
      drawBox(painter, plate, {}, t.cellOutline, level == MapLevel::Cell ? 2 : 3);
      const bool dimmed = dressOf(frame, index, kPendingCard).dimmed;
      const auto ink = [&](const QColor& colour) { return dimmed ? Tokens::mix(t.bg, colour, 0.3) : colour; };
      constexpr qreal kBeside = 6;
      const qreal left = std::min(plate.width(), plate.height()) + kBeside;
      QRectF words(plate.left() + left, plate.top() + (twoLines ? 1 : 0), plate.width() - left - 2, line);
      if (words.width() <= 0) continue;
      if (twoLines) {
        painter.setPen(ink(t.text2));
        drawLine(painter, words, PlateTexts::tr("cards not known"));
        words.translate(0, line);
      }
      painter.setPen(ink(t.text1));
      drawLine(painter, words, publishedText(frame.snapshot->node(index)), Qt::AlignLeft, Qt::ElideMiddle);
    }
  }
}

const HeatmapRenderer::Amount& HeatmapRenderer::amountOf(const Card& card, MemoryUnit unit, const QFont& font,
                                                         int room) {
  constexpr std::size_t kMaxAmounts = 4096;
  if (m_amountPixels != font.pixelSize() || m_amountRoom != room || m_amounts.size() > kMaxAmounts) m_amounts.clear();
  m_amountPixels = font.pixelSize();
  m_amountRoom = room;
  const MemUnits allocated = card.held ? card.memTotal : card.memAllocated;
  constexpr std::uint64_t kSpread = 0x9E3779B97F4A7C15ULL;
  const std::uint64_t key =
      (static_cast<std::uint64_t>(allocated.value) * kSpread ^ static_cast<std::uint64_t>(card.memTotal.value)) * 8 +
      static_cast<std::uint64_t>(unit);
  Amount& amount = m_amounts[key];
  if (amount.text.text().isEmpty()) {
    const QFontMetricsF metrics(font);
    const QString total = memoryNumber(card.memTotal, unit);
    const bool exact = metrics.horizontalAdvance(total % QLatin1Char('/') % total) <= room;
    const QString words = exact ? memoryNumber(allocated, unit) % QLatin1Char('/') % total
                                : wholeNumber(allocated, unit) % QLatin1Char('/') % wholeNumber(card.memTotal, unit);
    amount.width = metrics.horizontalAdvance(words);
    amount.text.setTextFormat(Qt::PlainText);
    amount.text.setText(words);
    amount.text.prepare({}, font);
  }
  return amount;
}

void HeatmapRenderer::paintAmounts(const MapFrame& frame, QPainter& painter) {
  if (isMeasured(frame.measure)) return;  // "13/16" is what is allocated
  const Tokens& t = m_theme.tokens();
  QFont small = m_noteFont;
  small.setPixelSize(std::min(small.pixelSize(), frame.layout->metrics().cell / 5 + 2));
  painter.setFont(small);
  for (const VisibleBlocks& blocks : m_visible) {
    for (int block = blocks.first; block <= blocks.last; ++block) {
      const MapPlace place{blocks.group, block};
      const NodeIndex node = frame.layout->node(place);
      const MemoryUnit unit = frame.snapshot->node(node).gpu.unit;
      const auto cards = frame.snapshot->cardsOf(node);
      const int count = std::min(static_cast<int>(cards.size()), frame.layout->cardCount(place));
      for (int i = 0; i < count; ++i) {
        const Card& card = cards[static_cast<std::size_t>(i)];
        const CellValue value = cellValue(frame.snapshot->node(node), card, frame.measure);
        if (!card.memoryKnown || value.unhealthy || value.state == CellValue::State::Unknown) continue;
        if (value.state == CellValue::State::Counted) continue;
        const QRect cell = frame.layout->cellRect(place, i);
        const Amount& amount = amountOf(card, unit, small, cell.width() - 4);
        if (amount.width > cell.width() - 4) continue;
        const bool filled = value.state == CellValue::State::Filled;
        const CellDress dress = dressOf(frame, node, card.index);
        const QColor fill = filled ? t.steps[value.rank] : t.bg;
        const QPointF at(std::round(cell.left() + (cell.width() - amount.width) / 2),
                         cell.top() + cell.height() / 2.0 - 1);
        if (dress.notReady && filled)
          painter.fillRect(QRectF(at.x() - 2, at.y() + 2, amount.width + 4, small.pixelSize() + 2), fill);
        const QColor mark = filled ? Tokens::textOn(fill) : t.text3;
        painter.setPen(dress.dimmed ? Tokens::mix(t.bg, mark, 0.3) : mark);
        painter.drawStaticText(at, amount.text);
      }
    }
  }
}

}  // namespace cardinal::ui
