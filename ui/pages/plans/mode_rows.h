// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QAbstractButton>
#include <vector>

#include "core/plan/make_plan.h"
#include "ui/theme/theme.h"

class QVBoxLayout;

namespace cardinal::ui {

/// One target of a switch: its name, how the node gets there, and what must be known first. A refused one says why and cannot be
/// chosen.
class ModeRow : public QAbstractButton {
  Q_OBJECT
 public:
  ModeRow(Theme& theme, const SwitchAssessment& assessment, QWidget* parent);

  QSize sizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  Theme& m_theme;
};

/// The modes a node can be asked for, of which one is chosen. Up and Down move.
class ModeRows : public QWidget {
  Q_OBJECT
 public:
  explicit ModeRows(Theme& theme, QWidget* parent = nullptr);
  /// Judged from what is known of the node; the plan itself is made from a fresh reading.
  void setNode(const RawNode& node);
  bool hasChoice() const { return m_choices > 0; }

 signals:
  void chosen(const cardinal::SwitchTarget& target);

 private:
  Theme& m_theme;
  QVBoxLayout* m_layout;
  int m_choices = 0;
};

}  // namespace cardinal::ui
