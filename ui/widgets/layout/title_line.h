// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QHBoxLayout>

#include "ui/theme/theme.h"

namespace cardinal::ui {

class TextLabel;

/// The title of what a page shows, and quietly beside it what is to be known of it. Further widgets stand at the right.
class TitleLine : public QHBoxLayout {
  Q_OBJECT
 public:
  /// `page`: what its labels belong to.
  TitleLine(Theme& theme, QWidget* page);

  void setTitle(const QString& text);
  void setNote(const QString& text);

 private:
  TextLabel* m_title;
  TextLabel* m_note;
};

}  // namespace cardinal::ui
