// SPDX-License-Identifier: Apache-2.0
#include "core/model/tables/tab_table.h"

#include <algorithm>
#include <utility>

#include "core/base/hostile_text.h"

namespace cardinal {

void TabTable::line(std::vector<std::string> cells, std::string rest) {
  m_lines.push_back({std::move(cells), std::move(rest)});
}

std::vector<std::size_t> TabTable::widthsOf(std::size_t column) const {
  constexpr std::size_t kPadding = 2;
  std::vector<std::size_t> widths(m_lines.size(), 0);
  std::size_t first = 0;
  while (first < m_lines.size()) {
    std::size_t end = first;
    std::size_t width = 0;
    while (end < m_lines.size() && m_lines[end].cells.size() > column) {
      width = std::max(width, codePoints(m_lines[end].cells[column]) + kPadding);
      ++end;
    }
    std::fill(widths.begin() + static_cast<std::ptrdiff_t>(first), widths.begin() + static_cast<std::ptrdiff_t>(end),
              width);
    first = std::max(end, first + 1);
  }
  return widths;
}

std::string TabTable::text() const {
  std::size_t columns = 0;
  for (const Line& line : m_lines) columns = std::max(columns, line.cells.size());
  std::vector<std::string> out(m_lines.size());
  for (std::size_t column = 0; column < columns; ++column) {
    const std::vector<std::size_t> widths = widthsOf(column);
    for (std::size_t i = 0; i < m_lines.size(); ++i) {
      if (m_lines[i].cells.size() <= column) continue;
      const std::string& cell = m_lines[i].cells[column];
      out[i] += cell;
      out[i].append(widths[i] - codePoints(cell), ' ');
    }
  }
  std::string text;
  for (std::size_t i = 0; i < m_lines.size(); ++i) text += out[i] + m_lines[i].rest + '\n';
  return text;
}

std::size_t codePoints(std::string_view text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

std::string printable(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t begin = at;
    const char32_t point = codePointAt(text, at);
    // A line end or tab would make another row or column of it.
    if (point == '\n' || point == '\t' || isUnsafe(point)) {
      out += '?';
    } else {
      out.append(text.substr(begin, at - begin));
    }
  }
  return out;
}

}  // namespace cardinal
