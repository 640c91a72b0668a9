// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>
#include <vector>

#include "ui/theme/theme.h"

class QVBoxLayout;

namespace cardinal::ui {

/// Numbered lines of a title, what comes of it, and one button.
class RemedyRows : public QWidget {
  Q_OBJECT
 public:
  struct Row {
    QString title;
    QString effect;
    QString action;  ///< text of the button; empty = none
    QString icon;
    bool operator==(const Row&) const = default;
  };

  explicit RemedyRows(Theme& theme, QWidget* parent = nullptr);
  /// Equal rows keep their widgets, and with them the focus.
  void setRows(std::vector<Row> rows);

 signals:
  void activated(int row);

 private:
  void addRow(int number, const Row& row);

  Theme& m_theme;
  QVBoxLayout* m_layout;
  std::vector<Row> m_rows;
};

}  // namespace cardinal::ui
