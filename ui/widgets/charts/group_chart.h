// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QChartView>
#include <QPixmap>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "ui/theme/theme.h"
#include "ui/widgets/lists/tip_table.h"

namespace cardinal::ui {

/// A chart of groups, drawn by Qt Charts in the program's look: bars of amounts, or lines of how many have how much.
/// GUI thread only.
class GroupChart : public QChartView {
  Q_OBJECT
 public:
  /// One bar: what is held, and of what; `total` nothing = that question has no answer.
  struct Bar {
    QString name;
    double held = 0;
    std::optional<double> total;
    TipContent tip;
    /// Looks the same; the words of the tip may differ.
    bool isLike(const Bar& other) const { return name == other.name && held == other.held && total == other.total; }
  };
  /// A line that falls in steps: from the step before (or 0) to `x` it is `y` high. Beyond the last one it is 0.
  struct Line {
    QString name;
    std::vector<QPointF> steps;
    bool operator==(const Line& other) const { return name == other.name && steps == other.steps; }
  };

  explicit GroupChart(Theme& theme, QWidget* parent = nullptr);

  /// How values are written on the axis; `unit`: how much of a value is one of what is written; `binary`: powers of two
  /// are round. Counts from the next data on, which are then drawn even where they are the same.
  void setFormat(std::function<QString(double)> format, double unit = 1, bool binary = false);
  void setBars(std::vector<Bar> bars);
  /// Lines; `heights` writes their y values.
  void setLines(std::vector<Line> lines, std::function<QString(double)> heights);
  const std::vector<Bar>& bars() const { return m_bars; }
  const std::vector<Line>& lines() const { return m_lines; }
  bool isBlank() const { return m_bars.empty() && m_lines.empty(); }
  /// Category of a line; nothing = the quiet colour of the many.
  static std::optional<int> categoryOf(std::size_t line);
  /// What the pointer stands on would say; empty = nothing.
  TipContent tipAt(const QPointF& position) const;
  QPixmap picture();

  QSize sizeHint() const override { return {480, 320}; }

 signals:
  /// The x value under the pointer of a chart of lines; nothing = it left.
  void pointerMoved(std::optional<double> x);

 protected:
  void mouseMoveEvent(QMouseEvent* event) override;
  void leaveEvent(QEvent* event) override;
  void drawForeground(QPainter* painter, const QRectF& rect) override;

 private:
  void rebuild();
  void addBars(QChart& chart);
  void addLines(QChart& chart);
  void dress(QAbstractAxis& axis, bool grid) const;
  QAbstractAxis* valueAxis(double most, const std::function<QString(double)>& format, double unit, bool binary) const;
  std::optional<std::size_t> barAt(const QPointF& position) const;
  QColor colourOf(std::size_t line) const;

  Theme& m_theme;
  std::function<QString(double)> m_format;
  std::function<QString(double)> m_heights;
  double m_unit = 1;
  bool m_binary = false;
  std::vector<Bar> m_bars;
  std::vector<Line> m_lines;
  bool m_formatChanged = false;
  double m_most = 1;                ///< end of the axis of values
  std::optional<double> m_pointer;  ///< x value of a chart of lines
  std::unique_ptr<TipTable> m_tip;
};

/// Height of a line at x.
double heightAt(const GroupChart::Line& line, double x);

}  // namespace cardinal::ui
