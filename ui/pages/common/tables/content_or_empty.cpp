// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/common/tables/content_or_empty.h"

#include <QBoxLayout>

#include "ui/models/rows_model.h"
#include "ui/pages/common/pane.h"
#include "ui/pages/common/tables/data_table.h"
#include "ui/widgets/basic/scaled_width.h"
#include "ui/widgets/basic/surface.h"
#include "ui/widgets/lists/empty_state.h"

namespace cardinal::ui {

ContentOrEmpty::ContentOrEmpty(Theme& theme, QWidget* parent) : QStackedWidget(parent) {
  addWidget(new QWidget(this));
  m_empty = new EmptyState(theme, this);
  addWidget(m_empty);
}

TableBesidePane::TableBesidePane(Theme& theme, Pane& pane, int paneWidth, QWidget* parent)
    : ContentOrEmpty(theme, parent) {
  auto* across = new QHBoxLayout(content());
  across->setContentsMargins(0, 0, 0, 0);
  across->setSpacing(0);
  m_rows = new RowsModel(this);
  m_table = new DataTable(theme, content());
  m_table->setModel(m_rows);
  across->addWidget(m_table, 1);
  auto* side = new Surface(theme, SurfaceTone::Panel, content());
  side->setEdges(Qt::LeftEdge);
  fixWidth(theme, *side, paneWidth);
  auto* sideLayout = new QVBoxLayout(side);
  sideLayout->setContentsMargins(1, 0, 0, 0);
  pane.setClosable(false);
  sideLayout->addWidget(&pane);
  across->addWidget(side);
}

ChartAboveTable::ChartAboveTable(Theme& theme, QWidget& chart, int tableHeight, QWidget* parent)
    : ContentOrEmpty(theme, parent) {
  auto* parts = new QVBoxLayout(content());
  parts->setContentsMargins(16, 0, 16, 0);
  parts->setSpacing(8);
  m_rows = new RowsModel(this);
  m_table = new DataTable(theme, content());
  m_table->setModel(m_rows);
  m_table->setFixedHeight(tableHeight);
  parts->addWidget(&chart, 1);
  parts->addWidget(m_table);
  empty().setIconName(QStringLiteral("charts"));
}

}  // namespace cardinal::ui
