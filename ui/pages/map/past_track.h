// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QAbstractSlider>
#include <vector>

#include "core/record/allocation_store.h"
#include "ui/theme/theme.h"

namespace cardinal::ui {

/// The recorded moments side by side, each as wide as the others, so that the last minutes can be distinguished beside
/// months; before a gap in the record stands a notch. A click or a drag chooses the nearest; arrows go one by one.
class PastTrack : public QAbstractSlider {
  Q_OBJECT
 public:
  explicit PastTrack(Theme& theme, QWidget* parent = nullptr);

  /// Does not signal a change of the value.
  void setMoments(const std::vector<PastMoment>& moments);

  QSize sizeHint() const override { return {320, 28}; }
  QSize minimumSizeHint() const override { return {80, 28}; }

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;

 private:
  qreal xOf(int value) const;
  int valueAt(qreal x) const;

  Theme& m_theme;
  std::vector<int> m_gaps;  ///< values before which nothing was recorded
};

}  // namespace cardinal::ui
