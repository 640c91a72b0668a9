// SPDX-License-Identifier: Apache-2.0
#include "core/alloc/cel/expression.h"

#include <algorithm>

#include "core/alloc/cel/syntax.h"
#include "core/alloc/cel/value.h"

namespace cardinal::cel {
namespace {

using Kind = Value::Kind;

constexpr int kMaxSteps = 100'000;

/// Domain and name of an attribute or capacity; names without a domain are the driver's.
struct Qualified {
  std::string_view domain;
  std::string_view name;
};

Qualified qualified(std::string_view text, std::string_view driver) {
  const std::size_t slash = text.find('/');
  if (slash == std::string_view::npos) return {driver, text};
  return {text.substr(0, slash), text.substr(slash + 1)};
}

Value valueOf(const RawDeviceAttribute& attribute) {
  switch (attribute.kind) {
    case RawDeviceAttribute::Kind::String:
      return Value::of(std::string_view(attribute.text));
    case RawDeviceAttribute::Kind::Int:
      return Value::of(attribute.integer);
    case RawDeviceAttribute::Kind::Bool:
      return Value::of(attribute.integer != 0);
    case RawDeviceAttribute::Kind::Version: {
      auto version = Version::parse(attribute.text);
      return version ? Value::of(std::move(*version)) : Value::unknown("version");
    }
    case RawDeviceAttribute::Kind::Other:
      break;
  }
  return Value::unknown("attribute");
}

/// Evaluates one tree for one device.
class Evaluation {
 public:
  Evaluation(const Tree& tree, const RawDevice& device, const std::string& driver)
      : m_tree(tree), m_device(device), m_driver(driver) {}

  Value run() { return at(m_tree.root); }

 private:
  Value at(std::size_t position) {
    if (++m_steps > kMaxSteps) return Value::unknown("cost");
    const Node& node = m_tree.nodes[position];
    switch (node.kind) {
      case Node::Kind::Text:
        return Value::of(std::string_view(node.text));
      case Node::Kind::Int:
        return Value::of(node.integer);
      case Node::Kind::Bool:
        return Value::of(node.integer != 0);
      case Node::Kind::Null:
        return Value::ofKind(Kind::Null);
      case Node::Kind::Name:
        return named(node.text);
      case Node::Kind::Field:
      case Node::Kind::FieldIfAny:
      case Node::Kind::Has:
        return field(node);
      case Node::Kind::And:
      case Node::Kind::Or:
        return logic(node);
      case Node::Kind::Choice:
        return choice(node);
      case Node::Kind::Each:
        return each(node);
      case Node::Kind::Bind:
        return bind(node);
      default:
        return strict(node);
    }
  }

  Value named(const std::string& name) const {
    for (auto bound = m_names.rbegin(); bound != m_names.rend(); ++bound) {
      if (bound->first == name) return bound->second;
    }
    return name == "device" ? Value::ofKind(Kind::Device) : Value::unknown(name);
  }

  /// Operations that need all of their values; the first that is none is the outcome.
  Value strict(const Node& node) {
    std::vector<Value> values;
    values.reserve(node.children.size());
    for (const std::size_t child : node.children) {
      Value value = at(child);
      if (value.isNothing()) return value;
      values.push_back(std::move(value));
    }
    switch (node.kind) {
      case Node::Kind::List:
        return Value::ofItems(Kind::List, std::move(values));
      case Node::Kind::Index:
      case Node::Kind::IndexIfAny:
        return index(node, values[0], values[1]);
      case Node::Kind::Call:
        return callFunction(node.text, values);
      case Node::Kind::Method: {
        const Value target = values.front();
        values.erase(values.begin());
        return callMethod(node.text, target, values);
      }
      case Node::Kind::Not:
        return values[0].kind == Kind::Bool ? Value::of(values[0].integer == 0) : Value::noOverload();
      case Node::Kind::Minus:
        return operate("-", Value::of(std::int64_t{0}), values[0]);
      case Node::Kind::Operator:
        return binary(node.text, values[0], values[1]);
      default:
        return Value::unknown("expression");
    }
  }

