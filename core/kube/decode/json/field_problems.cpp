// SPDX-License-Identifier: Apache-2.0
#include "core/kube/decode/json/field_problems.h"

#include <algorithm>
#include <unordered_map>

#include "core/kube/decode/parts/limits.h"

namespace cardinal::decode {
namespace {

constexpr std::size_t kMaxProblems = 32;
constexpr std::size_t kMaxProblemText = 200;

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  return text;
}

template <typename Entry, typename KeyOf>
void dropRepeated(SharedList<Entry>& entries, KeyOf key) {
  constexpr std::size_t kQuadraticLimit = 24;
  const SharedList<Entry>& all = entries;
  if (all.empty()) return entries.clear();  // room for entries that were left out
  // As the API server writes them.
  const auto follows = [&key](const Entry& a, const Entry& b) { return !(key(a) < key(b)); };
  if (std::adjacent_find(all.begin(), all.end(), follows) == all.end()) return;
  bool repeated = false;
  if (all.size() <= kQuadraticLimit) {
    for (std::size_t i = 1; i < all.size() && !repeated; ++i) {
      for (std::size_t j = 0; j < i && !repeated; ++j) repeated = key(all[i]) == key(all[j]);
    }
    if (!repeated) return;
  }
  std::unordered_map<std::string_view, std::size_t> last;
  for (std::size_t i = 0; i < all.size(); ++i) last[key(all[i])] = i;
  if (last.size() == all.size()) return;
  SharedList<Entry> kept;
  kept.reserve(last.size());
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (last[key(all[i])] == i) kept.push_back(all[i]);
  }
  entries = std::move(kept);
}

}  // namespace

std::string Path::text() const {
  std::string out = parent != nullptr ? parent->text() : std::string();
  if (bracketed) {
    out.append("[").append(name).append("]");
  } else {
    if (!out.empty()) out.push_back('.');
    out.append(name);
  }
  if (index >= 0) out.append("[").append(std::to_string(index)).append("]");
  return out;
}

void Problems::add(const Path& path, std::string_view value) {
  ++m_found;
  if (m_out.size() >= kMaxProblems) return;
  m_out.push_back(FieldProblem{path.text(), std::string(value.substr(0, kMaxProblemText))});
}

void limitText(std::string& text, const Path& path, Problems& problems) {
  if (text.size() <= kMaxTextBytes) return;
  problems.add(path, text);
  text.resize(kMaxTextBytes);
  while (!text.empty() && (static_cast<unsigned char>(text.back()) & 0xC0U) == 0x80U) text.pop_back();
  if (!text.empty() && static_cast<unsigned char>(text.back()) >= 0xC0U) text.pop_back();
}

void addAmount(std::string_view name, std::string_view amount, ResourceList& out, const Path& path,
               Problems& problems) {
  amount = trimmed(amount);
  const auto quantity = Quantity::parse(amount);
  if (quantity)
    out.push_back(ResourceAmount{std::string(name), *quantity});
  else
    problems.add(Path{&path, name, -1, true}, amount);
}

void dropRepeatedKeys(StringMap& map) {
  dropRepeated(map, [](const auto& entry) -> std::string_view { return entry.first; });
}

void dropRepeatedKeys(ResourceList& list) {
  dropRepeated(list, [](const auto& entry) -> std::string_view { return entry.name; });
}

}  // namespace cardinal::decode
