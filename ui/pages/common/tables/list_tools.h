// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/widgets/layout/tool_line.h"

namespace cardinal::ui {

class ActionButton;
class FilterLine;
class SegmentedControl;

/// The tools of a list: words that filter it, one choice of a few, and the button that saves what is shown.
class ListTools : public ToolLine {
  Q_OBJECT
 public:
  /// `choices`: ids; the first one is chosen.
  ListTools(Theme& theme, const QStringList& choices, QWidget* parent);

  FilterLine& filter() const { return *m_filter; }
  SegmentedControl& choice() const { return *m_choice; }
  ActionButton& exporter() const { return *m_exporter; }
  /// Whether a text holds every word of the filter.
  bool accepts(const QString& text) const;
  /// No filter, and a choice.
  void reset(const QString& choice);

 signals:
  void changed();
  void exportRequested();

 private:
  FilterLine* m_filter;
  SegmentedControl* m_choice;
  ActionButton* m_exporter;
};

}  // namespace cardinal::ui
