// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/pages/common/translatable_page.h"
#include "ui/pages/use/chart_subject.h"

class QComboBox;
class QDateTimeEdit;
class QHBoxLayout;
class QMenu;

namespace cardinal::ui {

class ActionButton;
class SegmentedControl;
class TextLabel;

/// What a chart shows and over which time, as controls: scope and object, measure, window or the user's own range,
/// export.
class ChartTools : public TranslatablePage {
  Q_OBJECT
 public:
  ChartTools(const PageContext& context, QWidget* parent = nullptr);

  /// Shows a subject that was chosen elsewhere.
  void setSubject(const ChartSubject& subject);
  UseMeasure measure() const;
  /// Seconds back from now; nothing = the user's own range.
  std::optional<UnixSeconds> window() const;
  /// The one that was asked for last.
  UnixSeconds ownStart() const { return m_start; }
  UnixSeconds ownEnd() const { return m_end; }
  void setExportable(bool exportable);

 signals:
  void subjectChosen(const QString& key);
  void measureChosen();
  void rangeChosen();
  void imageExportRequested();
  void valuesExportRequested();
  void imageCopyRequested();
  void valuesCopyRequested();

 protected:
  void retranslate() override;

 private:
  void build();
  QWidget* buildRange();
  void proposeRange();
  void checkRange();
  void takeRange();
  void fillChoices();
  void chooseScope(const QString& id);

  PageContext m_context;
  ChartSubject m_subject;
  SegmentedControl* m_scope;
  QComboBox* m_object;
  TextLabel* m_cards;
  SegmentedControl* m_measure;
  SegmentedControl* m_window;
  ActionButton* m_export;
  QMenu* m_menu;
  QWidget* m_range;
  TextLabel* m_fromWord;
  TextLabel* m_toWord;
  QDateTimeEdit* m_from;
  QDateTimeEdit* m_to;
  TextLabel* m_rangeProblem;
  UnixSeconds m_lastWindow = 86400;
  UnixSeconds m_start = 0;
  UnixSeconds m_end = 0;
  ActionButton* m_apply;
};

}  // namespace cardinal::ui
