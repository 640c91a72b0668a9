// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/map/legend_strip.h"

#include <QEvent>
#include <QFontMetricsF>
#include <QPainter>
#include <algorithm>
#include <functional>
#include <utility>

#include "ui/i18n/joining.h"
#include "ui/theme/fonts.h"
#include "ui/theme/paint.h"
#include "ui/widgets/basic/action_button.h"
#include "ui/widgets/map/model/cell_value.h"
#include "ui/widgets/map/render/sprite_cache.h"

namespace cardinal::ui {
namespace {

constexpr int kHeight = 44;
constexpr int kStep = 22;
constexpr int kMinStep = 12;
constexpr int kSwatch = 14;
constexpr int kGap = 18;
constexpr int kMark = 12;
constexpr int kCountedWide = 30;
constexpr qreal kMargin = 16;

qreal textWidth(const QString& text, TextRole role) {
  return QFontMetricsF(roleFont(role, 1.0)).horizontalAdvance(text);
}

/// Draws from left to right and keeps the place.
struct Pen {
  QPainter& painter;
  const Theme& theme;
  const Tokens& t;
  qreal x;

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
    case MapMeasure::MemoryAllocated:
      return {LegendStrip::tr("Memory allocated"), ofCard, zero, percents};
    case MapMeasure::CoreAllocated:
      return {LegendStrip::tr("Core allocated"), ofCard, zero, percents};
    case MapMeasure::PodsPerCard:
      return {LegendStrip::tr("Pods per card"),
              LegendStrip::tr("number of pods"),
              zero,
              {QStringLiteral("2"), QStringLiteral("4"), QStringLiteral("6"), QStringLiteral("8+")}};
    case MapMeasure::LargestFree:
      return {LegendStrip::tr("Free on one card"), ofCard, zero, percents};
    case MapMeasure::MemoryUsed:
      return {LegendStrip::tr("Memory used"), ofCard, zero, percents};
    case MapMeasure::GpuUsed:
      return {LegendStrip::tr("Utilization"), LegendStrip::tr("% of the time"), zero, percents};
    case MapMeasure::Temperature:
      return {LegendStrip::tr("Temperature"), QStringLiteral("°C"), {}, numbers(kColdCelsius, kHotCelsius)};
    case MapMeasure::SampleAge:
      return {LegendStrip::tr("Age of samples"), LegendStrip::tr("seconds"), {}, numbers(0, kOldestSeconds)};
    case MapMeasure::Power:
      break;
  }
  return {LegendStrip::tr("Power"), QStringLiteral("W"), {}, numbers(0, kMaxWatts)};
}

qreal titleWidth(const ScaleWords& words) {
  return std::max(textWidth(words.title, TextRole::SmallStrong), textWidth(words.unit, TextRole::Micro));
}

void paintScaleLabels(Pen& pen, qreal hollowX, qreal scaleX, const ScaleWords& words, int step) {
  pen.painter.setFont(roleFont(TextRole::Micro, 1.0));
  pen.painter.setPen(pen.t.text2);
  const QRectF line(0, 24, 40, 16);
  const auto centred = [&](qreal x, const QString& text) {
    drawLine(pen.painter, line.translated(x - 20, 0), text, Qt::AlignHCenter, Qt::ElideNone);
  };
  if (!words.zero.isEmpty()) centred(hollowX + step / 2.0, words.zero);
  for (int i = 0; i < 4; ++i) centred(scaleX + (i + 1) * 2 * step - (i == 3 ? -step / 2.0 : 0), words.quarters[i]);
}

void paintScale(Pen& pen, const ScaleWords& words, int step) {
  const qreal hollowX = pen.x;
  if (!words.zero.isEmpty()) drawBox(pen.painter, QRectF(hollowX, 8, step, kSwatch), pen.t.bg, pen.t.cellOutline, 2);
  const qreal scaleX = words.zero.isEmpty() ? hollowX : hollowX + step + 4;
  for (std::size_t rank = 0; rank < pen.t.steps.size(); ++rank) {
    drawBox(pen.painter, QRectF(scaleX + static_cast<qreal>(rank) * (step), 8, step + 1, kSwatch), pen.t.steps[rank],
            pen.t.cellOutline, 0);
  }
  paintScaleLabels(pen, hollowX, scaleX, words, step);
  pen.x = scaleX + 9 * step + kGap;
}

void paintUnknownSample(Pen& pen, const QString& text) {
  const QRectF box(pen.x, 8, kStep, kSwatch);
  drawStripes(pen.painter, box.adjusted(1, 1, -1, -1), pen.t.control, 6, 2);
  drawBox(pen.painter, box, {}, pen.t.cellOutline, 2);
  pen.painter.setFont(roleFont(TextRole::Micro, 1.0));
  pen.painter.setPen(pen.t.text2);
  const qreal w = std::max<qreal>(kStep, textWidth(text, TextRole::Micro));
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
  pen.painter.fillRect(QRectF(box.left() + 3, box.top() + 5, (box.width() - 6) * 0.9, 1.5),
                       Tokens::mix(fill, mark, 0.45));
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

/// So many of the node's cards, as the map draws all of them.
void paintCounted(Pen& pen, const QString& text) {
  const QRectF box(pen.x, 12, kCountedWide, 20);
  paintCountedCell(pen.painter, pen.t, box, 3.0 / 8, 3);
  const QRectF plate = box.adjusted(4, 3, -4, -3);
  drawBox(pen.painter, plate, pen.t.bg, {}, 2);
  pen.painter.setFont(roleFont(TextRole::Micro, 1.0));
  pen.painter.setPen(pen.t.text1);
  drawLine(pen.painter, plate, QStringLiteral("3/8"), Qt::AlignHCenter, Qt::ElideNone);
  pen.x += kCountedWide + 8;
  pen.words(text);
}

/// A sign of the unknown with room for words beside it, as the map draws it.
void paintPlateSample(Pen& pen, const QString& text) {
  constexpr int kHigh = 16;
  const QRectF plate(pen.x, 14, kStep + kHigh, kHigh);
  drawStripes(pen.painter, QRectF(plate.left() + 1, plate.top() + 1, kHigh - 2, kHigh - 2), pen.t.control, 6, 2);
  drawBox(pen.painter, QRectF(plate.left(), plate.top(), kHigh, kHigh), {}, pen.t.cellOutline, 3);
  drawBox(pen.painter, plate, {}, pen.t.cellOutline, 3);
  for (const qreal y : {5.0, 9.0})
    pen.painter.fillRect(QRectF(plate.left() + kHigh + 4, plate.top() + y, 14, 2), pen.t.text3);
  pen.x += plate.width() + 8;
  pen.words(text);
}

/// Marks above the core bar: two of five slots taken.
void paintSlotSample(Pen& pen, const QString& text) {
  constexpr int kMarks = 5;
  const QRectF box(pen.x, 14, kStep + 2, 17);
  const QColor fill = pen.t.steps[5];
  const QColor mark = Tokens::textOn(fill);
  drawBox(pen.painter, box, fill, pen.t.cellOutline, 3);
  for (int i = 0; i < kMarks; ++i) {
    pen.painter.fillRect(QRectF(box.left() + 3 + i * 4, box.bottom() - 8, 3, 3),
                         i < 2 ? mark : Tokens::mix(fill, mark, 0.22));
  }
  pen.x += kStep + 10;
  pen.words(text);
}

/// A card cut in three, one instance requested.
void paintInstanceSample(Pen& pen, const QString& text) {
  constexpr qreal kPart = 9;
  for (int i = 0; i < 3; ++i) {
    drawBox(pen.painter, QRectF(pen.x + i * kPart, 14, kPart - 1, 16), i == 0 ? pen.t.steps[8] : pen.t.bg,
            pen.t.cellOutline, 0);
  }
  pen.x += 3 * kPart + 8;
  pen.words(text);
}

void paintMark(Pen& pen, const QString& glyph, const QColor& colour, const QString& text) {
  if (glyph == QLatin1String("bar")) {
    pen.painter.fillRect(QRectF(pen.x + 5, 14, 3, 16), colour);
  } else {
    drawGlyph(pen.painter, pen.theme, glyph, colour, QRectF(pen.x, 0, kMark, kHeight), kMark);
  }
  pen.x += kMark + 6;
  pen.words(text);
}

}  // namespace

/// One thing the map shows, with its meaning.
struct LegendStrip::Sample {
  QString text;
  qreal width = 0;      ///< with the gap behind it, at 100 % text
  bool isMark = false;  ///< of nodes and verdicts; stands at the right
  std::function<void(Pen&)> paint;
};

/// What the strip has no room for, one below the other. A click or a key closes it.
class LegendStrip::Rest : public QWidget {
 public:
  Rest(const Theme& theme, std::vector<Sample> samples, QWidget* parent)
      : QWidget(parent, Qt::Popup), m_theme(theme), m_samples(std::move(samples)) {
    setAttribute(Qt::WA_DeleteOnClose);
    qreal wide = 0;
    QStringList words;
    for (const Sample& sample : m_samples) {
      wide = std::max(wide, sample.width);
      words += sample.text;
    }
    setAccessibleName(joinClauses(words));
    resize(
        (QSizeF(wide - kGap + 2 * kMargin, kRow * static_cast<qreal>(m_samples.size()) + kMargin) * theme.textScale())
            .toSize());
  }

