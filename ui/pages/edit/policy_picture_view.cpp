// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/edit/policy_picture_view.h"

#include <QEvent>
#include <QPainter>
#include <algorithm>
#include <set>

#include "ui/i18n/format.h"
#include "ui/i18n/gpu_texts.h"
#include "ui/i18n/joining.h"
#include "ui/theme/paint.h"

namespace cardinal::ui {

namespace {

constexpr int kColumns = 8;
constexpr int kCardHeight = 22;
constexpr int kTitleHeight = 20;
constexpr int kGap = 4;
constexpr int kRowGap = 8;
constexpr int kMinNumber = 10;  // width of a part that still shows its number

}  // namespace

PolicyPictureView::PolicyPictureView(Theme& theme, QWidget* parent) : QWidget(parent), m_theme(theme) {
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  connect(&theme, &Theme::changed, this, qOverload<>(&QWidget::update));
}

void PolicyPictureView::setPicture(PolicyPicture picture, std::vector<Card> cards, Placement now) {
  m_picture = std::move(picture);
  m_cards = std::move(cards);
  m_now = now;
  updateAccessibleText();
  updateGeometry();
  update();
}

void PolicyPictureView::setChosen(Placement chosen) {
  m_chosen = chosen;
  update();
}

QString PolicyPictureView::titleOf(const FuturePlaces& places) const {
  const auto cards = static_cast<int>(std::set<CardIndex>(places.cards.begin(), places.cards.end()).size());
  const auto pods = static_cast<int>(places.cards.size());
  const QString where = pods == 0 ? tr("no room for the next pod")
                                  : tr("the next %1 on %n card(s)", nullptr, cards).arg(tr("%n pod(s)", nullptr, pods));
  const QString policy = placementText(places.policy);
  return (places.policy == m_now ? tr("%1 (now): %2") : tr("%1: %2")).arg(policy, where);
}

void PolicyPictureView::updateAccessibleText() {
  QStringList words;
  for (const FuturePlaces& places : m_picture.policies) {
    QStringList cards;
    for (const CardIndex card : places.cards) cards += QString::number(card);
    words += (cards.isEmpty() ? titleOf(places) : labelled(titleOf(places), joinList(cards)));
  }
  setAccessibleName(tr("Where the next pods go"));
  setAccessibleDescription(words.join(u'\n'));
}

int PolicyPictureView::columns() const {
  return std::clamp(static_cast<int>(m_cards.size()), 1, kColumns);
}

int PolicyPictureView::rowHeight() const {
  const int lines = (static_cast<int>(m_cards.size()) + columns() - 1) / columns();
  return kTitleHeight + std::max(1, lines) * (kCardHeight + kGap);
}

QSize PolicyPictureView::sizeHint() const {
  const int rows = static_cast<int>(m_picture.policies.size());
  return {400, std::max(0, rows * (rowHeight() + kRowGap) - kRowGap)};
}

QSize PolicyPictureView::minimumSizeHint() const {
  return {200, sizeHint().height()};
}

void PolicyPictureView::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  const Tokens& t = m_theme.tokens();
  const double wide = static_cast<double>(width() - (columns() - 1) * kGap) / columns();
  int top = 0;
  for (const FuturePlaces& places : m_picture.policies) {
    const bool chosen = places.policy == m_chosen;
    painter.setFont(m_theme.font(chosen ? TextRole::SmallStrong : TextRole::Small));
    painter.setPen(chosen ? t.text1 : t.text2);
    drawLine(painter, QRectF(0, top, width(), kTitleHeight), titleOf(places), Qt::AlignLeft, Qt::ElideRight);
    for (std::size_t card = 0; card < m_cards.size(); ++card) {
      const auto column = static_cast<int>(card) % columns();
      const auto line = static_cast<int>(card) / columns();
      paintCard(painter,
                QRectF(column * (wide + kGap), top + kTitleHeight + line * (kCardHeight + kGap), wide, kCardHeight),
                card, places);
    }
    top += rowHeight() + kRowGap;
  }
}

/// Held from the left, then the next pods in the order in which they come to this card.
void PolicyPictureView::paintCard(QPainter& painter, const QRectF& box, std::size_t card,
                                  const FuturePlaces& places) const {
  const Tokens& t = m_theme.tokens();
  const Card& held = m_cards[card];
  const auto total = static_cast<double>(std::max<std::int64_t>(1, held.memTotal.value));
  drawBox(painter, box, t.bg, t.control, 2);
  const QRectF inside = box.adjusted(1, 1, -1, -1);
  const auto widthOf = [&](std::int64_t units) {
    return inside.width() * std::clamp(static_cast<double>(units) / total, 0.0, 1.0);
  };
  double x = inside.left();
  if (held.memAllocated.value > 0) {
    drawBox(painter, QRectF(x, inside.top(), widthOf(held.memAllocated.value), inside.height()), t.control, {}, 1);
    x += widthOf(held.memAllocated.value);
  }
  painter.setFont(m_theme.font(TextRole::Micro));
  for (std::size_t i = 0; i < places.cards.size(); ++i) {
    if (places.cards[i] != static_cast<CardIndex>(card)) continue;
    const QRectF part(x, inside.top(), std::min(widthOf(m_picture.memory.value), inside.right() - x), inside.height());
    drawBox(painter, part.adjusted(0.5, 0.5, -0.5, -0.5), t.bg, t.planned, 2);
    painter.setPen(t.text1);
    if (part.width() >= kMinNumber) drawLine(painter, part, QString::number(i + 1), Qt::AlignHCenter, Qt::ElideNone);
    x += part.width();
  }
}

void PolicyPictureView::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (event->type() != QEvent::LanguageChange) return;
  updateAccessibleText();
  update();
}

}  // namespace cardinal::ui
