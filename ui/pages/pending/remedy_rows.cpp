// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/pending/remedy_rows.h"

#include <QBoxLayout>

#include "ui/i18n/joining.h"
#include "ui/widgets/basic/action_button.h"
#include "ui/widgets/basic/surface.h"
#include "ui/widgets/basic/text_label.h"

namespace cardinal::ui {

RemedyRows::RemedyRows(Theme& theme, QWidget* parent)
    : QWidget(parent), m_theme(theme), m_layout(new QVBoxLayout(this)) {
  m_layout->setContentsMargins(0, 0, 0, 0);
  m_layout->setSpacing(0);
}

void RemedyRows::setRows(std::vector<Row> rows) {
  if (rows == m_rows) return;
  m_rows = std::move(rows);
  while (QLayoutItem* item = m_layout->takeAt(0)) {
    delete item->widget();
    delete item;
  }
  for (std::size_t i = 0; i < m_rows.size(); ++i) addRow(static_cast<int>(i), m_rows[i]);
}

void RemedyRows::addRow(int number, const Row& row) {
  auto* line = new Surface(m_theme, SurfaceTone::Panel, this);
  line->setEdges(Qt::BottomEdge);
  auto* across = new QHBoxLayout(line);
  across->setContentsMargins(4, 8, 4, 9);
  across->setSpacing(10);
  auto* digit = new TextLabel(m_theme, TextRole::SmallStrong, TextTone::Quiet, line);
  digit->setText(QString::number(number + 1));
  digit->setFixedWidth(18);
  digit->setAlignment(Qt::AlignHCenter | Qt::AlignTop);
  auto* words = new QVBoxLayout;
  words->setSpacing(2);
  auto* title = new TextLabel(m_theme, TextRole::SmallStrong, TextTone::Strong, line);
  auto* effect = new TextLabel(m_theme, TextRole::Small, TextTone::Normal, line);
  title->setText(row.title);
  effect->setText(row.effect);
  title->setWordWrap(true);
  effect->setWordWrap(true);
  words->addWidget(title);
  words->addWidget(effect);
  across->addWidget(digit, 0, Qt::AlignTop);
  across->addLayout(words, 1);
  if (!row.action.isEmpty()) {
    auto* button = new ActionButton(m_theme, line);
    button->setText(row.action);
    button->setIconName(row.icon);
    button->setAccessibleName(labelled(row.action, row.title));
    across->addWidget(button, 0, Qt::AlignVCenter);
    connect(button, &QAbstractButton::clicked, this, [this, number] { emit activated(number); });
  }
  m_layout->addWidget(line);
}

}  // namespace cardinal::ui