 protected:
  void paintEvent(QPaintEvent*) override {
    QPainter painter(this);
    drawBox(painter, rect(), m_theme.tokens().raised, m_theme.tokens().line2, 0);
    painter.scale(m_theme.textScale(), m_theme.textScale());
    painter.translate(0, (kMargin + kRow - kHeight) / 2);
    for (const Sample& sample : m_samples) {
      Pen pen{painter, m_theme, m_theme.tokens(), kMargin};
      sample.paint(pen);
      painter.translate(0, kRow);
    }
  }
  void mouseReleaseEvent(QMouseEvent*) override { close(); }
  void keyPressEvent(QKeyEvent*) override { close(); }

 private:
  static constexpr qreal kRow = 28;
  const Theme& m_theme;
  std::vector<Sample> m_samples;
};

LegendStrip::LegendStrip(Theme& theme, QWidget* parent)
    : QWidget(parent), m_theme(theme), m_more(new ActionButton(theme, this)) {
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  m_more->setKind(ButtonKind::Quiet);
  m_more->hide();
  nameParts();
  connect(m_more, &QAbstractButton::clicked, this, &LegendStrip::openRest);
  connect(&theme, &Theme::changed, this, [this] {
    updateGeometry();
    arrange();
  });
}

void LegendStrip::nameParts() {
  setAccessibleName(tr("Legend of the map"));
  m_more->setToolTip(tr("The rest of the legend"));
  m_more->setAccessibleName(tr("The rest of the legend"));
}

void LegendStrip::setMeasure(MapMeasure measure) {
  m_measure = measure;
  arrange();
}

void LegendStrip::setUseShown(bool shown) {
  m_use = shown;
  arrange();
}

void LegendStrip::setXidShown(bool shown) {
  m_xid = shown;
  arrange();
}

void LegendStrip::setPreviewShown(bool shown) {
  m_preview = shown;
  arrange();
}

void LegendStrip::setCardsUnknown(bool shown) {
  if (shown == m_cardsUnknown) return;
  m_cardsUnknown = shown;
  arrange();
}

void LegendStrip::setPartsShown(bool slotMarks, bool instances) {
  if (slotMarks == m_slotMarks && instances == m_instances) return;
  m_slotMarks = slotMarks;
  m_instances = instances;
  arrange();
}

void LegendStrip::setHoldersUnknown(bool shown) {
  m_holdersUnknown = shown;
  arrange();
}

QSize LegendStrip::sizeHint() const {
  return {900, static_cast<int>(kHeight * m_theme.textScale())};
}

QSize LegendStrip::minimumSizeHint() const {
  return {320, static_cast<int>(kHeight * m_theme.textScale())};
}

void LegendStrip::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (event->type() != QEvent::LanguageChange) return;
  nameParts();
  arrange();
}

