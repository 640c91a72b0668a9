// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/alloc/exact.h"
#include "core/model/extras/node_topology.h"

namespace cardinal::alloc {

/// NUMA zones in the scheduler: plugin NodeResourceTopologyMatch of kubernetes-sigs/scheduler-plugins v0.34.7
/// (pkg/noderesourcetopology). Pure functions. The plugin writes nothing: a zone is a forecast, the kubelet decides.

enum class NumaPolicy : std::uint8_t { None, BestEffort, Restricted, SingleNumaNode };
enum class NumaStrategy : std::uint8_t { LeastAllocated, MostAllocated, BalancedAllocation, LeastNumaNodes };
enum class NumaQos : std::uint8_t { BestEffort, Burstable, Guaranteed };

struct NumaAmount {
  std::string name;
  Exact amount = 0;
};
using NumaAmounts = std::vector<NumaAmount>;

/// How the plugin is configured (NodeResourceTopologyMatchArgs.scoringStrategy).
struct NumaProfile {
  NumaStrategy strategy = NumaStrategy::LeastAllocated;
  std::vector<std::pair<std::string, std::int64_t>> weights;  ///< of Least and Most; missing or below 1 = 1
};

struct NumaZone {
  int id = 0;  ///< of "node-N"
  NumaAmounts available;
  std::vector<std::pair<int, std::int64_t>> costs;  ///< distance to the zone of that id; absent = 255
};

/// A NodeResourceTopology as the plugin reads it.
struct NumaNode {
  NumaPolicy policy = NumaPolicy::None;
  bool podScope = false;
  std::int64_t mostZones = 8;
  std::vector<NumaZone> zones;  ///< in the object's order
};
NumaNode numaNodeOf(const RawNodeTopology& topology);

struct NumaContainer {
  enum class Kind : std::uint8_t { Init, Sidecar, App };
  std::string name;
  Kind kind = Kind::App;
  NumaAmounts request;  ///< with what only limits have
};

/// A pod as the plugin reads it.
struct NumaPod {
  NumaQos qos = NumaQos::BestEffort;
  std::vector<NumaContainer> containers;  ///< init containers and sidecars in their order, then the others
  NumaAmounts request;  ///< per name the larger of the largest init container and the sum of the others, and overhead
};
/// `sidecars`: names of init containers with restartPolicy Always.
NumaPod numaPodOf(const RawPod& pod, std::span<const std::string> sidecars);

enum class NumaRefusal : std::uint8_t { None, Container, InitContainer, SidecarContainer, Pod, StaleData };

struct NumaAnswer {
  NumaRefusal refusal = NumaRefusal::None;
  std::size_t container = 0;  ///< which one fits in no zone: position in the pod's list
  /// Expected zone of each app container, or of the pod (podScope). Empty: the scheduler does not look at zones.
  std::vector<int> zones;
  bool fits() const { return refusal == NumaRefusal::None; }
};

/// The plugin's filter. `topology` null: the node has no object. `isStale`: the scheduler waits for new data of the
/// node, which only it knows. Sums of the node are another plugin's matter.
NumaAnswer numaFilter(const NumaPod& pod, const ResourceList& allocatable, const NumaNode* topology, bool isStale);

/// The scheduler's own English for a refusal; empty for None.
std::string_view schedulerWords(NumaRefusal refusal);

struct NumaScore {
  std::int64_t value = 0;  ///< 0..100; below 0 the scheduler of this version gives the pod's attempt up
  /// A zone's id is not below the number of zones, so this version ends with an index error; or no container asks for
  /// anything and it divides by 0.
  bool endsScheduler = false;
  bool isKnown = true;  ///< false: more combinations of zones than are looked through
};

/// The plugin's score, which is not normalised.
NumaScore numaScore(const NumaPod& pod, const NumaNode* topology, bool isStale, const NumaProfile& profile);

/// Bound to zones: cpu, memory, huge pages. Of pods that are not Guaranteed they are never taken from zones.
bool isNumaAffine(std::string_view resource);

}  // namespace cardinal::alloc
