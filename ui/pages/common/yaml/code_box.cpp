// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/common/yaml/code_box.h"

#include <QBoxLayout>
#include <QPainter>

#include "ui/theme/paint.h"

namespace cardinal::ui {

CodeBox::CodeBox(Theme& theme, QWidget* parent) : QWidget(parent), m_theme(theme), m_layout(new QVBoxLayout(this)) {
  m_layout->setContentsMargins(12, 8, 12, 8);
  m_layout->setSpacing(2);
  connect(&theme, &Theme::changed, this, qOverload<>(&QWidget::update));
}

void CodeBox::setLines(const std::vector<Line>& lines) {
  while (QLayoutItem* item = m_layout->takeAt(0)) {
    delete item->widget();
    delete item;
  }
  for (const Line& line : lines) {
    auto* label = new TextLabel(m_theme, TextRole::Mono, line.tone, this);
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    label->setText(line.text);
    m_layout->addWidget(label);
  }
}

void CodeBox::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  drawBox(painter, QRectF(rect()), m_theme.tokens().field, m_theme.tokens().line, 4);
}

}  // namespace cardinal::ui