void LegendStrip::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  arrange();
}

std::vector<LegendStrip::Sample> LegendStrip::samples() const {
  const Tokens& t = m_theme.tokens();
  std::vector<Sample> all;
  const auto add = [&all](const QString& text, int before, auto paint) {
    all.push_back(
        {text, before + textWidth(text, TextRole::Small) + kGap, false, [paint, text](Pen& pen) { paint(pen, text); }});
  };
  const auto mark = [&](const char* glyph, const QColor& colour, const QString& text) {
    add(text, kMark + 6,
        [glyph, colour](Pen& pen, const QString& words) { paintMark(pen, QString::fromLatin1(glyph), colour, words); });
    all.back().isMark = true;
  };
  // The states first: they are what an operator looks for, and what does not fit goes behind a button.
  mark("unhealthy", t.critical, tr("unhealthy"));
  mark("bar", t.warning, tr("cordoned"));
  mark("tainted", t.warning, tr("tainted"));
  mark("ledger", t.warning, tr("ledger mismatch"));
  mark("not-ready", t.critical, tr("not ready"));
  const QString unknown = tr("unknown", "nobody says what is allocated of the card");
  all.push_back({unknown, std::max<qreal>(kStep, textWidth(unknown, TextRole::Micro)) + kGap, false,
                 [unknown](Pen& pen) { paintUnknownSample(pen, unknown); }});
  const bool isOfCount = !isMeasured(m_measure) && m_measure != MapMeasure::PodsPerCard;
  if (m_holdersUnknown && isOfCount) {
    const QString counted = m_measure == MapMeasure::LargestFree
                                ? tr("cards of the node free; which ones is unknown")
                                : tr("cards of the node allocated; which ones is unknown");
    add(counted, kCountedWide + 8, paintCounted);
  }
  if (m_cardsUnknown) add(tr("cards not known"), kStep + 24, paintPlateSample);
  add(tr("core"), kStep + 10, paintCoreSample);
  if (m_slotMarks) add(tr("slots taken"), kStep + 10, paintSlotSample);
  if (m_instances) add(tr("MIG instances"), 35, paintInstanceSample);
  if (m_xid) add(tr("Hardware XID"), kStep + 8, paintXidSample);
  if (m_use) add(tr("memory used"), kStep + 10, paintTickSample);
  if (m_preview) {
    mark("planned", t.planned, tr("predicted"));
    mark("tick", t.ok, tr("fits"));
    mark("close", t.text2, tr("refused"));
  }
  return all;
}

