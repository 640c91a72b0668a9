// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QCoreApplication>

#include "core/metrics/waste/waste_groups.h"
#include "ui/models/rows_model.h"

namespace cardinal::ui {

/// A waste report in words: a row per card, or per owner, namespace or model. Of one language; foreign text is plain.
class WasteRows {
  Q_DECLARE_TR_FUNCTIONS(cardinal::ui::WastePage)

 public:
  WasteRows(const WasteReport& report, const ClusterSnapshot& snapshot) : m_report(report), m_snapshot(snapshot) {}

  static std::vector<RowsModel::Head> cardHeads();
  static std::vector<RowsModel::Head> groupHeads(WasteBy by);
  /// Key "node/card".
  RowsModel::Row card(const WasteEntry& entry) const;
  /// Key = position among the groups.
  RowsModel::Row group(const WasteGroup& group, WasteBy by, std::size_t position) const;

  /// Owners of the card's pods, each once; says what is not known.
  QString holders(const WasteEntry& entry) const;
  /// Idle, a smaller request, or that it is shared.
  QString advice(const WasteEntry& entry) const;

 private:
  const WasteReport& m_report;
  const ClusterSnapshot& m_snapshot;
};

}  // namespace cardinal::ui
