// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "ui/pages/common/page.h"
#include "ui/session/page_context.h"
#include "ui/session/pending_explainer.h"

class QStackedWidget;

namespace cardinal::ui {

class Badge;
class EmptyState;
class FilterLine;
class HeatmapView;
class PendingList;
class PendingListModel;
class PendingQueues;
class PendingView;
class SegmentedControl;
class SectionHead;
class TextLabel;

/// Pending pods at the left, why the chosen one waits in the middle, what every node says of it on a map at the right.
class PendingPage : public Page {
  Q_OBJECT
 public:
  PendingPage(const PageContext& context, QWidget* parent = nullptr);

  /// Chooses a pending pod by "namespace/name"; false when it does not wait.
  bool showKey(const QString& key) override;
  void focusFilter() override;
  /// Explains here and now; for pictures without an event loop only.
  void answerNow() override;

 protected:
  void retranslate() override;
  void showEvent(QShowEvent* event) override;
  void hideEvent(QHideEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  QWidget* buildList();
  QWidget* buildMap();
  void fitMap();
  void connectParts();
  void onReport();
  bool isWaiting(const QString& key) const;
  void chooseSome();
  void showMap();
  QString mapNote(const AllocationAnswer& answer, const MapPreview& scene) const;
  void outlineReason(bool reveal);
  void fillEmptyState();

  PageContext m_context;
  PendingExplainer* m_explainer;
  PendingQueues* m_queues;
  QStackedWidget* m_stack;
  EmptyState* m_empty;
  TextLabel* m_title;
  Badge* m_count;
  SegmentedControl* m_order;
  FilterLine* m_filter;
  PendingListModel* m_model;
  PendingList* m_list;
  PendingView* m_view;
  QWidget* m_mapSide = nullptr;
  TextLabel* m_mapTitle;
  TextLabel* m_mapNote;
  HeatmapView* m_map;
  std::optional<ReasonCode> m_reason;
  QString m_revealed;  ///< pod whose nearest node was brought into view
  bool m_fitted = false;
};

}  // namespace cardinal::ui
