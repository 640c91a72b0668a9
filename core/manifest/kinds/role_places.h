// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "core/manifest/yaml/yaml_text.h"

namespace cardinal {
class KindTable;
}

namespace cardinal::yaml {

/// Where the pods of one role stand in the text of their object. An empty path: the kind has no such part.
struct RolePlace {
  std::string name;     ///< as ManifestRole::name; "leader, worker" of roles that share one template
  YamlPath metadata;    ///< of the pod template
  YamlPath spec;        ///< of the pod, or what stands for it: nodeSelector and tolerations
  YamlPath containers;  ///< a list of containers
  YamlPath container;   ///< a single container; empty beside `containers`, and where the kind has `resources` alone
  YamlPath resources;   ///< `resources` of a single container, or of the pod
  YamlPath replicas;    ///< the one field that says how many pods, even when it is absent
};

/// The roles of an object of a known kind, those whose pods stand in it, in the order of their records. Empty: the kind
/// is not known, stores templates, creates no pods, or is not built as its table demands.
std::vector<RolePlace> rolePlaces(const Node& object, const std::string& source);

}  // namespace cardinal::yaml
