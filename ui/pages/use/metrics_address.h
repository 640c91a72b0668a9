// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/service/metrics/address.h"
#include "core/service/source/source.h"
#include "ui/session/window_settings.h"

namespace cardinal::ui {

/// The metrics address that the user gave for a context, kept by context and server; an empty one = look in the
/// cluster. Names of files are kept, never what is in them.
MetricsAddress rememberedAddress(const WindowSettings& settings, const SourceInfo& cluster);
/// An empty address forgets.
void rememberAddress(WindowSettings& settings, const SourceInfo& cluster, const MetricsAddress& address);

}  // namespace cardinal::ui
