// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>
#include <vector>

#include "ui/theme/theme.h"

class QGridLayout;

namespace cardinal::ui {

class TextLabel;

/// Figures of a cluster now and after each scenario, side by side. Those that differ from now stand out.
class FigureTable : public QWidget {
  Q_OBJECT
 public:
  struct Row {
    QString name;
    QStringList values;         ///< one per column
    std::vector<bool> changed;  ///< parallel to `values`
  };
  explicit FigureTable(Theme& theme, QWidget* parent = nullptr);

  void setContents(const QStringList& columns, const std::vector<Row>& rows);

 private:
  TextLabel* cell(int row, int column);

  Theme& m_theme;
  QGridLayout* m_grid;
  std::vector<std::vector<TextLabel*>> m_cells;
};

}  // namespace cardinal::ui
