// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <set>

#include "ui/pages/common/page.h"
#include "ui/session/page_context.h"
#include "ui/session/what_if_session.h"

class QProgressBar;
class QSplitter;

namespace cardinal::ui {

class ActionButton;
class Banner;
class FigureTable;
class HeatmapView;
class LegendStrip;
class SectionHead;
class SegmentedControl;
class TemplatePalette;
class TextLabel;
class TwoLineList;
class WhatIfActions;

/// A changed cluster without touching it: steps at the left, the state after them on the map, figures and pods at the
/// right; two scenarios beside each other.
class WhatIfPage : public Page {
  Q_OBJECT
 public:
  WhatIfPage(const PageContext& context, QWidget* parent = nullptr);

  /// A key of whatIfKey(): adds the step or opens the dialog for it. Other keys: false. Empty: true.
  bool showKey(const QString& key) override;
  /// Opens a scenario file in the present scenario.
  Result<void> load(const QString& path);
  /// Works everything out here and now; for pictures without an event loop only.
  void answerNow() override;
  WhatIfSession& session() { return *m_session; }

 protected:
  void retranslate() override;
  void showEvent(QShowEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void dragEnterEvent(QDragEnterEvent* event) override;
  void dropEvent(QDropEvent* event) override;

 private:
  QWidget* buildSteps();
  QWidget* buildMap();
  QWidget* buildResults();
  void connectParts();
  void connectMap();
  void fitColumns();
  void refresh();
  void showSteps();
  void showBanners();
  void showMap();
  void showFigures();
  void showPods();

  PageContext m_context;
  WhatIfSession* m_session;
  WhatIfActions* m_actions;
  QSplitter* m_columns;
  TextLabel* m_title;
  SegmentedControl* m_which;
  ActionButton* m_add;
  ActionButton* m_defrag;
  TwoLineList* m_steps;
  TextLabel* m_hint;
  ActionButton* m_load;
  ActionButton* m_save;
  ActionButton* m_plan;
  Banner* m_outdated;
  Banner* m_failure;
  SegmentedControl* m_shown;
  TextLabel* m_sent;
  QProgressBar* m_progress;
  ActionButton* m_stop;
  HeatmapView* m_map;
  LegendStrip* m_legend;
  TemplatePalette* m_palette;
  SectionHead* m_figuresHead;
  FigureTable* m_figures;
  TextLabel* m_noFigures;
  SectionHead* m_podsHead;
  TwoLineList* m_pods;
  TextLabel* m_noPods;
  std::set<QString> m_taken;  ///< keys that were acted on
  bool m_fitted = false;
  bool m_columnsMoved = false;  ///< by the user: they stay as they are
};

}  // namespace cardinal::ui
