// SPDX-License-Identifier: Apache-2.0
#include "core/manifest/yaml/template_mark.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace cardinal::yaml {
namespace {

constexpr std::array<std::string_view, 19> kWords{
    "if",  "else",    "end",      "range",  "with",   "define", "template", "include", "block", "toYaml",
    "tpl", "default", "required", "lookup", "printf", "quote",  "fail",     "eq",      "not"};

bool isWordEnd(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) == 0 && c != '_' && c != '.';
}

/// What follows "{{".
bool isAction(std::string_view rest) {
  if (rest.substr(0, 1) == "-" || rest.substr(0, 2) == "/*") return true;
  const std::size_t at = rest.find_first_not_of(' ');
  if (at == std::string_view::npos) return false;
  rest.remove_prefix(at);
  if (rest.front() == '.' || rest.front() == '(' || rest.substr(0, 2) == "$." || rest.find(":=") < rest.find("}}"))
    return true;
  return std::any_of(kWords.begin(), kWords.end(), [rest](std::string_view word) {
    return rest.substr(0, word.size()) == word && (rest.size() == word.size() || isWordEnd(rest[word.size()]));
  });
}

}  // namespace

std::optional<Place> templateMark(std::string_view text, int firstLine) {
  for (std::size_t at = text.find("{{"); at != std::string_view::npos; at = text.find("{{", at + 2)) {
    if (!isAction(text.substr(at + 2))) continue;
    const std::string_view before = text.substr(0, at);
    const std::size_t lineStart = before.rfind('\n') + 1;  // npos + 1 = 0
    const auto lines = std::count(before.begin(), before.end(), '\n');
    return Place{firstLine + static_cast<int>(lines), static_cast<int>(at - lineStart) + 1};
  }
  return std::nullopt;
}

}  // namespace cardinal::yaml
