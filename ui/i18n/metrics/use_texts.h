// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

#include "core/metrics/use.h"

namespace cardinal::ui {

/// "13.2 / 15.9 GiB (83 %)": used of total; the total is left out where it is not measured.
QString usedMemoryText(const CardUse& use);
QString usedMemoryText(const std::optional<float>& usedMib, const std::optional<float>& totalMib);
/// "13.2 GiB".
QString gib(double mib);
QString celsius(double degrees);  ///< "61 °C"
QString watts(double power);      ///< "212 W"
/// What the last XID of a card means, and that its time is not known. `xid` is not 0.
QString xidText(int xid);
/// One line for status bars: source and age, what is missing, or why there is nothing.
QString metricsText(const MetricsState& state, UnixSeconds now);

}  // namespace cardinal::ui
