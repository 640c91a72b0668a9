// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/map/render/heatmap_renderer.h"

#include <QPainter>
#include <algorithm>
#include <cmath>

#include "core/model/card_memory.h"
#include "ui/widgets/basic/scaled_width.h"
#include "ui/widgets/map/render/preview_overlay.h"

namespace cardinal::ui {
namespace {

int coreBarHeight(const LevelMetrics& metrics) {
  switch (metrics.level) {
    case MapLevel::Detail:
      return 6;
    case MapLevel::Text:
      return 4;
    case MapLevel::Cell:
      return 3;
    case MapLevel::Compact:
      return metrics.cell >= 10 ? 2 : 0;
    case MapLevel::Pixel:
      break;
  }
  return 0;
}

/// Compute slices of a MIG profile, by which a card is divided: 3 of "3g.40gb".
int slicesOf(const InstanceGroup& group) {
  const char first = group.profile.empty() ? '1' : group.profile.front();
  return first >= '1' && first <= '7' ? first - '0' : 1;
}

/// Instances of this very card, where the stack reports them and the measure is what is requested; null = none.
const std::vector<InstanceGroup>* instancesOf(const MapFrame& frame, NodeIndex node, const Card& card) {
  const NodeDevices* devices = frame.snapshot->node(node).devices.get();
  const CardDetail* detail = devices == nullptr ? nullptr : devices->detailOf(card.index);
  if (detail == nullptr || detail->instances.empty()) return nullptr;
  const bool allocated = frame.measure == MapMeasure::MemoryAllocated || frame.measure == MapMeasure::CoreAllocated;
  return allocated ? &detail->instances : nullptr;
}

int barInset(MapLevel level) {
  return level >= MapLevel::Cell ? 3 : 2;
}

/// What the cell shows is of this very card.
bool isOwn(const CellValue& value) {
  return value.state == CellValue::State::Zero || value.state == CellValue::State::Filled;
}

/// The look of a card that is taken as a whole.
constexpr CellValue kWholeCell{CellValue::State::Filled, 8};

}  // namespace

HeatmapRenderer::HeatmapRenderer(const Theme& theme) : m_theme(theme) {}

void HeatmapRenderer::clearCaches() {
  m_labels.clear();
  m_amounts.clear();
  m_sprites = SpriteCache();
}

void HeatmapRenderer::prepare(const MapFrame& frame) {
  m_grid = DeviceGrid(frame.ratio, frame.scrollY);
  m_ground = m_theme.tokens().bg.rgb();
  m_control = m_theme.tokens().control.rgb();
  const bool detail = frame.layout->metrics().level == MapLevel::Detail;
  m_nameFont = m_theme.font(detail ? TextRole::Small : TextRole::Micro);
  m_noteFont = m_theme.font(TextRole::Micro);
  m_cellFont = m_theme.font(TextRole::Small);
  // Numbers must stay inside of the cell at every text scale.
  m_cellFont.setPixelSize(
      std::min(m_cellFont.pixelSize() + (detail ? 1 : 0), std::max(9, frame.layout->metrics().cell * 2 / 5 + 1)));
  m_sprites.setLook(m_theme.tokens(), m_cellFont, frame.layout->metrics().level, frame.ratio);
  m_labels.setFonts(m_nameFont, m_noteFont, scaledWidth(m_theme, kNodeGlyph) + kNodeGlyphGap);
  m_visible = frame.layout->visible(frame.scrollY, frame.size.height());
}

void HeatmapRenderer::render(const MapFrame& frame, QImage& image) {
  const DeviceGrid grid(frame.ratio, 0);
  const QSize pixels(grid.px(frame.size.width()), grid.px(frame.size.height()));
  if (image.size() != pixels || image.format() != QImage::Format_RGB32) image = QImage(pixels, QImage::Format_RGB32);
  image.setDevicePixelRatio(1.0);
  image.fill(m_theme.tokens().bg);
  if (!frame.snapshot || !frame.layout || frame.layout->groupCount() == 0) {
    image.setDevicePixelRatio(frame.ratio);
    return;
  }
  prepare(frame);
  if (frame.preview) paintPreviewGround(frame, m_theme, image);
  paintCells(frame, image);
  image.setDevicePixelRatio(frame.ratio);
  QPainter painter(&image);
  painter.translate(0, -frame.scrollY);
  paintHeads(frame, painter);
  paintNames(frame, painter);
  paintNodeMarks(frame, painter);
  paintPlateTexts(frame, painter);
  if (frame.layout->metrics().level == MapLevel::Detail) paintAmounts(frame, painter);
  if (frame.preview) paintPreview(frame, m_theme, painter, m_visible);
}

CellDress HeatmapRenderer::dressOf(const MapFrame& frame, NodeIndex node, int card) const {
  CellDress dress;
  dress.notReady = frame.snapshot->node(node).readiness != NodeReadiness::Ready;
  if (!frame.preview) return dress;
  const auto entry = frame.previewIndex->of(node);
  if (entry.refused >= 0) {
    const auto& refused = frame.preview->refused[static_cast<std::size_t>(entry.refused)];
    dress.dimmed = !(refused.nearMiss && (refused.missCard == kPendingCard || refused.missCard == card));
  }
  dress.lit = frame.preview->aimed && *frame.preview->aimed == node;
  return dress;
}

void HeatmapRenderer::paintCells(const MapFrame& frame, QImage& image) {
  PixelCanvas canvas(image);
  const bool pixels = frame.layout->metrics().level == MapLevel::Pixel;
  for (const VisibleBlocks& blocks : m_visible) {
    for (int block = blocks.first; block <= blocks.last; ++block) {
      const MapPlace place{blocks.group, block};
      if (frame.layout->cardCount(place) == 0) {
        paintPlate(frame, canvas, place);
      } else if (pixels) {
        paintPixels(frame, canvas, place);
      } else {
        paintBlockCells(frame, canvas, place);
      }
    }
  }
}

/// A node whose cards are not known: one plate in their place, hatched as every cell of which nothing is known.
void HeatmapRenderer::paintPlate(const MapFrame& frame, PixelCanvas& canvas, const MapPlace& place) {
  QRect logical = frame.layout->cellsRect(place);
  const MapLevel level = frame.layout->metrics().level;
  // Words stand beside the sign; without room for them the whole plate is hatched.
  if (level >= MapLevel::Cell) logical.setWidth(std::min(logical.width(), logical.height()));
  const QRect at = m_grid.rect(logical);
  if (level == MapLevel::Pixel) {
    canvas.chequer(at.left(), at.top(), at.width(), at.height(), m_control, m_ground);
  } else {
    canvas.blit(
        at.left(), at.top(),
        m_sprites.cell(CellValue{}, dressOf(frame, frame.layout->node(place), kPendingCard), at.width(), at.height()));
  }
}

void HeatmapRenderer::paintPixels(const MapFrame& frame, PixelCanvas& canvas, const MapPlace& place) {
  const NodeIndex node = frame.layout->node(place);
  const NodeRecord& record = frame.snapshot->node(node);
  const auto cards = frame.snapshot->cardsOf(node);
  const bool dimmed = frame.preview && frame.previewIndex->isRefused(node);
  const int count = std::min(static_cast<int>(cards.size()), frame.layout->cardCount(place));
  const int perLine = frame.layout->cardsPerLine(place.group);
  const LevelMetrics& metrics = frame.layout->metrics();
  const int step = metrics.cell + metrics.cellGap;
  const QRect first = frame.layout->cellRect(place, 0);
  QRect logical = first;
  for (int i = 0, column = 0; i < count; ++i, ++column) {
    if (column == perLine) {
      column = 0;
      logical.moveTopLeft({first.left(), logical.top() + step});
    }
    const CellValue value = cellFill(record, cards[static_cast<std::size_t>(i)], frame.measure, frame.useOf(node, i));
    const QRect at = m_grid.rect(logical);
    const bool isPlain = value.unhealthy || value.suspect || isOwn(value);
    if (!isPlain) {
      const bool isCounted = value.state == CellValue::State::Counted;
      const QRgb tone = isCounted ? m_sprites.plainFill(kWholeCell, dimmed) : m_control;
      canvas.chequer(at.left(), at.top(), at.width(), at.height(), tone, m_ground);
    } else {
      canvas.fill(at.left(), at.top(), at.width(), at.height(), m_sprites.plainFill(value, dimmed));
    }
    logical.translate(step, 0);
  }
}

void HeatmapRenderer::paintBlockCells(const MapFrame& frame, PixelCanvas& canvas, const MapPlace& place) {
  const NodeIndex node = frame.layout->node(place);
  const auto cards = frame.snapshot->cardsOf(node);
  const NodeRecord& record = frame.snapshot->node(node);
  const int count = std::min(static_cast<int>(cards.size()), frame.layout->cardCount(place));
  const bool numbered = frame.layout->metrics().level >= MapLevel::Text;
  for (int i = 0; i < count; ++i) {
    const Card& card = cards[static_cast<std::size_t>(i)];
    const CellDress dress = dressOf(frame, node, card.index);
    const CardUse* use = frame.useOf(node, i);
    const CellValue value =
        numbered ? cellValue(record, card, frame.measure, use) : cellFill(record, card, frame.measure, use);
    const QRect logical = frame.layout->cellRect(place, i);
    const QRect at = m_grid.rect(logical);
    const auto* instances = value.unhealthy ? nullptr : instancesOf(frame, node, card);
    if (instances != nullptr) {
      paintInstances(canvas, at, *instances, dress);
      continue;
    }
    canvas.blit(at.left(), at.top(), m_sprites.cell(value, dress, at.width(), at.height()));
    if (value.unhealthy) continue;
    if (isOwn(value)) paintBars(frame, canvas, at, {record, card}, value, dress);
    // The driver holds a little memory on every card: that is no use of an empty one.
    constexpr double kDriverOnly = 0.02;
    const bool empty = value.state == CellValue::State::Zero && usedFraction(use).value_or(0.0) < kDriverOnly;
    if (use && !empty) paintTick(frame, canvas, at, *use, m_sprites.bars(value, dress));
  }
}

/// The card cut as its instances are, the requested ones filled. Which of equal ones are taken is not reported: the
/// first stand in.
void HeatmapRenderer::paintInstances(PixelCanvas& canvas, const QRect& cell, const std::vector<InstanceGroup>& groups,
                                     const CellDress& dress) const {
  constexpr int kMax = 7 * 8;
  int slices = 0;
  for (const InstanceGroup& group : groups) slices += std::clamp(group.total, 0, kMax) * slicesOf(group);
  const QRgb outline = m_theme.tokens().cellOutline.rgb();
  const QRgb fill = m_sprites.plainFill(kWholeCell, dress.dimmed);
  canvas.fill(cell.left(), cell.top(), cell.width(), cell.height(), m_ground);
  int before = 0;
  for (const InstanceGroup& group : groups) {
    for (int i = 0; i < std::min(group.total, kMax); ++i) {
      const int left = cell.left() + cell.width() * before / slices;
      before += slicesOf(group);
      const int width = cell.left() + cell.width() * before / slices - left - (before < slices ? 1 : 0);
      if (width <= 0) continue;
      canvas.fill(left, cell.top(), width, cell.height(), outline);
      if (width <= 2 || cell.height() <= 2) continue;
      if (!group.allocated) {
        canvas.chequer(left + 1, cell.top() + 1, width - 2, cell.height() - 2, m_control, m_ground);
      } else {
        canvas.fill(left + 1, cell.top() + 1, width - 2, cell.height() - 2, i < *group.allocated ? fill : m_ground);
      }
    }
  }
}

/// One mark for each slot of the card, the taken ones strong, where they can be distinguished.
void HeatmapRenderer::paintSlots(const MapFrame& frame, PixelCanvas& canvas, const QRect& cell, const Card& card,
                                 const BarColours& colours) const {
  const LevelMetrics& metrics = frame.layout->metrics();
  if (metrics.level < MapLevel::Text || !card.slotsHeldKnown || card.slotsTotal == 0 || card.slotsHeld == 0) return;
  const int inset = m_grid.px(barInset(metrics.level));
  const int room = cell.width() - 2 * inset;
  const int gap = std::max(1, m_grid.px(1));
  if (room < card.slotsTotal * 2 * gap) return;
  const int top = cell.top() + cell.height() - inset - m_grid.px(coreBarHeight(metrics)) - m_grid.px(3);
  for (int i = 0; i < card.slotsTotal; ++i) {
    const int left = cell.left() + inset + room * i / card.slotsTotal;
    const int width = cell.left() + inset + room * (i + 1) / card.slotsTotal - left - gap;
    canvas.fill(left, top, width, m_grid.px(2), i < card.slotsHeld ? colours.value : colours.track);
  }
}

/// A short mark across the rail at the memory that is really used: the gap to the rail's end is what nobody uses.
void HeatmapRenderer::paintTick(const MapFrame& frame, PixelCanvas& canvas, const QRect& cell, const CardUse& use,
                                const BarColours& colours) const {
  const LevelMetrics& metrics = frame.layout->metrics();
  const auto used = usedFraction(&use);
  if (metrics.level < MapLevel::Cell || !used) return;
  const int inset = m_grid.px(barInset(metrics.level));
  const int room = cell.width() - 2 * inset;
  const int wide = m_grid.px(2);
  const int high = m_grid.px(metrics.level == MapLevel::Detail ? 8 : 6);
  const int x = cell.left() + inset + static_cast<int>(std::lround((room - wide) * std::min(1.0, *used)));
  canvas.fill(x, cell.top() + m_grid.px(metrics.level == MapLevel::Cell ? 0 : 1), wide, high, colours.value);
}

void HeatmapRenderer::paintBars(const MapFrame& frame, PixelCanvas& canvas, const QRect& cell, const CardOfNode& of,
                                const CellValue& value, const CellDress& dress) const {
  const LevelMetrics& metrics = frame.layout->metrics();
  const int inset = m_grid.px(barInset(metrics.level));
  const int room = cell.width() - 2 * inset;
  const int height = m_grid.px(coreBarHeight(metrics));
  if (room <= 0 || (height == 0 && metrics.level < MapLevel::Text)) return;
  const BarColours& colours = m_sprites.bars(value, dress);
  const auto memory = memoryFraction(of.node, of.card);
  if (metrics.level >= MapLevel::Text && memory && *memory > 0.0) {
    const int length = std::max(1, static_cast<int>(std::lround(room * std::min(1.0, *memory))));
    const int thick =
        metrics.level == MapLevel::Detail ? m_grid.px(2) : std::max(1, static_cast<int>(1.5 * frame.ratio));
    canvas.fill(cell.left() + inset, cell.top() + m_grid.px(4), length, thick, colours.rail);
  }
  paintSlots(frame, canvas, cell, of.card, colours);
  const auto core = coreFraction(of.node, of.card);
  if (height == 0 || !core) return;
  // An empty cell stays empty: only compute that is held draws a bar on it.
  if (value.state == CellValue::State::Zero && *core <= 0.0) return;
  const int top = cell.top() + cell.height() - m_grid.px(barInset(metrics.level)) - height;
  const int length = *core > 0.0 ? std::max(1, static_cast<int>(std::lround(room * std::min(1.0, *core)))) : 0;
  canvas.fill(cell.left() + inset, top, room, height, colours.track);
  canvas.fill(cell.left() + inset, top, length, height, colours.value);
}

}  // namespace cardinal::ui
