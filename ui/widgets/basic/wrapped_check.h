// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QCheckBox>

#include "ui/theme/theme.h"

namespace cardinal::ui {

class TextLabel;

/// A check box whose words wrap to the width they have. The words are a part of the box: a press on them toggles it.
/// GUI thread only.
class WrappedCheck : public QWidget {
  Q_OBJECT
 public:
  explicit WrappedCheck(Theme& theme, QWidget* parent = nullptr);
  /// The box itself: state, name, signals. It has no text of its own.
  QCheckBox* box() const { return m_box; }
  void setText(const QString& text);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  QCheckBox* m_box;
  TextLabel* m_words;
};

}  // namespace cardinal::ui
