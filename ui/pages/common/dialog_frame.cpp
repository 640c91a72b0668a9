// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/common/dialog_frame.h"

#include <QBoxLayout>
#include <QPainter>
#include <QScreen>
#include <algorithm>

#include "ui/theme/paint.h"
#include "ui/widgets/action_button.h"
#include "ui/widgets/scaled_width.h"
#include "ui/widgets/text_label.h"

namespace cardinal::ui {

DialogFrame::DialogFrame(Theme& theme, const QString& title, int width, QWidget* parent)
    : QDialog(parent), m_theme(theme), m_head(new TextLabel(theme, TextRole::Title, TextTone::Strong, this)), m_body(new QVBoxLayout), m_buttons(new QHBoxLayout) {
  setAttribute(Qt::WA_DeleteOnClose);
  setMinimumWidth(std::min(scaledWidth(theme, width), screen()->availableGeometry().width() * 9 / 10));
  auto* outer = new QVBoxLayout(this);
  outer->setContentsMargins(20, 20, 20, 20);
  outer->setSpacing(16);
  m_head->setWordWrap(true);
  setTitle(title);
  m_body->setSpacing(12);
  outer->addWidget(m_head);
  outer->addLayout(m_body, 1);
  m_buttons->setSpacing(8);
  m_buttons->addStretch(1);
  outer->addLayout(m_buttons);
}

/// Not every desktop draws a frame, and black on black has no edge.
void DialogFrame::paintEvent(QPaintEvent* event) {
  QDialog::paintEvent(event);
  QPainter painter(this);
  drawBox(painter, rect(), {}, m_theme.tokens().line2, 0);
}

void DialogFrame::setTitle(const QString& title) {
  setWindowTitle(title);
  m_head->setText(title);
}

ActionButton* DialogFrame::addButton(const QString& text, bool primary) {
  auto* button = new ActionButton(m_theme, this);
  button->setText(text);
  button->setLarge(true);
  button->setAutoDefault(false);
  button->setKind(primary ? ButtonKind::Primary : ButtonKind::Normal);
  m_buttons->addWidget(button);
  if (!m_safe) {
    m_safe = button;
    connect(button, &QAbstractButton::clicked, this, &QDialog::reject);
    button->setFocus();
  }
  return button;
}

void DialogFrame::offerReturn(ActionButton& act) {
  act.setDefault(true);
  if (focusWidget() == m_safe) act.setFocus();
}

}  // namespace cardinal::ui
