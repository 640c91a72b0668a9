// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>
#include <vector>

#include "ui/theme/theme.h"
#include "ui/widgets/basic/text_label.h"

class QVBoxLayout;

namespace cardinal::ui {

/// A few lines of code in a box: a diff whose lines carry sign and tone, or a command. The text can be selected; plain
/// text.
class CodeBox : public QWidget {
  Q_OBJECT
 public:
  struct Line {
    QString text;
    TextTone tone = TextTone::Strong;
  };
  explicit CodeBox(Theme& theme, QWidget* parent = nullptr);
  void setLines(const std::vector<Line>& lines);

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  Theme& m_theme;
  QVBoxLayout* m_layout;
};

}  // namespace cardinal::ui
