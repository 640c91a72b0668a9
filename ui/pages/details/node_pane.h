// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/pages/common/pane.h"
#include "ui/pages/details/stack_data.h"

namespace cardinal::ui {

class ActionButton;
class CardStackRows;
class FigureTriple;
class KeyValueList;
class NodeActions;
class SectionHead;

/// A node in short, beside the map or a table: totals, one bar per card, what does not agree, and the way to its page.
class NodePane : public Pane {
  Q_OBJECT
 public:
  NodePane(const PageContext& context, QWidget* parent = nullptr);
  bool showNode(const QString& name);

 protected:
  void retranslate() override;

 private:
  void fill(const NodeRecord& node);

  QString m_name;
  OwnerColours m_colours;
  FigureTriple* m_memory;
  SectionHead* m_cardHead;
  CardStackRows* m_cards;
  KeyValueList* m_facts;
  ActionButton* m_open;
  ActionButton* m_preview;
  NodeActions* m_actions;
  ActionButton* m_yaml;
  ActionButton* m_events;
};

}  // namespace cardinal::ui
