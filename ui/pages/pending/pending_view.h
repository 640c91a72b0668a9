// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "ui/pages/common/translatable_page.h"
#include "ui/pages/pending/pending_queues.h"
#include "ui/session/page_context.h"
#include "ui/session/pending_explainer.h"

namespace cardinal::ui {

class ActionButton;
class Badge;
class Banner;
class PendingDetails;
class SectionHead;
class TextLabel;

/// Why one pod waits: the answer in a sentence beside the scheduler's own words, and below it what it rests on.
class PendingView : public TranslatablePage {
  Q_OBJECT
 public:
  PendingView(const PageContext& context, PendingExplainer& explainer, PendingQueues& queues,
              QWidget* parent = nullptr);
  /// Shows the chosen pod of the explainer anew.
  void refresh();

 signals:
  /// A reason was chosen to be shown alone; nothing = all of them.
  void reasonChosen(std::optional<cardinal::ReasonCode> code);
  /// "node/card" or node that is to be shown beside.
  void placeChosen(const QString& node, int card);

 protected:
  void retranslate() override;

 private:
  QWidget* buildHeader();
  QWidget* buildBody();
  QWidget* buildAnswer();
  void connectParts();
  void fillHeader(const PodRecord& pod, const PendingExplanation& why);
  void fillQueue();
  void fillAnswer(const PodRecord& pod, const PendingExplanation& why);
  void runRemedy(int row);
  void preview(const PodPtr& pod);

  PageContext m_context;
  PendingExplainer& m_explainer;
  PendingQueues& m_queues;
  PodPtr m_pod;
  TextLabel* m_name;
  Badge* m_ns;
  Badge* m_owner;
  TextLabel* m_age;
  TextLabel* m_request;
  ActionButton* m_preview;
  ActionButton* m_map;
  Banner* m_queue;  ///< why no node counts yet
  Banner* m_answer;
  SectionHead* m_schedulerHead;
  TextLabel* m_scheduler;
  TextLabel* m_named;
  PendingDetails* m_details;
};

}  // namespace cardinal::ui
