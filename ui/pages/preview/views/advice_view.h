// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>

#include "core/plan/capacity/policy_advice.h"
#include "ui/bridge/background_job.h"
#include "ui/session/page_context.h"

class QComboBox;

namespace cardinal::ui {

class KeyValueList;
class SectionHead;
class TextLabel;

/// Where a policy of the literature would put the workload, beside the scheduler's prediction, with the cluster's
/// fragmentation before and after of each. Worked out aside, and only while a policy is chosen. Advice: the scheduler
/// does not follow it.
class AdviceView : public QWidget {
  Q_OBJECT
 public:
  AdviceView(const PageContext& context, QWidget* parent = nullptr);

  /// The answer that is shown; the same serial again changes nothing.
  void show(const AllocationRequest& request, const AllocationAnswer& answer, const SnapshotPtr& snapshot,
            std::uint64_t serial);
  void retranslate();
  /// For pictures and tests without an event loop only.
  void finish() { m_job->finish(); }

 signals:
  void policyChosen();  ///< the answer in force must be shown again

 private:
  void ask();
  void start();
  void present(const PolicyAdvice& advice, const ClusterSnapshot& snapshot);

  PageContext m_context;
  BackgroundJob* m_job;
  SectionHead* m_head;
  QComboBox* m_policy;
  TextLabel* m_words;
  TextLabel* m_note;
  AllocationRequest m_request;
  AllocationAnswer m_answer;
  SnapshotPtr m_snapshot;
  std::uint64_t m_serial = 0;
  bool m_again = false;  ///< a newer answer came while the advice was worked out
};

}  // namespace cardinal::ui
