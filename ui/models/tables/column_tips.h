// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <string_view>

namespace cardinal::ui {

/// What the figures of a column are and where they come from, for the tooltip of its head. `table`: the model's class
/// ("NodeTableModel"); empty where the head says all.
QString columnTip(std::string_view table, std::string_view column);

}  // namespace cardinal::ui
