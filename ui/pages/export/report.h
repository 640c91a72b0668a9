// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QImage>
#include <stop_token>

#include "core/metrics/use.h"
#include "core/model/table_export.h"

namespace cardinal::ui {

/// What a report is made of.
struct ReportRequest {
  SnapshotPtr snapshot;
  UsePtr use;             ///< never null
  ExportOrigin origin;
  QImage map;             ///< with its legend; null = left out
};

/// A report on capacity as PDF (A4): totals, map, free room by size (where fragmentation shows), allocated and unused memory, why pods
/// wait, and how the figures are made. In the language in force; foreign text is plain. Any thread; empty when stopped.
QByteArray capacityReport(const ReportRequest& request, const std::stop_token& stop);

}  // namespace cardinal::ui
