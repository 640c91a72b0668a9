// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>
#include <optional>

#include "ui/theme/theme.h"

class QPainter;

namespace cardinal::ui {

/// Paints a bar without numbers: track `hover`, value `text2` (or `planned`). `value` 0..1; nothing = unknown, hatched.
void paintInlineBar(QPainter& painter, const QRectF& rect, std::optional<double> value, bool planned,
                    const Theme& theme);

/// 6 high, 4 under a row, 8 in comparisons.
class InlineBar : public QWidget {
  Q_OBJECT
 public:
  explicit InlineBar(Theme& theme, QWidget* parent = nullptr);

  void setValue(std::optional<double> value);
  void setPlanned(bool planned);
  void setThickness(int px);

  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  Theme& m_theme;
  std::optional<double> m_value;
  bool m_planned = false;
  int m_thickness = 6;
};

}  // namespace cardinal::ui
