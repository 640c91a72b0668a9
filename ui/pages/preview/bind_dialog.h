// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/bridge/change_controller.h"
#include "ui/pages/common/dialog_frame.h"
#include "ui/session/page_context.h"

namespace cardinal::ui {

class Banner;
class KeyValueList;
class NameCheck;

/// Puts the previewed pod on the node it is aimed at, past its scheduler. Says what that means, asks the server by a
/// dry run and for the node's name; the preview must still hold when it is sent. An error stays here with the server's
/// words.
class BindDialog : public DialogFrame {
  Q_OBJECT
 public:
  /// Opened only while PreviewController::bindRefusal() is empty and its bar is None.
  BindDialog(const PageContext& context, ChangeController& changes, QWidget* parent);

 signals:
  void bound(const cardinal::BindOrder& order);

 private:
  void build();
  void fillFacts();
  void addConsequences();
  void dryRun();
  void follow();
  void send();
  void take(const ChangeOutcome& outcome);
  void showRefusal(const Error& error);

  PageContext m_context;
  ChangeController& m_changes;
  PodPtr m_pod;
  BindOrder m_order;
  KeyValueList* m_facts;
  Banner* m_verdict;
  Banner* m_stale;
  NameCheck* m_name;
  ActionButton* m_bind;
  bool m_passed = false;
  bool m_sending = false;
};

/// What is done instead for a pod that must not be bound by hand: the selector that keeps its workload on the node,
/// with the kubectl command and a copy. Changes nothing by itself.
class ConstraintDialog : public DialogFrame {
  Q_OBJECT
 public:
  /// Opened only while the preview shows a pod that waits and is aimed at a node of the shown state.
  ConstraintDialog(const PageContext& context, QWidget* parent);
};

}  // namespace cardinal::ui
