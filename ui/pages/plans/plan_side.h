// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>

#include "core/plan/drain/eviction_target.h"
#include "core/plan/make/preview.h"
#include "ui/theme/theme.h"

class QVBoxLayout;

namespace cardinal::ui {

class CodeBox;
class KeyValueList;
class SectionHead;
class TextLabel;

/// What a plan changes on its node: resources before and after, the label's old and new value, what a rollback
/// restores, and the equal commands.
class PlanSide : public QWidget {
  Q_OBJECT
 public:
  explicit PlanSide(Theme& theme, QWidget* parent = nullptr);
  void showPlan(const Plan& plan, const std::optional<SwitchAssessment>& assessment,
                const std::vector<EvictionTarget>& targets);
  void retranslate();
  /// Cautions of the switch; not where the choice of the mode shows them already.
  void setCautionsShown(bool shown);
  /// Nothing can be rolled back any more.
  void setRollbackShown(bool shown);
  /// Puts a widget between the consequences and the rollback.
  void addAmid(QWidget* widget);

 private:
  QVBoxLayout* m_layout;
  SectionHead* m_resourceHead;
  KeyValueList* m_resources;
  SectionHead* m_labelHead;
  CodeBox* m_labels;
  TextLabel* m_deletion;
  TextLabel* m_notes;
  TextLabel* m_homeless;
  bool m_cautionsShown = false;
  bool m_rollbackShown = true;
  SectionHead* m_rollbackHead;
  TextLabel* m_rollback;
  SectionHead* m_commandHead;
  CodeBox* m_commands;
};

}  // namespace cardinal::ui
