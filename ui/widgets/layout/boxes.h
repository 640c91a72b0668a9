// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QBoxLayout>
#include <QMargins>
#include <QWidget>

namespace cardinal::ui {

/// What stands in a widget from top to bottom, edge to edge unless margins and a gap are given.
inline QVBoxLayout* columnIn(QWidget* widget, const QMargins& margins = {}, int gap = 0) {
  auto* column = new QVBoxLayout(widget);
  column->setContentsMargins(margins);
  column->setSpacing(gap);
  return column;
}

/// The same from left to right.
inline QHBoxLayout* rowIn(QWidget* widget, const QMargins& margins = {}, int gap = 0) {
  auto* row = new QHBoxLayout(widget);
  row->setContentsMargins(margins);
  row->setSpacing(gap);
  return row;
}

}  // namespace cardinal::ui
