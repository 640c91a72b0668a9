// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <functional>
#include <stop_token>
#include <vector>

#include "core/base/clock.h"
#include "core/model/tables/table_export.h"

namespace cardinal::ui {

/// A table of a page that can be written to a file, as it is filtered and sorted when it is offered.
struct ExportOffer {
  ExportKind kind = ExportKind::Nodes;
  QString label;                                            ///< in the language in force: "Workloads"
  QString scope;                                            ///< which rows, in words; empty = those shown, as sorted
  int rows = 0;                                             ///< that are shown
  UnixSeconds time = 0;                                     ///< of the state that they are of
  bool isFirstChoice = false;                               ///< the table that has the focus
  std::function<ExportTable(const std::stop_token&)> make;  ///< any thread; holds what it needs
};

/// A page with tables that have typed forms.
class OffersExport {
 public:
  virtual ~OffersExport() = default;
  /// Empty = none now: the largest table that is shown is written as text.
  virtual std::vector<ExportOffer> exportOffers() = 0;
};

}  // namespace cardinal::ui
