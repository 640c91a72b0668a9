// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QPointer>
#include <QTimer>
#include <optional>
#include <set>
#include <vector>

#include "ui/widgets/lists/tip_table.h"
#include "ui/widgets/map/heatmap_view.h"
#include "ui/widgets/map/model/heatmap_layout.h"
#include "ui/widgets/map/model/map_grouper.h"
#include "ui/widgets/map/model/preview_index.h"
#include "ui/widgets/map/render/heatmap_renderer.h"

namespace cardinal::ui {

/// State of the view. Its parts are written in heatmap_view_*.cpp, one file per concern.
struct HeatmapView::Impl {
  Impl(HeatmapView& owner, Theme& look);

  // heatmap_view.cpp: data and geometry.
  void regroup();
  /// True when every group still holds the same nodes: the layout is right as it is.
  bool makeGroups();
  /// After a new snapshot: lays out anew where it must, and paints anew only when something that is seen has changed.
  void followGroups(const ClusterSnapshot& before);
  /// The same records are in view.
  bool seesTheSame(const ClusterSnapshot& before) const;
  void relayout();
  void updateScrollBars();
  void invalidate();
  void indexSelection();
  void noteChanges(const ClusterSnapshot& before);
  void zoomTo(int px, const QPoint& viewportPoint);
  std::vector<LayoutGroup> layoutGroups() const;
  int scrollY() const;
  /// The viewport's size, or that of the picture being made.
  QSize canvasSize() const;
  QPoint toContent(const QPoint& viewportPoint) const { return viewportPoint + QPoint(0, scrollY()); }
  void scrollTo(const QRect& content);
  /// Brings a node into view and keeps it there through changes of the viewport, until the user scrolls.
  void keepInView(const QString& node);
  /// Keeps a node at the height in the window at which it was clicked, until the user scrolls.
  void keepUnderPointer(const MapPlace& place);
  void scrollToKept();
  std::size_t flatIndex(NodeIndex node, int position) const {
    return snapshot->firstCard[node.value] + static_cast<std::size_t>(position);
  }
  /// Card -1 stands for the plate of a node whose cards are not known.
  CardRef refOf(const MapPlace& place, int position) const;
  void chooseNode(const MapPlace& place);
  /// Place and position of a card; nothing when it is not shown.
  std::optional<std::pair<MapPlace, int>> find(const CardRef& ref) const;
  const QString& groupName(int group) const { return groups[static_cast<std::size_t>(group)].name; }
  int groupNamed(const QString& name) const;
  MapFrame frame(const QSize& size, qreal ratio) const;
  /// What is measured of a card, or null.
  const CardUse* useOf(NodeIndex node, int position) const;

  // heatmap_view_paint.cpp
  void renderBase(qreal ratio);
  void paintOverlay(QPainter& painter);
  void paintSelection(QPainter& painter) const;
  void paintChanges(QPainter& painter) const;
  void paintMarks(QPainter& painter) const;
  void paintPointer(QPainter& painter) const;
  void paintFocus(QPainter& painter) const;
  void paintRubberBand(QPainter& painter) const;
  std::vector<QRectF> selectedRuns() const;

  // heatmap_view_input.cpp
  void setSelection(std::set<CardRef> cards);
  void clickCard(const MapHit& hit, Qt::KeyboardModifiers modifiers);
  void clickNode(const MapHit& hit, Qt::KeyboardModifiers modifiers);
  void extendTo(const CardRef& to);
  void updateRubberBand(const QPoint& content);
  void finishRubberBand();
  void cancelRubberBand();
  void hoverAt(const QPoint& viewportPoint);
  void showTip(const QPoint& global);
  void hideTip();

  // heatmap_view_keys.cpp
  void setFocusCard(const CardRef& ref, bool scroll);
  void setFocusHead(int group);
  void moveFocus(int key, bool extend);
  bool moveOnHead(int key);
  std::optional<std::pair<MapPlace, int>> step(const MapPlace& place, int position, int key) const;
  std::optional<std::pair<MapPlace, int>> firstCard() const;
  std::optional<std::pair<MapPlace, int>> lastCard() const;
  void toggleFocused();
  void announceFocus() const;

  HeatmapView& view;
  Theme& theme;
  HeatmapRenderer renderer;

  SnapshotPtr snapshot;
  MapMeasure measure = MapMeasure::MemoryAllocated;
  std::vector<CardUse> use;  ///< by flat card index, or empty
  UsePtr reported;           ///< what else exporters report; null = nothing
  MapGrouping grouping = MapGrouping::Pool;
  MapSorting sorting = MapSorting::Name;
  std::optional<std::vector<bool>> matches;
  MapGrouper grouper;
  std::vector<MapGroup> groups;
  std::set<QString> folded;
  HeatmapLayout layout;
  int cell = 29;
  std::optional<MapPreview> preview;
  PreviewIndex previewIndex;
  bool stale = false;
  QString litNode;
  QString keptNode;           ///< stays in view when the viewport changes
  std::optional<int> keptAt;  ///< where its block begins in the window; nothing = anywhere in view

  std::set<CardRef> marks;
  std::set<CardRef> selection;
  std::vector<bool> selected;  ///< by flat card index of the snapshot
  std::optional<CardRef> focus;
  QString focusGroup;             ///< not empty: the keyboard stands on this group's head
  std::optional<CardRef> anchor;  ///< where an extension began
  MapHit hover;

  struct RubberBand {
    QPoint origin;
    QRect rect;
    bool active = false;  ///< moved far enough
    bool adds = false;
    std::optional<MapHit> pressed;
  };
  std::optional<RubberBand> rubberBand;
  std::optional<CardRef> clickedCard;  ///< what the last click was on: a second one means that, whatever moved since
  QString clickedNode;

  std::vector<std::size_t> changed;  ///< flat indices outlined for a moment
  QTimer changedTimer;

  struct DragState {
    QByteArray payload;
    QString name;
    QString problem;  ///< why a drop will be refused
    QString node;
    int card = -1;
    QPoint position;
    bool active = false;
  };
  DragState drag;
  QString dropRefusal;  ///< why nothing can be dropped; empty = it can

  QSize canvas;  ///< not empty while a picture of another size is made
  QImage image;
  bool dirty = true;
  QPointer<TipTable> tip;
};

}  // namespace cardinal::ui
