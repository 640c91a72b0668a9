// SPDX-License-Identifier: Apache-2.0
#include "core/base/quantity.h"

#include <algorithm>
#include <limits>
#include <optional>

namespace cardinal {
namespace {

constexpr std::int64_t kMax = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t kMin = std::numeric_limits<std::int64_t>::min();
constexpr int kMaxExponent = 30;
constexpr int kNanoDigits = 9;

bool isDigit(char c) {
  return c >= '0' && c <= '9';
}

/// The scale a suffix stands for: 10^decimal or 2^binary.
struct Scale {
  int decimal = 0;
  int binary = 0;
};

struct NamedScale {
  std::string_view suffix;
  Scale scale;
};

constexpr NamedScale kScales[] = {
    {"", {0, 0}},    {"n", {-9, 0}},  {"u", {-6, 0}},  {"m", {-3, 0}},  {"k", {3, 0}},   {"M", {6, 0}},
    {"G", {9, 0}},   {"T", {12, 0}},  {"P", {15, 0}},  {"E", {18, 0}},  {"Ki", {0, 10}}, {"Mi", {0, 20}},
    {"Gi", {0, 30}}, {"Ti", {0, 40}}, {"Pi", {0, 50}}, {"Ei", {0, 60}},
};

std::optional<Scale> exponentScale(std::string_view suffix) {
  if (suffix.size() < 2 || (suffix[0] != 'e' && suffix[0] != 'E')) return std::nullopt;
  std::string_view digits = suffix.substr(1);
  const bool negative = digits[0] == '-';
  if (negative || digits[0] == '+') digits.remove_prefix(1);
  if (digits.empty()) return std::nullopt;
  int exponent = 0;
  for (const char c : digits) {
    if (!isDigit(c)) return std::nullopt;
    exponent = exponent * 10 + (c - '0');
    if (exponent > kMaxExponent) return std::nullopt;
  }
  return Scale{negative ? -exponent : exponent, 0};
}

std::optional<Scale> scaleOf(std::string_view suffix) {
  for (const auto& named : kScales) {
    if (named.suffix == suffix) return named.scale;
  }
  return exponentScale(suffix);
}

/// Absolute value: whole part and nano part, already rounded away from zero; `over` = beyond the range.
struct Magnitude {
  std::uint64_t whole = 0;
  std::uint32_t nano = 0;
  bool over = false;
};

constexpr std::uint64_t kLimit = static_cast<std::uint64_t>(kMax) + 1;  // magnitude of the smallest number

void addWholeDigit(Magnitude& m, int digit) {
  if (m.whole > (kLimit - static_cast<std::uint64_t>(digit)) / 10) {
    m.over = true;
    return;
  }
  m.whole = m.whole * 10 + static_cast<std::uint64_t>(digit);
}

void roundAway(Magnitude& m, bool remainder) {
  if (!remainder) return;
  if (++m.nano == 1'000'000'000U) {
    m.nano = 0;
    if (m.whole >= kLimit)
      m.over = true;
    else
      ++m.whole;
  }
}

// The digits stay text: moving the decimal point needs no arithmetic and so no limit on the number of digits.
Magnitude decimalMagnitude(std::string_view whole, std::string_view fraction, int exponent) {
  const auto length = static_cast<std::int64_t>(whole.size() + fraction.size());
  const auto point = static_cast<std::int64_t>(whole.size()) + exponent;
  const auto digitAt = [&](std::int64_t i) {
    if (i < 0 || i >= length) return 0;
    const auto at = static_cast<std::size_t>(i);
    return (at < whole.size() ? whole[at] : fraction[at - whole.size()]) - '0';
  };
  Magnitude m;
  for (std::int64_t i = 0; i < point && !m.over; ++i) addWholeDigit(m, digitAt(i));
  for (std::int64_t i = point; i < point + kNanoDigits; ++i) {
    m.nano = m.nano * 10 + static_cast<std::uint32_t>(digitAt(i));
  }
  bool remainder = false;
  for (std::int64_t i = point < 0 ? 0 : point + kNanoDigits; i < length && !remainder; ++i) {
    remainder = i >= point + kNanoDigits && digitAt(i) != 0;
  }
  roundAway(m, remainder);
  return m;
}

// Long multiplication of the decimal fraction by 2^bits, right to left; what carries out on the left is whole.
Magnitude binaryMagnitude(std::string_view whole, std::string_view fraction, int bits) {
  Magnitude m;
  for (const char c : whole) {
    if (!m.over) addWholeDigit(m, c - '0');
  }
  if (m.over || m.whole > (kLimit >> static_cast<unsigned>(bits))) return Magnitude{0, 0, true};
  m.whole <<= static_cast<unsigned>(bits);
  std::uint64_t carry = 0;
  bool remainder = false;
  std::string digits(fraction.size(), '0');
  for (std::size_t i = fraction.size(); i-- > 0;) {
    // At most 9 * 2^60 + 2^60: fits 64 bits.
    carry += static_cast<std::uint64_t>(fraction[i] - '0') << static_cast<unsigned>(bits);
    digits[i] = static_cast<char>('0' + carry % 10);
    carry /= 10;
  }
  for (std::size_t i = 0; i < digits.size(); ++i) {
    if (i < kNanoDigits)
      m.nano = m.nano * 10 + static_cast<std::uint32_t>(digits[i] - '0');
    else
      remainder = remainder || digits[i] != '0';
  }
  for (std::size_t i = digits.size(); i < kNanoDigits; ++i) m.nano *= 10;
  if (m.whole > kLimit - carry) return Magnitude{0, 0, true};
  m.whole += carry;
  roundAway(m, remainder);
  return m;
}

struct SplitNumber {
  bool negative = false;
  std::string_view whole;
  std::string_view fraction;
  std::string_view suffix;
};

std::string_view takeDigits(std::string_view& text) {
  std::size_t n = 0;
  while (n < text.size() && isDigit(text[n])) ++n;
  const std::string_view digits = text.substr(0, n);
  text.remove_prefix(n);
  return digits;
}

SplitNumber split(std::string_view text) {
  SplitNumber out;
  if (text[0] == '-' || text[0] == '+') {
    out.negative = text[0] == '-';
    text.remove_prefix(1);
  }
  out.whole = takeDigits(text);
  if (!text.empty() && text[0] == '.') {
    text.remove_prefix(1);
    out.fraction = takeDigits(text);
  }
  out.suffix = text;
  return out;
}

Error invalid(std::string_view text, const char* detail) {
  constexpr std::size_t kMaxShown = 128;
  return makeError(ErrorCode::QuantityInvalid, std::string(text.substr(0, kMaxShown)), {}, detail);
}

}  // namespace

Result<Quantity> Quantity::parse(std::string_view text) {
  if (text.empty()) return unexpected(invalid(text, "empty"));
  constexpr std::size_t kSafeDigits = 18;
  if (text.size() <= kSafeDigits && std::all_of(text.begin(), text.end(), isDigit)) {
    std::int64_t whole = 0;  // most are plain numbers
    for (const char c : text) whole = whole * 10 + (c - '0');
    return Quantity(whole, 0);
  }
  const SplitNumber number = split(text);
  if (number.whole.empty() && number.fraction.empty() && !number.suffix.empty()) {
    return unexpected(invalid(text, "no digits"));
  }
  const std::optional<Scale> scale = scaleOf(number.suffix);
  if (!scale) return unexpected(invalid(text, "unknown suffix, or exponent beyond 30"));
  Magnitude m = scale->binary != 0 ? binaryMagnitude(number.whole, number.fraction, scale->binary)
                                   : decimalMagnitude(number.whole, number.fraction, scale->decimal);
  if (number.negative) {
    if (m.over || m.whole >= kLimit) return Quantity(kMin, 0);
    const auto whole = -static_cast<std::int64_t>(m.whole);
    if (m.nano == 0) return Quantity(whole, 0);
    return Quantity(whole - 1, 1'000'000'000 - static_cast<std::int64_t>(m.nano));
  }
  if (m.over || m.whole >= kLimit) return Quantity(kMax, 0);
  return Quantity(static_cast<std::int64_t>(m.whole), static_cast<std::int64_t>(m.nano));
}

std::int64_t Quantity::milliValue() const {
  const std::int64_t rest = (m_nano + 999'999) / 1'000'000;
  std::int64_t milli = 0;
  if (__builtin_mul_overflow(m_whole, std::int64_t{1000}, &milli)) return m_whole < 0 ? kMin : kMax;
  return __builtin_add_overflow(milli, rest, &milli) ? kMax : milli;
}

Quantity Quantity::operator+(const Quantity& other) const {
  std::int64_t nano = m_nano + other.m_nano;
  const std::int64_t carry = nano >= 1'000'000'000 ? 1 : 0;
  nano -= carry * 1'000'000'000;
  std::int64_t whole = 0;
  if (__builtin_add_overflow(m_whole, other.m_whole, &whole)) return Quantity(m_whole < 0 ? kMin : kMax, 0);
  if (__builtin_add_overflow(whole, carry, &whole)) return Quantity(kMax, 0);
  return Quantity(whole, nano);
}

Quantity Quantity::leftAfter(const Quantity& amount) const {
  if (*this <= amount) return {};
  std::int64_t left = 0;
  if (isInteger() && amount.isInteger())
    return __builtin_sub_overflow(m_whole, amount.m_whole, &left) ? Quantity(kMax, 0) : Quantity(left, 0);
  return __builtin_sub_overflow(milliValue(), amount.milliValue(), &left) ? Quantity(kMax, 0) : fromMilli(left);
}

}  // namespace cardinal
