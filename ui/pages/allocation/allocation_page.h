// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "ui/pages/allocation/allocation_view.h"
#include "ui/pages/common/page.h"

class QStackedWidget;

namespace cardinal::ui {

class Banner;
class HistoryController;
class TitleLine;

/// What is allocated: over time as the console recorded it, now by mode, model, namespace and owner, and which slots
/// are free.
class AllocationPage : public Page {
  Q_OBJECT
 public:
  AllocationPage(const PageContext& context, HistoryController& history, QWidget* parent = nullptr);

  /// "" = as it is; "time", "now" or "slots": what is shown. False for anything else.
  bool showKey(const QString& key) override;

 protected:
  void retranslate() override;
  void showEvent(QShowEvent* event) override;

 private:
  void build();
  void refresh();
  void showHead();
  void showProblem();
  AllocationView& view() const;
  void save(bool picture);

  PageContext m_context;
  HistoryController& m_history;
  AllocationTools* m_tools;
  Banner* m_problem;
  TitleLine* m_head;
  QStackedWidget* m_stack;
};

}  // namespace cardinal::ui
