// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

// Private to core/alloc/cel.

namespace cardinal::cel {

struct Token {
  enum class Kind : std::uint8_t { End, Name, Text, Int, Sign, Bad };
  Kind kind = Kind::End;
  std::string text;  ///< of a literal: without quotes and escapes; of Bad: what is there
  std::int64_t integer = 0;
  std::size_t at = 0;  ///< 0-based position in the expression
};

/// Cuts an expression into tokens, one at a time. After Bad no more tokens are to be read.
class Lexer {
 public:
  explicit Lexer(std::string_view text) : m_text(text) {}
  Token next();

 private:
  char peek(std::size_t ahead = 0) const { return m_at + ahead < m_text.size() ? m_text[m_at + ahead] : '\0'; }
  void skipBlanks();
  Token number(std::size_t from);
  Token name(std::size_t from);
  Token quoted(std::size_t from, bool raw);
  bool escape(std::string& out);
  Token bad(std::size_t from) const;

  std::string_view m_text;
  std::size_t m_at = 0;
};

}  // namespace cardinal::cel
