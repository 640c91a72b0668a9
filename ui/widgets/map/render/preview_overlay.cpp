// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/map/render/preview_overlay.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QPainter>
#include <algorithm>

#include "ui/theme/paint.h"
#include "ui/widgets/basic/scaled_width.h"

namespace cardinal::ui {
namespace {

class PreviewTexts {
  Q_DECLARE_TR_FUNCTIONS(cardinal::ui::MapPreview)
};

struct Brush {
  const MapFrame& frame;
  const Theme& theme;
  QPainter& painter;
  const Tokens& t;
  MapLevel level;
};

/// Position of a card number among the node's cards; -1 when the node has no such card.
int positionOf(const MapFrame& frame, NodeIndex node, CardIndex card) {
  const auto cards = frame.snapshot->cardsOf(node);
  const auto found = std::find_if(cards.begin(), cards.end(), [card](const Card& c) { return c.index == card; });
  return found == cards.end() ? -1 : static_cast<int>(found - cards.begin());
}

void dashed(Brush& b, const QRectF& rect, const QColor& colour, qreal width, qreal on, qreal off) {
  QPen pen(colour, width, Qt::CustomDashLine, Qt::FlatCap);
  const qreal factor = b.t.kind == ThemeKind::Contrast ? 2 : 1;
  pen.setDashPattern({on * factor / width, off * factor / width});
  b.painter.setPen(pen);
  b.painter.setBrush(Qt::NoBrush);
  b.painter.drawRect(rect.adjusted(width / 2, width / 2, -width / 2, -width / 2));
}

void plate(Brush& b, const QRectF& cell, const QString& text, const QColor& ink) {
  QFont face = b.theme.font(TextRole::SmallStrong);
  face.setPixelSize(std::min(face.pixelSize(), std::max(9, static_cast<int>(cell.height() * 0.45))));
  const QFontMetricsF metrics(face);
  const qreal width = metrics.horizontalAdvance(text) + 4;
  const QRectF at(cell.center().x() - width / 2, cell.center().y() - 8, width, 16);
  drawBox(b.painter, at, b.t.bg, {}, 2);
  b.painter.setFont(face);
  b.painter.setPen(ink);
  drawLine(b.painter, at, text, Qt::AlignHCenter, Qt::ElideNone);
}

void paintGhostCell(Brush& b, const QRect& cell, const QString& label) {
  const QRectF rect(cell);
  if (b.level == MapLevel::Pixel) return b.painter.fillRect(rect, b.t.planned);
  b.painter.fillRect(rect, b.t.bg);
  const bool small = b.level == MapLevel::Compact;
  const bool wide = b.t.kind == ThemeKind::Contrast;
  drawStripes(b.painter, rect, b.t.planned, small ? 4 : wide ? 12 : 6, small ? 1.5 : 2.5);
  if (small) return drawBox(b.painter, rect, {}, b.t.planned, 0);
  dashed(b, rect, b.t.planned, 2, 5, 3);
  if (b.level >= MapLevel::Text && !label.isEmpty()) plate(b, rect, label, b.t.text1);
}

void paintGhost(Brush& b, const MapPlace& place, const MapPreview::Ghost& ghost) {
  for (const CardIndex card : ghost.cards) {
    const int position = positionOf(b.frame, ghost.node, card);
    if (position >= 0 && position < b.frame.layout->cardCount(place))
      paintGhostCell(b, b.frame.layout->cellRect(place, position), ghost.label);
  }
  if (!ghost.cards.empty() || ghost.wholeCards <= 0) return;
  // Which cards is never known: the node is outlined as a whole and the number of cards written on it.
  const QRectF cells = QRectF(b.frame.layout->cellsRect(place)).adjusted(-2, -2, 2, 2);
  dashed(b, cells, b.t.planned, b.level >= MapLevel::Cell ? 2 : 1, 5, 3);
  if (b.level < MapLevel::Text) return;
  const QString label =
      ghost.label.isEmpty() ? PreviewTexts::tr("+%n card(s)", nullptr, ghost.wholeCards) : ghost.label;
  plate(b, cells, label, b.t.text1);
}

void paintRunnerUp(Brush& b, const MapPlace& place, const Candidate& candidate) {
  const qreal width = b.level >= MapLevel::Cell ? 2 : 1;
  for (const CardIndex card : candidate.cards) {
    const int position = positionOf(b.frame, candidate.node, card);
    if (position < 0 || position >= b.frame.layout->cardCount(place)) continue;
    const QRectF cell = b.frame.layout->cellRect(place, position);
    dashed(b, cell, b.t.bg, width, 100, 1);
    dashed(b, cell, b.t.planned, width, 2, 2);
  }
  if (candidate.cards.empty())
    dashed(b, QRectF(b.frame.layout->cellsRect(place)).adjusted(-2, -2, 2, 2), b.t.planned, width, 2, 2);
}

void paintNearMiss(Brush& b, const MapPlace& place, const MapPreview::Refused& refused) {
  const int position = positionOf(b.frame, refused.node, refused.missCard);
  const bool whole = position < 0 || position >= b.frame.layout->cardCount(place);
  const QRectF rect =
      whole ? QRectF(b.frame.layout->cellsRect(place)) : QRectF(b.frame.layout->cellRect(place, position));
  const qreal width = b.level >= MapLevel::Cell ? 2 : 1;
  drawBox(b.painter, rect.adjusted(-1, -1, 1, 1), {}, b.t.warning, b.level >= MapLevel::Text ? 4 : 0, width);
  if (b.level < MapLevel::Text || refused.missing.isEmpty()) return;
  if (whole) return plate(b, rect, refused.missing, b.t.warning);
  // The gap takes the place of the number; the cell keeps its fill and bars.
  const Card& card = b.frame.snapshot->cardsOf(refused.node)[static_cast<std::size_t>(position)];
  const CellValue value =
      cellValue(b.frame.snapshot->node(refused.node), card, b.frame.measure, b.frame.useOf(refused.node, position));
  const bool filled = value.state == CellValue::State::Filled && !value.unhealthy;
  const QColor fill = filled ? b.t.steps[value.rank] : b.t.bg;
  QFont face = b.theme.font(TextRole::SmallStrong);
  face.setPixelSize(std::min(face.pixelSize(), std::max(9, static_cast<int>(rect.height() * 0.45))));
  b.painter.setFont(face);
  const QRectF middle = rect.adjusted(2, 6, -2, -9);
  b.painter.fillRect(middle, fill);
  b.painter.setPen(filled ? Tokens::textOn(fill) : b.t.text1);
  drawLine(b.painter, middle, refused.missing, Qt::AlignHCenter, Qt::ElideNone);
}

void paintVerdict(Brush& b, const MapPlace& place, const QString& glyph, const QColor& colour, const QString& words) {
  const QRect rect = b.frame.layout->reasonRect(place);
  if (rect.height() > 0) {
    const int side = scaledWidth(b.theme, kVerdictGlyph);
    drawGlyph(b.painter, b.theme, glyph, colour, QRectF(rect.left(), rect.top(), side, rect.height()),
              kVerdictGlyph - 2);
    b.painter.setFont(b.theme.font(TextRole::Micro));
    b.painter.setPen(colour);
    return drawLine(b.painter, QRectF(rect.left() + side + 4, rect.top(), rect.width() - side - 4, rect.height()),
                    words);
  }
  if (b.level != MapLevel::Cell || !b.frame.layout->hasNames(place.group)) return;
  const QRect name = b.frame.layout->nameRect(place);
  const int side = scaledWidth(b.theme, kVerdictGlyph);
  const QRectF corner(name.left() + name.width() - side, name.top(), side, name.height());
  b.painter.fillRect(corner, b.t.bg);
  drawGlyph(b.painter, b.theme, glyph, colour, corner, kVerdictGlyph);
}

QRectF aimedBox(const MapFrame& frame, const MapPlace& place) {
  const QRect block = frame.layout->blockRect(place);
  const QRect cells = frame.layout->cellsRect(place);
  return frame.layout->metrics().level >= MapLevel::Text ? QRectF(block).adjusted(-6, -3, 6, 2)
                                                         : QRectF(cells).adjusted(-3, -3, 3, 3);
}

/// The nodes of the domain that the workload must stay in stand out as a whole.
void paintDomain(Brush& b, const MapPlace& place) {
  if (b.level == MapLevel::Pixel) return;
  drawBox(b.painter, aimedBox(b.frame, place), {}, b.t.planned, 4, b.t.kind == ThemeKind::Contrast ? 2 : 1);
}

void paintBlock(Brush& b, const MapPlace& place) {
  const NodeIndex node = b.frame.layout->node(place);
  const auto entry = b.frame.previewIndex->of(node);
  if (entry.domain >= 0) paintDomain(b, place);
  if (entry.refused >= 0) {
    const auto& refused = b.frame.preview->refused[static_cast<std::size_t>(entry.refused)];
    if (refused.nearMiss) paintNearMiss(b, place, refused);
    return paintVerdict(b, place, QStringLiteral("unhealthy"), refused.nearMiss ? b.t.warning : b.t.text2,
                        refused.reason);
  }
  if (entry.runnerUp >= 0 && entry.ghost < 0) {
    const Candidate& candidate = b.frame.preview->runnersUp[static_cast<std::size_t>(entry.runnerUp)];
    paintRunnerUp(b, place, candidate);
    paintVerdict(b, place, QStringLiteral("tick"), b.t.ok,
                 b.frame.preview->hasScores ? PreviewTexts::tr("fits · score %1").arg(candidate.score)
                                            : PreviewTexts::tr("fits"));
  }
  if (entry.ghost >= 0) {
    const auto& ghosts = b.frame.preview->ghosts;
    const auto first = static_cast<std::size_t>(entry.ghost);
    for (std::size_t i = first; i < ghosts.size() && ghosts[i].node == node; ++i) paintGhost(b, place, ghosts[i]);
    const QString& roles = ghosts[first].rolesOnNode;
    return paintVerdict(b, place, QStringLiteral("tick"), b.t.ok,
                        roles.isEmpty() ? PreviewTexts::tr("predicted")
                                        : PreviewTexts::tr("predicted: %1", "roles of a workload").arg(roles));
  }
  // Feasible and refused are all nodes: who is not refused by an answer fits, even far down the ranking.
  const bool answered = !b.frame.preview->ghosts.empty() || !b.frame.preview->runnersUp.empty();
  if (answered && entry.runnerUp < 0)
    paintVerdict(b, place, QStringLiteral("tick"), b.t.text2, PreviewTexts::tr("fits"));
}

}  // namespace

void paintPreviewGround(const MapFrame& frame, const Theme& theme, QImage& image) {
  if (!frame.preview->aimed) return;
  const auto place = frame.layout->find(*frame.preview->aimed);
  if (!place || frame.layout->metrics().level == MapLevel::Pixel) return;
  const Tokens& t = theme.tokens();
  QPainter painter(&image);
  painter.scale(frame.ratio, frame.ratio);
  painter.translate(0, -frame.scrollY);
  drawBox(painter, aimedBox(frame, *place), Tokens::mix(t.bg, t.selected, 0.6), t.accent, 4, 2);
}

void paintPreview(const MapFrame& frame, const Theme& theme, QPainter& painter,
                  const std::vector<VisibleBlocks>& visible) {
  Brush brush{frame, theme, painter, theme.tokens(), frame.layout->metrics().level};
  for (const VisibleBlocks& blocks : visible) {
    for (int block = blocks.first; block <= blocks.last; ++block) paintBlock(brush, MapPlace{blocks.group, block});
  }
}

}  // namespace cardinal::ui
