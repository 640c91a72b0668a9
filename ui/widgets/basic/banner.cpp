// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/basic/banner.h"

#include <QHBoxLayout>
#include <QPainter>
#include <QVBoxLayout>

#include "ui/theme/paint.h"
#include "ui/widgets/basic/action_button.h"
#include "ui/widgets/basic/scaled_width.h"
#include "ui/widgets/basic/text_label.h"

namespace cardinal::ui {
namespace {
constexpr int kGlyph = 16;
constexpr int kMinWords = 120;
constexpr int kComfortableWords = 220;
}  // namespace

Banner::Banner(Theme& theme, QWidget* parent)
    : QWidget(parent),
      m_theme(theme),
      m_text(new TextLabel(theme, TextRole::Body, TextTone::Strong)),
      m_detail(new TextLabel(theme, TextRole::Small, TextTone::Normal)),
      m_safe(new ActionButton(theme)),
      m_action(new ActionButton(theme)),
      m_close(new ActionButton(theme)) {
  for (TextLabel* label : {m_text, m_detail}) {
    label->setWordWrap(true);
    // What a wrapped label asks for by itself leaves no room for the buttons of a narrow banner.
    label->setMinimumWidth(kMinWords);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
  }
  m_detail->hide();
  m_safe->hide();
  m_action->hide();
  m_close->hide();
  m_close->setKind(ButtonKind::Quiet);
  m_close->setIconName(QStringLiteral("close"));
  m_close->setToolTip(tr("Close"));
  auto* words = new QVBoxLayout;
  words->setSpacing(2);
  words->addWidget(m_text);
  words->addWidget(m_detail);
  m_row = new QBoxLayout(QBoxLayout::LeftToRight, this);
  QBoxLayout* row = m_row;
  row->setSpacing(8);
  row->addLayout(words, 1);
  row->addWidget(m_safe, 0, Qt::AlignVCenter);
  row->addWidget(m_action, 0, Qt::AlignVCenter);
  row->addWidget(m_close, 0, Qt::AlignTop);
  setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Minimum);
  connect(m_safe, &QPushButton::clicked, this, &Banner::safeActionTriggered);
  connect(m_action, &QPushButton::clicked, this, &Banner::actionTriggered);
  connect(m_close, &QPushButton::clicked, this, &Banner::closed);
  connect(&theme, &Theme::changed, this, &Banner::dress);
  dress();
}

void Banner::dress() {
  m_row->setContentsMargins(12 + scaledWidth(m_theme, kGlyph) + 8, 8, 12, 8);
  update();
}

void Banner::setState(StateRole state) {
  m_state = state;
  update();
}

void Banner::setText(const QString& text) {
  m_text->setText(text);
}

void Banner::setDetail(const QString& detail) {
  m_detail->setText(detail);
  m_detail->setVisible(!detail.isEmpty());
}

void Banner::setAction(const QString& text) {
  m_action->setText(text);
  m_action->setVisible(!text.isEmpty());
  arrange();
}

void Banner::setSafeAction(const QString& text) {
  m_safe->setText(text);
  m_safe->setVisible(!text.isEmpty());
  setFocusProxy(text.isEmpty() ? nullptr : m_safe);
  arrange();
}

void Banner::setClosable(bool closable) {
  m_close->setVisible(closable);
}

void Banner::setEdge(bool edge) {
  m_edge = edge;
  update();
}

void Banner::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  arrange();
}

/// The buttons of a narrow banner stand below its words.
void Banner::arrange() {
  int buttons = 0;
  for (const ActionButton* one : {m_safe, m_action, m_close}) {
    if (!one->isHidden()) buttons += one->sizeHint().width() + m_row->spacing();
  }
  const bool narrow = buttons > 0 && width() < buttons + kComfortableWords;
  m_row->setDirection(narrow ? QBoxLayout::TopToBottom : QBoxLayout::LeftToRight);
}

void Banner::paintEvent(QPaintEvent*) {
  const Tokens& t = m_theme.tokens();
  QPainter painter(this);
  drawBox(painter, rect(), t.raised, t.line2, 4);
  if (m_edge) painter.fillRect(QRect(0, 0, 3, height()), stateColour(t, m_state));
  const int line = m_theme.lineHeight(TextRole::Body);
  const int side = scaledWidth(m_theme, kGlyph);
  const QRectF place(12, m_text->geometry().top() + (std::min(line, m_text->height()) - side) / 2.0, side, side);
  drawGlyph(painter, m_theme, stateGlyph(m_state), stateColour(t, m_state), place, kGlyph);
}

}  // namespace cardinal::ui
