// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/service/plugin_consent.h"
#include "ui/pages/common/dialog_frame.h"

namespace cardinal::ui {

/// Asks whether the credential plugin of a context may run, before it runs for the first time. Everything that decides what would be
/// run is shown as plain text; values of environment variables are not.
class PluginDialog : public DialogFrame {
  Q_OBJECT
 public:
  PluginDialog(Theme& theme, const PluginPrompt& prompt, QWidget* parent);

 signals:
  void allowed();
};

}  // namespace cardinal::ui
