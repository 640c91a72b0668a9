// SPDX-License-Identifier: Apache-2.0
#include "core/service/read/masked_lines.h"

#include <algorithm>
#include <string_view>

namespace cardinal {
namespace {

std::vector<std::string_view> linesOf(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    lines.push_back(text.substr(0, end));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  return lines;
}

std::size_t indentOf(std::string_view line) {
  return std::min(line.find_first_not_of(' '), line.size());
}

/// Without the last applied configuration, which stands in the open text only.
std::vector<std::string_view> withoutApplied(const std::vector<std::string_view>& lines) {
  constexpr std::string_view kApplied = "kubectl.kubernetes.io/last-applied-configuration:";
  constexpr std::string_view kAnnotations = "annotations:";
  std::vector<std::string_view> out;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const std::size_t indent = indentOf(lines[i]);
    if (lines[i].substr(indent, kApplied.size()) != kApplied) {
      out.push_back(lines[i]);
      continue;
    }
    while (i + 1 < lines.size() && indentOf(lines[i + 1]) > indent) ++i;
    const bool wasOnly = i + 1 == lines.size() || indentOf(lines[i + 1]) < indent;
    const auto isHead = [&] { return out.back().substr(indentOf(out.back())) == kAnnotations; };
    if (wasOnly && !out.empty() && isHead()) out.pop_back();
  }
  return out;
}

/// Up to the masked value both lines are equal, but for the marks of quoted and of block texts.
bool mayBeMasked(std::string_view masked, std::string_view open) {
  const std::size_t at = masked.find(kMasked);
  if (at == std::string_view::npos) return false;
  const auto same = static_cast<std::size_t>(
      std::mismatch(masked.begin(), masked.end(), open.begin(), open.end()).first - masked.begin());
  if (same >= at) return true;
  const std::string_view before = masked.substr(0, same);
  const bool beginsValue = before.ends_with(": ") || before.ends_with("- ");
  return beginsValue && same < open.size() && open[same] != ' ';
}

}  // namespace

std::vector<MaskedLine> maskedLines(const std::string& masked, const std::string& open) {
  const auto veiled = linesOf(masked);
  const auto bare = withoutApplied(linesOf(open));
  std::vector<MaskedLine> out;
  std::size_t at = 0;
  for (std::size_t i = 0; i < veiled.size(); ++i) {
    if (at < bare.size() && veiled[i] == bare[at]) {
      ++at;
      continue;
    }
    if (at >= bare.size() || !mayBeMasked(veiled[i], bare[at])) return {};
    // A value of several lines goes on until the next line that both texts have, or that is masked itself.
    std::size_t end = at + 1;
    const auto goesOn = [&] {
      if (end == bare.size() || (!bare[end].empty() && indentOf(bare[end]) <= indentOf(veiled[i]))) return false;
      return i + 1 == veiled.size() || (veiled[i + 1] != bare[end] && !mayBeMasked(veiled[i + 1], bare[end]));
    };
    while (goesOn()) ++end;
    std::string value(bare[at]);
    for (std::size_t line = at + 1; line < end; ++line) value.append("\n").append(bare[line]);
    out.push_back({static_cast<int>(i), std::move(value)});
    at = end;
  }
  return at == bare.size() ? out : std::vector<MaskedLine>();
}

}  // namespace cardinal
