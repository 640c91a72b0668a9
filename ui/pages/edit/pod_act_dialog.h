// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/bridge/change_controller.h"
#include "ui/pages/common/dialog_frame.h"
#include "ui/session/page_context.h"

class QLineEdit;
class QSpinBox;

namespace cardinal::ui {

class Banner;
class CodeBox;
class NameCheck;

/// Evicts or deletes one pod, scales what it belongs to, or writes one of its annotations: what will be changed, the
/// server's dry run, the equivalent command, then the change. Only the pod that was shown is meant, never another one
/// of its name. An error stays here with the server's words.
class PodActDialog : public DialogFrame {
  Q_OBJECT
 public:
  /// Opened only while podActRefusal() is empty.
  PodActDialog(const PageContext& context, ChangeController& changes, PodPtr pod, ObjectVerb verb, QWidget* parent);

 signals:
  void done(const QString& sentence);

 private:
  void build();
  void addFacts();
  void addFields();
  QString warning() const;
  ObjectAct act() const;
  /// Why the fields say nothing that could be written; empty = they do.
  QString fieldRefusal() const;
  void review();
  void follow();
  void send();
  void take(const ChangeOutcome& outcome);
  void showRefusal(const Error& error);
  QString sentence() const;

  PageContext m_context;
  ChangeController& m_changes;
  PodPtr m_pod;
  const ObjectVerb m_verb;
  CreatedRef m_object;
  const std::int32_t m_podsNow;    ///< Scale: when the dialog was opened
  QSpinBox* m_replicas = nullptr;  ///< Scale
  QLineEdit* m_key = nullptr;      ///< Annotate
  QLineEdit* m_value = nullptr;    ///< Annotate
  CodeBox* m_command;
  Banner* m_verdict;
  NameCheck* m_name = nullptr;  ///< production contexts only
  ActionButton* m_send;
  ObjectAct m_reviewed;
  std::uint64_t m_asked = 0;
  bool m_passed = false;
  bool m_sending = false;
};

}  // namespace cardinal::ui
