// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <vector>

#include "ui/models/rows_model.h"
#include "ui/pages/common/page.h"
#include "ui/session/page_context.h"
#include "ui/session/watch_center.h"

class QCheckBox;
class QComboBox;
class QGridLayout;
class QSpinBox;
class QStackedWidget;

namespace cardinal::ui {

class ActionButton;
class DataTable;
class EmptyState;
class SectionHead;
class TextLabel;

/// The rules that watch the cards, to be changed in place, and what they found.
class WatchesPage : public Page {
  Q_OBJECT
 public:
  WatchesPage(const PageContext& context, WatchCenter& center, QWidget* parent = nullptr);

 protected:
  void retranslate() override;
  void showEvent(QShowEvent* event) override;

 private:
  struct RuleRow {
    WatchKind kind = WatchKind::Temperature;
    QCheckBox* on = nullptr;
    QSpinBox* limit = nullptr;   ///< null for XID and for rules without a limit
    QComboBox* codes = nullptr;  ///< XID only
    QCheckBox* notify = nullptr;
  };
  void build();
  QWidget* buildRules();
  void buildRule(QGridLayout& grid, int row);
  void takeRule(const RuleRow& row);
  void fillRules();
  void fillEvents();
  void showOnMap();
  bool isShown(const WatchEvent& event) const;

  PageContext m_context;
  WatchCenter& m_center;
  SectionHead* m_ruleHead;
  SectionHead* m_eventHead;
  std::array<RuleRow, kWatchKinds> m_rules;
  TextLabel* m_refusal;
  ActionButton* m_map;
  QStackedWidget* m_stack;
  RowsModel* m_rows;
  DataTable* m_table;
  EmptyState* m_empty;
  std::vector<WatchEvent> m_events;
  bool m_filling = false;
};

}  // namespace cardinal::ui
