// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "core/metrics/waste.h"
#include "ui/models/rows_model.h"
#include "ui/pages/common/page_context.h"
#include "ui/pages/common/translatable_page.h"

class QStackedWidget;

namespace cardinal::ui {

class ActionButton;
class DataTable;
class EmptyState;
class KpiStrip;
class SegmentedControl;
class TextLabel;

/// What is allocated and not used: cards that were idle over a chosen time, and memory beyond the peak, with owner and advice.
class WastePage : public TranslatablePage {
  Q_OBJECT
 public:
  WastePage(const PageContext& context, QWidget* parent = nullptr);

 protected:
  void retranslate() override;
  void showEvent(QShowEvent* event) override;

 private:
  void build();
  void ask();
  void askWhenOld();
  void take(const Result<ClusterPast>& answer);
  void fill();
  void fillEmpty();
  void showIdleOnMap();
  void choosePathForExport();
  void exportTo(const QString& path);
  RowsModel::Row rowOf(const WasteEntry& entry) const;
  UnixSeconds window() const;

  PageContext m_context;
  SegmentedControl* m_window;
  TextLabel* m_age;
  ActionButton* m_map;
  ActionButton* m_export;
  KpiStrip* m_kpis;
  QStackedWidget* m_stack;
  RowsModel* m_rows;
  DataTable* m_table;
  EmptyState* m_empty;
  SnapshotPtr m_snapshot;              ///< the state that the report belongs to
  std::optional<WasteReport> m_report;
  std::optional<Error> m_error;
  UnixSeconds m_asked = 0;
  bool m_waiting = false;
};

}  // namespace cardinal::ui
