// SPDX-License-Identifier: Apache-2.0
#include "core/manifest/yaml/scalar.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <optional>

namespace cardinal::yaml {
namespace {

using Words = std::array<std::string_view, 9>;
constexpr Words kTrue = {"y", "Y", "yes", "Yes", "YES", "true", "True", "TRUE", ""};
constexpr Words kFalse = {"n", "N", "no", "No", "NO", "false", "False", "FALSE", ""};
constexpr std::array<std::string_view, 3> kOn = {"on", "On", "ON"};
constexpr std::array<std::string_view, 3> kOff = {"off", "Off", "OFF"};
constexpr std::array<std::string_view, 5> kNull = {"", "~", "null", "Null", "NULL"};

template <typename Set>
bool contains(const Set& set, std::string_view word) {
  return !word.empty() && std::find(set.begin(), set.end(), word) != set.end();
}

bool isDigit(char c) {
  return c >= '0' && c <= '9';
}

std::string withoutUnderscores(std::string_view text) {
  std::string out(text);
  out.erase(std::remove(out.begin(), out.end(), '_'), out.end());
  return out;
}

/// Digits after an optional sign, with the base that their prefix gives (Go's base 0).
struct Digits {
  bool negative = false;
  int base = 10;
  std::string_view digits;
};

Digits splitBase(std::string_view text) {
  Digits out;
  if (!text.empty() && (text.front() == '-' || text.front() == '+')) {
    out.negative = text.front() == '-';
    text.remove_prefix(1);
  }
  out.digits = text;
  if (text.size() < 2 || text.front() != '0') return out;
  const char mark = static_cast<char>(text[1] | 0x20);
  out.base = mark == 'x' ? 16 : mark == 'b' ? 2 : 8;
  out.digits.remove_prefix(mark == 'x' || mark == 'b' || mark == 'o' ? 2 : 1);
  return out;
}

std::optional<std::string> integerText(std::string_view text) {
  const Digits parts = splitBase(text);
  if (parts.digits.empty() || parts.digits.front() == '-' || parts.digits.front() == '+') return std::nullopt;
  std::uint64_t magnitude = 0;
  const char* end = parts.digits.data() + parts.digits.size();
  const auto [stop, error] = std::from_chars(parts.digits.data(), end, magnitude, parts.base);
  if (error != std::errc() || stop != end) return std::nullopt;
  constexpr std::uint64_t kMaxNegative = std::uint64_t{1} << 63U;
  if (parts.negative && magnitude > kMaxNegative) return std::nullopt;
  if (magnitude == 0) return "0";
  return (parts.negative ? "-" : "") + std::to_string(magnitude);
}

/// [-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?
bool looksLikeFloat(std::string_view text) {
  std::size_t at = 0;
  const auto digits = [&] {
    const std::size_t from = at;
    while (at < text.size() && isDigit(text[at])) ++at;
    return at - from;
  };
  const auto sign = [&] {
    if (at < text.size() && (text[at] == '-' || text[at] == '+')) ++at;
  };
  sign();
  const std::size_t whole = digits();
  std::size_t fraction = 0;
  if (at < text.size() && text[at] == '.') {
    ++at;
    fraction = digits();
  }
  if (whole == 0 && fraction == 0) return false;
  if (at < text.size() && (text[at] | 0x20) == 'e') {
    ++at;
    sign();
    if (digits() == 0) return false;
  }
  return at == text.size();
}

/// As Go's encoding/json writes a float64: whole numbers below 1e21 without a fraction.
std::string floatText(double value) {
  std::array<char, 64> buffer{};
  const double size = std::fabs(value);
  const bool plain = size == 0 || (size >= 1e-6 && size < 1e21);
  const auto format = plain ? std::chars_format::fixed : std::chars_format::scientific;
  const auto result = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, format);
  return {buffer.data(), result.ptr};
}

std::optional<std::string> floatNumber(std::string_view text) {
  if (!looksLikeFloat(text)) return std::nullopt;
  if (text.front() == '+') text.remove_prefix(1);
  double value = 0;
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || stop != text.data() + text.size()) return std::nullopt;
  return floatText(value);
}

bool isNotFinite(std::string_view text) {
  if (!text.empty() && (text.front() == '-' || text.front() == '+')) text.remove_prefix(1);
  return text == ".inf" || text == ".Inf" || text == ".INF" || text == ".nan" || text == ".NaN" || text == ".NAN";
}

void become(Node& node, Node::Kind kind, std::string text) {
  node.kind = kind;
  node.text = std::move(text);
}

}  // namespace

void typePlainScalar(Node& node) {
  const std::string_view text = node.text;
  node.kind = Node::Kind::String;
  if (std::find(kNull.begin(), kNull.end(), text) != kNull.end()) return become(node, Node::Kind::Null, "");
  if (contains(kTrue, text) || contains(kOn, text)) return become(node, Node::Kind::Bool, "true");
  if (contains(kFalse, text) || contains(kOff, text)) return become(node, Node::Kind::Bool, "false");
  const char first = text.front();
  if (!isDigit(first) && first != '-' && first != '+' && first != '.') return;
  if (isNotFinite(text)) {
    node.kind = Node::Kind::Float;
    return;
  }
  const std::string number = withoutUnderscores(text);
  if (number.empty()) return;
  if (first != '.') {
    if (auto integer = integerText(number)) return become(node, Node::Kind::Integer, std::move(*integer));
  }
  if (auto value = floatNumber(number)) become(node, Node::Kind::Float, std::move(*value));
}

}  // namespace cardinal::yaml
