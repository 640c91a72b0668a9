// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>
#include <vector>

#include "core/plan/drain/successors.h"
#include "ui/bridge/plan_run.h"
#include "ui/theme/theme.h"

class QVBoxLayout;

namespace cardinal::ui {

class PlanLines;
class TextLabel;

/// One step on the spine: its mark, its title, when it was and how long it took.
class SpineStep : public QWidget {
  Q_OBJECT
 public:
  enum class Mark { Waiting, Running, Done, Failed, TakenBack, Stopped };
  SpineStep(Theme& theme, int number, bool last, QWidget* parent);
  void setTexts(const QString& title, const QString& detail, const QString& time);
  void setMark(Mark mark);
  PlanLines* pods() const { return m_pods; }

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  void dress();

  Theme& m_theme;
  int m_number;
  bool m_last;
  Mark m_mark = Mark::Waiting;
  TextLabel* m_title;
  TextLabel* m_time;
  TextLabel* m_detail;
  PlanLines* m_pods;
};

/// The steps of a plan, one below the other: what is done, what runs, what waits, and where it failed.
class PlanSpine : public QWidget {
  Q_OBJECT
 public:
  explicit PlanSpine(Theme& theme, QWidget* parent = nullptr);
  /// Before it begins: every step waits, the pods show their fate and where they would land.
  void showPreflight(const PlanPreflight& preflight);
  /// `look` says where pods were expected to land, null = not known; `landed` where their successors are now.
  void showProgress(const PlanProgress& progress, const PlanPreflight* preflight, const SuccessorWatch& landed);
  void clear();

 private:
  void setSteps(const Plan& plan);

  Theme& m_theme;
  QVBoxLayout* m_layout;
  std::vector<StepCode> m_codes;
  std::vector<SpineStep*> m_steps;
};

}  // namespace cardinal::ui
