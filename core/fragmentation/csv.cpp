// SPDX-License-Identifier: Apache-2.0
#include "core/fragmentation/csv.h"

#include <algorithm>
#include <charconv>

namespace cardinal::fragmentation {
namespace {

constexpr std::size_t kMissing = static_cast<std::size_t>(-1);
constexpr std::size_t kMaxShown = 120;
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

}  // namespace

bool CsvReader::readLine() {
  while (!m_rest.empty()) {
    ++m_line;
    const std::size_t end = std::min(m_rest.find('\n'), m_rest.size());
    std::string_view line = m_rest.substr(0, end);
    m_rest.remove_prefix(std::min(end + 1, m_rest.size()));
    if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
    if (line.empty()) continue;
    m_fields.clear();
    for (std::size_t from = 0; from <= line.size();) {
      const std::size_t comma = std::min(line.find(',', from), line.size());
      m_fields.push_back(line.substr(from, comma - from));
      from = comma + 1;
    }
    return true;
  }
  return false;
}

Result<void> CsvReader::head(const std::vector<std::string_view>& needed,
                             const std::vector<std::string_view>& optional) {
  if (m_rest.substr(0, kByteOrderMark.size()) == kByteOrderMark) m_rest.remove_prefix(kByteOrderMark.size());
  if (!readLine()) m_fields.clear();
  const auto add = [this](std::string_view name) {
    const auto found = std::find(m_fields.begin(), m_fields.end(), name);
    m_names.emplace_back(name);
    m_positions.push_back(found == m_fields.end() ? kMissing : static_cast<std::size_t>(found - m_fields.begin()));
  };
  for (const std::string_view name : needed) {
    add(name);
    if (m_positions.back() == kMissing)
      return unexpected(makeError(ErrorCode::InvalidField, std::string(name), m_file));
  }
  for (const std::string_view name : optional) add(name);
  return {};
}

bool CsvReader::next() {
  return readLine();
}

std::string_view CsvReader::field(std::size_t column) const {
  const std::size_t position = m_positions[column];
  return position < m_fields.size() ? m_fields[position] : std::string_view();
}

Error CsvReader::fault(std::size_t column) const {
  return makeError(ErrorCode::InvalidField, m_names[column], place(), std::string(field(column).substr(0, kMaxShown)));
}

Result<std::int32_t> CsvReader::number(std::size_t column, std::int32_t least, std::int32_t most) const {
  const std::string_view text = field(column);
  std::int32_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool isWhole = error == std::errc() && end == text.data() + text.size();
  if (!isWhole || value < least || value > most) return unexpected(fault(column));
  return value;
}

}  // namespace cardinal::fragmentation
