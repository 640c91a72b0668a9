// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>

#include "core/alloc/cel/pattern.h"
#include "core/alloc/cel/value.h"

namespace cardinal::cel {
namespace {

using Kind = Value::Kind;

int order(const Quantity& a, const Quantity& b) {
  return a < b ? -1 : (b < a ? 1 : 0);
}

bool isAscii(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 128; });
}

Value add(const Value& a, const Value& b) {
  if (a.kind == Kind::Text && b.kind == Kind::Text) return Value::of(a.text + b.text);
  if (a.kind != Kind::Int || b.kind != Kind::Int) return Value::unknown("+");
  std::int64_t out = 0;
  return __builtin_add_overflow(a.integer, b.integer, &out) ? Value::error("integer overflow") : Value::of(out);
}

Value divide(char sign, std::int64_t a, std::int64_t b) {
  if (b == 0) return Value::error(sign == '/' ? "division by zero" : "modulus by zero");
  if (a == INT64_MIN && b == -1) return Value::error("integer overflow");
  return Value::of(sign == '/' ? a / b : a % b);
}

Value arithmetic(char sign, const Value& a, const Value& b) {
  if (sign == '+') return add(a, b);
  if (a.kind != Kind::Int || b.kind != Kind::Int) return Value::noOverload();
  std::int64_t out = 0;
  if (sign == '-')
    return __builtin_sub_overflow(a.integer, b.integer, &out) ? Value::error("integer overflow") : Value::of(out);
  if (sign == '*')
    return __builtin_mul_overflow(a.integer, b.integer, &out) ? Value::error("integer overflow") : Value::of(out);
  return divide(sign, a.integer, b.integer);
}

Value ordered(std::string_view sign, int order) {
  const bool isLess = sign[0] == '<';
  const bool isEqualToo = sign.size() == 2;
  return Value::of(order == 0 ? isEqualToo : (order < 0) == isLess);
}

/// `compareTo`, `isGreaterThan`, `isLessThan` of amounts and versions.
std::optional<Value> comparison(const std::string& name, int order) {
  if (name == "compareTo") return Value::of(std::int64_t{order});
  if (name == "isGreaterThan") return Value::of(order > 0);
  if (name == "isLessThan") return Value::of(order < 0);
  return std::nullopt;
}

Value matchesPattern(const std::string& text, const std::string& pattern) {
  const auto machine = Pattern::compile(pattern);
  const auto found = machine ? machine->search(text) : std::nullopt;
  return found ? Value::of(*found) : Value::unknown("matches");
}

std::string trimmed(const std::string& text) {
  constexpr std::string_view kBlanks = " \t\n\v\f\r";
  const std::size_t from = text.find_first_not_of(kBlanks);
  if (from == std::string::npos) return {};
  return text.substr(from, text.find_last_not_of(kBlanks) - from + 1);
}

std::string cased(std::string text, char from, char to, int by) {
  for (char& c : text) {
    if (c >= from && c <= to) c = static_cast<char>(c + by);
  }
  return text;
}

Value textMethod(const std::string& name, const std::string& text, const std::vector<Value>& args) {
  if (args.empty()) {
    if (name == "lowerAscii") return Value::of(cased(text, 'A', 'Z', 'a' - 'A'));
    if (name == "upperAscii") return Value::of(cased(text, 'a', 'z', 'A' - 'a'));
    if (!isAscii(text)) return Value::unknown(name);
    if (name == "trim") return Value::of(trimmed(text));
    if (name == "size") return Value::of(static_cast<std::int64_t>(text.size()));
  }
  if (args.size() != 1 || args[0].kind != Kind::Text) return Value::unknown(name);
  const std::string& other = args[0].text;
  if (name == "startsWith") return Value::of(text.rfind(other, 0) == 0);
  if (name == "endsWith")
    return Value::of(text.size() >= other.size() && text.compare(text.size() - other.size(), other.size(), other) == 0);
  if (name == "contains") return Value::of(text.find(other) != std::string::npos);
  if (name == "matches") return matchesPattern(text, other);
  return Value::unknown(name);
}

Value amountMethod(const std::string& name, const Value& target, const std::vector<Value>& args) {
  if (args.size() == 1 && args[0].kind == Kind::Amount) {
    if (auto out = comparison(name, order(target.amount, args[0].amount))) return *out;
    if (name == "add") return Value::of(target.amount + args[0].amount);
  }
  if (!args.empty()) return Value::unknown(name);
  if (name == "sign") return Value::of(std::int64_t{order(target.amount, Quantity())});
  if (name == "isInteger") return Value::of(target.amount.isInteger());
  if (name == "asInteger")
    return target.amount.isInteger() ? Value::of(target.amount.floor())
                                     : Value::error("cannot convert value to integer");
  return Value::unknown(name);
}

