// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>

#include "ui/theme/theme.h"

namespace cardinal::ui {

enum class SurfaceTone { Bg, Chrome, Panel, Raised };

/// A plain area in one of the theme's surfaces with hairlines at the chosen edges. Pages and bars are built on it.
class Surface : public QWidget {
  Q_OBJECT
 public:
  Surface(Theme& theme, SurfaceTone tone, QWidget* parent = nullptr);
  Surface(Theme& theme, QWidget* parent = nullptr) : Surface(theme, SurfaceTone::Panel, parent) {}

  void setTone(SurfaceTone tone);
  /// Edges with a hairline.
  void setEdges(Qt::Edges edges);

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  Theme& m_theme;
  SurfaceTone m_tone;
  Qt::Edges m_edges;
};

}  // namespace cardinal::ui
