// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "ui/models/rows_model.h"
#include "ui/widgets/charts/time_chart.h"

class QTableView;

namespace cardinal::ui {

/// The heads of the rows of lineRows(), in the language in force.
std::vector<RowsModel::Head> lineHeads();

/// The lines of a chart as rows: the line with its colour, the value at the pointer or the last one, least, average and
/// most. `missing`: what stands where there is nothing at the pointer.
std::vector<RowsModel::Row> lineRows(const TimeChart& chart, std::optional<UnixSeconds> pointer,
                                     const std::function<QString(double)>& text, const QString& missing);

/// The first column takes what is left over, the others are as wide as `width` says for texts of 100 %.
void setLineColumns(const Theme& theme, QTableView& table, int width);

}  // namespace cardinal::ui
