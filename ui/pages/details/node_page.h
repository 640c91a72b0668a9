// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/models/rows_model.h"
#include "ui/pages/common/page.h"
#include "ui/pages/details/stack_data.h"
#include "ui/session/page_context.h"

class QBoxLayout;
class QHBoxLayout;
class QScrollArea;
class QVBoxLayout;

namespace cardinal::ui {

class ActionButton;
class Badge;
class CardStackRows;
class ColumnFit;
class DataTable;
class FlowRow;
class KpiStrip;
class NodeActions;
class NodeSide;
struct KpiItem;
class SectionHead;
class StateLabel;
class TextLabel;

/// One node in full: figures, cards as stack bars, pods, labels, resources, conditions, taints, findings.
class NodePage : public Page {
  Q_OBJECT
 public:
  NodePage(const PageContext& context, QWidget* parent = nullptr);
  /// A node's name; empty = the first one with cards. False when it is not in the state that is shown.
  bool showKey(const QString& key) override;
  const QString& nodeName() const { return m_name; }

 protected:
  void retranslate() override;
  void showEvent(QShowEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  QWidget* buildHeader();
  QWidget* buildMain();
  QWidget* buildSide();
  void placeSide();
  void connectButtons();
  void refresh();
  void fillCards(const NodeRecord& node);
  void fillHeader(const NodeRecord& node);
  void fillKpis(const NodeRecord& node);
  std::optional<KpiItem> usedKpi(const NodeRecord& node) const;
  void fillPods(const NodeRecord& node);

  PageContext m_context;
  QString m_name;
  NodePtr m_shown;
  OwnerColours m_colours;
  TextLabel* m_crumb;
  TextLabel* m_title;
  StateLabel* m_state;
  Badge* m_cardsBadge;
  Badge* m_modeBadge;
  Badge* m_placementBadge;
  QBoxLayout* m_headRows;
  QVBoxLayout* m_mainRows;
  QWidget* m_side;  ///< beside the cards, or, where that leaves them too little room, empty
  QScrollArea* m_sideScroll;
  NodeSide* m_sideBody;
  FlowRow* m_headButtons;
  ActionButton* m_map;
  ActionButton* m_preview;
  ActionButton* m_placement;
  NodeActions* m_actions;
  ActionButton* m_yaml;
  ActionButton* m_events;
  KpiStrip* m_kpis;
  SectionHead* m_cardHead;
  CardStackRows* m_cards;
  SectionHead* m_podHead;
  RowsModel* m_pods;
  DataTable* m_podTable;
  ColumnFit* m_podFit;
};

}  // namespace cardinal::ui
