// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include "ui/bridge/plan_run.h"
#include "ui/pages/common/dialog_frame.h"
#include "ui/session/page_context.h"

namespace cardinal::ui {

class Banner;
class CodeBox;
class NameCheck;
class PlanLines;
class SectionHead;
class TextLabel;

/// Cordons or uncordons more nodes than a CordonBar takes, one after the other: shows the change and the equal
/// commands, asks the server by a dry run and for the context's name, then runs the plans.
class CordonDialog : public DialogFrame {
  Q_OBJECT
 public:
  CordonDialog(const PageContext& context, ChangeSessionPtr session, const QStringList& nodes, bool cordon,
               QWidget* parent);

  bool isLooking() const { return m_run.isLooking(); }

 protected:
  void changeEvent(QEvent* event) override;

 private:
  struct Notice {
    StateRole state = StateRole::Information;
    QString text, detail;
  };
  void build();
  void retranslate();
  void showPreflight();
  void showNodes();
  void showCommands();
  void showEnd();
  void showError(const Error& error);
  void showNotice(std::function<Notice()> make);
  void arrange();
  QString titleText() const;

  PageContext m_context;
  QStringList m_nodes;
  bool m_cordon;
  bool m_refused = false;
  std::function<Notice()> m_notice;
  TextLabel* m_meaning;
  SectionHead* m_nodeHead;
  PlanLines* m_nodeLines;
  SectionHead* m_diffHead;
  CodeBox* m_diff;
  SectionHead* m_commandHead;
  CodeBox* m_command;
  Banner* m_verdict;
  NameCheck* m_name;
  ActionButton* m_cancel;
  ActionButton* m_apply;
  PlanRun m_run;  ///< the last member: it goes first
};

}  // namespace cardinal::ui
