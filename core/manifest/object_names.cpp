// SPDX-License-Identifier: Apache-2.0
#include "core/manifest/object_names.h"

#include <algorithm>
#include <cstddef>

namespace cardinal {
namespace {

constexpr std::size_t kMaxLabel = 63;
constexpr std::size_t kMaxSubdomain = 253;

bool isLower(char c) {
  return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
}
bool isAlnum(char c) {
  return isLower(c) || (c >= 'A' && c <= 'Z');
}

}  // namespace

bool isDnsLabel(std::string_view text) {
  return text.size() <= kMaxLabel && isDnsSubdomain(text) && text.find('.') == std::string_view::npos;
}

bool isDnsSubdomain(std::string_view text) {
  if (text.empty() || text.size() > kMaxSubdomain) return false;
  char previous = '.';
  for (const char c : text) {
    const bool edge = c == '-' || c == '.';
    // A dot or hyphen never stands at the start of a part, a dot never follows a hyphen.
    if (!isLower(c) && !edge) return false;
    if (edge && previous == '.') return false;
    if (c == '.' && previous == '-') return false;
    previous = c;
  }
  return isLower(previous);
}

bool isLabelText(std::string_view text) {
  if (text.empty() || text.size() > kMaxLabel || !isAlnum(text.front()) || !isAlnum(text.back())) return false;
  return std::all_of(text.begin(), text.end(), [](char c) { return isAlnum(c) || c == '-' || c == '_' || c == '.'; });
}

bool isQualifiedName(std::string_view key) {
  const auto slash = key.find('/');
  if (slash == std::string_view::npos) return isLabelText(key);
  return isDnsSubdomain(key.substr(0, slash)) && isLabelText(key.substr(slash + 1));
}

}  // namespace cardinal
