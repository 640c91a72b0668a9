// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/details/card_stack_rows.h"

#include <QBoxLayout>
#include <algorithm>

#include "core/model/card_memory.h"
#include "ui/i18n/format.h"
#include "ui/i18n/metrics/use_texts.h"
#include "ui/models/node_facts.h"
#include "ui/pages/common/cell_states.h"
#include "ui/widgets/basic/action_button.h"
#include "ui/widgets/basic/scaled_width.h"
#include "ui/widgets/basic/state_label.h"
#include "ui/widgets/basic/surface.h"
#include "ui/widgets/basic/text_label.h"

namespace cardinal::ui {

class CardStackRows::CardRow : public Surface {
 public:
  CardRow(Theme& theme, bool compact, CardStackRows* owner)
      : Surface(theme, compact ? SurfaceTone::Panel : SurfaceTone::Bg, owner),
        m_compact(compact),
        m_index(new ActionButton(theme, this)),
        m_bar(new CardStackBar(theme, this)),
        m_figure(new TextLabel(theme, TextRole::Small, TextTone::Strong, this)),
        m_core(new TextLabel(theme, TextRole::Small, TextTone::Normal, this)),
        m_health(new StateLabel(theme, this)) {
    if (!compact) setEdges(Qt::BottomEdge);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, compact ? 2 : 5, 0, compact ? 2 : 5);
    layout->setSpacing(12);
    m_index->setKind(ButtonKind::Quiet);
    fixWidth(theme, *m_index, compact ? 32 : 36);
    fixWidth(theme, *m_figure, compact ? 64 : 88);
    fixWidth(theme, *m_core, 56);
    m_figure->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    m_core->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    layout->addWidget(m_index);
    layout->addWidget(m_bar, 1);
    layout->addWidget(m_figure);
    layout->addWidget(m_core);
    layout->addWidget(m_health);
    if (compact) m_core->hide();
    connect(m_index, &QAbstractButton::clicked, owner, [this, owner] { emit owner->cardActivated(m_card); });
    connect(m_bar, &CardStackBar::segmentActivated, owner, &CardStackRows::podActivated);
  }

  void fill(const NodeRecord& node, const Card& card, const OwnerColours& colours, const std::optional<CardUse>& use) {
    m_card = card.index;
    m_index->setText(QString::number(card.index));
    m_index->setToolTip(CardStackRows::tr("Show card %1 with its pods").arg(card.index));
    StackBarData bar = stackDataOf(node, card, colours, StackBy::Namespace, m_compact);
    addUse(bar, use);
    m_bar->setData(std::move(bar));
    const MemoryUnit unit = node.gpu.unit;
    QString figure = notAvailable();
    if (card.memoryKnown) {
      const bool isKnown = isAllocationKnown(node, card);
      figure = (isKnown ? memoryNumber(card.memAllocated, unit) : notAvailable()) + QStringLiteral(" / ") +
               memoryNumber(card.memTotal, unit);
    }
    m_figure->setText(figure);
    m_core->setText(card.coreKnown ? percent(coreFraction(node, card)) : QString(u'–'));
    showHealth(node, card, use);
  }

  /// Room for the longest word of all rows: bars of one node have one length.
  int wordWidth() const { return m_health->sizeHint().width(); }
  void setWordWidth(int width) { m_health->setFixedWidth(width); }

 private:
  /// The gravest of what is wrong with the card; the tooltip says it in words.
  void showHealth(const NodeRecord& node, const Card& card, const std::optional<CardUse>& use) {
    const CellState state = cardStateOf(node, card);
    const QString words = cardStateText(node, card);
    m_health->setState(stateRoleOf(state), m_compact || state == CellState::Ok ? QString() : words);
    m_health->setToolTip(words);
    if (card.health == CardHealth::Healthy && isOverbooked(card)) {
      m_health->setState(StateRole::Critical, m_compact ? QString() : CardStackRows::tr("overbooked"));
      m_health->setToolTip(CardStackRows::tr("More of this card is allocated than it has"));
    }
    if (!use || !isHardwareXid(use->lastXid.value_or(0))) return;
    m_health->setState(StateRole::Critical,
                       m_compact ? QString() : QStringLiteral("XID ") + QString::number(*use->lastXid));
    m_health->setToolTip(xidText(*use->lastXid));
  }

  bool m_compact;
  int m_card = 0;
  ActionButton* m_index;
  CardStackBar* m_bar;
  TextLabel* m_figure;
  TextLabel* m_core;
  StateLabel* m_health;
};

CardStackRows::CardStackRows(Theme& theme, bool compact, QWidget* parent)
    : QWidget(parent),
      m_theme(theme),
      m_compact(compact),
      m_layout(new QVBoxLayout(this)),
      m_rest(new TextLabel(theme, TextRole::Small, TextTone::Quiet, this)) {
  m_layout->setContentsMargins(0, 0, 0, 0);
  m_layout->setSpacing(0);
  m_layout->addWidget(m_rest);
  m_rest->hide();
}

void CardStackRows::setNode(const NodeRecord& node, const OwnerColours& colours, const PageContext& context) {
  const std::size_t shown = std::min(node.cards.size(), kLimit);
  while (m_rows.size() > shown) {
    delete m_rows.back();
    m_rows.pop_back();
  }
  while (m_rows.size() < shown) {
    m_rows.push_back(new CardRow(m_theme, m_compact, this));
    m_layout->insertWidget(m_layout->count() - 1, m_rows.back());
  }
  for (std::size_t i = 0; i < shown; ++i)
    m_rows[i]->fill(node, node.cards[i], colours, context.useOf(node.name, node.cards[i].index));
  int widest = 0;
  for (const CardRow* row : m_rows) widest = std::max(widest, row->wordWidth());
  for (CardRow* row : m_rows) row->setWordWidth(widest);
  const auto hidden = static_cast<int>(node.cards.size() - shown);
  m_rest->setVisible(hidden > 0);
  m_rest->setText(tr("and %n more card(s): see the Cards page", nullptr, hidden));
}

}  // namespace cardinal::ui
