// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "core/plan/changes/changes.h"
#include "ui/pages/common/pane.h"

namespace cardinal::ui {

class Banner;
class CodeBox;
class KeyValueList;
class SectionHead;
class TextLabel;

/// One change of the journal: when, where, what before and after, outcome, commands; undo.
class ActivityPane : public Pane {
  Q_OBJECT
 public:
  explicit ActivityPane(const PageContext& context, QWidget* parent = nullptr);
  /// `refusal`: why it cannot be undone now; empty = it can.
  void showChange(const ChangeRecord& change, const QString& refusal);
  /// What became of the last undo; "" hides it.
  void showOutcome(StateRole state, const QString& text);
  void setUndoing(bool undoing);

 signals:
  void undoRequested(const QString& id);

 protected:
  void retranslate() override;

 private:
  void fill();

  std::optional<ChangeRecord> m_change;
  QString m_refusal;
  Banner* m_outcome;
  KeyValueList* m_facts;
  SectionHead* m_diffHead;
  CodeBox* m_diff;
  QWidget* m_diffSection = nullptr;
  SectionHead* m_commandHead;
  CodeBox* m_commands;
  ActionButton* m_undo;
  ActionButton* m_node;
};

/// Glyph of an outcome.
StateRole stateRoleOf(ChangeResult result);

}  // namespace cardinal::ui
