// SPDX-License-Identifier: Apache-2.0
#include "core/manifest/kinds/kind_expression.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <limits>
#include <vector>

#include "core/base/quantity.h"
#include "core/base/saturate.h"
#include "core/manifest/kinds/extended_resource.h"

namespace cardinal::yaml {
namespace {

constexpr std::int64_t kMax = std::numeric_limits<std::int32_t>::max();
/// Of what is computed: too large for a number of pods, and far from where arithmetic ends.
constexpr std::int64_t kMost = std::int64_t{1} << 60;

KindValue numberValue(std::int64_t number) {
  return {KindValue::Type::Number, number, {}};
}

std::optional<std::int64_t> parsedInteger(const std::string& text) {
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || value < 0 || value > kMax) return std::nullopt;
  return value;
}

KindValue valueOf(const Field& field) {
  const Node* node = field.node();
  if (node == nullptr) return {};
  switch (node->kind) {
    case Node::Kind::Null:
      return {};
    case Node::Kind::Bool:
      return numberValue(node->text == "true" ? 1 : 0);
    case Node::Kind::Integer:
    case Node::Kind::Float:
      return numberValue(field.integer(0, 0, kMax));
    case Node::Kind::String:
      return {KindValue::Type::Text, 0, node->text};
    default:
      return {KindValue::Type::Present, 0, {}};
  }
}

/// GPUs that a list of containers asks in whole: the sum of what every "VENDOR/gpu" resource names.
std::int64_t gpusOf(const Field& containers) {
  const auto isWhole = [](const std::string& name) {
    return name.size() > 4 && name.compare(name.size() - 4, 4, "/gpu") == 0;
  };
  std::int64_t sum = 0;
  for (const Field& container : containers.elements()) {
    const Field resources = container.child("resources");
    const ResourceList limits = resources.child("limits").resources();
    const ResourceList list = limits.empty() ? resources.child("requests").resources() : limits;
    for (const ResourceAmount& entry : list) {
      if (isWhole(entry.name)) sum = saturatedSum(sum, entry.amount.value());
    }
  }
  return sum;
}

/// How many extended resources `resources` names.
std::int64_t extendedIn(const Field& resources) {
  std::int64_t sum = 0;
  for (const char* part : {"limits", "requests"}) {
    const std::vector<std::string> names = resources.child(part).keys();
    sum += std::count_if(names.begin(), names.end(), [](const std::string& name) { return isExtendedResource(name); });
  }
  return sum;
}

/// An amount of memory as Spark and the JVM write it, "512m", "4g", in MiB, rounded up; without a unit it is MiB.
std::optional<std::int64_t> jvmMebibytes(const std::string& text) {
  constexpr std::int64_t kMostUnits = std::int64_t{1} << 40;
  constexpr std::int64_t kKibi = 1024;
  std::int64_t value = 0;
  const char* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc() || value < 0 || value > kMostUnits) return std::nullopt;
  std::string unit(rest, end);
  std::transform(unit.begin(), unit.end(), unit.begin(), [](unsigned char c) { return std::tolower(c); });
  if (unit.size() == 2 && unit.back() == 'b') unit.pop_back();
  if (unit == "b") return (value + kKibi * kKibi - 1) / (kKibi * kKibi);
  if (unit == "k") return (value + kKibi - 1) / kKibi;
  if (unit.empty() || unit == "m") return value;
  if (unit == "g") return saturatedProduct(value, kKibi);
  return unit == "t" ? std::optional(saturatedProduct(value, kKibi * kKibi)) : std::nullopt;
}

/// A decimal number, "0.25", times `by`, rounded down.
std::optional<std::int64_t> scaledNumber(const std::string& text, std::int64_t by) {
  const auto number = Quantity::parse(text);
  if (!number || *number < Quantity{} || number->floor() > kMax || by > kMax) return std::nullopt;
  constexpr std::int64_t kNano = 1'000'000'000;
  return number->floor() * by + number->nanoAboveFloor() * by / kNano;
}

