// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

#include "core/metrics/watch.h"

namespace cardinal::ui {

/// "Temperature", "XID error", ...
QString watchKindText(WatchKind kind);
/// What a rule waits for: "hotter than", with the unit behind the figure.
QString watchRuleText(WatchKind kind);
QString watchUnit(WatchKind kind);
/// "91 °C", "XID 79", "98 %", "6.0 h", "5 min".
QString watchValueText(const WatchEvent& event);
/// "gpu-1/3", the node, or "all cards".
QString watchPlaceText(const WatchEvent& event);
/// One line: place, what, value.
QString watchEventText(const WatchEvent& event);
QString watchNoticeTitle(int events);

}  // namespace cardinal::ui
