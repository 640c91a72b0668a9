// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "core/plan/ledger/ledger.h"
#include "ui/pages/common/pane.h"

namespace cardinal::ui {

class CodeBox;
class SectionHead;
class TextLabel;

/// One mismatch: what it is, why it matters, what was found and expected, what to do; ways to the objects.
class LedgerPane : public Pane {
  Q_OBJECT
 public:
  explicit LedgerPane(const PageContext& context, QWidget* parent = nullptr);
  void showEntry(const LedgerEntry& entry);

 protected:
  void retranslate() override;

 private:
  QVBoxLayout* addHeaded(SectionHead*& head);
  TextLabel* addText(QVBoxLayout* section);
  void fill();
  void showOnMap();

  std::optional<LedgerEntry> m_entry;
  TextLabel* m_sentence;
  SectionHead* m_evidenceHead;
  TextLabel* m_foundWord;
  CodeBox* m_found;
  TextLabel* m_expectedWord;
  CodeBox* m_expected;
  SectionHead* m_whyHead;
  TextLabel* m_why;
  SectionHead* m_remedyHead;
  TextLabel* m_remedy;
  ActionButton* m_map;
  ActionButton* m_node;
  ActionButton* m_pod;
};

/// Glyph and colour of a severity.
StateRole stateRoleOf(LedgerSeverity severity);

}  // namespace cardinal::ui
