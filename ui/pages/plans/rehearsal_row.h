// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>

#include "core/plan/changes/progress.h"
#include "ui/theme/theme.h"

namespace cardinal {
class NodeRehearsal;
}

namespace cardinal::ui {

class ActionButton;
class TextLabel;

/// On the demo cluster only: plays the people who remove a node and add it again while a plan waits for them.
class RehearsalRow : public QWidget {
  Q_OBJECT
 public:
  explicit RehearsalRow(Theme& theme, QWidget* parent = nullptr);

  /// Shows itself while the plan waits for people and there are such to play (null = none).
  void follow(const PlanProgress* running, NodeRehearsal* people);
  void retranslate();

 private:
  void giveBack(bool ready);

  TextLabel* m_words;
  ActionButton* m_remove;
  ActionButton* m_return;
  ActionButton* m_fail;
  NodeRehearsal* m_people = nullptr;  ///< null = no plan waits for them
  Plan m_plan;
};

}  // namespace cardinal::ui
