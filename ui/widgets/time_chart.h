// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QChartView>
#include <functional>
#include <optional>
#include <vector>

#include "core/metrics/history.h"
#include "ui/theme/theme.h"

namespace cardinal::ui {

/// One line of a chart.
struct TimeLine {
  QString name;                      ///< empty in charts of one line
  std::vector<HistoryPoint> points;  ///< by time
};

/// Values over time, drawn by Qt Charts in the program's look. Where points are further apart than the step there is a gap: nothing
/// is joined and nothing is zero. The first line has the accent, further ones the categories.
class TimeChart : public QChartView {
  Q_OBJECT
 public:
  explicit TimeChart(Theme& theme, QWidget* parent = nullptr);

  /// How a value is written on the axis and at the pointer.
  void setFormat(std::function<QString(double)> format);
  /// `top`: end of the value axis; nothing = a little above the highest value.
  void setData(UnixSeconds start, UnixSeconds end, UnixSeconds step, std::vector<TimeLine> lines, std::optional<double> top);
  /// A dashed line across the chart, such as what is allocated; nothing = none.
  void setLimit(std::optional<double> value);
  /// Shows the values at this time; several charts share one pointer through it.
  void setPointer(std::optional<UnixSeconds> at);
  /// Name, time and value at the pointer, or nothing.
  QString pointerText() const;
  bool isBlank() const;

  QSize sizeHint() const override;

 signals:
  void pointerMoved(std::optional<cardinal::UnixSeconds> at);

 protected:
  void mouseMoveEvent(QMouseEvent* event) override;
  void leaveEvent(QEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void drawForeground(QPainter* painter, const QRectF& rect) override;

 private:
  void rebuild();
  void addAxes(QChart& chart) const;
  void addLine(QChart& chart, const TimeLine& line, const QColor& colour) const;
  void addLimit(QChart& chart) const;
  double topValue() const;
  QColor colourOf(std::size_t line) const;

  Theme& m_theme;
  std::function<QString(double)> m_format;
  UnixSeconds m_start = 0;
  UnixSeconds m_end = 0;
  UnixSeconds m_step = 0;
  std::vector<TimeLine> m_lines;
  std::optional<double> m_top;
  std::optional<double> m_limit;
  std::optional<UnixSeconds> m_pointer;
};

/// The point at `at`: the nearest one not further away than a step; null = a gap.
const HistoryPoint* pointAt(const std::vector<HistoryPoint>& points, UnixSeconds at, UnixSeconds step);
/// Runs of points without a gap between them: [first, last) by index.
std::vector<std::pair<std::size_t, std::size_t>> runsOf(const std::vector<HistoryPoint>& points, UnixSeconds step);

}  // namespace cardinal::ui
