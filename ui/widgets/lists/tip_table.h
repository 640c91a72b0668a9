// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <QWidget>
#include <utility>
#include <vector>

#include "ui/theme/theme.h"
#include "ui/widgets/basic/state.h"

namespace cardinal::ui {

/// What a tooltip says: a title, pairs, and at most one sentence below. Plain text throughout.
struct TipContent {
  QString title;
  std::vector<std::pair<QString, QString>> rows;
  StateRole noteState = StateRole::None;
  QString note;
  bool isEmpty() const { return title.isEmpty(); }
};

/// A tooltip with two columns, at most 320 wide (at text scale 1). Never takes focus or clicks.
class TipTable : public QWidget {
  Q_OBJECT
 public:
  TipTable(Theme& theme, QWidget* owner);

  /// Shows beside `global`, kept on the screen. `planned`: outlined as the label of a drag.
  void showAt(const QPoint& global, const TipContent& content, bool planned = false);
  const TipContent& content() const { return m_content; }

  QSize sizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  int noteHeight(int width) const;
  int keyWidth() const;
  Theme& m_theme;
  TipContent m_content;
  bool m_planned = false;
};

}  // namespace cardinal::ui
