// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "core/manifest/kinds/kind_expression.h"
#include "core/manifest/kinds/kind_table.h"
#include "core/manifest/yaml/yaml_tree.h"

namespace cardinal::yaml {

/// `patch` over `base` as Kubernetes merges pods: mappings key by key (null takes a key out), containers, volumes and
/// the like by name, other lists as a whole (kubernetes: patchStrategy and patchMergeKey of core/v1). Pure.
Node mergedPod(Node base, const Node& patch);

/// The patches that a record names and the object has, in their order. Where one cannot be read without running its
/// controller (placeholders, directives, no mapping), `unread` is its field, and the pod is not known.
struct PodPatches {
  std::vector<Node> nodes;
  std::vector<Field> unread;  ///< the first one; empty = all were read
};
PodPatches patchesOf(const RoleRecord& record, const KindScope& scope);

/// The element over the defaults that the record names: what stands in it goes before, and the containers of the
/// defaults are taken only where it has the same kind of container. Empty = the record names none, or there are none.
std::vector<Node> withDefaults(const RoleRecord& record, const KindScope& scope);

}  // namespace cardinal::yaml