/// Recursive descent over one expression; see docs/workloads.md.
class Parser {
 public:
  Parser(std::string_view text, const KindScope& scope) : m_text(text), m_scope(scope) {}

  KindValue whole() {
    KindValue value = anyOf();
    skipSpace();
    if (m_at != m_text.size()) fail();
    return value;
  }

  Field wholePath() {
    skipSpace();
    Field field = path();
    skipSpace();
    if (m_at != m_text.size()) fail();
    return field;
  }

 private:
  [[noreturn]] void fail() const {
    throw Failure{makeError(ErrorCode::ParseFailed, std::string(m_text), "byte " + std::to_string(m_at))};
  }

  void skipSpace() {
    while (m_at < m_text.size() && m_text[m_at] == ' ') ++m_at;
  }

  bool take(std::string_view word) {
    skipSpace();
    if (m_text.substr(m_at, word.size()) != word) return false;
    m_at += word.size();
    return true;
  }

  void need(std::string_view word) {
    if (!take(word)) fail();
  }

  KindValue anyOf() {
    KindValue value = allOf();
    while (take("||")) {
      const KindValue right = allOf();
      value = numberValue(value.isTrue() || right.isTrue() ? 1 : 0);
    }
    return value;
  }

  KindValue allOf() {
    KindValue value = comparison();
    while (take("&&")) {
      const KindValue right = comparison();
      value = numberValue(value.isTrue() && right.isTrue() ? 1 : 0);
    }
    return value;
  }

  KindValue comparison() {
    const KindValue left = sum();
    for (const std::string_view sign : {"==", "!=", "<=", ">=", "<", ">"}) {
      if (take(sign)) return numberValue(compares(left, sign, sum()) ? 1 : 0);
    }
    return left;
  }

  static bool areEqual(const KindValue& left, const KindValue& right) {
    if (left.type == right.type) return left.number == right.number && left.text == right.text;
    const bool isTextLeft = left.type == KindValue::Type::Text && right.type == KindValue::Type::Number;
    const bool isTextRight = right.type == KindValue::Type::Text && left.type == KindValue::Type::Number;
    if (!isTextLeft && !isTextRight) return false;
    return parsedInteger(isTextLeft ? left.text : right.text) == (isTextLeft ? right.number : left.number);
  }

  bool compares(const KindValue& left, std::string_view sign, const KindValue& right) const {
    if (left.type == KindValue::Type::Absent || right.type == KindValue::Type::Absent) return false;
    if (sign == "==") return areEqual(left, right);
    if (sign == "!=") return !areEqual(left, right);
    if (left.type == KindValue::Type::Present || right.type == KindValue::Type::Present) return false;
    const std::int64_t a = number(left);
    const std::int64_t b = number(right);
    if (sign == "<=") return a <= b;
    if (sign == ">=") return a >= b;
    return sign == "<" ? a < b : a > b;
  }

  KindValue sum() {
    KindValue value = product();
    for (;;) {
      if (take("+")) {
        value = combined(value, product(), [](auto a, auto b) { return saturatedSum(a, b); });
      } else if (take("-")) {
        value = combined(value, product(), [](auto a, auto b) { return a - b; });
      } else {
        return value;
      }
    }
  }

  KindValue product() {
    KindValue value = withDefault();
    while (take("*")) value = combined(value, withDefault(), [](auto a, auto b) { return saturatedProduct(a, b); });
    return value;
  }

  template <typename Operation>
  KindValue combined(const KindValue& a, const KindValue& b, Operation operation) const {
    if (a.type == KindValue::Type::Absent || b.type == KindValue::Type::Absent) return {};
    return numberValue(std::clamp(operation(number(a), number(b)), -kMost, kMost));
  }

