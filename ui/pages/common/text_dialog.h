// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/pages/common/dialog_frame.h"

namespace cardinal::ui {

/// A text to read and copy: YAML, an error in full.
class TextDialog : public DialogFrame {
  Q_OBJECT
 public:
  TextDialog(Theme& theme, const QString& title, const QString& text, QWidget* parent);
};

}  // namespace cardinal::ui