Value versionMethod(const std::string& name, const Version& target, const std::vector<Value>& args) {
  if (args.size() == 1 && args[0].kind == Kind::Version) {
    if (auto out = comparison(name, target.compare(*args[0].version))) return *out;
  }
  constexpr std::array<const char*, 3> kNumbers = {"major", "minor", "patch"};
  for (std::size_t i = 0; i < kNumbers.size() && args.empty(); ++i) {
    if (name == kNumbers[i]) return Value::of(static_cast<std::int64_t>(target.numbers[i]));
  }
  return Value::unknown(name);
}

Value optionalMethod(const std::string& name, const Value& target, const std::vector<Value>& args) {
  const bool has = !target.items->empty();
  if (name == "hasValue" && args.empty()) return Value::of(has);
  if (name == "orValue" && args.size() == 1) return has ? target.items->front() : args[0];
  if (name == "value" && args.empty()) return has ? target.items->front() : Value::error("optional.none() dereference");
  return Value::unknown(name);
}

/// Do all of the values have the kind that a method's receiver needs? An attribute of another kind is a runtime error
/// of CEL, as long as the method itself is known.
bool isKnownMethod(const std::string& name) {
  constexpr std::array<std::string_view, 14> kNames = {
      "startsWith",    "endsWith",   "contains",  "matches",   "lowerAscii", "upperAscii", "compareTo",
      "isGreaterThan", "isLessThan", "isInteger", "asInteger", "major",      "minor",      "patch"};
  return std::find(kNames.begin(), kNames.end(), name) != kNames.end();
}

}  // namespace

Value equals(const Value& a, const Value& b) {
  if (a.kind != b.kind) return Value::of(false);
  switch (a.kind) {
    case Kind::Null:
      return Value::of(true);
    case Kind::Bool:
    case Kind::Int:
      return Value::of(a.integer == b.integer);
    case Kind::Text:
      return Value::of(a.text == b.text);
    case Kind::Amount:
      return Value::of(a.amount == b.amount);
    case Kind::Version:
      return Value::of(a.version->compare(*b.version) == 0);
    default:
      return Value::unknown("==");
  }
}

Value operate(std::string_view sign, const Value& a, const Value& b) {
  if (sign[0] != '<' && sign[0] != '>') return arithmetic(sign[0], a, b);
  if (a.kind != b.kind) return Value::noOverload();
  if (a.kind == Kind::Int || a.kind == Kind::Bool)
    return ordered(sign, a.integer < b.integer ? -1 : (b.integer < a.integer ? 1 : 0));
  if (a.kind == Kind::Text) return ordered(sign, a.text.compare(b.text));
  return Value::noOverload();
}

Value callFunction(const std::string& name, const std::vector<Value>& args) {
  if (args.size() != 1) return Value::unknown(name);
  const Value& only = args[0];
  if (name == "size") return callMethod(name, only, {});
  if (name == "string" && only.kind == Kind::Text) return only;
  if (only.kind != Kind::Text) return Value::unknown(name);
  if (name == "quantity" || name == "isQuantity") {
    const auto amount = Quantity::parse(only.text);
    if (name == "isQuantity") return Value::of(amount.has_value());
    return amount ? Value::of(*amount) : Value::error("quantities must match the regular expression");
  }
  if (name == "semver" || name == "isSemver") {
    auto version = Version::parse(only.text);
    if (name == "isSemver") return Value::of(version.has_value());
    return version ? Value::of(std::move(*version)) : Value::error("invalid semantic version");
  }
  return Value::unknown(name);
}

Value callMethod(const std::string& name, const Value& target, const std::vector<Value>& args) {
  switch (target.kind) {
    case Kind::Text:
      if (name == "compareTo" || name == "isGreaterThan" || name == "isLessThan") return Value::noOverload();
      return textMethod(name, target.text, args);
    case Kind::Amount:
      return amountMethod(name, target, args);
    case Kind::Version:
      return versionMethod(name, *target.version, args);
    case Kind::Optional:
      return optionalMethod(name, target, args);
    case Kind::List:
      if (name == "size" && args.empty()) return Value::of(static_cast<std::int64_t>(target.items->size()));
      return Value::unknown(name);
    default:
      return isKnownMethod(name) ? Value::noOverload() : Value::unknown(name);
  }
}

}  // namespace cardinal::cel
