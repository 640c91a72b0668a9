// SPDX-License-Identifier: Apache-2.0
#include "core/provider/stacks/ack/allocation_map.h"

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>

#include "core/base/saturate.h"
#include "core/provider/gpu_keys.h"

namespace cardinal::provider {
namespace {

// Go keeps repeated card keys apart by their text ("1" and "+1" are two entries), so the text is the key here too.
using InnerMap = std::vector<std::pair<std::string, std::int64_t>>;
using OuterMap = std::vector<std::pair<std::int64_t, InnerMap>>;

template <typename Map, typename Key, typename Value>
void assign(Map& map, Key&& key, Value&& value) {
  const auto it = std::find_if(map.begin(), map.end(), [&](const auto& entry) { return entry.first == key; });
  if (it != map.end())
    it->second = std::forward<Value>(value);
  else
    map.emplace_back(std::forward<Key>(key), std::forward<Value>(value));
}

/// Recursive descent over exactly this shape; anything else is an error. No allocation by announced sizes.
class MapParser {
 public:
  explicit MapParser(std::string_view text) : m_text(text) {}

  bool parse(OuterMap& out) {
    skipBlanks();
    if (!takeNull() && !parseOuter(out)) return false;
    skipBlanks();
    return m_at == m_text.size();
  }

 private:
  bool parseOuter(OuterMap& out) {
    return parseObject([&](const std::string& key) {
      std::int64_t container = 0;
      if (!parseGoInteger(key, container)) return false;
      InnerMap inner;
      if (!takeNull() && !parseInner(inner)) return false;
      if (out.size() >= kMaxEntries) return false;
      assign(out, container, std::move(inner));
      return true;
    });
  }

  bool parseInner(InnerMap& out) {
    return parseObject([&](const std::string& key) {
      std::int64_t amount = 0;
      if (!takeNull() && !parseInteger(amount)) return false;
      if (out.size() >= kMaxEntries) return false;
      assign(out, key, amount);
      return true;
    });
  }

  template <typename Member>
  bool parseObject(Member member) {
    if (!take('{')) return false;
    skipBlanks();
    if (take('}')) return true;
    for (;;) {
      std::string key;
      skipBlanks();
      if (!parseString(key)) return false;
      skipBlanks();
      if (!take(':')) return false;
      skipBlanks();
      if (!member(key)) return false;
      skipBlanks();
      if (take('}')) return true;
      if (!take(',')) return false;
    }
  }

  // Keys are integers, so any character that a key cannot hold makes the annotation invalid anyway.
  bool parseString(std::string& out) {
    if (!take('"')) return false;
    while (m_at < m_text.size()) {
      const char c = m_text[m_at++];
      if (c == '"') return true;
      if (c != '\\') {
        out += c;
        continue;
      }
      if (m_text.substr(m_at, 3) != "u00" || m_at + 5 > m_text.size()) return false;
      std::int64_t code = 0;
      if (!parseHexByte(m_text.substr(m_at + 3, 2), code)) return false;
      out += static_cast<char>(code);
      m_at += 5;
    }
    return false;
  }

  static bool parseHexByte(std::string_view digits, std::int64_t& value) {
    value = 0;
    for (const char c : digits) {
      const int digit = c >= '0' && c <= '9'   ? c - '0'
                        : c >= 'a' && c <= 'f' ? c - 'a' + 10
                        : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                               : -1;
      if (digit < 0) return false;
      value = value * 16 + digit;
    }
    return value < 0x80;
  }

  bool parseInteger(std::int64_t& value) {
    const std::size_t first = m_at;
    if (m_at < m_text.size() && m_text[m_at] == '-') ++m_at;
    const std::size_t digits = m_at;
    while (m_at < m_text.size() && m_text[m_at] >= '0' && m_text[m_at] <= '9') ++m_at;
    const bool leadingZero = m_at - digits > 1 && m_text[digits] == '0';
    if (m_at == digits || leadingZero) return false;
    return parseGoInteger(m_text.substr(first, m_at - first), value);
  }

  void skipBlanks() {
    while (m_at < m_text.size() &&
           (m_text[m_at] == ' ' || m_text[m_at] == '\t' || m_text[m_at] == '\n' || m_text[m_at] == '\r'))
      ++m_at;
  }
  bool take(char c) {
    if (m_at >= m_text.size() || m_text[m_at] != c) return false;
    ++m_at;
    return true;
  }
  bool takeNull() {
    if (m_text.substr(m_at, 4) != "null") return false;
    m_at += 4;
    return true;
  }

  // A pod has tens of containers and a node tens of cards; beyond this the text is an attack on the linear search.
  static constexpr std::size_t kMaxEntries = 1024;
  std::string_view m_text;
  std::size_t m_at = 0;
};

void addToCard(std::vector<CardAmount>& cards, CardIndex card, std::int64_t amount) {
  const auto it = std::lower_bound(cards.begin(), cards.end(), card,
                                   [](const CardAmount& entry, CardIndex wanted) { return entry.card < wanted; });
  if (it != cards.end() && it->card == card)
    it->amount = saturatedSum(it->amount, amount);
  else
    cards.insert(it, CardAmount{card, amount});
}

// Nearly every annotation is {"0":{"3":8}}: one digit, one digit, a number. For it no maps are built.
std::optional<CardAmount> parseSingle(std::string_view json) {
  constexpr std::string_view kPattern = R"({"0":{"0":)";
  constexpr std::size_t kContainer = 2;
  constexpr std::size_t kCard = 7;
  if (json.size() < kPattern.size() + 3 || json.substr(json.size() - 2) != "}}") return std::nullopt;
  for (std::size_t i = 0; i < kPattern.size(); ++i) {
    const bool digit = i == kContainer || i == kCard;
    if (digit ? json[i] < '0' || json[i] > '9' : json[i] != kPattern[i]) return std::nullopt;
  }
  const std::string_view number = json.substr(kPattern.size(), json.size() - kPattern.size() - 2);
  std::int64_t amount = 0;
  if (number[0] < '1' || number[0] > '9' || !parseGoInteger(number, amount)) return std::nullopt;
  return CardAmount{json[kCard] - '0', amount};
}

}  // namespace

std::optional<std::vector<CardAmount>> parseAllocationMap(std::string_view json) {
  if (const auto single = parseSingle(json)) return std::vector<CardAmount>{*single};
  OuterMap map;
  if (!MapParser(json).parse(map)) return std::nullopt;
  std::vector<CardAmount> cards;
  for (const auto& [container, inner] : map) {
    for (const auto& [key, amount] : inner) {
      CardIndex card = kPendingCard;
      if (!parseCardIndex(key, card)) return std::nullopt;
      addToCard(cards, card, amount);
    }
  }
  return cards;
}

}  // namespace cardinal::provider
