// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <string>
#include <tuple>
#include <vector>

namespace cardinal::testing {

/// The one normalisation under which an inspect text of the original and one of ours are compared: the original's order
/// of node rows, node sections and pod rows is random (Go map iteration), and the first one printed sets the dash
/// length. Rows and sections go by node name, pod rows by lowest card, namespace, name with those without a card last;
/// dash lines are recomputed from what is then first (docs/reference/gpushare.md 4.2, 4.3).
namespace inspect_text {

inline std::vector<std::string> linesOf(const std::string& text) {
  std::vector<std::string> lines;
  std::size_t at = 0;
  while (at < text.size()) {
    const std::size_t end = text.find('\n', at);
    lines.push_back(text.substr(at, end - at));
    if (end == std::string::npos) break;
    at = end + 1;
  }
  return lines;
}

inline std::string joined(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  return text;
}

inline std::vector<std::string> wordsOf(const std::string& line) {
  std::vector<std::string> words;
  std::size_t at = 0;
  while ((at = line.find_first_not_of(' ', at)) != std::string::npos) {
    const std::size_t end = std::min(line.find(' ', at), line.size());
    words.push_back(line.substr(at, end - at));
    at = end;
  }
  return words;
}

inline bool isDashes(const std::string& line) {
  return !line.empty() && line.find_first_not_of('-') == std::string::npos;
}

/// Bytes of a row before alignment: no cell holds a blank, each of `cells` cells has one TAB, the line one newline.
inline std::size_t rawLength(const std::string& row, std::size_t cells) {
  const auto text = row.size() - static_cast<std::size_t>(std::count(row.begin(), row.end(), ' '));
  return text + cells + 1;
}

struct Section {
  std::string name;
  std::vector<std::string> lines;  ///< without the dash line
  std::size_t podBytes = 0;
};

inline Section sortedSection(std::vector<std::string> lines) {
  Section section;
  section.name = wordsOf(lines.at(1)).back();
  const std::size_t header = 4;
  const std::vector<std::string> titles = wordsOf(lines.at(header));
  const auto cards = static_cast<std::size_t>(
      std::count_if(titles.begin(), titles.end(), [](const std::string& title) { return title.rfind("GPU", 0) == 0; }));
  const auto orderOf = [cards](const std::string& row) {
    const std::vector<std::string> words = wordsOf(row);
    std::size_t lowest = cards;
    for (std::size_t card = cards; card-- > 0;) {
      if (words.at(2 + card) != "0") lowest = card;
    }
    return std::make_tuple(lowest, words.at(1), words.at(0));
  };
  const auto first = lines.begin() + static_cast<std::ptrdiff_t>(header) + 1;
  const auto last = lines.end() - 2;
  std::sort(first, last, [&](const std::string& a, const std::string& b) { return orderOf(a) < orderOf(b); });
  for (auto row = first; row != last; ++row) section.podBytes += rawLength(*row, titles.size());
  section.lines = std::move(lines);
  return section;
}

}  // namespace inspect_text

inline std::string normalisedSummary(const std::string& text) {
  using namespace inspect_text;
  std::vector<std::string> lines = linesOf(text);
  const auto dashes = std::find_if(lines.begin() + 1, lines.end(),
                                   [](const std::string& line) { return line.empty() || isDashes(line); });
  std::sort(lines.begin() + 1, dashes,
            [](const std::string& a, const std::string& b) { return wordsOf(a).front() < wordsOf(b).front(); });
  if (dashes != lines.begin() + 1) {
    // "GPU Memory(GiB)" is two words and no cell: the cells are all words but these.
    const std::size_t cells = wordsOf(lines.front()).size() - 2;
    *dashes = std::string(20 + rawLength(lines.at(1), cells), '-');
  }
  return joined(lines);
}

inline std::string normalisedDetails(const std::string& text) {
  using namespace inspect_text;
  std::vector<Section> sections;
  std::vector<std::string> current;
  for (const std::string& line : linesOf(text)) {
    if (isDashes(line)) {
      sections.push_back(sortedSection(std::move(current)));
      current.clear();
    } else {
      current.push_back(line);
    }
  }
  std::sort(sections.begin(), sections.end(), [](const Section& a, const Section& b) { return a.name < b.name; });
  std::string out;
  for (const Section& section : sections) {
    out += joined(section.lines) + std::string(10 + sections.front().podBytes, '-') + "\n";
  }
  return out + joined(current);
}

}  // namespace cardinal::testing
