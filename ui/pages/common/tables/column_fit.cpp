// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/common/tables/column_fit.h"

#include <QEvent>
#include <QFontMetrics>
#include <QGuiApplication>
#include <QHeaderView>
#include <QTableView>
#include <algorithm>
#include <cmath>

namespace cardinal::ui {

namespace {

constexpr double kNarrowest = 0.5;  // of the natural width
constexpr double kReadable = 0.85;
constexpr int kName = 150;  ///< logical pixels of the first column at text of 100 %: names stay readable

}  // namespace

ColumnFit::ColumnFit(QTableView& table, std::vector<Column> columns)
    : QObject(&table),
      m_table(table),
      m_columns(std::move(columns)),
      m_spared(m_columns.size()),
      m_away(m_columns.size()),
      m_heads(m_columns.size()) {
  table.viewport()->installEventFilter(this);
  connect(table.horizontalHeader(), &QHeaderView::sectionResized, this,
          [this](int, int before, int after) { noteResize(before, after); });
}

void ColumnFit::noteResize(int before, int after) {
  if (m_fitting) return;
  const bool shownOrHidden = before == 0 || after == 0;
  if (shownOrHidden) {
    fit();
    return;
  }
  // The header itself stretches its last column; only a hand at the mouse is the user.
  if (QGuiApplication::mouseButtons() == Qt::NoButton || !m_table.horizontalHeader()->viewport()->underMouse()) return;
  m_released = true;
  emit arranged();
}

void ColumnFit::keepAway(std::vector<bool> columns) {
  columns.resize(m_columns.size());
  m_away = std::move(columns);
  m_fitting = true;
  for (std::size_t i = 0; i < m_columns.size(); ++i)
    m_table.setColumnHidden(static_cast<int>(i), m_away[i] || (m_spared[i] && !m_released));
  m_fitting = false;
  fit();
}

/// By keepAway(), or hidden by whoever else has the table.
bool ColumnFit::isAway(std::size_t column) const {
  return m_away[column] || (!m_spared[column] && m_table.isColumnHidden(static_cast<int>(column)));
}

/// Wider with larger text, and never narrower than the head in the language in force.
int ColumnFit::naturalOf(std::size_t column) const {
  return std::max(static_cast<int>(m_columns[column].natural * textScale()), m_heads[column]);
}

double ColumnFit::textScale() const {
  constexpr double kTextAtFullSize = 12;
  return std::max(1.0, m_table.font().pixelSize() / kTextAtFullSize);
}

/// Text gives way down to its head; the first column, which names the row, down to a name.
int ColumnFit::leastOf(std::size_t column) const {
  const int head = m_heads[column];
  if (column > 0 || !m_columns[column].text) return head;
  return std::max(head, std::min(naturalOf(column), static_cast<int>(kName * textScale())));
}

/// As heads are painted, with room for the mark of the sorting. The header itself would count bold letters.
void ColumnFit::measureHeads() {
  constexpr int kAround = 2 * 8 + 12;
  QFont face = m_table.horizontalHeader()->font();
  face.setWeight(QFont::Medium);
  const QFontMetrics metrics(face);
  for (std::size_t i = 0; i < m_heads.size(); ++i) {
    const QAbstractItemModel* model = m_table.model();
    const QString text = model ? model->headerData(static_cast<int>(i), Qt::Horizontal).toString() : QString();
    m_heads[i] = metrics.horizontalAdvance(text) + kAround;
  }
}

double ColumnFit::factorFor(int room, int spared) const {
  int fixed = 0;
  int yielding = 0;
  for (std::size_t i = 0; i < m_columns.size(); ++i) {
    const Column& column = m_columns[i];
    if (isAway(i) || (column.spare > 0 && column.spare <= spared)) continue;
    (column.text ? yielding : fixed) += naturalOf(i);
  }
  return yielding == 0 ? 1.0 : std::max(kNarrowest, static_cast<double>(room - fixed) / yielding);
}

int ColumnFit::leastWidth(int spared) const {
  int least = 0;
  for (std::size_t i = 0; i < m_columns.size(); ++i) {
    const Column& column = m_columns[i];
    if (isAway(i) || (column.spare > 0 && column.spare <= spared)) continue;
    least += column.text ? leastOf(i) : naturalOf(i);
  }
  return least;
}

void ColumnFit::fit() {
  const int room = m_table.viewport()->width();
  if (m_released || m_fitting || room <= 0) return;
  measureHeads();
  int most = 0;
  for (const Column& column : m_columns) most = std::max(most, column.spare);
  int spared = 0;
  while (spared < most && (factorFor(room, spared) < kReadable || leastWidth(spared) > room)) ++spared;
  const double factor = factorFor(room, spared);
  m_fitting = true;
  for (std::size_t i = 0; i < m_columns.size(); ++i) {
    if (isAway(i)) continue;
    const int index = static_cast<int>(i);
    const Column& column = m_columns[i];
    m_spared[i] = column.spare > 0 && column.spare <= spared;
    if (m_table.isColumnHidden(index) != m_spared[i]) m_table.setColumnHidden(index, m_spared[i]);
  }
  const std::vector<int> widths = widthsFor(room, factor);
  for (std::size_t i = 0; i < m_columns.size(); ++i) {
    if (!isAway(i) && !m_spared[i]) m_table.setColumnWidth(static_cast<int>(i), widths[i]);
  }
  m_fitting = false;
}

/// No column gives way further than to its least; what that takes, the wider columns of text give.
std::vector<int> ColumnFit::widthsFor(int room, double factor) const {
  std::vector<int> widths(m_columns.size());
  int total = 0;
  int spareRoom = 0;
  for (std::size_t i = 0; i < m_columns.size(); ++i) {
    if (isAway(i) || m_spared[i]) continue;
    const int least = leastOf(i);
    widths[i] = m_columns[i].text ? std::max(static_cast<int>(naturalOf(i) * factor), least) : naturalOf(i);
    total += widths[i];
    if (m_columns[i].text) spareRoom += widths[i] - least;
  }
  const double part = total > room && spareRoom > 0 ? std::min(1.0, static_cast<double>(total - room) / spareRoom) : 0;
  for (std::size_t i = 0; i < m_columns.size(); ++i) {
    if (isAway(i) || m_spared[i] || !m_columns[i].text) continue;
    // rounded up: a pixel too much brings a scroll bar
    widths[i] -= static_cast<int>(std::ceil((widths[i] - leastOf(i)) * part));
  }
  return widths;
}

bool ColumnFit::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::Resize || event->type() == QEvent::FontChange) fit();
  return QObject::eventFilter(watched, event);
}

}  // namespace cardinal::ui