  Value binary(const std::string& sign, const Value& a, const Value& b) {
    if (sign == "==") return equals(a, b);
    if (sign == "!=") {
      const Value same = equals(a, b);
      return same.kind == Kind::Bool ? Value::of(!same.isTrue()) : same;
    }
    return sign == "in" ? isIn(a, b) : operate(sign, a, b);
  }

  Value isIn(const Value& item, const Value& all) {
    if (all.kind != Kind::List) return isMap(all) ? hasKey(all, item) : Value::noOverload();
    Value out = Value::of(false);
    for (const Value& one : *all.items) {
      const Value same = equals(item, one);
      if (same.isTrue()) return same;
      if (same.isNothing()) out = same;
    }
    return out;
  }

  static bool isMap(const Value& value) {
    return value.kind == Kind::Attributes || value.kind == Kind::AttributesOf || value.kind == Kind::Capacity ||
           value.kind == Kind::CapacityOf;
  }

  /// Calls `use(domain, name, value)` for what the map stands for.
  template <typename Use>
  void entries(const Value& map, Use&& use) const {
    if (map.kind == Kind::Attributes || map.kind == Kind::AttributesOf) {
      for (const DeviceAttributes* list : {&m_device.attributes, &m_device.ownAttributes}) {
        for (const auto& [name, attribute] : *list) use(qualified(name, m_driver), attribute);
      }
    } else {
      for (const ResourceAmount& amount : m_device.capacity) use(qualified(amount.name, m_driver), amount.amount);
    }
  }

  static Value valueOfEntry(const RawDeviceAttribute& attribute) { return valueOf(attribute); }
  static Value valueOfEntry(const Quantity& amount) { return Value::of(amount); }

  /// Entry of a domain's map; nothing when the key is not there.
  std::optional<Value> entry(const Value& map, const std::string& key) const {
    std::optional<Value> out;
    entries(map, [&](const Qualified& name, const auto& value) {
      if (name.domain == map.text && name.name == key) out = valueOfEntry(value);
    });
    return out;
  }

  Value hasKey(const Value& map, const Value& key) const {
    if (key.kind != Kind::Text) return Value::of(false);
    if (map.kind == Kind::AttributesOf || map.kind == Kind::CapacityOf)
      return Value::of(entry(map, key.text).has_value());
    bool found = false;
    entries(map, [&](const Qualified& name, const auto&) { found = found || name.domain == key.text; });
    return Value::of(found);
  }

  /// map[key] or map.key; nothing when the key is not there. Every domain exists: unknown ones are empty.
  std::optional<Value> lookUp(const Value& map, const std::string& key) const {
    if (map.kind == Kind::Attributes) return Value::withText(Kind::AttributesOf, key);
    if (map.kind == Kind::Capacity) return Value::withText(Kind::CapacityOf, key);
    return entry(map, key);
  }

  std::optional<Value> fieldOf(const Value& target, const std::string& name) const {
    if (isMap(target)) return lookUp(target, name);
    if (target.kind != Kind::Device) return Value::unknown(name);
    if (name == "driver") return Value::of(std::string_view(m_driver));
    if (name == "attributes") return Value::ofKind(Kind::Attributes);
    if (name == "capacity") return Value::ofKind(Kind::Capacity);
    return Value::unknown(name);
  }

  static Value optionalOf(std::optional<Value> found) {
    std::vector<Value> items;
    if (found) {
      if (found->isNothing()) return *found;
      items.push_back(std::move(*found));
    }
    return Value::ofItems(Kind::Optional, std::move(items));
  }

  /// What is inside an optional value, for fields of fields.
  static std::optional<Value> inside(const Value& target) {
    if (target.kind != Kind::Optional) return target;
    if (target.items->empty()) return std::nullopt;
    return target.items->front();
  }

  Value field(const Node& node) {
    const Value target = at(node.children[0]);
    if (target.isNothing()) return target;
    if (node.kind == Node::Kind::Has && isMap(target) &&
        (target.kind == Kind::Attributes || target.kind == Kind::Capacity))
      return Value::unknown("has");
    const bool ifAny = node.kind == Node::Kind::FieldIfAny || target.kind == Kind::Optional;
    const auto whole = inside(target);
    std::optional<Value> found = whole ? fieldOf(*whole, node.text) : std::nullopt;
    if (node.kind == Node::Kind::Has) return found && found->isNothing() ? *found : Value::of(found.has_value());
    if (ifAny) return optionalOf(std::move(found));
    return found ? *found : Value::error("no such key: " + node.text);
  }

