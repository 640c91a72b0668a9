// SPDX-License-Identifier: Apache-2.0
#include "ui/theme/focus_ring.h"

#include <QAbstractButton>
#include <QApplication>
#include <QComboBox>
#include <QDialog>

namespace cardinal::ui {

FocusRing::FocusRing(QApplication& application) {
  connect(&application, &QApplication::focusChanged, this, [this](QWidget*, QWidget* now) { follow(now); });
}

FocusRing::~FocusRing() {
  delete m_frame.data();
}

void FocusRing::follow(QWidget* widget) {
  const bool reachedByKeyboard = widget && widget->window()->testAttribute(Qt::WA_KeyboardFocusChange);
  // In a dialog Return presses the focused button, whichever way it got the focus.
  const bool answers = widget && qobject_cast<QDialog*>(widget->window()) && qobject_cast<QAbstractButton*>(widget);
  // The property "focusRing" says yes or no where the kind of widget does not: what draws its own focus needs no
  // second.
  const QVariant own = widget ? widget->property("focusRing") : QVariant();
  const bool isOffered =
      own.isValid() ? own.toBool() : qobject_cast<QAbstractButton*>(widget) || qobject_cast<QComboBox*>(widget);
  const bool takesRing = isOffered && (answers || reachedByKeyboard);
  if (!takesRing) {
    if (m_frame) m_frame->setWidget(nullptr);
    return;
  }
  if (!m_frame) m_frame = new QFocusFrame();
  m_frame->setWidget(widget);
}

}  // namespace cardinal::ui
