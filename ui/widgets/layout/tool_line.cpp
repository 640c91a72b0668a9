// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/layout/tool_line.h"

#include "ui/widgets/layout/boxes.h"

namespace cardinal::ui {

namespace {
constexpr int kHeight = 44;
}

ToolLine::ToolLine(Theme& theme, QWidget* parent)
    : Surface(theme, SurfaceTone::Panel, parent), m_tools(rowIn(this, {16, 7, 16, 7}, 8)) {
  setEdges(Qt::BottomEdge);
  setMinimumHeight(kHeight);
}

}  // namespace cardinal::ui
