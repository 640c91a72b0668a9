// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QAbstractScrollArea>
#include <memory>

#include "ui/theme/theme.h"
#include "ui/widgets/map/model/map_scene.h"

namespace cardinal::ui {

/// The map: every card of every node. Input, scroll bars and overlays; geometry is HeatmapLayout's, pixels are
/// HeatmapRenderer's. Plain wheel scrolls, Ctrl+wheel zooms at the pointer, rubber band and Shift/Ctrl select, arrows
/// move the focus. Accepts drops of "application/x-cardinal-workload" and of YAML files (text/uri-list); a drop never
/// submits. GUI thread only.
class HeatmapView : public QAbstractScrollArea {
  Q_OBJECT
 public:
  explicit HeatmapView(Theme& theme, QWidget* parent = nullptr);
  ~HeatmapView() override;

  void setSnapshot(const SnapshotPtr& snapshot);
  void setMeasure(MapMeasure measure);
  /// What is measured, in the order of the snapshot's cards; empty = no metrics. Call it after setSnapshot.
  void setUse(std::vector<CardUse> use, UsePtr reported = {});
  void setGrouping(MapGrouping grouping);
  void setSorting(MapSorting sorting);
  /// One flag per node of the current snapshot; nothing = all.
  void setFilter(std::optional<std::vector<bool>> matches);
  void setStale(bool stale);  ///< grey veil
  /// Nothing can be dropped, and why, as a whole sentence; empty = drops are taken.
  void setDropRefusal(const QString& reason);
  void setPreview(std::optional<MapPreview> preview);
  /// Cards that differ from a state that is compared with: outlined until they are set anew. They stay marked while
  /// snapshots change.
  void setMarks(std::set<CardRef> cards);
  void retranslate();  ///< drops cached text

  /// Cell size in logical px, 1..96; fit chooses the largest that needs no scrolling (at least 6).
  int cellSize() const;
  void setCellSize(int px);
  void zoomIn();
  void zoomOut();
  void zoomToFit();
  /// What a map shows first: the whole cluster; but cells of a small one (up to 800 cards) keep `least` pixels, and get
  /// at most `most`, both at a text size of 100 %, for the numbers in the cells grow with the texts. What is larger
  /// than the view scrolls.
  void showFirst(int least, int most);

  /// True when a group is folded to its head. Groups go by the name that MapGroup gives them.
  bool isFolded(const QString& group) const;
  void setFolded(const QString& group, bool folded);

  const std::set<CardRef>& selection() const;
  void select(const std::set<CardRef>& cards, bool scrollTo = false);
  /// Moves the view so that the node's block is seen, and lights its name.
  void revealNode(const QString& node);
  /// The card that the keyboard stands on; nothing when it stands on a group's head, on a
  /// node whose cards are not known, or nowhere.
  std::optional<CardRef> focusedCard() const;
  /// What assistive technology hears for the focused cell or head.
  QString focusSentence() const;
  /// True when cells are shown that stand in for cards the API does not name (for the legend).
  bool hasUnknownHolders() const;
  /// Which parts of cards are marked (for the legend): slots, MIG instances.
  bool hasSlotMarks() const;
  bool hasInstances() const;
  /// True when nodes are shown whose cards are not known (for the legend).
  bool hasUnknownCards() const;

  /// Live words at the pointer while something is dragged: what is dragged and whether it can go there. Empty `title`
  /// hides them.
  void setDragVerdict(const QString& title, const QString& request, bool possible, const QString& verdict);

  /// Visible part as a picture with the view's painting code; used by `render` and exports.
  QImage toImage(const QSize& size, qreal ratio);

 signals:
  void selectionChanged();
  void cardActivated(const cardinal::ui::CardRef& card);
  void nodeActivated(const QString& node);
  /// A node whose cards are not known was chosen; the cards chosen before are none.
  void nodeChosen(const QString& node);
  void contextMenuRequested(const QPoint& global, const cardinal::ui::CardRef& card, bool onNode);
  void zoomChanged(int cellSize);
  /// While something is dragged over the map. `node` empty = the cluster, card -1 = the whole node.
  void dragAimed(const QString& node, int card);
  void dragLeft();
  /// Something was dropped. `payload`: the workload's YAML text; `name`: file or template name.
  void dropped(const QByteArray& payload, const QString& name, const QString& node, int card);
  void dragStarted(const QByteArray& payload,
                   const QString& name);  ///< entered the map: payload is known for live answers
  void dropRefused(
      const QString& reason);  ///< a whole sentence: what is wrong with what was dropped, and what would do

 protected:
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void scrollContentsBy(int dx, int dy) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void contextMenuEvent(QContextMenuEvent* event) override;
  void leaveEvent(QEvent* event) override;
  void focusInEvent(QFocusEvent* event) override;
  void focusOutEvent(QFocusEvent* event) override;
  void dragEnterEvent(QDragEnterEvent* event) override;
  void dragMoveEvent(QDragMoveEvent* event) override;
  void dragLeaveEvent(QDragLeaveEvent* event) override;
  void dropEvent(QDropEvent* event) override;
  bool viewportEvent(QEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  struct Impl;
  std::unique_ptr<Impl> m_impl;
};

inline constexpr char kWorkloadMimeType[] = "application/x-cardinal-workload";  ///< YAML text (UTF-8)
inline constexpr char kWorkloadNameMimeType[] = "application/x-cardinal-workload-name";

}  // namespace cardinal::ui
