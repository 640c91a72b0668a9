// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/widgets/basic/surface.h"

namespace cardinal::ui {

/// Base of everything that shows sentences: follows a change of the language at run time.
/// A concrete page calls retranslate() itself once, at the end of its constructor.
class TranslatablePage : public Surface {
  Q_OBJECT
 public:
  TranslatablePage(Theme& theme, SurfaceTone tone, QWidget* parent = nullptr) : Surface(theme, tone, parent) {}

 protected:
  /// Sets every text anew in the language in force.
  virtual void retranslate() = 0;
  void changeEvent(QEvent* event) override;
};

}  // namespace cardinal::ui
