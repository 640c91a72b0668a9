// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/legend_strip.h"

#include <QEvent>
#include <QFontMetricsF>
#include <QPainter>
#include <algorithm>

#include "ui/theme/fonts.h"
#include "ui/theme/paint.h"
#include "ui/widgets/map/cell_value.h"

namespace cardinal::ui {
namespace {

constexpr int kHeight = 44;
constexpr int kStep = 22;
constexpr int kSwatch = 14;
constexpr int kGap = 18;

/// Draws from left to right and keeps the place.
struct Pen {
  QPainter& painter;
  const Theme& theme;
  const Tokens& t;
  qreal x;

  qreal textWidth(const QString& text, TextRole role) const { return QFontMetricsF(roleFont(role, 1.0)).horizontalAdvance(text); }
  void words(const QString& text) {
    painter.setFont(roleFont(TextRole::Small, 1.0));
    painter.setPen(t.text2);
    const qreal w = textWidth(text, TextRole::Small);
    drawLine(painter, QRectF(x, 0, w + 1, kHeight), text, Qt::AlignLeft, Qt::ElideNone);
    x += w + kGap;
  }
};

/// What the fill means: title, unit and the numbers below the scale.
struct ScaleWords {
  QString title;
  QString unit;
  QString zero;          ///< below the hollow sample; empty = the measure has no zero
  QStringList quarters;  ///< at 25, 50, 75 and 100 % of the scale
};

ScaleWords scaleWords(MapMeasure measure) {
  const auto numbers = [](double low, double high) {
    QStringList out;
    for (int i = 1; i <= 4; ++i) out += QString::number(low + (high - low) * i / 4);
    return out;
  };
  const QStringList percents = numbers(0, 100);
  const QString ofCard = LegendStrip::tr("% of the card");
  const QString zero = QStringLiteral("0");
  switch (measure) {
    case MapMeasure::MemoryAllocated: return {LegendStrip::tr("Memory allocated"), ofCard, zero, percents};
    case MapMeasure::CoreAllocated: return {LegendStrip::tr("Core allocated"), ofCard, zero, percents};
    case MapMeasure::PodsPerCard:
      return {LegendStrip::tr("Pods per card"), LegendStrip::tr("number of pods"), zero,
              {QStringLiteral("2"), QStringLiteral("4"), QStringLiteral("6"), QStringLiteral("8+")}};
    case MapMeasure::LargestFree: return {LegendStrip::tr("Free on one card"), ofCard, zero, percents};
    case MapMeasure::MemoryUsed: return {LegendStrip::tr("Memory used"), ofCard, zero, percents};
    case MapMeasure::GpuUsed: return {LegendStrip::tr("Utilization"), LegendStrip::tr("% of the time"), zero, percents};
    case MapMeasure::Temperature: return {LegendStrip::tr("Temperature"), QStringLiteral("°C"), {}, numbers(kColdCelsius, kHotCelsius)};
    case MapMeasure::SampleAge: return {LegendStrip::tr("Age of samples"), LegendStrip::tr("seconds"), {}, numbers(0, kOldestSeconds)};
    case MapMeasure::Power: break;
  }
  return {LegendStrip::tr("Power"), QStringLiteral("W"), {}, numbers(0, kMostWatts)};
}

void paintScaleLabels(Pen& pen, qreal hollowX, qreal scaleX, const ScaleWords& words) {
  pen.painter.setFont(roleFont(TextRole::Micro, 1.0));
  pen.painter.setPen(pen.t.text2);
  const QRectF line(0, 24, 40, 16);
  const auto centred = [&](qreal x, const QString& text) { drawLine(pen.painter, line.translated(x - 20, 0), text, Qt::AlignHCenter, Qt::ElideNone); };
  if (!words.zero.isEmpty()) centred(hollowX + kStep / 2.0, words.zero);
  for (int i = 0; i < 4; ++i) centred(scaleX + (i + 1) * 2 * kStep - (i == 3 ? -kStep / 2.0 : 0), words.quarters[i]);
}

void paintScale(Pen& pen, const ScaleWords& words) {
  const qreal hollowX = pen.x;
  if (!words.zero.isEmpty()) drawBox(pen.painter, QRectF(hollowX, 8, kStep, kSwatch), pen.t.bg, pen.t.cellOutline, 2);
  const qreal scaleX = words.zero.isEmpty() ? hollowX : hollowX + kStep + 4;
  for (std::size_t rank = 0; rank < pen.t.steps.size(); ++rank) {
    drawBox(pen.painter, QRectF(scaleX + static_cast<qreal>(rank) * (kStep), 8, kStep + 1, kSwatch), pen.t.steps[rank], pen.t.cellOutline, 0);
  }
  paintScaleLabels(pen, hollowX, scaleX, words);
  pen.x = scaleX + 9 * kStep + kGap;
}

void paintUnknownSample(Pen& pen, const QString& text) {
  const QRectF box(pen.x, 8, kStep, kSwatch);
  drawStripes(pen.painter, box.adjusted(1, 1, -1, -1), pen.t.control, 6, 2);
  drawBox(pen.painter, box, {}, pen.t.cellOutline, 2);
  pen.painter.setFont(roleFont(TextRole::Micro, 1.0));
  pen.painter.setPen(pen.t.text2);
  const qreal w = std::max<qreal>(kStep, pen.textWidth(text, TextRole::Micro));
  drawLine(pen.painter, QRectF(pen.x, 24, w + 1, 16), text, Qt::AlignLeft, Qt::ElideNone);
  pen.x += w + kGap;
}

void paintCoreSample(Pen& pen, const QString& text) {
  const QRectF box(pen.x, 14, kStep + 2, 17);
  const QColor fill = pen.t.steps[5];
  const QColor mark = Tokens::textOn(fill);
  drawBox(pen.painter, box, fill, pen.t.cellOutline, 3);
  pen.painter.fillRect(QRectF(box.left() + 3, box.bottom() - 7, box.width() - 6, 4), Tokens::mix(fill, mark, 0.22));
  pen.painter.fillRect(QRectF(box.left() + 3, box.bottom() - 7, (box.width() - 6) * 0.6, 4), mark);
  pen.x += kStep + 10;
  pen.words(text);
}

/// The rail is what is allocated, the mark across it what is used.
void paintTickSample(Pen& pen, const QString& text) {
  const QRectF box(pen.x, 14, kStep + 2, 17);
  const QColor fill = pen.t.steps[5];
  const QColor mark = Tokens::textOn(fill);
  drawBox(pen.painter, box, fill, pen.t.cellOutline, 3);
  pen.painter.fillRect(QRectF(box.left() + 3, box.top() + 5, (box.width() - 6) * 0.9, 1.5), Tokens::mix(fill, mark, 0.45));
  pen.painter.fillRect(QRectF(box.left() + 3 + (box.width() - 6) * 0.4, box.top() + 2, 2, 7), mark);
  pen.x += kStep + 10;
  pen.words(text);
}

void paintXidSample(Pen& pen, const QString& text) {
  const QRectF box(pen.x + 1, 15, kStep - 2, 14);
  drawBox(pen.painter, box, pen.t.steps[3], pen.t.critical, 2, 2);
  const QPointF corner = box.bottomLeft();
  pen.painter.setPen(Qt::NoPen);
  pen.painter.setBrush(pen.t.critical);
  pen.painter.drawPolygon(QPolygonF({corner, corner + QPointF(7, 0), corner - QPointF(0, 7)}));
  pen.x += kStep + 8;
  pen.words(text);
}

void paintStandIn(Pen& pen, const QString& text) {
  const QRectF box(pen.x, 14, kStep, 16);
  const QColor fill = pen.t.steps[8];
  drawBox(pen.painter, box, fill, pen.t.cellOutline, 3);
  QPen dots(Tokens::textOn(fill), 1, Qt::CustomDashLine, Qt::FlatCap);
  dots.setDashPattern({1, 2});
  pen.painter.setPen(dots);
  pen.painter.setBrush(Qt::NoBrush);
  pen.painter.drawRect(box.adjusted(2.5, 2.5, -2.5, -2.5));
  pen.x += kStep + 8;
  pen.words(text);
}

struct Mark {
  QString glyph;
  QColor colour;
  QString text;
};

qreal marksWidth(const Pen& pen, const std::vector<Mark>& marks) {
  qreal width = 0;
  for (const Mark& mark : marks) width += 12 + 6 + pen.textWidth(mark.text, TextRole::Small) + kGap;
  return width - (marks.empty() ? 0 : kGap);
}

void paintMarks(Pen& pen, const std::vector<Mark>& marks) {
  for (const Mark& mark : marks) {
    if (mark.glyph == QLatin1String("bar")) {
      pen.painter.fillRect(QRectF(pen.x + 5, 14, 3, 16), mark.colour);
    } else {
      drawGlyph(pen.painter, pen.theme, mark.glyph, mark.colour, QRectF(pen.x, 0, 12, kHeight), 12);
    }
    pen.x += 12 + 6;
    pen.words(mark.text);
  }
}

}  // namespace

LegendStrip::LegendStrip(Theme& theme, QWidget* parent) : QWidget(parent), m_theme(theme) {
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  setAccessibleName(tr("Legend of the map"));
  connect(&theme, &Theme::changed, this, [this] {
    updateGeometry();
    update();
  });
}

void LegendStrip::setMeasure(MapMeasure measure) {
  m_measure = measure;
  update();
}

void LegendStrip::setUseShown(bool shown) {
  m_use = shown;
  update();
}

void LegendStrip::setXidShown(bool shown) {
  m_xid = shown;
  update();
}

void LegendStrip::setPreviewShown(bool shown) {
  m_preview = shown;
  update();
}

void LegendStrip::setHoldersUnknown(bool shown) {
  m_holdersUnknown = shown;
  update();
}

QSize LegendStrip::sizeHint() const { return {900, static_cast<int>(kHeight * m_theme.textScale())}; }

QSize LegendStrip::minimumSizeHint() const { return {320, static_cast<int>(kHeight * m_theme.textScale())}; }

void LegendStrip::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (event->type() == QEvent::LanguageChange) {
    setAccessibleName(tr("Legend of the map"));
    update();
  }
}

