// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "core/manifest/kinds/kind_expression.h"
#include "core/manifest/kinds/kind_table.h"

namespace cardinal::yaml {

/// The elements that a record of a role stands for, in the order of creation; one, the object itself, without `each`.
/// `index` of a scope is the place in the text; `key` is the field's spelling. Throws Failure.
std::vector<KindScope> elementsOf(const RoleRecord& record, const Field& root);

/// The name of the role of that element. Throws Failure.
std::string roleName(const RoleRecord& record, const KindScope& scope);
/// The element makes the role, as far as `when` and `optional` decide. Throws Failure.
bool makesRole(const RoleRecord& record, const KindScope& scope);

/// Value of an expression; `otherwise` for an empty one. Throws Failure.
bool holds(const std::string& expression, const KindScope& scope, bool otherwise);
std::string textOf(const std::string& expression, const KindScope& scope);
/// Every path that an expression names, in order.
std::vector<std::string> pathsIn(const std::string& expression);
/// Of the fields that a number of pods is computed from, the one that is called so; empty = none is.
std::string countPath(const std::string& expression);

}  // namespace cardinal::yaml
