// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/record/allocation_lines.h"
#include "ui/pages/common/translatable_page.h"
#include "ui/session/page_context.h"

class QMenu;

namespace cardinal::ui {

class ActionButton;
class SegmentedControl;

/// What the page shows.
struct AllocationChoice {
  enum class View { OverTime, Now, FreeSlots };
  View view = View::OverTime;
  AllocationBy by = AllocationBy::Total;
  AmountMeasure measure = AmountMeasure::Memory;
  UnixSeconds window = 86'400;  ///< back from now
};

/// The page's controls: view, grouping, measure, time, export. What a view cannot show is not offered.
class AllocationTools : public TranslatablePage {
  Q_OBJECT
 public:
  AllocationTools(const PageContext& context, QWidget* parent = nullptr);

  AllocationChoice choice() const;
  /// Shows a view that was chosen elsewhere; emits nothing.
  void setView(AllocationChoice::View view);
  /// Shows so much time; what is not offered changes nothing. Emits nothing.
  void setWindow(UnixSeconds seconds);
  void setExportable(bool exportable);

 signals:
  void changed();
  void pictureSaveRequested();
  void valuesSaveRequested();
  void pictureCopyRequested();
  void valuesCopyRequested();

 protected:
  void retranslate() override;

 private:
  void offer();

  SegmentedControl* m_view;
  SegmentedControl* m_by;
  SegmentedControl* m_measure;
  SegmentedControl* m_window;
  ActionButton* m_export;
  QMenu* m_menu;
};

}  // namespace cardinal::ui
