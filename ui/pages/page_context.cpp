// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/page_context.h"

#include "ui/i18n/texts.h"

namespace cardinal::ui {

UnixSeconds PageContext::referenceTime() const {
  const bool saved = bridge.connection().phase == ConnectionPhase::Static;
  const UnixSeconds told = bridge.snapshot()->time;
  return saved && told != 0 ? told : bridge.now();
}

TableFacts PageContext::facts() const { return {referenceTime(), commonUnit(*bridge.snapshot())}; }

}  // namespace cardinal::ui
