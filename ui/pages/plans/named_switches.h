// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>
#include <memory>
#include <optional>
#include <vector>

#include "core/plan/make/stack_switches.h"
#include "ui/theme/theme.h"

class QComboBox;
class QLineEdit;
class QVBoxLayout;

namespace cardinal::ui {

class ActionButton;
class TextLabel;

/// Switches of a stack whose value the operator names: the configs of mig-manager and of the device plugin, cards of
/// HAMi. One row each with the present value, a field and a button. The field proposes the names of the ConfigMap where
/// that was read; names are never guessed.
class NamedSwitches : public QWidget {
  Q_OBJECT
 public:
  explicit NamedSwitches(Theme& theme, QWidget* parent = nullptr);
  /// Rows that belong to the stack of every one of the nodes; `extras` = objects of the cluster, null = none was read.
  /// Does nothing when nothing changed.
  void setNodes(const std::vector<std::shared_ptr<const RawNode>>& nodes, const ClusterExtras* extras = nullptr);
  bool isEmpty() const { return m_rows.empty(); }
  /// As if the value had been typed and the button pressed. False where there is no such row.
  bool choose(const SwitchTarget& target);
  /// The field that the chosen target came from says something else by now.
  bool isEdited() const;
  /// Something that is no row was chosen.
  void chooseNone() { m_planned.reset(); }
  void retranslate();

 signals:
  void chosen(const cardinal::SwitchTarget& target);
  void edited();  ///< a field has another text

 private:
  /// What a field said when its row was chosen.
  struct Planned {
    const StackSwitch* about = nullptr;
    QString text;
  };
  struct Row {
    const StackSwitch* about = nullptr;
    std::vector<std::string> present;   ///< values on the nodes, each once; an absent one is empty
    std::vector<std::string> proposed;  ///< names that the ConfigMaps of all the nodes have; empty = not known
    QWidget* box = nullptr;
    TextLabel* meaning = nullptr;
    QLineEdit* value = nullptr;
    QComboBox* names = nullptr;  ///< the box around `value`, where names are proposed; else null
    ActionButton* set = nullptr;
    ActionButton* remove = nullptr;  ///< null where a removal is not followed or nothing stands there
  };
  void build(Row& row);
  QWidget* buildField(Row& row);
  void dress(const Row& row) const;

  Theme& m_theme;
  QVBoxLayout* m_layout;
  std::vector<Row> m_rows;
  std::optional<Planned> m_planned;
};

}  // namespace cardinal::ui
