// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "ui/models/rows_model.h"
#include "ui/pages/common/page.h"
#include "ui/pages/use/chart_subject.h"

namespace cardinal::ui {

class ActionButton;
class ChartAboveTable;
class ChartTools;
class HistoryLoader;
class TimeChart;
class TitleLine;
struct TimeLine;

/// What cards did over a chosen time: one card, up to 64 of them compared, or what a node, a pod, a namespace or the
/// cluster has as one line. A drag chooses a part of the time, a double click goes back. Values at the pointer stand in
/// the table below.
class ChartsPage : public Page {
  Q_OBJECT
 public:
  ChartsPage(const PageContext& context, QWidget* parent = nullptr);

  /// A key of chart_subject.h; empty = what is chosen on the map, else the cluster. False when there is no such object.
  bool showKey(const QString& key) override;
  /// The values of the chart, one column per line; times in UTC, empty where there is no sample.
  QByteArray csv() const;

 protected:
  void retranslate() override;
  void showEvent(QShowEvent* event) override;
  void hideEvent(QHideEvent* event) override;

 private:
  struct Range {
    UnixSeconds start = 0;
    UnixSeconds end = 0;
  };
  void build();
  void connectParts();
  void choose(const QString& key);
  void ask();
  void askWhenOld();
  void show(const HistoryQuery& query, const History& history);
  void showFailure(const Error& error);
  void fillChart();
  void fillTable();
  void fillNote();
  void fillEmpty();
  void zoom(UnixSeconds start, UnixSeconds end);
  void zoomOut();
  void point(std::optional<UnixSeconds> at);
  void save(const QString& suggested, const QString& filter, bool picture);
  QByteArray png() const;
  QString lineName(const HistorySeries& series) const;
  QString valueText(double value) const;
  std::optional<double> capacityMib(const std::vector<TimeLine>& lines) const;
  Range range() const;
  int pixels() const;

  PageContext m_context;
  QString m_key;
  ChartSubject m_subject;
  HistoryLoader* m_loader;
  ChartTools* m_tools;
  TitleLine* m_head;
  ActionButton* m_back;
  ActionButton* m_cancel;
  TimeChart* m_chart;
  ChartAboveTable* m_content;
  HistoryQuery m_asked;  ///< end 0 = nothing was asked
  std::optional<History> m_history;
  FoldedHistory m_folded;  ///< where several cards make one line
  std::optional<Error> m_error;
  std::vector<Range> m_zooms;  ///< where the user came from
  std::optional<Range> m_zoomed;
  std::optional<UnixSeconds> m_pointer;
};

}  // namespace cardinal::ui
