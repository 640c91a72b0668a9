// SPDX-License-Identifier: Apache-2.0
#include "core/alloc/cel/token.h"

#include <algorithm>
#include <charconv>

namespace cardinal::cel {
namespace {

constexpr std::string_view kTwoSigns[] = {"==", "!=", "<=", ">=", "&&", "||"};
constexpr std::string_view kOneSign = "()[].,?:<>!+-*/%";
constexpr std::size_t kMaxShown = 24;

bool isDigit(char c) {
  return c >= '0' && c <= '9';
}
bool startsName(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
bool isBlank(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f';
}

}  // namespace

Token Lexer::bad(std::size_t from) const {
  return {Token::Kind::Bad, std::string(m_text.substr(from, kMaxShown)), 0, from};
}

void Lexer::skipBlanks() {
  while (m_at < m_text.size()) {
    if (isBlank(m_text[m_at])) {
      ++m_at;
    } else if (peek() == '/' && peek(1) == '/') {
      m_at = std::min(m_text.find('\n', m_at), m_text.size());
    } else {
      return;
    }
  }
}

Token Lexer::next() {
  skipBlanks();
  const std::size_t from = m_at;
  if (from >= m_text.size()) return {Token::Kind::End, {}, 0, from};
  const char c = peek();
  const bool isRaw = c == 'r' || c == 'R';
  if (c == '"' || c == '\'') return quoted(from, false);
  if (isRaw && (peek(1) == '"' || peek(1) == '\'')) {
    ++m_at;
    return quoted(from, true);
  }
  if ((c == 'b' || c == 'B') && (peek(1) == '"' || peek(1) == '\'')) return bad(from);
  if (startsName(c)) return name(from);
  if (isDigit(c)) return number(from);
  for (const std::string_view sign : kTwoSigns) {
    if (m_text.substr(m_at, 2) != sign) continue;
    m_at += 2;
    return {Token::Kind::Sign, std::string(sign), 0, from};
  }
  if (kOneSign.find(c) == std::string_view::npos) return bad(from);
  ++m_at;
  return {Token::Kind::Sign, std::string(1, c), 0, from};
}

Token Lexer::number(std::size_t from) {
  const bool hex = peek() == '0' && (peek(1) == 'x' || peek(1) == 'X');
  const char* begin = m_text.data() + m_at + (hex ? 2 : 0);
  const char* end = m_text.data() + m_text.size();
  Token out{Token::Kind::Int, {}, 0, from};
  const auto [stop, error] = std::from_chars(begin, end, out.integer, hex ? 16 : 10);
  if (error != std::errc() || stop == begin || *begin == '-') return bad(from);
  m_at = static_cast<std::size_t>(stop - m_text.data());
  // Doubles and unsigned numbers: no attribute has such a value.
  const bool isDouble = (peek() == '.' && isDigit(peek(1))) || peek() == 'e' || peek() == 'E';
  if (isDouble || startsName(peek())) return bad(from);
  return out;
}

Token Lexer::name(std::size_t from) {
  while (startsName(peek()) || isDigit(peek())) ++m_at;
  return {Token::Kind::Name, std::string(m_text.substr(from, m_at - from)), 0, from};
}

bool Lexer::escape(std::string& out) {
  constexpr std::string_view kFrom = "\\\"'`?abfnrtv";
  constexpr std::string_view kTo = "\\\"'`?\a\b\f\n\r\t\v";
  const std::size_t found = m_at < m_text.size() ? kFrom.find(peek()) : std::string_view::npos;
  if (found == std::string_view::npos) return false;
  out.push_back(kTo[found]);
  ++m_at;
  return true;
}

Token Lexer::quoted(std::size_t from, bool raw) {
  const char mark = peek();
  const std::string three(3, mark);
  const bool isLong = m_text.substr(m_at, 3) == three;
  const std::string_view end = isLong ? std::string_view(three) : std::string_view(three).substr(0, 1);
  m_at += end.size();
  Token out{Token::Kind::Text, {}, 0, from};
  while (m_at < m_text.size()) {
    if (m_text.substr(m_at, end.size()) == end) {
      m_at += end.size();
      return out;
    }
    const char c = m_text[m_at++];
    if (c == '\n' && !isLong) return bad(from);
    if (c == '\\' && !raw) {
      if (!escape(out.text)) return bad(from);
    } else {
      out.text.push_back(c);
    }
  }
  return bad(from);
}

}  // namespace cardinal::cel
