// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <set>

#include "core/metrics/waste/waste_groups.h"
#include "ui/bridge/background_job.h"
#include "ui/bridge/work_pacer.h"
#include "ui/pages/common/page.h"
#include "ui/session/page_context.h"

namespace cardinal::ui {

class ActionButton;
class ContentOrEmpty;
class KpiStrip;
class SegmentedControl;
class SortedTable;
class TextLabel;

/// What is allocated and not used: cards that were idle over a chosen time, and memory beyond the peak, with owner and
/// advice; card by card or added up by owner, namespace or model. Follows the window's namespace.
class WastePage : public Page {
  Q_OBJECT
 public:
  WastePage(const PageContext& context, QWidget* parent = nullptr);

  /// "" = as it is; "card", "owner", "namespace" or "model": what a row is. False for anything else.
  bool showKey(const QString& key) override;
  /// Waits for the judgement; for pictures without an event loop only.
  void answerNow() override { m_judge->finish(); }

 protected:
  void retranslate() override;
  void showEvent(QShowEvent* event) override;

 private:
  void build();
  QWidget* buildTools();
  void ask();
  void askWhenOld();
  void take(const Result<ClusterPast>& answer);
  void fill();
  void fillEmpty();
  void changeRows();
  void showHeads();
  void fillRows();
  std::optional<WasteBy> by() const;
  void judge();
  void followState();
  CardRef cardOf(const WasteEntry& entry) const;
  /// Cards of a row; with no row chosen the idle ones.
  std::set<CardRef> cardsOf(const QString& key) const;
  void showOnMap();
  QByteArray csv() const;
  void exportCsv();
  UnixSeconds window() const;

  PageContext m_context;
  SegmentedControl* m_window;
  SegmentedControl* m_by;
  TextLabel* m_age;
  ActionButton* m_map;
  ActionButton* m_export;
  KpiStrip* m_kpis;
  ContentOrEmpty* m_content;
  SortedTable* m_table;
  SnapshotPtr m_snapshot;  ///< the state that the report belongs to
  std::shared_ptr<const ClusterPast> m_past;
  std::optional<WasteReport> m_report;
  std::vector<WasteGroup> m_groups;
  std::optional<Error> m_error;
  BackgroundJob* m_judge;
  WorkPacer m_pacer{9};
  UnixSeconds m_asked = 0;
  bool m_waiting = false;
};

}  // namespace cardinal::ui