  Value index(const Node& node, const Value& target, const Value& key) const {
    const bool ifAny = node.kind == Node::Kind::IndexIfAny || target.kind == Kind::Optional;
    const auto whole = inside(target);
    if (whole && whole->kind == Kind::List) return Value::unknown("[]");
    if (whole && (!isMap(*whole) || key.kind != Kind::Text)) return Value::noOverload();
    std::optional<Value> found = whole ? lookUp(*whole, key.text) : std::nullopt;
    if (ifAny) return optionalOf(std::move(found));
    return found ? *found : Value::error("no such key: " + key.text);
  }

  /// A side that decides alone decides, whatever the others are.
  Value logic(const Node& node) {
    const bool isAnd = node.kind == Node::Kind::And;
    std::optional<Value> nothing;
    for (const std::size_t child : node.children) {
      Value value = at(child);
      if (isAnd ? value.isFalse() : value.isTrue()) return value;
      if (!value.isNothing() && value.kind != Kind::Bool) value = Value::noOverload();
      // What was not evaluated might have decided: it goes before an error.
      if (value.isNothing() && (!nothing || value.kind == Kind::Unknown)) nothing = std::move(value);
    }
    return nothing ? *nothing : Value::of(isAnd);
  }

  Value choice(const Node& node) {
    const Value condition = at(node.children[0]);
    if (condition.isNothing()) return condition;
    if (condition.kind != Kind::Bool) return Value::noOverload();
    return at(node.children[condition.isTrue() ? 1 : 2]);
  }

  Value each(const Node& node) {
    const Value list = at(node.children[0]);
    if (list.isNothing()) return list;
    if (list.kind != Kind::List) return Value::unknown(node.text);
    const bool isAll = node.text == "all";
    if (node.text == "exists_one") return Value::unknown(node.text);
    std::optional<Value> nothing;
    for (const Value& item : *list.items) {
      m_names.emplace_back(node.variable, item);
      Value value = at(node.children[1]);
      m_names.pop_back();
      if (isAll ? value.isFalse() : value.isTrue()) return value;
      if (!value.isNothing() && value.kind != Kind::Bool) value = Value::noOverload();
      if (value.isNothing() && (!nothing || value.kind == Kind::Unknown)) nothing = std::move(value);
    }
    return nothing ? *nothing : Value::of(isAll);
  }

  Value bind(const Node& node) {
    Value value = at(node.children[0]);
    m_names.emplace_back(node.variable, std::move(value));
    Value out = at(node.children[1]);
    m_names.pop_back();
    return out;
  }

  const Tree& m_tree;
  const RawDevice& m_device;
  const std::string& m_driver;
  std::vector<std::pair<std::string, Value>> m_names;
  int m_steps = 0;
};

}  // namespace

struct Expression::Parts {
  Tree tree;
  std::string fault;  ///< not empty = the text could not be read
};

Expression Expression::compile(std::string_view text) {
  auto parts = std::make_shared<Parts>();
  auto tree = parse(text);
  if (tree)
    parts->tree = std::move(tree).value();
  else
    parts->fault = tree.error().subject + " (" + tree.error().place + ")";
  return Expression(std::move(parts));
}

Outcome Expression::matches(const RawDevice& device, const std::string& driver) const {
  if (!m_parts->fault.empty()) return {Verdict::NotEvaluated, m_parts->fault};
  const Value value = Evaluation(m_parts->tree, device, driver).run();
  if (value.kind == Kind::Error) return {Verdict::Error, value.text};
  if (value.kind == Kind::Unknown) return {Verdict::NotEvaluated, value.text};
  if (value.kind != Kind::Bool) return {Verdict::Error, "the result is no truth value"};
  return {value.isTrue() ? Verdict::Yes : Verdict::No, {}};
}

}  // namespace cardinal::cel
