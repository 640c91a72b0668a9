// SPDX-License-Identifier: Apache-2.0
#include "core/kube/decode/json/json_fault.h"

#include <vector>

namespace cardinal {
namespace {

enum class Expect { Value, ValueOrEnd, KeyOrEnd, Key, Colon, CommaOrEnd, Nothing };

bool isBlank(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

const char* nameOf(Expect expect) {
  switch (expect) {
    case Expect::Value:
      return "a value is expected";
    case Expect::ValueOrEnd:
      return "a value or ] is expected";
    case Expect::KeyOrEnd:
      return "a key or } is expected";
    case Expect::Key:
      return "a key is expected";
    case Expect::Colon:
      return "a colon is expected";
    case Expect::CommaOrEnd:
      return "a comma or the end of the list or object is expected";
    case Expect::Nothing:
      return "nothing more is expected";
  }
  return "";
}

class Walker {
 public:
  explicit Walker(std::string_view text) : m_text(text) {}

  std::optional<JsonFault> walk() {
    while (true) {
      while (m_at < m_text.size() && isBlank(m_text[m_at])) ++m_at;
      if (m_at >= m_text.size()) {
        if (m_expect == Expect::Nothing) return std::nullopt;
        return JsonFault{m_text.size(), true, nameOf(m_expect)};
      }
      if (auto fault = step(m_text[m_at])) return fault;
    }
  }

 private:
  std::optional<JsonFault> wrong() const { return JsonFault{m_at, false, nameOf(m_expect)}; }

  std::optional<JsonFault> step(char c) {
    switch (m_expect) {
      case Expect::Nothing:
        return wrong();
      case Expect::Colon:
        if (c != ':') return wrong();
        ++m_at;
        m_expect = Expect::Value;
        return std::nullopt;
      case Expect::CommaOrEnd:
        return commaOrEnd(c);
      case Expect::KeyOrEnd:
        if (c == '}') return close('{');
        [[fallthrough]];
      case Expect::Key:
        if (c != '"') return wrong();
        m_expect = Expect::Colon;
        return string();
      case Expect::ValueOrEnd:
        if (c == ']') return close('[');
        [[fallthrough]];
      case Expect::Value:
        return value(c);
    }
    return std::nullopt;
  }

  std::optional<JsonFault> commaOrEnd(char c) {
    if (c == ',') {
      ++m_at;
      m_expect = m_open.back() == '{' ? Expect::Key : Expect::Value;
      return std::nullopt;
    }
    if (c == '}') return close('{');
    if (c == ']') return close('[');
    return wrong();
  }

  std::optional<JsonFault> close(char opener) {
    if (m_open.empty() || m_open.back() != opener) return wrong();
    m_open.pop_back();
    ++m_at;
    afterValue();
    return std::nullopt;
  }

  void afterValue() { m_expect = m_open.empty() ? Expect::Nothing : Expect::CommaOrEnd; }

  std::optional<JsonFault> value(char c) {
    if (c == '{' || c == '[') {
      m_open.push_back(c);
      ++m_at;
      m_expect = c == '{' ? Expect::KeyOrEnd : Expect::ValueOrEnd;
      return std::nullopt;
    }
    if (c == '"') {
      auto fault = string();
      if (!fault) afterValue();
      return fault;
    }
    return scalar();
  }

  std::optional<JsonFault> string() {
    for (std::size_t i = m_at + 1; i < m_text.size(); ++i) {
      const auto c = static_cast<unsigned char>(m_text[i]);
      if (c == '\\') {
        ++i;
      } else if (c == '"') {
        m_at = i + 1;
        return std::nullopt;
      } else if (c < 0x20) {
        return JsonFault{i, false, "a control character stands inside a string"};
      }
    }
    return JsonFault{m_text.size(), true, "a string is not closed"};
  }

  std::optional<JsonFault> scalar() {
    std::size_t end = m_at;
    while (end < m_text.size() && !isBlank(m_text[end]) &&
           std::string_view(",:{}[]\"").find(m_text[end]) == std::string_view::npos) {
      ++end;
    }
    const std::string_view word = m_text.substr(m_at, end - m_at);
    for (const std::string_view known : {"true", "false", "null"}) {
      if (word == known) return acceptScalar(end);
      if (end == m_text.size() && !word.empty() && known.substr(0, word.size()) == word)
        return JsonFault{end, true, "a word is cut"};
    }
    if (word.empty() || word.find_first_not_of("+-.0123456789eE") != std::string_view::npos) return wrong();
    if (word[0] != '-' && (word[0] < '0' || word[0] > '9')) return wrong();
    return acceptScalar(end);
  }

  std::optional<JsonFault> acceptScalar(std::size_t end) {
    m_at = end;
    afterValue();
    return std::nullopt;
  }

  std::string_view m_text;
  std::size_t m_at = 0;
  Expect m_expect = Expect::Value;
  std::vector<char> m_open;
};

/// Length of the well-formed UTF-8 sequence at `at`, 0 when there is none (Unicode table 3-7).
std::size_t sequenceLength(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t i) -> unsigned {
    return at + i < text.size() ? static_cast<unsigned char>(text[at + i]) : 0U;
  };
  const auto continues = [&](std::size_t i) { return (byte(i) & 0xC0U) == 0x80U; };
  const unsigned lead = byte(0);
  if (lead < 0x80) return 1;
  if (lead >= 0xC2 && lead <= 0xDF) return continues(1) ? 2 : 0;
  if (lead >= 0xE0 && lead <= 0xEF) {
    const bool tooLow = lead == 0xE0 && byte(1) < 0xA0;
    const bool surrogate = lead == 0xED && byte(1) > 0x9F;
    return continues(1) && continues(2) && !tooLow && !surrogate ? 3 : 0;
  }
  if (lead >= 0xF0 && lead <= 0xF4) {
    const bool tooLow = lead == 0xF0 && byte(1) < 0x90;
    const bool tooHigh = lead == 0xF4 && byte(1) > 0x8F;
    return continues(1) && continues(2) && continues(3) && !tooLow && !tooHigh ? 4 : 0;
  }
  return 0;
}

}  // namespace

std::optional<JsonFault> findJsonFault(std::string_view text) {
  return Walker(text).walk();
}

std::string repairUtf8(std::string_view text) {
  std::string out;
  out.reserve(text.size() + text.size() / 16 + 128);
  std::size_t at = 0;
  while (at < text.size()) {
    const std::size_t length = sequenceLength(text, at);
    if (length == 0) {
      out += "\xEF\xBF\xBD";
      ++at;
    } else {
      out.append(text, at, length);
      at += length;
    }
  }
  return out;
}

}  // namespace cardinal
