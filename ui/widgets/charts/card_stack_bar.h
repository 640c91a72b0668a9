// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QRectF>
#include <QString>
#include <QWidget>
#include <optional>
#include <vector>

#include "ui/theme/theme.h"

class QPainter;

namespace cardinal::ui {

/// One pod's part of a card. Amounts in any one unit; texts are ready for display.
struct StackSegment {
  QString key;     ///< handed back on click ("namespace/name")
  QString letter;  ///< "A": the owner's mark, shown first
  QString name;    ///< hostile text, shown plain
  QString amount;  ///< "8 GiB"
  double memory = 0;
  double core = 0;       ///< percent points; ignored when the bar has no core row
  int category = -1;     ///< 0..5 of the categories, else "other"
  bool planned = false;  ///< a predicted part: striped
};

/// What a card holds. Unknown totals draw the hatch and "?", never an empty card.
struct StackBarData {
  std::vector<StackSegment> segments;
  std::optional<double> memoryTotal;
  std::optional<double> coreTotal;  ///< nothing: no core row
  double pending = 0;               ///< held, but it is not known by which card or pod: hatched part
  QString pendingText;
  std::optional<double> used;  ///< measured part of the memory, 0..1: a bar below
  QString usedText;            ///< "used: 12.1 / 15.9 GiB (76 %)", for the tooltip and readers
  QString freeText;            ///< "4 GiB free"
  QString coreFreeText;
  bool compact = false;  ///< no texts, 12 high
};

/// Paints the bar into `rect` (memory 24 high, what is used of it 4 below, core 8 below that); used by the widget and
/// by delegates. Where more was given away than there is, notches mark the end of the card; every row keeps the same
/// scale.
void paintStackBar(QPainter& painter, const QRectF& rect, const StackBarData& data, const Theme& theme,
                   int hovered = -1);
/// Index of the segment at `point` in a bar painted into `rect`; -1 = none.
int stackSegmentAt(const QPointF& point, const QRectF& rect, const StackBarData& data);

class CardStackBar : public QWidget {
  Q_OBJECT
 public:
  explicit CardStackBar(Theme& theme, QWidget* parent = nullptr);

  void setData(StackBarData bar);
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

 signals:
  void segmentActivated(const QString& key);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void leaveEvent(QEvent* event) override;
  bool event(QEvent* event) override;

 private:
  Theme& m_theme;
  StackBarData m_data;
  int m_hovered = -1;
};

}  // namespace cardinal::ui
