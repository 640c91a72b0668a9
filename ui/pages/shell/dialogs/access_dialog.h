// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/service/rights/access_summary.h"
#include "ui/pages/common/dialog_frame.h"

namespace cardinal::ui {

/// Asks whether a context may be connected to, before anything is sent or run: server, trust, ways of signing in,
/// proxy, files of elsewhere, and the whole command line of a credential plugin as plain text that scrolls. Values of
/// environment variables are not shown.
class AccessDialog : public DialogFrame {
  Q_OBJECT
 public:
  AccessDialog(Theme& theme, const AccessSummary& summary, QWidget* parent);

 signals:
  void allowed();

 private:
  void addCommand(const PluginCall& call);
  void addVariables(const PluginCall& call);
};

}  // namespace cardinal::ui