/// Where the scale ends and the samples begin.
qreal LegendStrip::scaleEnd() const {
  const ScaleWords words = scaleWords(m_measure);
  return kMargin + titleWidth(words) + 24 + (words.zero.isEmpty() ? 0 : m_step + 4) + 9 * m_step + kGap;
}

bool LegendStrip::isCut() const {
  return m_more->isVisibleTo(this);
}

/// Room for the button, whose text is `rest`: the steps of the scale come closer, then the strip's own words grow less
/// than others.
void LegendStrip::shrinkFor(const QString& rest) {
  m_more->setText(rest);
  const int button = m_more->sizeHint().width();
  const auto room = [&] { return (width() - button) / m_scale - kMargin - scaleEnd(); };
  while (m_step > kMinStep && room() < 0) --m_step;
  if (room() < 0) m_scale = std::max(1.0, (width() - button) / (kMargin + scaleEnd()));
  if (room() < 0) m_more->setText(QStringLiteral("+%1").arg(samples().size()));
}

void LegendStrip::arrange() {
  const std::vector<Sample> all = samples();
  m_scale = m_theme.textScale();
  m_step = kStep;
  qreal wide = 0;
  for (const Sample& sample : all) wide += sample.width;
  m_shown = all.size();
  if (wide > width() / m_scale - kMargin - scaleEnd() + kGap) {
    shrinkFor(tr("%1 more", "samples of the legend").arg(all.size()));
    const QSize size = m_more->sizeHint();
    const qreal room = (width() - size.width()) / m_scale - kMargin - scaleEnd();
    for (m_shown = 0, wide = 0; m_shown < all.size() && wide + all[m_shown].width <= room; ++m_shown)
      wide += all[m_shown].width;
    const QString count = QString::number(all.size() - m_shown);
    const bool isShort = m_more->text().startsWith(u'+');
    m_more->setText(isShort ? QString(u'+' + count) : tr("%1 more", "samples of the legend").arg(count));
    m_more->setGeometry(QRect(
        QPoint(static_cast<int>(width() - kMargin * m_scale) - size.width(), (height() - size.height()) / 2), size));
  }
  m_more->setVisible(m_shown < all.size());
  update();
}

void LegendStrip::openRest() {
  std::vector<Sample> all = samples();
  all.erase(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(std::min(m_shown, all.size())));
  auto* rest = new Rest(m_theme, std::move(all), this);
  const QPoint corner = mapToGlobal(QPoint(m_more->geometry().right() + 1 - rest->width(), -rest->height()));
  rest->move(corner);
  rest->show();
  rest->setFocus();
}

void LegendStrip::paintEvent(QPaintEvent*) {
  const Tokens& t = m_theme.tokens();
  QPainter painter(this);
  painter.fillRect(rect(), t.bg);
  drawHairline(painter, QRectF(0, 0, width(), 1), t.line);
  // Samples and words grow together with the text scale.
  painter.scale(m_scale, m_scale);
  painter.translate(0, (height() / m_scale - kHeight) / 2);
  Pen pen{painter, m_theme, t, kMargin};
  const ScaleWords words = scaleWords(m_measure);
  const qreal wide = titleWidth(words);
  painter.setFont(roleFont(TextRole::SmallStrong, 1.0));
  painter.setPen(t.text1);
  drawLine(painter, QRectF(kMargin, 6, wide + 1, 16), words.title, Qt::AlignLeft, Qt::ElideNone);
  painter.setFont(roleFont(TextRole::Micro, 1.0));
  painter.setPen(t.text2);
  drawLine(painter, QRectF(kMargin, 23, wide + 1, 16), words.unit, Qt::AlignLeft, Qt::ElideNone);
  pen.x = kMargin + wide + 24;
  paintScale(pen, words, m_step);
  paintSamples(painter);
}

/// The marks stand at the right when there is room for all of them.
void LegendStrip::paintSamples(QPainter& painter) const {
  const std::vector<Sample> all = samples();
  qreal marks = 0;
  for (const Sample& sample : all) marks += sample.isMark ? sample.width : 0;
  Pen pen{painter, m_theme, m_theme.tokens(), scaleEnd()};
  const bool whole = m_shown >= all.size();
  bool atRight = false;
  for (std::size_t i = 0; i < std::min(m_shown, all.size()); ++i) {
    if (whole && all[i].isMark && !std::exchange(atRight, true)) {
      pen.x = std::max(pen.x, width() / m_scale - kMargin - marks + kGap);
    }
    all[i].paint(pen);
  }
}

}  // namespace cardinal::ui
