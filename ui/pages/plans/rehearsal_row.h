// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>

#include "core/plan/progress.h"
#include "ui/theme/theme.h"

namespace cardinal {
class NodeOperations;
}

namespace cardinal::ui {

class ActionButton;
class TextLabel;

/// On the demo cluster only: plays the people who remove a node and add it again while a plan waits for them.
class RehearsalRow : public QWidget {
  Q_OBJECT
 public:
  explicit RehearsalRow(Theme& theme, QWidget* parent = nullptr);

  /// Shows itself while the plan waits for people and `nodes` can be rehearsed with (null = never).
  void follow(const PlanProgress* running, NodeOperations* nodes);
  void retranslate();

 private:
  void giveBack(bool ready);

  TextLabel* m_words;
  ActionButton* m_remove;
  ActionButton* m_return;
  ActionButton* m_fail;
  NodeOperations* m_nodes = nullptr;
  Plan m_plan;
};

}  // namespace cardinal::ui
