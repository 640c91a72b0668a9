// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/templates/workload_drag.h"

#include <QCoreApplication>
#include <QDrag>
#include <QFontMetricsF>
#include <QMimeData>
#include <QPainter>
#include <QPointer>
#include <QWidget>
#include <algorithm>

#include "ui/theme/paint.h"
#include "ui/theme/theme.h"
#include "ui/widgets/map/heatmap_view.h"

namespace cardinal::ui {

QPixmap dragLabel(const Theme& theme, const WorkloadCargo& cargo, qreal ratio) {
  const Tokens& t = theme.tokens();
  const QFont nameFont = theme.font(TextRole::BodyStrong);
  const QFont requestFont = theme.font(TextRole::Small);
  const qreal wanted = std::max(QFontMetricsF(nameFont).horizontalAdvance(cargo.name),
                                QFontMetricsF(requestFont).horizontalAdvance(cargo.request));
  const QSize size(static_cast<int>(std::clamp(wanted, 80.0, 264.0)) + 48, 56);
  QPixmap pixmap(size * ratio);
  pixmap.setDevicePixelRatio(ratio);
  pixmap.fill(Qt::transparent);
  QPainter painter(&pixmap);
  painter.setRenderHint(QPainter::Antialiasing);
  drawBox(painter, QRectF(QPointF(0, 0), QSizeF(size)), t.raised, t.planned, 4);
  drawGlyph(painter, theme, QStringLiteral("template"), t.planned, QRectF(10, 8, 16, 20));
  painter.setFont(nameFont);
  painter.setPen(t.text1);
  drawLine(painter, QRectF(36, 8, size.width() - 44, 20), cargo.name, Qt::AlignLeft, Qt::ElideMiddle);
  painter.setFont(requestFont);
  painter.setPen(t.text2);
  drawLine(painter, QRectF(36, 28, size.width() - 44, 20), cargo.request);
  return pixmap;
}

Qt::DropAction startWorkloadDrag(const Theme& theme, QWidget& source, const WorkloadCargo& cargo) {
  auto* mime = new QMimeData;
  mime->setData(QLatin1String(kWorkloadMimeType), cargo.yaml);
  mime->setData(QLatin1String(kWorkloadNameMimeType), cargo.name.toUtf8());
  // A drag is the child of its source, and would die with it inside its own loop; the application outlives both.
  const QPointer<QDrag> drag = new QDrag(QCoreApplication::instance());
  drag->setMimeData(mime);
  drag->setPixmap(dragLabel(theme, cargo, source.devicePixelRatioF()));
  drag->setHotSpot(QPoint(-12, -16));  // below what the map says of the aim: the same corner
  const Qt::DropAction action = drag->exec(Qt::CopyAction, Qt::CopyAction);
  if (drag) drag->deleteLater();
  return action;
}

}  // namespace cardinal::ui
