// SPDX-License-Identifier: Apache-2.0
#include "core/manifest/yaml/text_check.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <cstdio>

namespace cardinal::yaml {
namespace {

Place placeAt(std::string_view text, std::size_t offset) {
  Place place;
  for (std::size_t i = 0; i < offset && i < text.size(); ++i) {
    if (text[i] == '\n') {
      ++place.line;
      place.column = 1;
    } else if ((static_cast<unsigned char>(text[i]) & 0xC0U) != 0x80U) {
      ++place.column;
    }
  }
  return place;
}

[[noreturn]] void fail(std::string_view text, std::size_t offset, const std::string& source, std::string words) {
  throw Failure{makeError(ErrorCode::ParseFailed, source, describe(placeAt(text, offset)), std::move(words))};
}

/// Bytes of the sequence that starts at `at`; 0 when it is no valid UTF-8 (overlong forms, surrogates, above U+10FFFF).
std::size_t utf8Length(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t i) -> unsigned {
    return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U;
  };
  const auto tail = [&](std::size_t i) { return (byte(i) & 0xC0U) == 0x80U; };
  const unsigned lead = byte(at);
  if (lead < 0x80) return 1;
  if (lead >= 0xC2 && lead <= 0xDF) return tail(at + 1) ? 2 : 0;
  if (lead >= 0xE0 && lead <= 0xEF) {
    const unsigned low = lead == 0xE0 ? 0xA0U : 0x80U;
    const unsigned high = lead == 0xED ? 0x9FU : 0xBFU;
    return byte(at + 1) >= low && byte(at + 1) <= high && tail(at + 2) ? 3 : 0;
  }
  if (lead >= 0xF0 && lead <= 0xF4) {
    const unsigned low = lead == 0xF0 ? 0x90U : 0x80U;
    const unsigned high = lead == 0xF4 ? 0x8FU : 0xBFU;
    return byte(at + 1) >= low && byte(at + 1) <= high && tail(at + 2) && tail(at + 3) ? 4 : 0;
  }
  return 0;
}

void checkCharacters(std::string_view text, const std::string& source) {
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = utf8Length(text, at);
    if (length == 0) fail(text, at, source, "not UTF-8");
    const auto c = static_cast<unsigned char>(text[at]);
    if ((c < 0x20 && c != '\t' && c != '\n' && c != '\r') || c == 0x7F) fail(text, at, source, "control character");
    at += length;
  }
}

std::optional<unsigned> escapeAt(std::string_view text, std::size_t at) {
  if (at + 6 > text.size() || text[at] != '\\' || text[at + 1] != 'u') return std::nullopt;
  unsigned value = 0;
  const char* from = text.data() + at + 2;
  const auto [stop, error] = std::from_chars(from, from + 4, value, 16);
  if (error != std::errc() || stop != from + 4) return std::nullopt;
  return value;
}

/// JSON writes characters above U+FFFF as two \u escapes, which YAML does not know: write them as one \U escape.
std::string joinSurrogates(const std::string& text) {
  if (text.find("\\u") == std::string::npos) return text;
  std::string out;
  out.reserve(text.size());
  for (std::size_t at = 0; at < text.size(); ++at) {
    const auto high = escapeAt(text, at);
    if (high && *high >= 0xD800 && *high <= 0xDBFF) {
      const auto low = escapeAt(text, at + 6);
      if (low && *low >= 0xDC00 && *low <= 0xDFFF) {
        std::array<char, 16> buffer{};
        std::snprintf(buffer.data(), buffer.size(), "\\U%08X",
                      0x10000U + ((*high - 0xD800U) << 10U) + (*low - 0xDC00U));
        out += buffer.data();
        at += 11;
        continue;
      }
    }
    out += text[at];
    if (text[at] == '\\' && at + 1 < text.size()) out += text[++at];
  }
  return out;
}

}  // namespace

std::string cleanText(std::string_view text, const std::string& source) {
  constexpr std::string_view kMark = "\xEF\xBB\xBF";
  if (text.substr(0, kMark.size()) == kMark) text.remove_prefix(kMark.size());
  checkCharacters(text, source);
  std::string out;
  out.reserve(text.size() + 1);
  std::size_t line = 0;  // of `out`
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\r' && i + 1 < text.size() && text[i + 1] == '\n') continue;
    out += text[i];
    if (text[i] != '\n') continue;
    // a mark at the start of a later document: files that were put behind each other
    if (out.compare(line, 3, "---") == 0 && text.substr(i + 1, kMark.size()) == kMark) i += kMark.size();
    line = out.size();
  }
  const auto first = out.find_first_not_of(" \t\n\r");
  return first != std::string::npos && (out[first] == '{' || out[first] == '[') ? joinSurrogates(out) : out;
}

std::optional<Place> tabInIndentation(std::string_view text, int line) {
  constexpr int kLinesBefore = 2;  // the parser often stumbles one line after the tab
  int current = 1;
  std::size_t at = 0;
  while (at <= text.size() && current <= line) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::string_view whole = text.substr(at, end - at);
    const std::size_t content = whole.find_first_not_of(" \t");
    const std::size_t tab = whole.find('\t');
    if (current >= line - kLinesBefore && content != std::string_view::npos && tab < content) {
      return Place{current, static_cast<int>(tab) + 1};
    }
    at = end + 1;
    ++current;
  }
  return std::nullopt;
}

}  // namespace cardinal::yaml