  /// Text counts as a number where it is one: annotations hold numbers as text.
  std::int64_t number(const KindValue& value) const {
    if (value.type == KindValue::Type::Number) return value.number;
    const auto parsed = value.type == KindValue::Type::Text ? parsedInteger(value.text) : std::nullopt;
    if (!parsed) throw Failure{makeError(ErrorCode::InvalidField, m_last, m_place, value.text)};
    return *parsed;
  }

  KindValue withDefault() {
    KindValue value = single();
    while (take("??")) {
      const KindValue other = single();
      if (value.type == KindValue::Type::Absent) value = other;
    }
    return value;
  }

  KindValue single() {
    skipSpace();
    if (m_at >= m_text.size()) fail();
    const char next = m_text[m_at];
    if (next == '!') {
      ++m_at;
      return numberValue(single().isTrue() ? 0 : 1);
    }
    if (take("(")) {
      KindValue value = anyOf();
      need(")");
      return value;
    }
    if (next == '\'') return {KindValue::Type::Text, 0, quoted()};
    if (std::isdigit(static_cast<unsigned char>(next)) != 0) return literal();
    if (take("@key")) return {KindValue::Type::Text, 0, m_scope.key};
    if (take("@index")) return numberValue(m_scope.index);
    if (isCall()) return call();
    const Field field = path();
    m_last = field.path();
    m_place = field.where();
    return valueOf(field);
  }

  KindValue literal() {
    const std::size_t from = m_at;
    while (m_at < m_text.size() && std::isdigit(static_cast<unsigned char>(m_text[m_at])) != 0) ++m_at;
    const auto parsed = parsedInteger(std::string(m_text.substr(from, m_at - from)));
    if (!parsed) fail();
    return numberValue(*parsed);
  }

  std::string quoted() {
    const std::size_t from = ++m_at;
    const std::size_t end = m_text.find('\'', from);
    if (end == std::string_view::npos) fail();
    m_at = end + 1;
    return std::string(m_text.substr(from, end - from));
  }

