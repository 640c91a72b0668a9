// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>

class QApplication;
class QFont;

namespace cardinal::ui {

/// The text in lines of at most `width` pixels; a word that is longer stands alone.
QString wrappedTip(const QString& text, const QFont& font, int width);

/// Shows long tooltips of widgets in several lines. Without it plain text stands in one line, however long.
class ToolTips : public QObject {
 public:
  explicit ToolTips(QApplication& application);
  void setWidth(int pixels) { m_width = pixels; }

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  int m_width = 320;
};

}  // namespace cardinal::ui
