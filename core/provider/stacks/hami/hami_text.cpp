// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <charconv>

#include "core/provider/stacks/hami/hami.h"

namespace cardinal::hami {
namespace detail {

std::optional<std::int64_t> goInteger(std::string_view text, int bits) noexcept {
  if (!text.empty() && text[0] == '+') {
    text.remove_prefix(1);
    if (!text.empty() && text[0] == '-') return std::nullopt;
  }
  std::int64_t value = 0;
  const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (fault != std::errc() || end != text.data() + text.size()) return std::nullopt;
  if (bits == 32 && (value < INT32_MIN || value > INT32_MAX)) return std::nullopt;
  return value;
}

std::string_view trimmed(std::string_view text) noexcept {
  constexpr std::string_view kBlank = " \t\n\v\f\r";
  const std::size_t first = text.find_first_not_of(kBlank);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kBlank) - first + 1);
}

std::string capitals(std::string_view text) {
  std::string out(text);
  for (char& c : out) {
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  }
  return out;
}

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> out;
  for (;;) {
    const std::size_t at = text.find(separator);
    out.push_back(text.substr(0, at));
    if (at == std::string_view::npos) return out;
    text.remove_prefix(at + 1);
  }
}

std::string quoted(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    if (c == '\n')
      out += "\\n";
    else if (c == '\t')
      out += "\\t";
    else if (c == '\r')
      out += "\\r";
    else
      out += c;
  }
  return out + "\"";
}

std::string clip(std::string_view text) {
  constexpr std::size_t kMax = 120;
  return std::string(text.substr(0, kMax));
}

}  // namespace detail

namespace {

/// How far a text follows Go's layout of a time; `element` is the first part that does not.
struct LayoutMatch {
  std::string_view rest;
  std::string_view element;  ///< empty = everything matched
};

bool takeDigits(std::string_view& text, std::size_t count) {
  if (text.size() < count) return false;
  for (std::size_t i = 0; i < count; ++i) {
    if (text[i] < '0' || text[i] > '9') return false;
  }
  text.remove_prefix(count);
  return true;
}

bool takeZone(std::string_view& text) {
  if (!text.empty() && text[0] == 'Z') {
    text.remove_prefix(1);
    return true;
  }
  if (text.size() < 6 || (text[0] != '+' && text[0] != '-') || text[3] != ':') return false;
  std::string_view hours = text.substr(1, 2);
  std::string_view minutes = text.substr(4, 2);
  if (!takeDigits(hours, 2) || !takeDigits(minutes, 2)) return false;
  text.remove_prefix(6);
  return true;
}

void skipFraction(std::string_view& text) {
  if (text.size() < 2 || (text[0] != '.' && text[0] != ',') || text[1] < '0' || text[1] > '9') return;
  text.remove_prefix(1);
  while (!text.empty() && text[0] >= '0' && text[0] <= '9') text.remove_prefix(1);
}

LayoutMatch matchRfc3339(std::string_view text) {
  struct Part {
    std::string_view element;
    std::size_t digits;
  };
  constexpr std::array<Part, 11> kParts{{{"2006", 4},
                                         {"-", 0},
                                         {"01", 2},
                                         {"-", 0},
                                         {"02", 2},
                                         {"T", 0},
                                         {"15", 2},
                                         {":", 0},
                                         {"04", 2},
                                         {":", 0},
                                         {"05", 2}}};
  for (const Part& part : kParts) {
    if (part.digits == 0) {
      if (text.substr(0, 1) != part.element) return {text, part.element};
      text.remove_prefix(1);
    } else if (!takeDigits(text, part.digits)) {
      return {text, part.element};
    }
  }
  skipFraction(text);
  if (!takeZone(text)) return {text, "Z07:00"};
  return {text, {}};
}

/// In the words of Go's time.Parse; empty = a time.
std::string timeError(std::string_view text) {
  const std::string start = "parsing time " + detail::quoted(text);
  const LayoutMatch match = matchRfc3339(text);
  if (!match.element.empty()) {
    return start + " as \"2006-01-02T15:04:05Z07:00\": cannot parse " + detail::quoted(match.rest) + " as " +
           detail::quoted(match.element);
  }
  return match.rest.empty() ? std::string() : start + ": extra text: " + detail::quoted(match.rest);
}

}  // namespace

NodeLock readNodeLock(std::string_view text) {
  NodeLock out;
  out.present = true;
  out.text = std::string(text);
  std::string_view time = text;
  if (text.find(',') != std::string_view::npos) {
    const auto parts = detail::split(text, ',');
    if (parts.size() != 3) {
      out.parseError = "malformed lock annotation: expected 3 parts, got " + std::to_string(parts.size()) + " from " +
                       std::string(text);
      return out;
    }
    time = parts[0];
    out.holder = {std::string(parts[1]), std::string(parts[2])};
  }
  out.parseError = timeError(time);
  if (!out.parseError.empty()) return out;
  out.since = parseRfc3339(time.data(), time.data() + time.size());
  if (out.since == 0) out.parseError = "parsing time " + detail::quoted(time) + ": out of range";
  return out;
}

}  // namespace cardinal::hami
