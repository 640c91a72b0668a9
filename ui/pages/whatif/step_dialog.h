// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "core/plan/what_if/what_if_step.h"
#include "ui/pages/common/dialog_frame.h"
#include "ui/session/page_context.h"

class QComboBox;
class QFormLayout;
class QLineEdit;
class QSpinBox;

namespace cardinal::ui {

class Banner;
class TextLabel;
class WrappedCheck;

enum class StepKind { AddNodes, RemoveNode, DrainNode, SwitchNode, DeletePods, ResizePods, MovePod };

/// One step of a scenario, filled in. What is wrong with it is said while it is typed. Opened with open().
class StepDialog : public DialogFrame {
  Q_OBJECT
 public:
  /// `state`: what the step will work on, for the names to choose from. `about`: a node, or "namespace/pod"; may be
  /// empty.
  StepDialog(const PageContext& context, const SnapshotPtr& state, StepKind kind, const QString& about,
             QWidget* parent);

  static QString title(StepKind kind);
  /// Shows what a step that is changed says.
  void show(const WhatIfStep& step);
  /// Nothing while it is not complete.
  std::optional<WhatIfStep> step() const;

 signals:
  void made(const cardinal::WhatIfStep& step);

 private:
  void build();
  void addNodeRow(const QString& label);
  void addPodRow(bool workloads);
  void addNumbers();
  void check();
  PodChoice pods() const;
  QString problem() const;
  static QString podWords(const PodChoice& pods);

  PageContext m_context;
  SnapshotPtr m_state;
  StepKind m_kind;
  QString m_about;
  QFormLayout* m_form;
  QComboBox* m_node = nullptr;
  QComboBox* m_pod = nullptr;
  QComboBox* m_target = nullptr;
  QSpinBox* m_count = nullptr;
  QSpinBox* m_memory = nullptr;
  QSpinBox* m_core = nullptr;
  QSpinBox* m_cards = nullptr;
  WrappedCheck* m_force = nullptr;
  TextLabel* m_note = nullptr;
  bool m_touched = false;  ///< what is wrong is said from now on
  Banner* m_banner;
  ActionButton* m_go;
};

}  // namespace cardinal::ui
