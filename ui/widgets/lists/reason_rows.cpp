// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/lists/reason_rows.h"

#include <QFontMetrics>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>
#include <algorithm>

#include "ui/i18n/joining.h"
#include "ui/theme/paint.h"
#include "ui/widgets/basic/scaled_width.h"

namespace cardinal::ui {

namespace {
constexpr int kMark = 18;
constexpr int kMarkGap = 10;
constexpr int kBar = 4;
}  // namespace

ReasonRows::ReasonRows(Theme& theme, QWidget* parent) : QWidget(parent), m_theme(theme) {
  setFocusPolicy(Qt::StrongFocus);
  setMouseTracking(true);
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  connect(&theme, &Theme::changed, this, [this] {
    updateGeometry();
    update();
  });
}

void ReasonRows::setRows(std::vector<ReasonRow> rows) {
  if (rows == m_rows) return;
  m_rows = std::move(rows);
  const bool kept =
      std::any_of(m_rows.begin(), m_rows.end(), [this](const ReasonRow& row) { return row.id == m_chosen; });
  if (!kept && !m_chosen.isEmpty()) {
    m_chosen.clear();
    emit chosenChanged({});
  }
  m_focused = std::clamp(m_focused, 0, std::max(0, static_cast<int>(m_rows.size()) - 1));
  updateAccessibleText();
  updateGeometry();
  update();
}

void ReasonRows::updateAccessibleText() {
  QStringList lines;
  for (const ReasonRow& row : m_rows) lines << labelled(row.title, row.count);
  setAccessibleName(joinClauses(lines));
}

void ReasonRows::clearChoice() {
  m_chosen.clear();
  update();
}

int ReasonRows::rowHeight() const {
  return 2 * m_theme.lineHeight(TextRole::Small) + kBar + 16;
}

QSize ReasonRows::sizeHint() const {
  return {360, rowHeight() * static_cast<int>(m_rows.size())};
}

int ReasonRows::rowAt(const QPoint& point) const {
  const int row = point.y() / std::max(1, rowHeight());
  return row >= 0 && row < static_cast<int>(m_rows.size()) ? row : -1;
}

void ReasonRows::paintRow(QPainter& painter, const ReasonRow& row, const QRectF& area) const {
  const Tokens& t = m_theme.tokens();
  const int line = m_theme.lineHeight(TextRole::Small);
  const int side = scaledWidth(m_theme, kMark);
  const QRectF mark(area.left() + 4, area.top() + 6, side, side);
  drawBox(painter, mark, t.hover, t.line2, 3);
  painter.setFont(m_theme.font(TextRole::SmallStrong));
  painter.setPen(t.text1);
  drawLine(painter, mark, row.mark, Qt::AlignHCenter, Qt::ElideNone);
  const qreal left = mark.right() + kMarkGap;
  const qreal right = area.right() - 4;
  const qreal counted = QFontMetricsF(painter.font()).horizontalAdvance(row.count) + 2;
  qreal y = area.top() + 5;
  drawLine(painter, QRectF(right - counted, y, counted, line), row.count, Qt::AlignRight);
  drawLine(painter, QRectF(left, y, right - left - counted - 8, line), row.title);
  y += line;
  painter.setFont(m_theme.font(TextRole::Small));
  painter.setPen(t.text2);
  drawLine(painter, QRectF(left, y, right - left, line), row.figures);
  y += line + 2;
  drawBox(painter, QRectF(left, y, right - left, kBar), t.hover, {}, 2);
  const qreal length = std::max(2.0, (right - left) * std::clamp(row.part, 0.0, 1.0));
  drawBox(painter, QRectF(left, y, length, kBar), row.near ? t.warning : t.control, {}, length >= 4 ? 2 : 0);
}

void ReasonRows::paintEvent(QPaintEvent*) {
  const Tokens& t = m_theme.tokens();
  QPainter painter(this);
  for (int i = 0; i < static_cast<int>(m_rows.size()); ++i) {
    const ReasonRow& row = m_rows[static_cast<std::size_t>(i)];
    const QRectF area(0, i * rowHeight(), width(), rowHeight());
    const bool chosen = !m_chosen.isEmpty() && row.id == m_chosen;
    if (chosen || m_hovered == i) painter.fillRect(area, chosen ? t.selected : t.hover);
    paintRow(painter, row, area);
    drawHairline(painter, QRectF(0, area.bottom() - 1, width(), 1), t.line);
    if (hasFocus() && m_focused == i) drawBox(painter, area.adjusted(1, 1, -1, -2), {}, t.accent, 3, 2);
  }
}

void ReasonRows::toggle(int row) {
  if (row < 0 || row >= static_cast<int>(m_rows.size())) return;
  m_focused = row;
  const QString& id = m_rows[static_cast<std::size_t>(row)].id;
  m_chosen = m_chosen == id ? QString() : id;
  update();
  emit chosenChanged(m_chosen);
}

void ReasonRows::mouseReleaseEvent(QMouseEvent* event) {
  if (event->button() == Qt::LeftButton) toggle(rowAt(event->pos()));
}

void ReasonRows::mouseMoveEvent(QMouseEvent* event) {
  m_hovered = rowAt(event->pos());
  update();
}

void ReasonRows::leaveEvent(QEvent*) {
  m_hovered = -1;
  update();
}

void ReasonRows::focusInEvent(QFocusEvent* event) {
  QWidget::focusInEvent(event);
  update();
}

void ReasonRows::keyPressEvent(QKeyEvent* event) {
  const int last = static_cast<int>(m_rows.size()) - 1;
  const auto move = [&](int to) {
    m_focused = std::clamp(to, 0, std::max(last, 0));
    update();
  };
  switch (event->key()) {
    case Qt::Key_Up:
      return move(m_focused - 1);
    case Qt::Key_Down:
      return move(m_focused + 1);
    case Qt::Key_Home:
      return move(0);
    case Qt::Key_End:
      return move(last);
    case Qt::Key_Space:
    case Qt::Key_Return:
    case Qt::Key_Enter:
      if (event->modifiers() == Qt::NoModifier) return toggle(m_focused);
      break;
    default:
      break;
  }
  QWidget::keyPressEvent(event);
}

bool ReasonRows::event(QEvent* event) {
  if (event->type() == QEvent::ToolTip) {
    const auto* help = static_cast<QHelpEvent*>(event);
    const int row = rowAt(help->pos());
    if (row < 0) return QWidget::event(event);
    const ReasonRow& shown = m_rows[static_cast<std::size_t>(row)];
    QString text = shown.title + (shown.figures.isEmpty() ? QString() : u'\n' + shown.figures);
    if (!shown.markMeaning.isEmpty()) text += u'\n' + shown.mark + QStringLiteral(" = ") + shown.markMeaning;
    QToolTip::showText(
        help->globalPos(),
        QStringLiteral("<qt>") + text.toHtmlEscaped().replace(u'\n', QStringLiteral("<br>")) + QStringLiteral("</qt>"),
        this);
    return true;
  }
  return QWidget::event(event);
}

}  // namespace cardinal::ui
