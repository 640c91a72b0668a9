// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/plan/what_if/defragment.h"
#include "ui/bridge/background_job.h"
#include "ui/pages/common/dialog_frame.h"
#include "ui/session/page_context.h"

class QComboBox;
class QProgressBar;
class QSpinBox;

namespace cardinal::ui {

class Banner;
class TextLabel;

/// Looks for the fewest moves that free memory or a whole card, and hands them over as steps. The search runs aside and
/// can be stopped. Opened with open().
class DefragDialog : public DialogFrame {
  Q_OBJECT
 public:
  DefragDialog(const PageContext& context, const SnapshotPtr& state, QWidget* parent);

  /// Waits for the answer; for tests without an event loop only.
  void finish() { m_job->finish(); }
  void search();

 signals:
  void found(const std::vector<cardinal::WhatIfStep>& steps);

 private:
  void build();
  void showAnswer();
  void forgetAnswer();
  void showRunning(bool running);
  DefragGoal goal() const;

  SnapshotPtr m_state;
  BackgroundJob* m_job;
  DefragAnswer m_answer;
  QComboBox* m_what;
  QSpinBox* m_memory;
  QComboBox* m_node;
  QComboBox* m_mode;
  QProgressBar* m_progress;
  TextLabel* m_moves;
  Banner* m_verdict;
  ActionButton* m_search;
  ActionButton* m_stop;
  ActionButton* m_take;
};

}  // namespace cardinal::ui
