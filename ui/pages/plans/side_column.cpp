// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/plans/side_column.h"

#include <QEvent>
#include <QScrollBar>
#include <algorithm>

#include "ui/widgets/basic/scaled_width.h"

namespace cardinal::ui {

namespace {

constexpr int kSide = 350;

void makeScrolling(QScrollArea& area, QWidget* inside) {
  area.setWidgetResizable(true);
  area.setFrameShape(QFrame::NoFrame);
  area.setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  area.setWidget(inside);
}

}  // namespace

SideColumn::SideColumn(Theme& theme, QWidget* inside, QWidget* dialog)
    : QScrollArea(dialog), m_theme(theme), m_dialog(dialog) {
  makeScrolling(*this, inside);
  inside->installEventFilter(this);
  dialog->installEventFilter(this);
  connect(&theme, &Theme::changed, this, &SideColumn::fit);
  fit();
}

void SideColumn::fit() {
  const int least = widget()->minimumSizeHint().width() + verticalScrollBar()->sizeHint().width();
  const int wanted = std::max(std::min(scaledWidth(m_theme, kSide), m_dialog->width() * 2 / 5), least);
  setFixedWidth(std::max(1, std::min(wanted, m_dialog->width() / 2)));
}

bool SideColumn::eventFilter(QObject* watched, QEvent* event) {
  const bool isOfInside = watched == widget() && event->type() == QEvent::LayoutRequest;
  if (isOfInside || (watched == m_dialog && event->type() == QEvent::Resize)) fit();
  return QScrollArea::eventFilter(watched, event);
}

QScrollArea* scrolled(QWidget* inside, QWidget* parent) {
  auto* area = new QScrollArea(parent);
  makeScrolling(*area, inside);
  return area;
}

}  // namespace cardinal::ui
