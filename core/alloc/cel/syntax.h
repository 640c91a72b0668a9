// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"

// Private to core/alloc/cel.

namespace cardinal::cel {

/// One node of an expression; children are positions in the tree's list.
struct Node {
  enum class Kind : std::uint8_t {
    Text,        ///< literal, `text`
    Int,         ///< literal, `integer`
    Bool,        ///< literal, `integer`
    Null,        ///< literal
    List,        ///< children
    Name,        ///< `text`
    Field,       ///< child 0 . text
    Index,       ///< child 0 [ child 1 ]
    FieldIfAny,  ///< child 0 .? text
    IndexIfAny,  ///< child 0 [? child 1 ]
    Has,         ///< has(child 0 . text)
    Call,        ///< text(children)
    Method,      ///< child 0 . text(further children)
    Each,        ///< child 0 . text(variable, child 1): exists, all, exists_one; `variable`
    Bind,        ///< cel.bind(variable, child 0, child 1)
    Not,         ///< !child 0
    Minus,       ///< -child 0
    Operator,    ///< child 0 text child 1: == != < <= > >= in + - * / %
    And,         ///< all children
    Or,          ///< any child
    Choice,      ///< child 0 ? child 1 : child 2
  };
  Kind kind = Kind::Null;
  std::string text;
  std::string variable;
  std::int64_t integer = 0;
  std::vector<std::size_t> children;
  int height = 1;
};

struct Tree {
  std::vector<Node> nodes;
  std::size_t root = 0;
};

/// Longest expression that the API server takes (resource.k8s.io CELSelectorExpressionMaxLength).
inline constexpr std::size_t kMaxExpression = std::size_t{10} * 1024;

/// Reads an expression of the Common Expression Language
/// (https://github.com/google/cel-spec/blob/master/doc/langdef.md) without doubles, unsigned numbers, bytes, maps and
/// messages. Error Unsupported (subject = what is not known or not understood, place = "character N"), LimitExceeded
/// for text that is too long or nested too deeply.
Result<Tree> parse(std::string_view text);

}  // namespace cardinal::cel
