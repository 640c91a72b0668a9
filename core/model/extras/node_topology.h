// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/model/raw.h"

namespace cardinal {

/// One zone of a NodeResourceTopology.
struct RawTopologyZone {
  std::string name;        ///< "node-0", ...
  std::string type;        ///< "Node" = a NUMA node
  ResourceList available;  ///< `available` of each resource: all that the scheduler looks at
  ResourceList capacity;   ///< of those that report one
  std::vector<std::pair<std::string, std::int64_t>> costs;  ///< distance to the zone of that name
  bool operator==(const RawTopologyZone&) const = default;
};

/// NodeResourceTopology (topology.node.k8s.io/v1alpha2), named like its node. Fields:
/// github.com/k8stopologyawareschedwg/noderesourcetopology-api, pkg/apis/topology/v1alpha2/types.go.
struct RawNodeTopology {
  ObjectMeta meta;
  std::vector<std::string> policies;                            ///< topologyPolicies, the older form
  std::vector<std::pair<std::string, std::string>> attributes;  ///< name and value, in the object's order
  std::vector<RawTopologyZone> zones;                           ///< in the object's order
  std::vector<FieldProblem> problems;
  bool operator==(const RawNodeTopology&) const = default;
};

}  // namespace cardinal
