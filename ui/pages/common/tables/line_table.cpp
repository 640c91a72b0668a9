// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/common/tables/line_table.h"

#include <QCoreApplication>
#include <QHeaderView>
#include <QTableView>
#include <algorithm>

#include "ui/i18n/format.h"
#include "ui/widgets/basic/scaled_width.h"

namespace cardinal::ui {
namespace {

constexpr double kRoomy = 1.3;

struct LineTexts {
  Q_DECLARE_TR_FUNCTIONS(cardinal::ui::LineTable)
};

/// Least, average and most of a line.
struct Figures {
  double least = 0;
  double average = 0;
  double most = 0;
};

std::optional<Figures> figuresOf(const std::vector<HistoryPoint>& points) {
  if (points.empty()) return std::nullopt;
  Figures figures{static_cast<double>(points.front().value), 0, static_cast<double>(points.front().value)};
  for (const HistoryPoint& point : points) {
    const auto value = static_cast<double>(point.value);
    figures.least = std::min(figures.least, value);
    figures.most = std::max(figures.most, value);
    figures.average += value;
  }
  figures.average /= static_cast<double>(points.size());
  return figures;
}

}  // namespace

std::vector<RowsModel::Head> lineHeads() {
  return {{LineTexts::tr("Line")},
          {LineTexts::tr("At cursor, or latest"), Qt::AlignRight},
          {LineTexts::tr("Min"), Qt::AlignRight},
          {LineTexts::tr("Average"), Qt::AlignRight},
          {LineTexts::tr("Max"), Qt::AlignRight}};
}

std::vector<RowsModel::Row> lineRows(const TimeChart& chart, std::optional<UnixSeconds> pointer,
                                     const std::function<QString(double)>& text, const QString& missing) {
  std::vector<RowsModel::Row> rows;
  const std::vector<TimeLine>& lines = chart.lines();
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const TimeLine& line = lines[i];
    RowsModel::Cell name(line.name);
    name.strong = true;
    if (const auto category = chart.categoryOf(i)) {
      name.letter = QString::number(i + 1);
      name.category = *category;
    }
    const HistoryPoint* at = pointer               ? pointAt(line.points, *pointer, chart.step())
                             : line.points.empty() ? nullptr
                                                   : &line.points.back();
    const auto figures = figuresOf(line.points);
    const auto figure = [&](double Figures::*which) { return figures ? text((*figures).*which) : notAvailable(); };
    rows.push_back({line.name,
                    {std::move(name), at ? text(static_cast<double>(at->value)) : missing, figure(&Figures::least),
                     figure(&Figures::average), figure(&Figures::most)}});
  }
  return rows;
}

void setLineColumns(const Theme& theme, QTableView& table, int width) {
  QHeaderView* head = table.horizontalHeader();
  head->setStretchLastSection(false);
  head->setSectionResizeMode(QHeaderView::Interactive);
  head->setSectionResizeMode(0, QHeaderView::Stretch);
  // With large text columns of one width would leave the names nothing: numbers take what they need.
  const bool large = theme.textScale() > kRoomy;
  for (int column = 1; column < table.model()->columnCount(); ++column) {
    if (large) head->setSectionResizeMode(column, QHeaderView::ResizeToContents);
    if (!large) head->resizeSection(column, scaledWidth(theme, width));
  }
}

}  // namespace cardinal::ui
