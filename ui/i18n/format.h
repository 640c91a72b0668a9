// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <optional>

#include "core/base/clock.h"
#include "core/base/units.h"

namespace cardinal::ui {

/// Numbers by the rules of docs/reference/visual-style.md 11: binary units, one decimal at most, "n/a" (无数据) for
/// unknown.
QString memory(MemUnits amount, MemoryUnit unit);        ///< "20 GiB", "512 MiB"; unknown unit: "20 units"
QString memoryNumber(MemUnits amount, MemoryUnit unit);  ///< "20", in GiB where the unit is known
QString memoryMib(std::int64_t mib);                     ///< "11,512 GiB"
QString percentCell(std::optional<double> fraction);     ///< "82", "<1", "112", "?" : inside a map cell, no sign
QString percent(std::optional<double> fraction, int decimals = 0);  ///< "82 %", "<1 %", "n/a"
QString corePercent(CorePercent value);                             ///< "30 %"
QString count(std::int64_t value);                                  ///< grouped by locale
QString age(UnixSeconds since, UnixSeconds now);  ///< "3m", "2h", "5d" / "3 分钟"; "n/a" when since is 0
QString timeOfDay(UnixSeconds time);              ///< "12:03:07", local
QString dateTime(UnixSeconds time);               ///< ISO 8601 with zone
QString notAvailable();                           ///< "n/a" / "无数据"

}  // namespace cardinal::ui
