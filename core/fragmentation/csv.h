// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"

namespace cardinal::fragmentation {

/// Rows of a comma-separated text with one header line and no quoting; empty lines are passed over. The text must
/// outlive the reader.
class CsvReader {
 public:
  CsvReader(std::string_view text, std::string file) : m_rest(text), m_file(std::move(file)) {}

  /// Reads the header. Error InvalidField (subject = the column, place = file): a column that is needed is missing.
  Result<void> head(const std::vector<std::string_view>& needed, const std::vector<std::string_view>& optional = {});
  /// Moves to the next row; false at the end.
  bool next();

  /// Field of a column by its position in `needed`, then `optional`; empty where the row or file has no such column.
  std::string_view field(std::size_t column) const;
  /// Error InvalidField (subject = the column, place = file and line, detail = what stands there).
  Result<std::int32_t> number(std::size_t column, std::int32_t least, std::int32_t most) const;
  Error fault(std::size_t column) const;
  /// "file:17"
  std::string place() const { return m_file + ":" + std::to_string(m_line); }

 private:
  bool readLine();

  std::string_view m_rest;
  std::string m_file;
  std::size_t m_line = 0;
  std::vector<std::string_view> m_fields;
  std::vector<std::string> m_names;
  std::vector<std::size_t> m_positions;  ///< npos = the file has no such column
};

}  // namespace cardinal::fragmentation
