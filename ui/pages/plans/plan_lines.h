// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>
#include <vector>

#include "ui/theme/theme.h"
#include "ui/widgets/basic/state.h"

namespace cardinal::ui {

/// Rows of a plan in a box: pods of an eviction (name, namespace, what becomes of it, where it lands) or nodes (name,
/// what becomes of it). A row is chosen by a click or by Up and Down where rows can be chosen. Plain text; where they
/// do not fit beside each other, what becomes of a row and where it lands stand on a second line, or each on one of its
/// own. What is still too long is elided and whole in the tooltip. Its height follows from its width and from the size
/// of the text.
class PlanLines : public QWidget {
  Q_OBJECT
 public:
  struct Line {
    QString name, aside, word, place;
    StateRole state = StateRole::None;
    QString now{};  ///< on a line of its own below `place`
    bool operator==(const Line&) const = default;
  };
  explicit PlanLines(Theme& theme, QWidget* parent = nullptr);

  void setLines(std::vector<Line> lines);  ///< none hides the box
  /// Rows can be chosen; -1 = none is.
  void setChosen(int row);
  void setChoosable(bool on);
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override { return {240, sizeHint().height()}; }
  bool hasHeightForWidth() const override { return true; }
  int heightForWidth(int width) const override;

 signals:
  void chosen(int row);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  bool event(QEvent* event) override;

 private:
  /// Left edges of the columns behind the name.
  struct Columns {
    qreal aside = 0, word = 0, place = 0;
  };
  Columns columns(int lines) const;
  /// Longest texts of the columns, in pixels.
  struct Widths {
    qreal name = 0, aside = 0, word = 0, place = 0;
  };
  void measure();
  int linesFor(qreal width) const;
  qreal glyphRoom() const;
  int lineHeight(int lines) const;
  int rowHeight(const Line& line, int lines) const;
  int heightOf(int lines) const;
  void paintLine(QPainter& painter, const Line& line, const QRectF& row, int lines) const;
  int rowAt(const QPoint& point) const;
  void choose(int row);

  Theme& m_theme;
  std::vector<Line> m_lines;
  int m_chosen = -1;
  bool m_choosable = false;
  Widths m_widths;
};

}  // namespace cardinal::ui
