// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QColor>
#include <QPixmap>
#include <vector>

#include "ui/widgets/charts/time_chart.h"

namespace cardinal::ui {

/// Values of lines over time, one column per line; times in UTC, empty where there is no sample.
QByteArray linesCsv(const std::vector<TimeLine>& lines);

/// A chart as a PNG file, on a background.
QByteArray pngOf(const QPixmap& chart, const QColor& background);

}  // namespace cardinal::ui
