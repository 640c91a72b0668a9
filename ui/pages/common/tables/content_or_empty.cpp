// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/common/tables/content_or_empty.h"

#include "ui/pages/common/pane.h"
#include "ui/pages/common/tables/data_table.h"
#include "ui/widgets/basic/scaled_width.h"
#include "ui/widgets/basic/surface.h"
#include "ui/widgets/layout/boxes.h"
#include "ui/widgets/lists/empty_state.h"

namespace cardinal::ui {

ContentOrEmpty::ContentOrEmpty(Theme& theme, QWidget* parent) : ContentOrEmpty(theme, *new QWidget, parent) {}

ContentOrEmpty::ContentOrEmpty(Theme& theme, QWidget& content, QWidget* parent) : QStackedWidget(parent) {
  addWidget(&content);
  m_empty = new EmptyState(theme, this);
  addWidget(m_empty);
}

TableBesidePane::TableBesidePane(Theme& theme, Pane& pane, int paneWidth, QWidget* parent)
    : ContentOrEmpty(theme, parent) {
  auto* across = rowIn(content());
  m_rows = new RowsModel(this);
  m_table = new DataTable(theme, content());
  m_table->setModel(m_rows);
  across->addWidget(m_table, 1);
  auto* side = new Surface(theme, SurfaceTone::Panel, content());
  side->setEdges(Qt::LeftEdge);
  fixWidth(theme, *side, paneWidth);
  auto* sideLayout = columnIn(side, {1, 0, 0, 0});
  pane.setClosable(false);
  sideLayout->addWidget(&pane);
  across->addWidget(side);
}

QString TableBesidePane::showRows(std::vector<RowsModel::Row> rows, const QString& chosen) {
  m_rows->setRows(std::move(rows));
  const bool isFilled = m_rows->rowCount() > 0;
  setFilled(isFilled);
  if (!isFilled) return {};
  const int row = std::max(m_rows->rowOf(chosen), 0);
  m_table->setCurrentIndex(m_rows->index(row, 0));
  return m_rows->keyOf(row);
}

ChartAboveTable::ChartAboveTable(Theme& theme, QWidget& chart, int tableHeight, QWidget* parent)
    : ContentOrEmpty(theme, parent) {
  auto* parts = columnIn(content(), {16, 0, 16, 0}, 8);
  m_rows = new RowsModel(this);
  m_table = new DataTable(theme, content());
  m_table->setModel(m_rows);
  m_table->setFixedHeight(tableHeight);
  parts->addWidget(&chart, 1);
  parts->addWidget(m_table);
  empty().setIconName(QStringLiteral("charts"));
}

}  // namespace cardinal::ui
