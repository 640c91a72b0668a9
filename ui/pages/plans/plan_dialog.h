// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include "ui/pages/common/dialog_frame.h"
#include "ui/pages/plans/plan_words.h"
#include "ui/session/page_context.h"

namespace cardinal::ui {

class Banner;
class LabelOnly;
class ModeRows;
class NameConfirmation;
class NamedSwitches;
class PlanOptions;
class PlanSide;
class PlanSpine;
class RehearsalRow;
class SectionHead;
class SideColumn;

/// Makes and runs plans that evict pods: a drain or a change of mode, of one node or of several, one after the other.
/// Shows every step before anything is done, asks for the node's name where pods must go, and follows the plan step by
/// step. A plan that was left unfinished is opened by the other constructor; it is never continued unasked. The window
/// below stays usable.
class PlanDialog : public DialogFrame {
  Q_OBJECT
 public:
  /// `kind`: Drain or Switch. At least one node.
  PlanDialog(const PageContext& context, ChangeSessionPtr session, const QStringList& nodes, PlanKind kind,
             QWidget* parent);
  PlanDialog(const PageContext& context, ChangeSessionPtr session, const PlanProgress& unfinished, QWidget* parent);

  bool isRunning() const { return m_run.isBusy(); }
  bool isLooking() const { return m_run.isLooking(); }
  /// As if the operator had chosen the target. False where it cannot be chosen.
  bool chooseTarget(const SwitchTarget& target);
  /// While the plan runs it asks first.
  void reject() override;
  /// While the plan runs: the same question for a window or tab that is to be closed. `close` is called once the
  /// operator has let the plan stop and it has stopped.
  void rejectBefore(std::function<void()> close);

 protected:
  void changeEvent(QEvent* event) override;

 private:
  void build();
  QWidget* buildLeft();
  QWidget* buildRight();
  void buildButtons();
  void connectRun();
  void preflight();
  void followCluster();
  void showPreflight();
  void showNodes();
  void showNode(int row);
  void showProgress();
  void showEnd();
  void expectSuccessors();
  void followSuccessors();
  void focusName();
  void goOnWith(PlanKind kind);
  void showError(const Error& error);
  void showNotice(std::function<PlanNotice()> make);
  void ask(std::function<void()> closing);
  void arrange();
  void followField();
  void retranslate();
  QString startRefusal() const;
  bool mayStartAnew() const;
  const PlanPreflight* preflightOf(const std::string& node) const;
  void begin();
  void takeBack();
  void labelNow();

  PageContext m_context;
  QStringList m_nodes;
  PlanRequest m_request;
  bool m_adopted = false;
  bool m_begun = false;
  bool m_closeAfter = false;
  std::function<void()> m_closing;  ///< what goes with the dialog
  bool m_rollBackAfter = false;
  bool m_labelNow = false;
  bool m_ended = false;  ///< the notice tells of the end
  QString m_vanished;    ///< a node that left the cluster before the plan began
  std::string m_digest;  ///< of the nodes when they were looked at
  int m_shown = 0;       ///< row of the node whose plan is shown
  std::function<PlanNotice()> m_notice;
  SuccessorWatch m_successors;  ///< where moved pods really land
  ModeRows* m_modes;
  NamedSwitches* m_named;
  PlanLines* m_nodeLines;
  PlanSpine* m_spine;
  RehearsalRow* m_rehearsal;
  PlanSide* m_side;
  SideColumn* m_sideScroll = nullptr;  ///< hidden while there is nothing to say in it
  SectionHead* m_optionHead;
  PlanOptions* m_options;
  NameConfirmation* m_confirmation;
  LabelOnly* m_labelOnly;
  Banner* m_verdict;
  ActionButton* m_close;
  ActionButton* m_leave;
  ActionButton* m_rollBack;
  ActionButton* m_stop;
  ActionButton* m_continue;
  ActionButton* m_uncordon;
  ActionButton* m_mode;
  ActionButton* m_start;
  PlanWords m_words;
  PlanRun m_run;  ///< the last member: it goes first, and no signal reaches parts that are gone
};

}  // namespace cardinal::ui
