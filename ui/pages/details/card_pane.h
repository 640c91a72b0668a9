// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/models/rows_model.h"
#include "ui/pages/common/pane.h"
#include "ui/pages/details/stack_data.h"

namespace cardinal::ui {

class ActionButton;
class CardStackBar;
class DataTable;
class FigureTriple;
class KeyValueList;
class SectionHead;
class UseSection;

/// One card: its memory and core as stack bars, who holds it, what does not agree.
class CardPane : public Pane {
  Q_OBJECT
 public:
  CardPane(const PageContext& context, QWidget* parent = nullptr);
  /// False when the card is not in the state that is shown.
  bool showCard(const CardRef& card);

 protected:
  void retranslate() override;

 private:
  void build();
  void fill(const NodeRecord& node, const Card& card);
  void fillPods(const NodeRecord& node, const Card& card);
  void fillFacts(const NodeRecord& node, const Card& card);

  CardRef m_card;
  OwnerColours m_colours;
  FigureTriple* m_memory;
  CardStackBar* m_bar;
  UseSection* m_use;
  SectionHead* m_core;
  SectionHead* m_podHead;
  RowsModel* m_pods;
  DataTable* m_podTable;
  KeyValueList* m_facts;
  ActionButton* m_preview;
  ActionButton* m_open;
  ActionButton* m_charts;
};

}  // namespace cardinal::ui
