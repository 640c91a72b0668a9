// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/shell/window/context_tabs.h"

#include <QEvent>
#include <QFontMetricsF>
#include <QMouseEvent>
#include <QPainter>
#include <algorithm>
#include <cmath>

#include "ui/i18n/joining.h"
#include "ui/pages/shell/bars/context_button.h"
#include "ui/theme/paint.h"
#include "ui/widgets/basic/action_button.h"
#include "ui/widgets/basic/scaled_width.h"

namespace cardinal::ui {

namespace {

constexpr int kStrip = 3;
constexpr int kPadding = 10;
constexpr int kGlyph = 14;
constexpr int kGap = 6;
constexpr int kChip = 5;
constexpr int kClose = 28;
constexpr int kNarrowest = 128;
constexpr int kWidest = 300;
const QString kProduction = QStringLiteral("PROD");

}  // namespace

ContextTabs::ContextTabs(Theme& theme, QWidget* parent) : QTabBar(parent), m_theme(theme) {
  setDrawBase(false);
  setExpanding(false);
  setUsesScrollButtons(true);
  setElideMode(Qt::ElideNone);  // the tab's own painting elides
  setMouseTracking(true);
  connect(&theme, &Theme::changed, this, [this] {
    updateGeometry();
    update();
  });
}

void ContextTabs::setFacts(int index, const TabFacts& facts) {
  if (index == count()) {
    // Before the tab: QTabBar measures and announces it while it is being added.
    m_facts.push_back(facts);
    addTab(QString());
  }
  m_facts[static_cast<std::size_t>(index)] = facts;
  // The text itself is painted here; QTabBar measures anew when it changes, and announces it to screen readers.
  setTabText(index, QString(facts.name).replace(u'&', QStringLiteral("&&")));
  showWords(index);
  update();
}

void ContextTabs::showWords(int index) {
  const TabFacts& tab = facts(index);
  QString production = tab.isProduction ? QStringLiteral(" (PROD)") : QString();
  if (tab.isInsecure) production += QStringLiteral(" (") + insecureMark() + u')';
  const QString name = QString(tab.name + production).toHtmlEscaped();
  setTabToolTip(index, QStringLiteral("<qt>") + name + QStringLiteral("<br>") + tab.words.toHtmlEscaped() +
                           QStringLiteral("</qt>"));
  setAccessibleTabName(index, joinList({tab.name + production, tab.words}));
  if (auto* close = qobject_cast<ActionButton*>(tabButton(index, QTabBar::RightSide)))
    close->setToolTip(tr("Close this tab (Ctrl+W)"));
}

QString ContextTabs::insecureMark() {
  return tr("TLS not checked");
}

/// Red chips at the right end, from right to left.
QStringList ContextTabs::marksOf(const TabFacts& tab) {
  QStringList marks;
  if (tab.isInsecure) marks << insecureMark();
  if (tab.isProduction) marks << kProduction;
  return marks;
}

void ContextTabs::tabInserted(int index) {
  auto* close = new ActionButton(m_theme, this);
  close->setKind(ButtonKind::Quiet);
  close->setIconName(QStringLiteral("close"));
  close->setFixedSize(24, 24);
  close->setFocusPolicy(Qt::NoFocus);
  connect(close, &QAbstractButton::clicked, this, [this, close] {
    for (int i = 0; i < count(); ++i) {
      if (tabButton(i, QTabBar::RightSide) == close) return emit closeRequested(i);
    }
  });
  setTabButton(index, QTabBar::RightSide, close);
  QTabBar::tabInserted(index);
}

void ContextTabs::tabRemoved(int index) {
  m_facts.erase(m_facts.begin() + index);
  QTabBar::tabRemoved(index);
}

QSize ContextTabs::tabSizeHint(int index) const {
  const TabFacts& tab = facts(index);
  qreal width = QFontMetricsF(m_theme.font(TextRole::BodyStrong)).horizontalAdvance(tab.name) + 2 * kPadding + kClose;
  if (tab.state != StateRole::None) width += scaledWidth(m_theme, kGlyph) + kGap;
  for (const QString& mark : marksOf(tab))
    width += QFontMetricsF(m_theme.font(TextRole::SmallStrong)).horizontalAdvance(mark) + 2 * kChip + 1 + kGap;
  const qreal scale = m_theme.textScale();
  return {static_cast<int>(std::ceil(std::clamp(width, kNarrowest * scale, kWidest * scale))), m_theme.rowHeight() + 4};
}

QSize ContextTabs::minimumTabSizeHint(int index) const {
  return tabSizeHint(index);
}

void ContextTabs::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  for (int i = 0; i < count(); ++i) paintTab(painter, i);
}

void ContextTabs::paintTab(QPainter& painter, int index) const {
  const Tokens& t = m_theme.tokens();
  const TabFacts& tab = facts(index);
  const QRectF place = tabRect(index);
  const bool isCurrent = index == currentIndex();
  const bool isUnderMouse = underMouse() && place.contains(mapFromGlobal(QCursor::pos()));
  painter.fillRect(place, isCurrent ? t.raised : isUnderMouse ? t.hover : t.chrome);
  painter.fillRect(
      QRectF(place.left(), isCurrent ? place.top() : place.bottom() - 1, place.width(), isCurrent ? kStrip : 1),
      sourceColour(t, tab.kind));
  drawHairline(painter, QRectF(place.right() - 1, place.top(), 1, place.height()), t.line2);
  qreal x = place.left() + kPadding;
  if (tab.state != StateRole::None) {
    const int side = scaledWidth(m_theme, kGlyph);
    drawGlyph(painter, m_theme, stateGlyph(tab.state), stateColour(t, tab.state),
              QRectF(x, place.top(), side, place.height()), kGlyph);
    x += side + kGap;
  }
  qreal right = place.right() - kClose - kGap;
  for (const QString& mark : marksOf(tab)) {
    painter.setFont(m_theme.font(TextRole::SmallStrong));
    const QFontMetricsF metrics(painter.font());
    const QSizeF chip(metrics.horizontalAdvance(mark) + 2 * kChip + 1, metrics.height() + 2);
    const QRectF inner(right - chip.width(), place.center().y() - chip.height() / 2, chip.width(), chip.height());
    drawBox(painter, inner, t.critical, {}, 3);
    painter.setPen(t.prodText);
    drawLine(painter, inner.adjusted(kChip, 0, -kChip + 1, 0), mark);
    right -= chip.width() + kGap;
  }
  painter.setFont(m_theme.font(isCurrent ? TextRole::BodyStrong : TextRole::Body));
  painter.setPen(isCurrent ? t.text1 : t.text2);
  drawLine(painter, QRectF(x, place.top(), std::max(0.0, right - x), place.height()), tab.name, Qt::AlignLeft,
           Qt::ElideMiddle);
}

void ContextTabs::mouseReleaseEvent(QMouseEvent* event) {
  const int index = tabAt(event->position().toPoint());
  if (event->button() == Qt::MiddleButton && index >= 0) return emit closeRequested(index);
  QTabBar::mouseReleaseEvent(event);
}

void ContextTabs::changeEvent(QEvent* event) {
  QTabBar::changeEvent(event);
  if (event->type() != QEvent::LanguageChange) return;
  for (int i = 0; i < count(); ++i) showWords(i);
}

}  // namespace cardinal::ui
