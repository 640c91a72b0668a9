// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/common/tables/chart_file.h"

#include <QBuffer>
#include <QDateTime>
#include <QImage>
#include <QPainter>
#include <QStringList>
#include <set>

#include "ui/pages/common/tables/csv_text.h"

namespace cardinal::ui {

QByteArray linesCsv(const std::vector<TimeLine>& lines) {
  QStringList head{csvField(QStringLiteral("time"))};
  std::set<UnixSeconds> times;
  for (const TimeLine& line : lines) {
    head += csvField(line.name);
    for (const HistoryPoint& point : line.points) times.insert(point.at);
  }
  QByteArray out = csvLine(head);
  std::vector<std::size_t> next(lines.size(), 0);
  for (const UnixSeconds at : times) {
    QStringList fields{QDateTime::fromSecsSinceEpoch(at, Qt::UTC).toString(Qt::ISODate)};
    for (std::size_t i = 0; i < lines.size(); ++i) {
      const auto& points = lines[i].points;
      const bool here = next[i] < points.size() && points[next[i]].at == at;
      fields += here ? QString::number(static_cast<double>(points[next[i]++].value)) : QString();
    }
    out += csvLine(fields);
  }
  return out;
}

QByteArray pngOf(const QPixmap& chart, const QColor& background) {
  QImage image(chart.size(), QImage::Format_RGB32);
  image.setDevicePixelRatio(chart.devicePixelRatio());
  image.fill(background);
  QPainter painter(&image);
  painter.drawPixmap(0, 0, chart);
  painter.end();
  QByteArray bytes;
  QBuffer buffer(&bytes);
  buffer.open(QIODevice::WriteOnly);
  image.save(&buffer, "PNG");
  return bytes;
}

}  // namespace cardinal::ui
