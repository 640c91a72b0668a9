// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/service/open_source.h"
#include "ui/session/window_settings.h"

namespace cardinal::app {

/// One tab of the last time.
struct RememberedTab {
  SourceChoice choice;
  std::string fingerprint;  ///< what the choice meant then, as clusterFingerprint() says it; empty = no cluster
};

struct RememberedTabs {
  std::vector<RememberedTab> tabs;
  int shown = 0;  ///< index of the one that was looked at
};

/// Writes the tabs down for the next start. One tab is none: a window of one cluster opens what the kubeconfig says, as
/// kubectl does.
void rememberTabs(ui::WindowSettings& settings, const RememberedTabs& tabs);
/// What was written; empty when there is nothing, or nothing that this version can read.
RememberedTabs rememberedTabs(const ui::WindowSettings& settings);

}  // namespace cardinal::app
