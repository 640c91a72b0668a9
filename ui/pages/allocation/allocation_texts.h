// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

#include "core/record/allocation_lines.h"

namespace cardinal::ui {

/// "cgpu", "Tesla-T4", "team-a", "model unknown", "others".
QString allocationGroupName(AllocationBy by, AllocationGroup::Kind kind, GpuMode mode, const std::string& name);

/// How much of a value is one of what is written: MiB in a GiB, percent points in a card, 1.
double amountUnit(AmountMeasure measure);

/// In what the values of a measure are exported: "MiB", "%", "cards".
QString exportUnit(AmountMeasure measure);

/// "512 GiB", "230 %", "7.5 cards".
QString amountText(AmountMeasure measure, double amount);

}  // namespace cardinal::ui
