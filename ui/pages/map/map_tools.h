// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/pages/common/translatable_page.h"
#include "ui/session/page_context.h"
#include "ui/widgets/map/model/map_scene.h"

class QBoxLayout;
class QComboBox;
class QStackedLayout;

namespace cardinal::ui {

class ActionButton;
class FilterLine;
class StateLabel;
class TextLabel;

/// The answer of a preview in a few words.
struct Verdict {
  StateRole state = StateRole::None;
  QString text;
};
Verdict verdictOf(const PreviewController& preview);

/// The tool line above the map: filter, measure, grouping, order, zoom. During a preview it says instead what is
/// previewed and that nothing was sent; the height stays, so that the map does not move under a drag.
class MapTools : public TranslatablePage {
  Q_OBJECT
 public:
  MapTools(const PageContext& context, QWidget* parent = nullptr);

  FilterLine* filter() const { return m_filter; }
  /// Shows choices without a signal; a measure that is not offered stays out.
  void setChoices(MapMeasure measure, MapGrouping grouping, MapSorting sorting);
  /// The measure in words, as it is chosen.
  QString measureName() const;
  void setZoom(int cellSize);
  /// Offers the measures that need metrics, or takes them away; a chosen one falls back to memory allocated.
  void setMeasuredOffered(bool offered);
  /// Shows the preview's words; an inactive preview brings the tools back.
  void showPreview();

 signals:
  void measureChosen(cardinal::ui::MapMeasure measure);
  void groupingChosen(cardinal::ui::MapGrouping grouping);
  void sortingChosen(cardinal::ui::MapSorting sorting);
  void zoomInRequested();
  void zoomOutRequested();
  void fitRequested();
  void historyRequested();

 protected:
  void retranslate() override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  QWidget* buildTools();
  QWidget* buildPreview();
  void arrangeRows();
  void nameMeasures();

  PageContext m_context;
  QStackedLayout* m_stack;
  QBoxLayout* m_rows;
  FilterLine* m_filter;
  QComboBox* m_measure;
  QComboBox* m_grouping;
  QComboBox* m_sorting;
  ActionButton* m_zoomIn;
  ActionButton* m_zoomOut;
  ActionButton* m_fit;
  ActionButton* m_past;
  TextLabel* m_zoom;
  StateLabel* m_previewTitle;
  TextLabel* m_previewName;
  TextLabel* m_previewText;
  QBoxLayout* m_previewRows;  ///< what is previewed, and the answer: below it where it is narrow
  StateLabel* m_verdict;
  ActionButton* m_cancel;
};

}  // namespace cardinal::ui
