// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QPixmap>

#include "ui/pages/allocation/allocation_tools.h"

namespace cardinal::ui {

/// One way to show allocation: a chart with its values below it.
class AllocationView : public TranslatablePage {
  Q_OBJECT
 public:
  explicit AllocationView(Theme& theme, QWidget* parent) : TranslatablePage(theme, SurfaceTone::Bg, parent) {}

  /// Reads and draws anew.
  virtual void refresh(const AllocationChoice& choice) = 0;
  virtual bool isDrawn() const = 0;
  /// The chart as a picture, and its values as CSV.
  virtual QPixmap picture() = 0;
  virtual QByteArray values() const = 0;
  /// What the chart shows, in a few words, and what there is to know of it.
  virtual QString title() const = 0;
  virtual QString note() const = 0;

 signals:
  /// Another chart, title or note.
  void drawn();
};

}  // namespace cardinal::ui
