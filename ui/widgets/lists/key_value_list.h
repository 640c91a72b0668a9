// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <QWidget>
#include <vector>

#include "ui/theme/theme.h"
#include "ui/widgets/basic/state.h"

namespace cardinal::ui {

struct KeyValueRow {
  QString key;
  QString value;
  StateRole state = StateRole::None;  ///< glyph before the value
  bool mono = false;                  ///< value in the code face
  bool monoKey = false;               ///< keys of Kubernetes (labels, resources)
  bool accent = false;                ///< the value decides something (the mode label)
  bool strong = false;
  QString copy;  ///< what a click copies; empty = the value
};

/// Facts: key at the left, value beside it (or at the right edge). Long texts are elided in the middle, the tooltip
/// shows them whole; a click on a value copies it.
class KeyValueList : public QWidget {
  Q_OBJECT
 public:
  explicit KeyValueList(Theme& theme, QWidget* parent = nullptr);

  void setRows(std::vector<KeyValueRow> rows);
  void setKeyWidth(int px);         ///< 96 by default, 128 in wide panes
  void setValuesRight(bool right);  ///< labels and resources: value at the right edge, key takes the rest

  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

 signals:
  void copied(const QString& text);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  bool event(QEvent* event) override;

 private:
  int rowHeight() const;
  int rowAt(const QPoint& point) const;
  QRectF valueRect(int row) const;
  QRectF keyRect(int row) const;

  Theme& m_theme;
  std::vector<KeyValueRow> m_rows;
  int m_keyWidth = 96;
  bool m_right = false;
};

}  // namespace cardinal::ui
