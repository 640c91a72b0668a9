// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QScrollArea>

#include "ui/theme/theme.h"

namespace cardinal::ui {

/// A column at the right of a dialog that scrolls by itself: wider for larger texts, as wide at least as what cannot
/// wrap in it, and never more than half of the dialog.
class SideColumn : public QScrollArea {
  Q_OBJECT
 public:
  SideColumn(Theme& theme, QWidget* inside, QWidget* dialog);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void fit();

  Theme& m_theme;
  QWidget* m_dialog;
};

/// Shows a column that is higher than its room; nothing scrolls across.
QScrollArea* scrolled(QWidget* inside, QWidget* parent);

}  // namespace cardinal::ui
