// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QPixmap>
#include <QString>
#include <Qt>

class QWidget;

namespace cardinal::ui {

class Theme;

/// What is carried over the map.
struct WorkloadCargo {
  QByteArray yaml;  ///< the workload's manifest
  QString name;     ///< template or file
  QString request;  ///< "8 GiB over 4 cards", for the label at the pointer
};

/// Carries a workload until it is dropped or Escape is pressed, and reports what became of it. This is the program's
/// only nested event loop: snapshots arrive and widgets, `source` included, may be deleted meanwhile; nothing of the
/// caller is touched after it.
Qt::DropAction startWorkloadDrag(const Theme& theme, QWidget& source, const WorkloadCargo& cargo);

/// The label that hangs at the pointer.
QPixmap dragLabel(const Theme& theme, const WorkloadCargo& cargo, qreal ratio);

}  // namespace cardinal::ui
