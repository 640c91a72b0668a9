// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include "ui/pages/common/dialog_frame.h"

class QPlainTextEdit;

namespace cardinal::ui {

/// A text to read and copy: YAML, an error in full.
class TextDialog : public DialogFrame {
  Q_OBJECT
 public:
  TextDialog(Theme& theme, const QString& title, const QString& text, QWidget* parent);

  /// A button that closes the dialog and goes on with what the text is about.
  void offer(const QString& text, const std::function<void()>& act);
  /// Long lines go on in the next one, for texts in sentences.
  void wrapLines();

 private:
  QPlainTextEdit* m_view;
};

}  // namespace cardinal::ui
