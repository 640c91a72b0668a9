// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/bridge/plan_run.h"
#include "ui/pages/common/dialog_frame.h"
#include "ui/pages/common/page_context.h"

class QCheckBox;
class QLineEdit;

namespace cardinal::ui {

class Band;
class ModeRows;
class PlanSide;
class PlanSpine;
class TextLabel;

/// Makes and runs a plan that evicts pods: a drain or a change of mode. Shows every step before anything is done, asks for the
/// node's name where pods must go, and follows the plan step by step. A plan that was left unfinished is opened by the other
/// constructor; it is never continued unasked.
class PlanDialog : public DialogFrame {
  Q_OBJECT
 public:
  /// `kind`: Drain or Switch.
  PlanDialog(const PageContext& context, PlanBookPtr book, const QString& node, PlanKind kind, QWidget* parent);
  PlanDialog(const PageContext& context, PlanBookPtr book, const PlanProgress& unfinished, QWidget* parent);

  /// While the plan runs it asks first.
  void reject() override;

 private:
  void build(PlanKind kind);
  QWidget* buildLeft(PlanKind kind);
  QWidget* buildRight();
  void buildButtons();
  void connectRun();
  void look();
  void showLook();
  void showProgress();
  void showEnd();
  void showError(const Error& error);
  void say(StateRole state, const QString& text, const QString& detail = {});
  void arrange();
  QString startRefusal() const;
  QString startText() const;
  bool evicts() const;
  void takeBack();

  PageContext m_context;
  QString m_node;
  PlanWish m_wish;
  PlanRun m_run;
  bool m_begun = false;
  bool m_closeAfter = false;
  bool m_rollBackAfter = false;
  ModeRows* m_modes = nullptr;
  PlanSpine* m_spine;
  PlanSide* m_side;
  QWidget* m_options;
  QCheckBox* m_localData;
  QCheckBox* m_bare;
  QWidget* m_confirmation;
  QLineEdit* m_name;
  Band* m_verdict;
  ActionButton* m_close;
  ActionButton* m_leave;
  ActionButton* m_rollBack;
  ActionButton* m_stop;
  ActionButton* m_continue;
  ActionButton* m_start;
};

}  // namespace cardinal::ui
