// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/bridge/plan_run.h"
#include "ui/pages/common/dialog_frame.h"
#include "ui/pages/common/page_context.h"

namespace cardinal::ui {

class Band;
class CodeBox;

/// Cordons or uncordons one node: shows the change and the equal command, asks the server by a dry run, then runs the plan.
class CordonDialog : public DialogFrame {
  Q_OBJECT
 public:
  CordonDialog(const PageContext& context, PlanBookPtr book, const QString& node, bool cordon, QWidget* parent);

 private:
  void build();
  void showLook();
  void showEnd();
  void showError(const Error& error);

  PageContext m_context;
  QString m_node;
  bool m_cordon;
  PlanRun m_run;
  CodeBox* m_diff;
  CodeBox* m_command;
  Band* m_verdict;
  ActionButton* m_apply;
};

}  // namespace cardinal::ui