void LegendStrip::paintEvent(QPaintEvent*) {
  const Tokens& t = m_theme.tokens();
  QPainter painter(this);
  painter.fillRect(rect(), t.bg);
  drawHairline(painter, QRectF(0, 0, width(), 1), t.line);
  // Samples and words grow together with the text scale.
  const qreal scale = m_theme.textScale();
  painter.scale(scale, scale);
  const qreal room = width() / scale;
  Pen pen{painter, m_theme, t, 16};

  const ScaleWords scaleSays = scaleWords(m_measure);
  const QString& title = scaleSays.title;
  const QString& unit = scaleSays.unit;
  const qreal titleWidth = std::max(pen.textWidth(title, TextRole::SmallStrong), pen.textWidth(unit, TextRole::Micro));
  painter.setFont(roleFont(TextRole::SmallStrong, 1.0));
  painter.setPen(t.text1);
  drawLine(painter, QRectF(16, 6, titleWidth + 1, 16), title, Qt::AlignLeft, Qt::ElideNone);
  painter.setFont(roleFont(TextRole::Micro, 1.0));
  painter.setPen(t.text2);
  drawLine(painter, QRectF(16, 23, titleWidth + 1, 16), unit, Qt::AlignLeft, Qt::ElideNone);
  pen.x = 16 + titleWidth + 24;
  paintScale(pen, scaleSays);
  paintUnknownSample(pen, tr("no data"));
  // What does not fit is left out whole; the tooltips of the cells say it too.
  const auto fits = [&](const QString& text) { return pen.x + kStep + 10 + pen.textWidth(text, TextRole::Small) <= room - 16; };
  if (m_holdersUnknown && fits(tr("held, card not told"))) paintStandIn(pen, tr("held, card not told"));
  if (fits(tr("core"))) paintCoreSample(pen, tr("core"));
  if (m_xid && fits(tr("XID of the hardware"))) paintXidSample(pen, tr("XID of the hardware"));
  if (m_use && fits(tr("memory used"))) paintTickSample(pen, tr("memory used"));

  std::vector<Mark> marks;
  if (m_preview) {
    marks.push_back({QStringLiteral("planned"), t.planned, tr("predicted")});
    marks.push_back({QStringLiteral("tick"), t.ok, tr("fits")});
    marks.push_back({QStringLiteral("close"), t.text2, tr("refused")});
  }
  marks.push_back({QStringLiteral("unhealthy"), t.critical, tr("unhealthy")});
  marks.push_back({QStringLiteral("bar"), t.warning, tr("cordoned")});
  marks.push_back({QStringLiteral("tainted"), t.warning, tr("tainted")});
  marks.push_back({QStringLiteral("ledger"), t.warning, tr("ledger mismatch")});
  marks.push_back({QStringLiteral("not-ready"), t.critical, tr("not ready")});
  // In a narrow window the last marks go; each of them is also written on the map.
  while (!marks.empty() && pen.x + marksWidth(pen, marks) > room - 16) marks.pop_back();
  pen.x = std::max(pen.x, room - 16 - marksWidth(pen, marks));
  paintMarks(pen, marks);
}

}  // namespace cardinal::ui
