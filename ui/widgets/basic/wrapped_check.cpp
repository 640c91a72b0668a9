// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/basic/wrapped_check.h"

#include <QBoxLayout>
#include <QMouseEvent>

#include "ui/widgets/basic/text_label.h"

namespace cardinal::ui {

WrappedCheck::WrappedCheck(Theme& theme, QWidget* parent)
    : QWidget(parent),
      m_box(new QCheckBox(this)),
      m_words(new TextLabel(theme, TextRole::Body, TextTone::Strong, this)) {
  auto* across = new QHBoxLayout(this);
  across->setContentsMargins(0, 0, 0, 0);
  across->setSpacing(6);
  across->addWidget(m_box, 0, Qt::AlignTop);
  across->addWidget(m_words, 1);
  m_words->setWordWrap(true);
  m_words->installEventFilter(this);
  setFocusProxy(m_box);
}

void WrappedCheck::setText(const QString& text) {
  m_words->setText(text);
  m_box->setAccessibleName(text);
}

bool WrappedCheck::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() != QEvent::MouseButtonRelease && event->type() != QEvent::MouseButtonPress)
    return QWidget::eventFilter(watched, event);
  const auto* mouse = static_cast<QMouseEvent*>(event);
  if (mouse->button() != Qt::LeftButton || !isEnabled()) return false;
  const bool inside = m_words->rect().contains(mouse->position().toPoint());
  if (event->type() == QEvent::MouseButtonRelease && inside) m_box->click();
  return true;  // a press that was left unanswered would get no release
}

}  // namespace cardinal::ui
