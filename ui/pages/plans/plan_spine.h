// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>
#include <vector>

#include "core/plan/preview.h"
#include "ui/theme/theme.h"
#include "ui/widgets/state.h"

class QVBoxLayout;

namespace cardinal::ui {

class TextLabel;

/// Pods of an eviction: name, namespace, what becomes of it.
class PodLines : public QWidget {
  Q_OBJECT
 public:
  struct Line {
    QString name, ns, word;
    StateRole state = StateRole::None;
  };
  explicit PodLines(Theme& theme, QWidget* parent = nullptr);
  void setLines(std::vector<Line> lines);
  QSize sizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  Theme& m_theme;
  std::vector<Line> m_lines;
};

/// One step on the spine: its mark, its title, when it was and how long it took.
class SpineStep : public QWidget {
  Q_OBJECT
 public:
  enum class Mark { Waiting, Running, Done, Failed, TakenBack };
  SpineStep(Theme& theme, int number, bool last, QWidget* parent);
  void setTexts(const QString& title, const QString& detail, const QString& time);
  void setMark(Mark mark);
  PodLines* pods() const { return m_pods; }

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  Theme& m_theme;
  int m_number;
  bool m_last;
  Mark m_mark = Mark::Waiting;
  TextLabel* m_title;
  TextLabel* m_time;
  TextLabel* m_detail;
  PodLines* m_pods;
};

/// The steps of a plan, one below the other: what is done, what runs, what waits, and where it failed.
class PlanSpine : public QWidget {
  Q_OBJECT
 public:
  explicit PlanSpine(Theme& theme, QWidget* parent = nullptr);
  /// Before it begins: every step waits, the pods tell their fate.
  void showPreview(const PlanPreview& preview);
  void showProgress(const PlanProgress& progress);
  void clear();

 private:
  void setSteps(const Plan& plan);

  Theme& m_theme;
  QVBoxLayout* m_layout;
  std::string m_plan;
  std::vector<SpineStep*> m_steps;
};

}  // namespace cardinal::ui
