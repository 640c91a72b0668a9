// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "core/manifest/kinds/kind_expression.h"
#include "core/manifest/kinds/kind_table.h"

/// Pod specs of kinds whose own fields stand for parts of one: what says where a pod may run, and containers.
namespace cardinal::yaml {

/// nodeSelector, tolerations and the like as they stand in one mapping.
Node schedulingIn(const Field& fields);
/// The same of a role, filled from the further places that its record names.
Node schedulingOf(const RoleRecord& record, const KindScope& scope, const Field& fields);
/// A field by which the pod may get other nodes than `schedulingOf` says, which only the controller knows:
/// placeholders, and what the templates that call this one have. Empty = there is none.
std::vector<Field> unreadScheduling(const RoleRecord& record, const KindScope& scope, const Field& fields);
/// What `schedulingOf` gave, over the spec of a pod template.
void putOverSpec(Node& podTemplate, const Node& scheduling);

/// One container of the kind's own, named `name` where it has no name, or the `containers` of the mapping.
Node containersOf(const Field& holder, const std::string& name);
/// Puts `containers` (these and then the sidecars that the record names) and `initContainers` into a spec.
void putContainers(Node& spec, Node containers, const RoleRecord& record, const KindScope& scope);
/// A list of one container of that name, which asks for nothing.
Node bareContainer(const std::string& name);

/// Labels and annotations of the places that the record names, later ones over earlier.
ObjectMeta metadataOf(const RoleRecord& record, const KindScope& scope);

}  // namespace cardinal::yaml
