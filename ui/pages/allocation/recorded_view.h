// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "ui/bridge/history_controller.h"
#include "ui/models/rows_model.h"
#include "ui/pages/allocation/allocation_view.h"

namespace cardinal::ui {

class ChartAboveTable;
class TimeChart;

/// Allocation over time as the console recorded it. Where nothing was recorded there is a gap.
class RecordedView : public AllocationView {
  Q_OBJECT
 public:
  RecordedView(const PageContext& context, HistoryController& history, QWidget* parent = nullptr);

  void refresh(const AllocationChoice& choice) override;
  bool isDrawn() const override;
  QPixmap picture() override;
  QByteArray values() const override;
  QString title() const override;
  QString note() const override;

 protected:
  void retranslate() override;

 private:
  void build();
  void take(const Result<AllocationLines>& lines);
  void fillChart();
  void fillTable();
  void fillEmpty();
  void point(std::optional<UnixSeconds> at);

  PageContext m_context;
  HistoryController& m_history;
  AllocationChoice m_choice;
  LinesQuestion m_asked;
  std::optional<AllocationLines> m_lines;
  std::optional<Error> m_error;
  std::optional<UnixSeconds> m_pointer;
  TimeChart* m_chart;
  ChartAboveTable* m_content;
};

}  // namespace cardinal::ui
