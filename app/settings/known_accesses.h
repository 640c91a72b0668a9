// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "ui/session/window_settings.h"

namespace cardinal::app {

/// Fingerprints of the accesses (AccessSummary) that the user has agreed to; the newest last, at most 200.
std::vector<std::string> knownAccesses(const ui::WindowSettings& settings);
void addKnownAccess(ui::WindowSettings& settings, const std::string& fingerprint);

}  // namespace cardinal::app
