// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/lists/key_value_list.h"

#include <QClipboard>
#include <QFontMetrics>
#include <QGuiApplication>
#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include "ui/i18n/joining.h"
#include "ui/theme/paint.h"
#include "ui/widgets/basic/scaled_width.h"

namespace cardinal::ui {
namespace {
constexpr int kGlyph = 14;
constexpr int kGap = 12;
constexpr qreal kMostOfValue = 0.6;  // of the width, beside a long key
constexpr qreal kLeastOfValue = 0.3;
}  // namespace

KeyValueList::KeyValueList(Theme& theme, QWidget* parent) : QWidget(parent), m_theme(theme) {
  setMouseTracking(true);
  setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
  connect(&theme, &Theme::changed, this, [this] {
    updateGeometry();
    update();
  });
}

void KeyValueList::setRows(std::vector<KeyValueRow> rows) {
  m_rows = std::move(rows);
  QStringList words;
  for (const KeyValueRow& row : m_rows) words += labelled(row.key, row.value);
  setAccessibleName(joinClauses(words));
  updateGeometry();
  update();
}

void KeyValueList::setKeyWidth(int px) {
  m_keyWidth = px;
  update();
}

void KeyValueList::setValuesRight(bool right) {
  m_right = right;
  update();
}

int KeyValueList::rowHeight() const {
  return std::max(24, (m_theme.lineHeight(TextRole::Small) + 8) / 4 * 4);
}

QSize KeyValueList::sizeHint() const {
  return {260, static_cast<int>(m_rows.size()) * rowHeight()};
}

QSize KeyValueList::minimumSizeHint() const {
  return {160, sizeHint().height()};
}

int KeyValueList::rowAt(const QPoint& point) const {
  const int row = point.y() / rowHeight();
  return point.y() >= 0 && row < static_cast<int>(m_rows.size()) ? row : -1;
}

QRectF KeyValueList::keyRect(int row) const {
  const QRectF line(0, row * rowHeight(), width(), rowHeight());
  const qreal keyWidth = m_keyWidth * m_theme.textScale();
  if (!m_right) return line.adjusted(0, 0, -(width() - keyWidth), 0);
  const KeyValueRow& entry = m_rows[static_cast<std::size_t>(row)];
  const QFontMetricsF metrics(m_theme.font(entry.mono     ? TextRole::Mono
                                           : entry.strong ? TextRole::SmallStrong
                                                          : TextRole::Small));
  const qreal wanted = std::min<qreal>(std::ceil(metrics.horizontalAdvance(entry.value)) + 2 +
                                           (entry.state == StateRole::None ? 0 : scaledWidth(m_theme, kGlyph) + 6),
                                       width() * kMostOfValue);
  // The key is what one looks for: the value gives way to it, and is whole in the tooltip.
  const QFontMetricsF keys(m_theme.font(entry.monoKey ? TextRole::Mono : TextRole::Small));
  const qreal left = width() - std::ceil(keys.horizontalAdvance(entry.key)) - 2 - kGap;
  const qreal value = std::min(wanted, std::max(left, width() * kLeastOfValue));
  return line.adjusted(0, 0, -value - kGap, 0);
}

QRectF KeyValueList::valueRect(int row) const {
  const QRectF line(0, row * rowHeight(), width(), rowHeight());
  return line.adjusted(keyRect(row).width() + (m_right ? kGap : 0), 0, 0, 0);
}

void KeyValueList::paintEvent(QPaintEvent*) {
  const Tokens& t = m_theme.tokens();
  QPainter painter(this);
  for (int i = 0; i < static_cast<int>(m_rows.size()); ++i) {
    const KeyValueRow& row = m_rows[static_cast<std::size_t>(i)];
    painter.setFont(m_theme.font(row.monoKey ? TextRole::Mono : TextRole::Small));
    painter.setPen(m_right ? t.text2 : t.text3);
    drawLine(painter, keyRect(i), row.key, Qt::AlignLeft, Qt::ElideMiddle);

    QRectF value = valueRect(i);
    QFont face = m_theme.font(row.mono ? TextRole::Mono : row.strong ? TextRole::SmallStrong : TextRole::Small);
    painter.setFont(face);
    if (row.state != StateRole::None) {
      const int side = scaledWidth(m_theme, kGlyph);
      const qreal w = std::min<qreal>(QFontMetrics(face).horizontalAdvance(row.value), value.width() - side - 6);
      const qreal x = m_right ? value.right() - w - side - 6 : value.left();
      drawGlyph(painter, m_theme, stateGlyph(row.state), stateColour(t, row.state),
                QRectF(x, value.top(), side, value.height()), kGlyph);
      value.setLeft(x + side + 6);
    }
    const bool coloured = row.state != StateRole::None && row.state != StateRole::Information;
    painter.setPen(row.accent ? t.accent : coloured ? stateColour(t, row.state) : t.text1);
    drawLine(painter, value, row.value, m_right ? Qt::AlignRight : Qt::AlignLeft, Qt::ElideMiddle);
  }
}

void KeyValueList::mouseMoveEvent(QMouseEvent* event) {
  const QPoint point = event->position().toPoint();
  const int row = rowAt(point);
  setCursor(row >= 0 && valueRect(row).contains(point) ? Qt::PointingHandCursor : Qt::ArrowCursor);
}

void KeyValueList::mouseReleaseEvent(QMouseEvent* event) {
  const QPoint point = event->position().toPoint();
  const int row = rowAt(point);
  if (event->button() != Qt::LeftButton || row < 0 || !valueRect(row).contains(point)) return;
  const KeyValueRow& entry = m_rows[static_cast<std::size_t>(row)];
  const QString text = entry.copy.isEmpty() ? entry.value : entry.copy;
  QGuiApplication::clipboard()->setText(text);
  emit copied(text);
}

bool KeyValueList::event(QEvent* event) {
  if (event->type() == QEvent::ToolTip) {
    const auto* help = static_cast<QHelpEvent*>(event);
    const int row = rowAt(help->pos());
    if (row >= 0) {
      const KeyValueRow& entry = m_rows[static_cast<std::size_t>(row)];
      QToolTip::showText(help->globalPos(),
                         tr("%1: %2\nClick copies the value")
                             .arg(entry.key, entry.value)
                             .toHtmlEscaped()
                             .replace(QLatin1Char('\n'), QStringLiteral("<br>")),
                         this);
    } else {
      QToolTip::hideText();
    }
    return true;
  }
  return QWidget::event(event);
}

}  // namespace cardinal::ui
