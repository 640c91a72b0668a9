// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/quantity.h"

// Private to core/alloc/cel.

namespace cardinal::cel {

/// A semantic version 2.0.0 (semver.org); numbers beyond 64 bits are refused.
struct Version {
  std::uint64_t numbers[3] = {0, 0, 0};   ///< major, minor, patch
  std::vector<std::string> preRelease{};  ///< identifiers

  static std::optional<Version> parse(std::string_view text);
  /// Below 0, 0, above 0; build metadata does not count.
  int compare(const Version& other) const;
};

/// What an expression comes to.
struct Value {
  enum class Kind : std::uint8_t {
    Unknown,  ///< not evaluated; `text` says what is not known
    Error,    ///< CEL's own runtime error; `text` in its words
    Null,
    Bool,
    Int,
    Text,
    Amount,
    Version,
    List,
    Optional,  ///< `items` has one value, or none
    Device,
    Attributes,    ///< device.attributes: domains
    AttributesOf,  ///< of the domain `text`
    Capacity,
    CapacityOf,
  };
  Kind kind = Kind::Unknown;
  std::int64_t integer = 0;  ///< Int; 0 or 1 for Bool
  std::string text;
  Quantity amount;
  std::shared_ptr<const Version> version;
  std::shared_ptr<const std::vector<Value>> items;

  bool isTrue() const { return kind == Kind::Bool && integer != 0; }
  bool isFalse() const { return kind == Kind::Bool && integer == 0; }
  /// Unknown and Error pass through every operation.
  bool isNothing() const { return kind == Kind::Unknown || kind == Kind::Error; }

  static Value unknown(std::string_view what) { return withText(Kind::Unknown, what); }
  static Value error(std::string_view words) { return withText(Kind::Error, words); }
  static Value noOverload() { return error("no such overload"); }
  static Value of(bool flag) { return withInt(Kind::Bool, flag ? 1 : 0); }
  static Value of(std::int64_t number) { return withInt(Kind::Int, number); }
  static Value of(std::string_view text) { return withText(Kind::Text, text); }
  static Value of(const Quantity& amount) {
    Value out;
    out.kind = Kind::Amount;
    out.amount = amount;
    return out;
  }
  static Value of(Version version) {
    Value out;
    out.kind = Kind::Version;
    out.version = std::make_shared<const Version>(std::move(version));
    return out;
  }
  static Value ofItems(Kind kind, std::vector<Value> items) {
    Value out;
    out.kind = kind;
    out.items = std::make_shared<const std::vector<Value>>(std::move(items));
    return out;
  }
  static Value ofKind(Kind kind) { return withInt(kind, 0); }
  static Value withText(Kind kind, std::string_view text) {
    Value out;
    out.kind = kind;
    out.text.assign(text);
    return out;
  }

 private:
  static Value withInt(Kind kind, std::int64_t number) {
    Value out;
    out.kind = kind;
    out.integer = number;
    return out;
  }
};

/// `==` of CEL: values of different kinds differ. Unknown for what is not compared here.
Value equals(const Value& a, const Value& b);
/// `< <= > >=` and arithmetic; `==`, `!=` and `in` are the evaluator's.
Value operate(std::string_view sign, const Value& a, const Value& b);
/// quantity(), semver(), isQuantity(), ...; Unknown with the name for a function that is not known here.
Value callFunction(const std::string& name, const std::vector<Value>& args);
/// target.name(args) of texts, amounts, versions, lists and optional values.
Value callMethod(const std::string& name, const Value& target, const std::vector<Value>& args);

}  // namespace cardinal::cel
