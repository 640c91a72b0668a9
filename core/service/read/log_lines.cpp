// SPDX-License-Identifier: Apache-2.0
#include "core/service/read/log_lines.h"

#include <algorithm>
#include <utility>

namespace cardinal {
namespace {

constexpr char kEscape = '\x1b';
constexpr char kBell = '\a';

/// Behind a terminal sequence that begins at `at` (ECMA-48: CSI parameters end with a byte from @ to ~; OSC texts with
/// BEL or ESC \).
std::size_t behindSequence(std::string_view line, std::size_t at) {
  std::size_t next = at + 1;
  if (next >= line.size()) return line.size();
  if (line[next] == '[') {
    const auto end = std::find_if(line.begin() + static_cast<std::ptrdiff_t>(next) + 1, line.end(),
                                  [](char c) { return c >= '@' && c <= '~'; });
    return end == line.end() ? line.size() : static_cast<std::size_t>(end - line.begin()) + 1;
  }
  if (line[next] != ']') return next + 1;
  for (++next; next < line.size(); ++next) {
    if (line[next] == kBell) return next + 1;
    if (line[next] == kEscape) return std::min(next + 2, line.size());
  }
  return line.size();
}

std::string withoutSequences(std::string_view line) {
  std::string out;
  out.reserve(line.size());
  for (std::size_t at = 0; at < line.size();) {
    const std::size_t escape = std::min(line.find(kEscape, at), line.size());
    out.append(line.substr(at, escape - at));
    at = escape == line.size() ? escape : behindSequence(line, escape);
  }
  return out;
}

/// Half a character at the place of the cut would spoil the line.
void sayWhatIsLeftOut(std::string& text, std::size_t left) {
  const auto byte = [&text] { return static_cast<unsigned char>(text.back()); };
  const std::size_t before = text.size();
  while (!text.empty() && (byte() & 0xC0U) == 0x80U) text.pop_back();
  if (!text.empty() && byte() >= 0xC0U) text.pop_back();
  text += " \xE2\x80\xA6 +" + std::to_string(left + before - text.size()) + " B";
}

}  // namespace

void LogLines::feed(std::string_view bytes) {
  while (!bytes.empty()) {
    const std::size_t stop = bytes.find('\n');
    const std::string_view part = bytes.substr(0, stop);
    const std::size_t room = kMaxBytes - m_open.size();
    m_open.append(part.substr(0, room));
    m_left += part.size() - std::min(part.size(), room);
    if (stop == std::string_view::npos) return;
    end();
    bytes.remove_prefix(stop + 1);
  }
}

void LogLines::end() {
  std::string_view line = m_open;
  if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
  if (const auto over = line.rfind('\r'); over != std::string_view::npos) line.remove_prefix(over + 1);
  std::string text = line.find(kEscape) == std::string_view::npos ? std::string(line) : withoutSequences(line);
  if (m_left > 0) sayWhatIsLeftOut(text, m_left);
  m_lines.push_back(std::move(text));
  m_open.clear();
  m_left = 0;
}

void LogLines::finish() {
  if (!m_open.empty() || m_left > 0) end();
}

std::vector<std::string> LogLines::take() {
  return std::exchange(m_lines, {});
}

}  // namespace cardinal
