// SPDX-License-Identifier: Apache-2.0
#include "app/program/table.h"

#include <algorithm>
#include <array>

namespace cardinal::app {

namespace {

struct Range {
  uint first;
  uint last;
};

// East Asian Wide and Fullwidth, by the blocks that terminals draw in two cells (Unicode UAX 11).
constexpr std::array<Range, 9> kWide{{{0x1100, 0x115F},
                                      {0x2E80, 0x303E},
                                      {0x3041, 0xA4CF},
                                      {0xAC00, 0xD7A3},
                                      {0xF900, 0xFAFF},
                                      {0xFE30, 0xFE6F},
                                      {0xFF00, 0xFF60},
                                      {0x1F300, 0x1FAFF},
                                      {0x20000, 0x3FFFD}}};

bool isWide(uint code) {
  return std::any_of(kWide.begin(), kWide.end(), [code](const Range& r) { return code >= r.first && code <= r.last; });
}

}  // namespace

int displayWidth(const QString& text) {
  int width = 0;
  for (const uint code : text.toUcs4()) {
    const auto category = QChar::category(code);
    if (category == QChar::Mark_NonSpacing || category == QChar::Mark_Enclosing) continue;
    width += isWide(code) ? 2 : 1;
  }
  return width;
}

void Table::alignRight(int column) {
  m_right.push_back(column);
}

void Table::add(QStringList cells) {
  const auto columns = m_rows.front().size();
  while (cells.size() < columns) cells.append(QString());
  m_rows.push_back(cells.mid(0, columns));
}

QString Table::toString() const {
  std::vector<int> widths(static_cast<std::size_t>(m_rows.front().size()), 0);
  for (const auto& row : m_rows) {
    for (qsizetype c = 0; c < row.size(); ++c) {
      auto& width = widths[static_cast<std::size_t>(c)];
      width = std::max(width, displayWidth(row.at(c)));
    }
  }
  QString out;
  for (const auto& row : m_rows) {
    QString line;
    for (qsizetype c = 0; c < row.size(); ++c) {
      const QString blanks(widths[static_cast<std::size_t>(c)] - displayWidth(row.at(c)), QLatin1Char(' '));
      const bool right = std::find(m_right.begin(), m_right.end(), static_cast<int>(c)) != m_right.end();
      line += right ? blanks + row.at(c) : row.at(c) + blanks;
      line += QLatin1String("  ");
    }
    while (line.endsWith(QLatin1Char(' '))) line.chop(1);
    out += line + QLatin1Char('\n');
  }
  return out;
}

}  // namespace cardinal::app
