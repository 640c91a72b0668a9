// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace cardinal {

/// Text aligned as Go's text/tabwriter does with minimal width 0, padding 2, blanks, left aligned: the layout of
/// kubectl-inspect-gpushare. A cell is padded to the widest cell of its column in the run of lines that have this
/// column; the last text of a line belongs to no column and is not padded. Widths count code points.
class TabTable {
 public:
  /// One line: `cells` are aligned, `rest` follows them unpadded.
  void line(std::vector<std::string> cells, std::string rest = {});
  std::string text() const;

 private:
  struct Line {
    std::vector<std::string> cells;
    std::string rest;
  };
  std::vector<std::size_t> widthsOf(std::size_t column) const;
  std::vector<Line> m_lines;
};

/// Code points of UTF-8 text; a stray byte counts as one.
std::size_t codePoints(std::string_view text);
/// Foreign text for a terminal: controls, and marks that turn text around or hide in it, become '?'.
std::string printable(std::string_view text);

}  // namespace cardinal
