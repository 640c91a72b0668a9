// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QAbstractButton>
#include <memory>
#include <optional>
#include <vector>

#include "core/plan/make/make_plan.h"
#include "ui/theme/theme.h"

class QVBoxLayout;

namespace cardinal::ui {

class ActionButton;

/// A target of a switch as one node or several see it.
struct ModeChoice {
  SwitchAssessment assessment;  ///< of the node with the hardest way
  int nodes = 1;
  int hard = 1;     ///< nodes for which that way holds
  int gpuPods = 0;  ///< on them all
};

/// One target of a switch: its name, how the node gets there, and what must be known first. A refused one says why and
/// cannot be chosen.
class ModeRow : public QAbstractButton {
  Q_OBJECT
 public:
  ModeRow(Theme& theme, const ModeChoice& choice, QWidget* parent);

  QSize sizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  void dress();

  Theme& m_theme;
};

/// The modes that nodes can be asked for, of which one is chosen; then only that one is shown, with a way back to all
/// of them. Up and Down move. Refused ones say why.
class ModeRows : public QWidget {
  Q_OBJECT
 public:
  explicit ModeRows(Theme& theme, QWidget* parent = nullptr);
  /// Judged from what is known of the nodes; the plan itself is made from a fresh reading. Does nothing when nothing
  /// changed.
  void setNodes(const std::vector<std::shared_ptr<const RawNode>>& nodes, int gpuPods);
  /// As by a click. False where the target is not offered.
  bool choose(const SwitchTarget& target);
  /// Something that is no row was chosen: only the way back to all of them stays.
  void chooseNone();
  void retranslate();

 signals:
  void chosen(const cardinal::SwitchTarget& target);

 private:
  void build();
  void collapse();

  Theme& m_theme;
  QVBoxLayout* m_layout;
  ActionButton* m_all;
  std::vector<ModeChoice> m_choices;
  std::vector<ModeRow*> m_rows;  ///< as many as choices
  std::optional<SwitchTarget> m_chosen;
  bool m_collapsed = false;
};

}  // namespace cardinal::ui
