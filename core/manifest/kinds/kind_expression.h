// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/manifest/tree_reader.h"

namespace cardinal::yaml {

/// What an expression of the table of kinds is evaluated on.
struct KindScope {
  Field object;            ///< the whole object: paths without a leading dot begin here
  Field item;              ///< the role's element: paths with a leading dot begin here
  std::string key;         ///< @key: the element's key in a mapping
  std::int64_t index = 0;  ///< @index: its position, from 0
  std::optional<Field>
      parent{};  ///< of a role below "[]": the element that its list stands in: paths with "^." begin here
};

/// A value of an expression. Absent = the object does not say it, and no default is given.
struct KindValue {
  enum class Type { Absent, Number, Text, Present };
  Type type = Type::Absent;  ///< Present = a list or mapping
  std::int64_t number = 0;   ///< Number: also 0 and 1 for booleans
  std::string text;          ///< Text

  bool isTrue() const {
    return type == Type::Present || (type == Type::Number && number != 0) || (!text.empty() && text != "false");
  }
};

/// Evaluates an expression of the table of kinds; docs/workloads.md has its grammar. Arithmetic saturates, and with
/// an absent operand it is absent; a comparison with an absent operand is false. A text that spells a number counts as
/// that number beside one. Throws Failure: InvalidField for a
/// value of the object that is no number where one belongs (negative ones too), ParseFailed (subject = the expression)
/// for an expression that is none.
KindValue evaluateKind(std::string_view expression, const KindScope& scope);

/// The field a path names ("spec.replicas", ".template", "metadata.labels['a.b/c']"); absent when it is not there.
Field fieldAt(std::string_view path, const KindScope& scope);

}  // namespace cardinal::yaml
