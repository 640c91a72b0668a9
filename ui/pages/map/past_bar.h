// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "ui/bridge/history_controller.h"
#include "ui/pages/common/translatable_page.h"
#include "ui/session/page_context.h"

namespace cardinal::ui {

class ActionButton;
class PastTrack;
class StateLabel;
class TextLabel;

/// Leads the map through what the console recorded: the time that is shown, a track of all recorded moments, and the
/// way back to now. Hidden while the map shows the present.
class PastBar : public TranslatablePage {
  Q_OBJECT
 public:
  PastBar(const PageContext& context, HistoryController& history, QWidget* parent = nullptr);

  /// Asks for what was recorded and shows its last moment. Where nothing was recorded it says why, and stays away.
  void open();
  /// Shows the present again; closed() follows.
  void close();
  /// The moment that is shown; nothing = the present.
  const std::optional<PastMoment>& moment() const { return m_shown; }
  /// "as of 2026-11-21 20:15"; empty while the present is shown.
  QString asOf() const;
  /// Why nothing can be previewed or changed meanwhile, as a whole sentence.
  static QString refusal();

 signals:
  /// The state of the moment, without pods.
  void opened(const cardinal::SnapshotPtr& then);
  void closed();

 protected:
  void retranslate() override;

 private:
  void build();
  void take(const Result<std::vector<PastMoment>>& moments);
  void follow();
  void choose(int index);
  void show(const PastMoment& moment, const SnapshotPtr& then);
  void fill();

  PageContext m_context;
  HistoryController& m_history;
  std::vector<PastMoment> m_moments;  ///< those with cards
  std::optional<PastMoment> m_shown;
  ClusterTotals m_totals;
  bool m_isOpening = false;
  StateLabel* m_title;
  TextLabel* m_detail;
  ActionButton* m_back;
  ActionButton* m_previous;
  ActionButton* m_next;
  TextLabel* m_first;
  TextLabel* m_last;
  PastTrack* m_track;
};

}  // namespace cardinal::ui
