// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/common/translatable_page.h"

#include <QEvent>

namespace cardinal::ui {

void TranslatablePage::changeEvent(QEvent* event) {
  Surface::changeEvent(event);
  if (event->type() == QEvent::LanguageChange) retranslate();
}

}  // namespace cardinal::ui
