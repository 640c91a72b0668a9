// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QTimer>

#include "core/record/allocation_sums.h"
#include "ui/bridge/history_controller.h"
#include "ui/models/rows_model.h"
#include "ui/pages/allocation/allocation_view.h"

namespace cardinal::ui {

class ChartAboveTable;
class GroupChart;

/// A chart of groups of the state of now, with its values below. The sums are made aside.
class GroupsView : public AllocationView {
  Q_OBJECT
 public:
  GroupsView(const PageContext& context, QWidget* parent);

  bool isDrawn() const override;
  QPixmap picture() override;
  QByteArray values() const override;

 protected:
  /// Shows the chart, or that there is nothing to show.
  void showChart();
  void setColumns(std::vector<RowsModel::Head> heads);
  /// Follows the cluster while it is seen.
  virtual void follow() = 0;
  void retranslate() override;

  PageContext m_context;
  AllocationChoice m_choice;
  GroupChart* m_chart;
  ChartAboveTable* m_content;
  std::vector<QStringList> m_values;  ///< for export: heads with units, then raw numbers

 private:
  QTimer m_pause;  ///< large clusters change ten times a second; nobody reads a chart as fast
};

/// What is allocated now by mode, model, namespace or owner.
class HoldersView : public GroupsView {
  Q_OBJECT
 public:
  HoldersView(const PageContext& context, HistoryController& history, QWidget* parent = nullptr);

  void refresh(const AllocationChoice& choice) override;
  QString title() const override;
  QString note() const override;

 protected:
  void retranslate() override;
  void follow() override;

 private:
  void showHeads();
  void fill();

  HistoryController& m_history;
  AllocationSums m_sums;
};

/// How many cards could take k GiB more, by mode or model: where fragmentation shows.
class SlotsView : public GroupsView {
  Q_OBJECT
 public:
  SlotsView(const PageContext& context, QWidget* parent = nullptr);

  void refresh(const AllocationChoice& choice) override;
  QString title() const override;
  QString note() const override;

 protected:
  void retranslate() override;
  void follow() override { fill(); }

 private:
  void fill();

  std::uint32_t m_unknown = 0;  ///< cards of unknown size
};

}  // namespace cardinal::ui
