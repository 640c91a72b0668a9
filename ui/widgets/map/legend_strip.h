// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>
#include <vector>

#include "ui/theme/theme.h"
#include "ui/widgets/map/model/map_scene.h"

class QPainter;

namespace cardinal::ui {

class ActionButton;

/// The map's legend, 44 high, always visible: measure and unit, hollow 0, nine steps, no data, core bar, marks. What a
/// narrow window has no room for opens from the button at the right.
class LegendStrip : public QWidget {
  Q_OBJECT
 public:
  explicit LegendStrip(Theme& theme, QWidget* parent = nullptr);

  void setMeasure(MapMeasure measure);
  void setUseShown(bool shown);                        ///< adds the tick of memory used
  void setXidShown(bool shown);                        ///< adds the mark of an XID of the hardware when a card has one
  void setPreviewShown(bool shown);                    ///< adds predicted, runner-up and refused
  void setCardsUnknown(bool shown);                    ///< adds "cards not known" when the snapshot has such nodes
  void setPartsShown(bool slotMarks, bool instances);  ///< adds slots of a card, and MIG instances
  void setHoldersUnknown(bool shown);  ///< adds "3/8" when the snapshot has cards that only a number is known of

  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

  /// Left out of the strip and shown by the button.
  bool isCut() const;

 protected:
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  struct Sample;
  class Rest;
  std::vector<Sample> samples() const;
  qreal scaleEnd() const;
  void nameParts();
  void arrange();
  void shrinkFor(const QString& rest);
  void openRest();
  void paintSamples(QPainter& painter) const;

  Theme& m_theme;
  ActionButton* m_more;
  std::size_t m_shown = 0;  ///< of the samples
  int m_step = 0;           ///< width of a step of the scale; less in a narrow strip
  qreal m_scale = 1;        ///< that of the text; less in a narrow strip
  MapMeasure m_measure = MapMeasure::MemoryAllocated;
  bool m_use = false;
  bool m_xid = false;
  bool m_preview = false;
  bool m_holdersUnknown = false;
  bool m_cardsUnknown = false;
  bool m_slotMarks = false;
  bool m_instances = false;
};

}  // namespace cardinal::ui
