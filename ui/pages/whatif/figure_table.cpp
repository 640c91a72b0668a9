// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/whatif/figure_table.h"

#include <QGridLayout>

#include "ui/i18n/joining.h"
#include "ui/widgets/basic/text_label.h"

namespace cardinal::ui {

FigureTable::FigureTable(Theme& theme, QWidget* parent)
    : QWidget(parent), m_theme(theme), m_grid(new QGridLayout(this)) {
  m_grid->setContentsMargins(0, 0, 0, 0);
  m_grid->setHorizontalSpacing(12);
  m_grid->setVerticalSpacing(4);
  m_grid->setColumnStretch(0, 1);
}

TextLabel* FigureTable::cell(int row, int column) {
  const auto y = static_cast<std::size_t>(row);
  const auto x = static_cast<std::size_t>(column);
  if (m_cells.size() <= y) m_cells.resize(y + 1);
  if (m_cells[y].size() <= x) m_cells[y].resize(x + 1, nullptr);
  TextLabel*& label = m_cells[y][x];
  if (!label) {
    label = new TextLabel(m_theme, TextRole::Small, TextTone::Quiet, this);
    // Names give way where it is narrow; figures never do.
    if (column == 0) label->setElide(Qt::ElideRight);
    m_grid->addWidget(label, row, column, column == 0 ? Qt::Alignment() : Qt::AlignRight);
  }
  label->show();
  return label;
}

void FigureTable::setContents(const QStringList& columns, const std::vector<Row>& rows) {
  for (const auto& line : m_cells) {
    for (TextLabel* label : line) {
      if (label) label->hide();
    }
  }
  for (int column = 0; column < columns.size(); ++column) {
    TextLabel* head = cell(0, column + 1);
    head->setTone(TextTone::Quiet);
    head->setText(columns[column]);
  }
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const int row = static_cast<int>(i) + 1;
    TextLabel* name = cell(row, 0);
    name->setText(rows[i].name);
    for (int column = 0; column < rows[i].values.size(); ++column) {
      const bool changed = rows[i].changed[static_cast<std::size_t>(column)];
      TextLabel* value = cell(row, column + 1);
      value->setText(rows[i].values[column]);
      value->setRole(changed ? TextRole::SmallStrong : TextRole::Small);
      value->setTone(changed ? TextTone::Planned : TextTone::Strong);
      value->setAccessibleName(joinList({rows[i].name, labelled(columns.value(column), rows[i].values[column])}));
    }
  }
}

}  // namespace cardinal::ui
