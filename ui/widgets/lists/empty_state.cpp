// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/lists/empty_state.h"

#include <QHBoxLayout>
#include <QPainter>
#include <QProgressBar>
#include <QVBoxLayout>
#include <cmath>

#include "ui/theme/paint.h"
#include "ui/widgets/basic/action_button.h"
#include "ui/widgets/basic/scaled_width.h"
#include "ui/widgets/basic/text_label.h"

namespace cardinal::ui {
namespace {
constexpr int kGlyph = 20;
constexpr int kEdge = 16;
constexpr int kGap = 8;
constexpr int kWide = 440;
constexpr int kBarWide = 240;
constexpr int kSteps = 1000;
}  // namespace

EmptyState::EmptyState(Theme& theme, QWidget* parent)
    : QWidget(parent),
      m_theme(theme),
      m_icon(QStringLiteral("information")),
      m_column(new QVBoxLayout(this)),
      m_row(new QHBoxLayout),
      m_glyph(new QWidget(this)),
      m_title(new TextLabel(theme, TextRole::Title, TextTone::Strong, this)),
      m_cause(new TextLabel(theme, TextRole::Body, TextTone::Normal, this)),
      m_share(new QProgressBar(this)),
      m_action(new ActionButton(theme, this)) {
  m_glyph->setAttribute(Qt::WA_TransparentForMouseEvents);
  for (TextLabel* label : {m_title, m_cause}) {
    label->setAlignment(Qt::AlignCenter);
    label->setWordWrap(true);
  }
  m_share->setRange(0, kSteps);
  m_share->setTextVisible(false);
  m_share->setFixedSize(kBarWide, 4);
  m_share->hide();
  m_action->setLarge(true);
  m_action->hide();
  auto* column = m_column;
  column->setContentsMargins(16, 16, 16, 16);
  column->setSpacing(8);
  column->addStretch(2);
  column->addWidget(m_glyph, 0, Qt::AlignHCenter);
  // Wrapped text needs its whole width offered: an aligned item would be squeezed to a few words.
  auto* words = new QWidget(this);
  words->setMaximumWidth(kWide);
  auto* lines = new QVBoxLayout(words);
  lines->setContentsMargins(0, 0, 0, 0);
  lines->setSpacing(8);
  lines->addWidget(m_title);
  lines->addWidget(m_cause);
  m_row->addStretch(1);
  m_row->addWidget(words, 100);
  m_row->addStretch(1);
  column->addLayout(m_row);
  column->addWidget(m_share, 0, Qt::AlignHCenter);
  column->addSpacing(8);
  column->addWidget(m_action, 0, Qt::AlignHCenter);
  column->addStretch(3);
  connect(m_action, &QPushButton::clicked, this, &EmptyState::actionTriggered);
  const auto dress = [this] {
    const int side = scaledWidth(m_theme, kGlyph);
    m_glyph->setFixedSize(side, side);
    arrange();
    update();
  };
  connect(&theme, &Theme::changed, this, dress);
  dress();
}

void EmptyState::setIconName(const QString& name) {
  m_icon = name;
  update();
}

void EmptyState::setTitle(const QString& title) {
  m_title->setText(title.left(1).toUpper() + title.mid(1));
  arrange();
}

void EmptyState::setCause(const QString& cause) {
  m_cause->setText(cause);
  arrange();
}

void EmptyState::setShare(std::optional<double> share) {
  m_share->setVisible(share.has_value());
  if (share) m_share->setValue(static_cast<int>(std::lround(*share * kSteps)));
}

void EmptyState::setAction(const QString& text) {
  m_action->setText(text);
  m_action->setVisible(!text.isEmpty());
  arrange();
}

int EmptyState::tallNeed() const {
  const int wide = std::min(kWide, width() - 2 * kEdge);
  const int words = m_title->heightForWidth(wide) + kGap + m_cause->heightForWidth(wide);
  const int action = m_action->isHidden() ? 0 : m_action->sizeHint().height() + kGap;
  return 2 * kEdge + m_glyph->height() + kGap + words + 2 * kGap + action;
}

void EmptyState::arrange() {
  const bool low = height() < tallNeed();
  const auto direction = low ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom;
  if (m_column->direction() == direction) return;
  m_column->setDirection(direction);
  m_column->setContentsMargins(kEdge, low ? 0 : kEdge, kEdge, low ? 0 : kEdge);
  for (TextLabel* label : {m_title, m_cause})
    label->setAlignment(low ? Qt::AlignLeft | Qt::AlignVCenter : Qt::AlignCenter);
  m_column->setStretchFactor(m_row, low ? 100 : 0);
  m_row->itemAt(1)->widget()->layout()->setSpacing(low ? 0 : kGap);
}

void EmptyState::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  arrange();
}

void EmptyState::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  drawGlyph(painter, m_theme, m_icon, m_theme.tokens().text3, m_glyph->geometry(), kGlyph);
}

}  // namespace cardinal::ui