  static bool isNameLetter(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

  std::string_view word() {
    const std::size_t from = m_at;
    while (m_at < m_text.size() && isNameLetter(m_text[m_at])) ++m_at;
    if (m_at == from) fail();
    return m_text.substr(from, m_at - from);
  }

  bool isCall() const {
    std::size_t end = m_at;
    while (end < m_text.size() && isNameLetter(m_text[end])) ++end;
    return end > m_at && end < m_text.size() && m_text[end] == '(';
  }

  KindValue call() {
    const std::string_view name = word();
    need("(");
    KindValue value;
    if (name == "has") {
      value = numberValue(path().exists() ? 1 : 0);
    } else if (name == "gpus") {
      value = numberValue(gpusOf(path()));
    } else if (name == "extended") {
      value = numberValue(extendedIn(path()));
    } else if (name == "count") {
      const Field field = path();
      value = numberValue(field.node() != nullptr ? static_cast<std::int64_t>(field.node()->items.size()) : 0);
    } else if (name == "lookup") {
      value = lookup();
    } else if (name == "entry") {
      value = entry();
    } else if (name == "unknown") {
      value = {};
    } else {
      value = apply(name, arguments());
    }
    need(")");
    return value;
  }

  std::vector<KindValue> arguments() {
    std::vector<KindValue> out{anyOf()};
    while (take(",")) out.push_back(anyOf());
    return out;
  }

  KindValue apply(std::string_view name, const std::vector<KindValue>& given) const {
    if (name == "if" && given.size() == 3) return given[0].isTrue() ? given[1] : given[2];
    if (name == "text" && given.size() == 2) return {KindValue::Type::Text, 0, textOf(given[0]) + textOf(given[1])};
    const bool absent = std::any_of(given.begin(), given.end(),
                                    [](const KindValue& value) { return value.type == KindValue::Type::Absent; });
    if (name == "min" && given.size() == 2) {
      return absent ? KindValue{} : numberValue(std::min(number(given[0]), number(given[1])));
    }
    if (name == "max" && given.size() == 2) {
      return absent ? KindValue{} : numberValue(std::max(number(given[0]), number(given[1])));
    }
    if (name == "jvm" && given.size() == 1) {
      const auto mebibytes = absent ? std::nullopt : jvmMebibytes(textOf(given[0]));
      return mebibytes ? numberValue(*mebibytes) : KindValue{};
    }
    if (name == "scaled" && given.size() == 2) {
      const auto scaled = absent ? std::nullopt : scaledNumber(textOf(given[0]), number(given[1]));
      return scaled ? numberValue(*scaled) : KindValue{};
    }
    if (name == "ceil" && given.size() == 2) {
      if (absent || number(given[1]) <= 0) return {};
      return numberValue((number(given[0]) + number(given[1]) - 1) / number(given[1]));
    }
    fail();
  }

  static std::string textOf(const KindValue& value) {
    return value.type == KindValue::Type::Number ? std::to_string(value.number) : value.text;
  }

  /// lookup(LIST, FIELD, VALUE, RESULT): RESULT of the first element whose FIELD is VALUE, or a list that holds it, by
  /// itself or as a `name`.
  KindValue lookup() {
    const Field list = path();
    need(",");
    skipSpace();
    const std::string field(word());
    need(",");
    const KindValue wanted = anyOf();
    need(",");
    skipSpace();
    const std::string result(word());
    if (!list.exists()) return {};
    for (const Field& element : list.elements()) {
      const Field found = element.child(field);
      const bool holds = found.node() != nullptr && found.node()->kind == Node::Kind::Sequence
                             ? contains(found, wanted.text)
                             : valueOf(found).text == wanted.text;
      if (holds) return valueOf(element.child(result));
    }
    return {};
  }

  /// entry(MAPPING, KEY): the value of that key.
  KindValue entry() {
    const Field mapping = path();
    need(",");
    const KindValue key = anyOf();
    return mapping.exists() ? valueOf(mapping.child(key.text)) : KindValue{};
  }

  static bool contains(const Field& list, const std::string& text) {
    const std::vector<Field> elements = list.elements();
    return std::any_of(elements.begin(), elements.end(), [&](const Field& one) {
      const bool isNamed = one.node() != nullptr && one.node()->kind == Node::Kind::Mapping;
      return valueOf(isNamed ? one.child("name") : one).text == text;
    });
  }

  Field path() {
    skipSpace();
    const bool isAbove = m_text.substr(m_at, 2) == "^.";
    const bool relative = isAbove || (m_at < m_text.size() && m_text[m_at] == '.');
    Field field = relative ? m_scope.item : m_scope.object;
    if (isAbove) field = m_scope.parent.value_or(Field::absent(m_scope.item));
    if (relative) m_at += isAbove ? 2 : 1;
    bool first = true;
    while (m_at < m_text.size()) {
      if (m_text.substr(m_at, 2) == "['") {
        ++m_at;
        field = field.child(quoted());
        if (!take("]")) fail();
      } else if (first && isNameLetter(m_text[m_at])) {
        field = field.child(word());
      } else if (!first && m_text[m_at] == '.') {
        ++m_at;
        field = field.child(word());
      } else {
        break;
      }
      first = false;
    }
    if (first && !relative) fail();
    return field;
  }

  std::string_view m_text;
  const KindScope& m_scope;
  std::size_t m_at = 0;
  std::string m_last;   ///< path of the field that was read last, for messages
  std::string m_place;  ///< where it stands
};

}  // namespace

KindValue evaluateKind(std::string_view expression, const KindScope& scope) {
  return Parser(expression, scope).whole();
}

Field fieldAt(std::string_view path, const KindScope& scope) {
  return Parser(path, scope).wholePath();
}

}  // namespace cardinal::yaml
