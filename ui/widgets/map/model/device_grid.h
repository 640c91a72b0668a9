// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QRect>
#include <cmath>

namespace cardinal::ui {

/// Logical px to device pixels at one ratio. Edges are rounded one by one, so that neighbours neither overlap nor part
/// at any ratio. Called for every visible cell: whole ratios take no floating point.
struct DeviceGrid {
  double ratio = 1.0;
  int whole = 1;    ///< the ratio when it is a whole number, else 0
  int scrollY = 0;  ///< content row at the picture's top

  DeviceGrid() = default;
  DeviceGrid(double deviceRatio, int scroll)
      : ratio(deviceRatio),
        whole(deviceRatio == std::floor(deviceRatio) ? static_cast<int>(deviceRatio) : 0),
        scrollY(scroll) {}

  int px(int logical) const {
    if (whole) return logical * whole;
    // Shifted into the positive range, where a cast rounds down; pictures are far smaller than the shift.
    constexpr int kShift = 1 << 20;
    return static_cast<int>(logical * ratio + kShift + 0.5) - kShift;
  }
  QRect rect(const QRect& content) const {
    const int left = px(content.left());
    const int top = px(content.top() - scrollY);
    return {left, top, px(content.left() + content.width()) - left,
            px(content.top() - scrollY + content.height()) - top};
  }
};

}  // namespace cardinal::ui
