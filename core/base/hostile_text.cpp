// SPDX-License-Identifier: Apache-2.0
#include "core/base/hostile_text.h"

namespace cardinal {
namespace {

constexpr char32_t kReplacement = 0xFFFD;

void appendEscape(std::string& out, unsigned unit) {
  constexpr char kHex[] = "0123456789abcdef";
  out += "\\u";
  for (int shift = 12; shift >= 0; shift -= 4) out += kHex[unit >> static_cast<unsigned>(shift) & 0xFU];
}

}  // namespace

char32_t codePointAt(std::string_view text, std::size_t& at) {
  const auto first = static_cast<unsigned char>(text[at++]);
  if (first < 0x80U) return first;
  const unsigned more = first >= 0xF0U && first < 0xF8U ? 3 : first >= 0xE0U ? 2 : first >= 0xC0U ? 1 : 0;
  if (more == 0 || first >= 0xF8U) return kReplacement;
  char32_t point = first & (0x3FU >> more);
  for (unsigned i = 0; i < more; ++i) {
    const auto next = at < text.size() ? static_cast<unsigned char>(text[at]) : 0U;
    if ((next & 0xC0U) != 0x80U) return kReplacement;
    point = point << 6U | (next & 0x3FU);
    ++at;
  }
  return point;
}

bool isUnsafe(char32_t point) {
  if (point == '\n' || point == '\t') return false;
  return point < 0x20 || (point >= 0x7F && point < 0xA0) || point == 0xAD || point == 0x61C || point == 0x180E ||
         (point >= 0x200B && point <= 0x200F) || (point >= 0x2028 && point <= 0x202E) ||
         (point >= 0x2060 && point <= 0x206F) || point == 0xFEFF || (point >= 0xFFF0 && point <= 0xFFFB) ||
         (point >= 0xE0000 && point <= 0xE0FFF);
}

std::string withEscapes(std::string_view json) {
  std::string out;
  out.reserve(json.size());
  for (std::size_t at = 0; at < json.size();) {
    const std::size_t begin = at;
    const char32_t point = codePointAt(json, at);
    if (!isUnsafe(point)) {
      out.append(json.substr(begin, at - begin));
    } else if (point > 0xFFFF) {
      const auto above = static_cast<unsigned>(point) - 0x10000U;
      appendEscape(out, 0xD800U + (above >> 10U));
      appendEscape(out, 0xDC00U + (above & 0x3FFU));
    } else {
      appendEscape(out, static_cast<unsigned>(point));
    }
  }
  return out;
}

}  // namespace cardinal
