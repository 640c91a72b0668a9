// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "ui/models/filter.h"
#include "ui/pages/common/page.h"
#include "ui/pages/map/map_defaults.h"
#include "ui/session/page_context.h"
#include "ui/widgets/map/render/map_svg.h"

class QStackedWidget;

namespace cardinal::ui {

class EmptyState;
class HeatmapView;
class LegendStrip;
class MapTools;
class PastBar;
class HistoryController;
class RefusalBanner;
class TemplatePalette;

/// The home: the map with its tools, its legend and the templates to drag.
class MapPage : public Page {
  Q_OBJECT
 public:
  MapPage(const PageContext& context, HistoryController& history, QWidget* parent = nullptr);

  void focusFilter() override;
  /// Reads fill, groups and order from the settings; what is chosen on the page is kept there.
  void applyDefaults();
  /// Selects and shows a card ("node/index"), a node, or the cards of a pod ("namespace/name"). False when it is not
  /// there.
  bool showKey(const QString& key) override;
  /// Filters anew and emits filterChanged().
  void applyFilter();
  /// Lays over the map what every node says of a pending pod; a preview takes its place.
  void showRefusals(const QString& pod, std::optional<ReasonCode> only);
  /// Takes it away again. False when there was none.
  bool clearRefusals();
  HeatmapView* view() const { return m_view; }
  /// The whole map as it is filled, grouped, ordered and filtered now, for a file.
  MapSvgRequest vectorRequest() const;
  /// Shows the map as it was, with a track to choose the time on. While it does nothing can be previewed or changed
  /// from it.
  void lookBack();
  /// Shows the present again. False when it is shown already.
  bool backToNow();
  bool showsPast() const { return m_then != nullptr; }
  /// The moment that is looked back at, and its time in words; null = the present is shown.
  const SnapshotPtr& past() const { return m_then; }
  QString pastWords() const;
  /// What is seen of it, with the legend; null while there is no map.
  QImage picture(qreal ratio);
  TemplatePalette* palette() const { return m_palette; }

 signals:
  void fileRequested();
  /// No cluster is open, and one is to be chosen.
  void clusterRequested();
  /// Something that was dropped cannot be read.
  void failed(const cardinal::Error& error);
  /// Nodes of the state that is shown that the filter leaves, for the totals below; nothing = all. Emitted for another
  /// past moment too.
  void filterChanged(const std::optional<std::vector<bool>>& matches);

 protected:
  void retranslate() override;
  void showEvent(QShowEvent* event) override;

 private:
  void connectView();
  void connectDrops();
  void connectPast();
  void showThen(const SnapshotPtr& then);
  void setChangeable(bool changeable);
  void openPastMenu(const QPoint& global, const CardRef& card, bool onNode);
  /// What is shown: the present, or the moment that is looked back at.
  SnapshotPtr shown() const;
  void onSnapshot();
  void showConnection();
  void followSelection();
  void showDragVerdict();
  bool isOfForm(const QByteArray& yaml) const;
  void showOverlay();
  void revealPrediction();
  void fitFirst();
  void openMenu(const QPoint& global, const CardRef& card, bool onNode);
  void fillEmptyState();
  void fillMissed();
  void showUse();

  PageContext m_context;
  MapTools* m_tools;
  PastBar* m_past;
  SnapshotPtr m_then;                        ///< the past that is shown; null = the present is
  std::optional<MapMeasure> m_measureOfNow;  ///< that the past has no values of
  QStackedWidget* m_stack;
  HeatmapView* m_view;
  RefusalBanner* m_refusals;
  EmptyState* m_empty;
  LegendStrip* m_legend;
  TemplatePalette* m_palette;
  Filter m_filter;
  std::vector<bool> m_xidNodes;  ///< of the shown snapshot; empty = nothing is measured
  MapDefaults m_choice;
  std::optional<std::vector<bool>> m_matches;  ///< nodes that the filter leaves; nothing = all
  bool m_following = false;
  bool m_fitted = false;
  bool m_revealRefusal = false;
  std::uint64_t m_revealed = 0;  ///< answer that was brought into view; 0 = none yet
};

}  // namespace cardinal::ui
