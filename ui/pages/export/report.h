// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QImage>
#include <QString>
#include <memory>
#include <stop_token>

#include "core/alloc/pending/pending.h"
#include "core/metrics/use.h"
#include "core/metrics/waste/waste.h"
#include "core/model/tables/table_export.h"

namespace cardinal::ui {

/// What a report is made of.
struct ReportRequest {
  SnapshotPtr snapshot;
  UsePtr use;  ///< never null
  ExportOrigin origin;
  QImage map;                                      ///< with its legend; null = left out
  std::optional<WasteReport> waste{};              ///< of `snapshot`
  std::optional<Error> wasteUnknown{};             ///< why `waste` is not there; neither = there is no metrics source
  std::shared_ptr<const PendingReport> pending{};  ///< of `snapshot`; null = why pods wait is left out
};

/// A report on capacity as PDF (A4): totals, map, free room by size (where fragmentation shows), what is allocated and
/// was not used, why pods wait, and how the figures are made. In the language in force; foreign text is plain. Any
/// thread; empty when stopped.
QByteArray capacityReport(const ReportRequest& request, const std::stop_token& stop);
/// What that report says, without its pictures.
QString capacityReportText(const ReportRequest& request);

}  // namespace cardinal::ui
