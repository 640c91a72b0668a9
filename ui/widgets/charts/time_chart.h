// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QChartView>
#include <QPixmap>
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

/// Values over time, drawn by Qt Charts in the program's look. Where points are further apart than the step there is a
/// gap: nothing is joined and nothing is zero. A single line has the accent; of several, six have the categories and
/// the rest one quiet colour: beyond a handful nobody distinguishes lines, and the strong line stands out instead. What
/// is drawn is kept as a picture, so that the pointer moves at the speed of one picture, however many lines there are.
/// Where more points than pixels come, core makes them fewer.
class TimeChart : public QChartView {
  Q_OBJECT
 public:
  explicit TimeChart(Theme& theme, QWidget* parent = nullptr);

  /// How a value is written at the pointer and, at round numbers of the unit, on the axis. `unit`: how much of a value
  /// is one of what is written (1,024 where MiB are written as GiB); `binary`: sizes of cards, where powers of two are
  /// round.
  void setFormat(std::function<QString(double)> format, double unit = 1, bool binary = false);
  /// `top`: end of the value axis; nothing = a little above the highest value.
  void setData(UnixSeconds start, UnixSeconds end, UnixSeconds step, std::vector<TimeLine> lines,
               std::optional<double> top);
  /// A dashed line across the chart, such as what is allocated; nothing = none.
  void setLimit(std::optional<double> value);
  /// Fills the height that is there, with room for more labels.
  void setTall(bool tall);
  /// A mark at this time, such as the start of a pod; nothing = none.
  void setMark(std::optional<UnixSeconds> at);
  /// This line stands out; -1 = none.
  void setStrong(int line);
  /// The user may choose a part of the time with the mouse.
  void setZoomable(bool zoomable) { m_zoomable = zoomable; }
  const std::vector<TimeLine>& lines() const { return m_lines; }
  UnixSeconds step() const { return m_step; }
  /// Category of a line among several; nothing = the accent of a single one, or the quiet colour of the many.
  std::optional<int> categoryOf(std::size_t line) const;
  /// Width in pixels that points are drawn on.
  int plotWidth() const;
  /// The chart without the pointer, for export.
  QPixmap picture();
  /// Shows the values at this time; several charts share one pointer through it.
  void setPointer(std::optional<UnixSeconds> at);
  /// Name, time and value at the pointer, or nothing.
  QString pointerText() const;
  bool isBlank() const;

  QSize sizeHint() const override;

 signals:
  void pointerMoved(std::optional<cardinal::UnixSeconds> at);
  void rangeChosen(cardinal::UnixSeconds start, cardinal::UnixSeconds end);
  void zoomOutRequested();

 protected:
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;
  void leaveEvent(QEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void paintEvent(QPaintEvent* event) override;

 private:
  void rebuild();
  int scaled(int pixels) const;
  void forgetPicture();
  void addAxes(QChart& chart) const;
  QString tickText(double value) const;
  void addLine(QChart& chart, const TimeLine& line, const QColor& colour) const;
  void addLimit(QChart& chart) const;
  double topValue() const { return m_shownTop; }
  void fitAxis();
  QColor colourOf(std::size_t line) const;
  void drawPointer(QPainter& painter) const;
  void drawStrong(QPainter& painter) const;
  std::vector<std::vector<HistoryPoint>> stretchesOf(const TimeLine& line, int pixels) const;
  bool areMany() const;
  void drawMany(QPainter& painter) const;
  void drawLine(QPainter& painter, const TimeLine& line, const QPen& pen) const;
  QPixmap blankPicture() const;
  QPixmap strongLine();
  void drawMark(QPainter& painter) const;
  qreal xAt(UnixSeconds at) const;
  qreal yAt(double value) const;
  UnixSeconds timeAt(qreal x) const;

  Theme& m_theme;
  std::function<QString(double)> m_format;
  double m_unit = 1;
  bool m_binary = false;
  UnixSeconds m_start = 0;
  UnixSeconds m_end = 0;
  UnixSeconds m_step = 0;
  std::vector<TimeLine> m_lines;
  std::optional<double> m_top;
  double m_shownTop = 1;   ///< end of the value axis
  double m_shownStep = 1;  ///< between its labels
  std::optional<double> m_limit;
  std::optional<UnixSeconds> m_pointer;
  std::optional<UnixSeconds> m_mark;
  std::optional<UnixSeconds> m_pressed;  ///< where a choice of time began
  QPixmap m_picture;                     ///< null = to be drawn again
  QPixmap m_strongLine;                  ///< null = to be drawn again
  int m_strong = -1;
  bool m_zoomable = false;
  bool m_tall = false;
};

/// Distance between the labels of an axis from 0 to `top`: at most `most` steps of 1, 2, 2.5 or 5 times a power of ten
/// (`binary`: a power of two between 8 and 512).
double roundStep(double top, int most, bool binary);

/// The point at `at`: the nearest one not further away than a step; null = a gap.
const HistoryPoint* pointAt(const std::vector<HistoryPoint>& points, UnixSeconds at, UnixSeconds step);
/// Runs of points without a gap between them: [first, last) by index.
std::vector<std::pair<std::size_t, std::size_t>> runsOf(const std::vector<HistoryPoint>& points, UnixSeconds step);

}  // namespace cardinal::ui
