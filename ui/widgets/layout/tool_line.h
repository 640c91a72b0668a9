// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/widgets/basic/surface.h"

class QHBoxLayout;

namespace cardinal::ui {

/// The line of tools above what a page shows: a panel with a hairline below.
class ToolLine : public Surface {
  Q_OBJECT
 public:
  explicit ToolLine(Theme& theme, QWidget* parent = nullptr);

  /// From left to right.
  QHBoxLayout& tools() const { return *m_tools; }

 private:
  QHBoxLayout* m_tools;
};

}  // namespace cardinal::ui
