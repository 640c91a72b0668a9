// SPDX-License-Identifier: Apache-2.0
#include "ui/theme/tool_tips.h"

#include <QApplication>
#include <QFontMetrics>
#include <QHelpEvent>
#include <QTextLayout>
#include <QToolTip>
#include <QWidget>

namespace cardinal::ui {

QString wrappedTip(const QString& text, const QFont& font, int width) {
  QStringList lines;
  for (const QString& paragraph : text.split(u'\n')) {
    QTextLayout layout(paragraph, font);
    layout.beginLayout();
    for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine()) {
      line.setLineWidth(width);
      lines << paragraph.mid(line.textStart(), line.textLength()).trimmed();
    }
    layout.endLayout();
    if (paragraph.isEmpty()) lines << QString();
  }
  return lines.join(u'\n');
}

ToolTips::ToolTips(QApplication& application) {
  application.installEventFilter(this);
}

bool ToolTips::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() != QEvent::ToolTip) return QObject::eventFilter(watched, event);
  auto* widget = qobject_cast<QWidget*>(watched);
  const QString text = widget ? widget->toolTip() : QString();
  if (text.isEmpty() || Qt::mightBeRichText(text) ||
      QFontMetrics(QToolTip::font()).boundingRect(QRect(), 0, text).width() <= m_width)
    return QObject::eventFilter(watched, event);
  const QString wrapped = wrappedTip(text, QToolTip::font(), m_width);
  QToolTip::showText(static_cast<QHelpEvent*>(event)->globalPos(), wrapped, widget, {}, widget->toolTipDuration());
  return true;
}

}  // namespace cardinal::ui
