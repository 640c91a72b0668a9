// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace cardinal {

/// A KubeSchedulerConfiguration as far as placement depends on it. Plain values, filled by the reader of the file.
struct SchedulerPlugin {
  std::string name;         ///< "*" among the disabled ones = all default plugins
  std::int32_t weight = 0;  ///< 0 = not said
};

struct SchedulerPlugins {
  std::vector<SchedulerPlugin> enabled;
  std::vector<SchedulerPlugin> disabled;
};

/// How much a resource weighs in the score of free or filled nodes.
struct ResourceWeight {
  std::string name;
  std::int32_t weight = 1;
  bool operator==(const ResourceWeight&) const = default;
};

/// A point of the curve of RequestedToCapacityRatio.
struct CurvePoint {
  std::int32_t utilization = 0;  ///< percent, ascending
  std::int32_t score = 0;        ///< 0..10
  bool operator==(const CurvePoint&) const = default;
};

/// How nodes are scored by what of them is taken.
struct FitStrategy {
  enum class Type : std::uint8_t { LeastAllocated, MostAllocated, CapacityRatio };
  Type type = Type::LeastAllocated;
  std::vector<ResourceWeight> resources;  ///< empty = cpu and memory, 1 each
  std::vector<CurvePoint> curve;          ///< CapacityRatio
  bool operator==(const FitStrategy&) const = default;
};

struct ConfiguredProfile {
  std::string schedulerName = "default-scheduler";
  SchedulerPlugins score;
  SchedulerPlugins filter;
  SchedulerPlugins everywhere;          ///< multiPoint
  std::vector<std::string> others;      ///< plugins enabled at other points
  std::optional<FitStrategy> fit;       ///< arguments of NodeResourcesFit
  std::optional<FitStrategy> least;     ///< arguments of NodeResourcesLeastAllocated (v1beta1)
  std::optional<FitStrategy> most;      ///< arguments of NodeResourcesMostAllocated (v1beta1)
  std::optional<FitStrategy> ratio;     ///< arguments of RequestedToCapacityRatio (v1beta1)
  std::vector<ResourceWeight> balance;  ///< arguments of NodeResourcesBalancedAllocation; empty = the usual ones
  std::optional<std::int32_t> hardPodAffinityWeight;
  std::optional<bool> defaultSpread;  ///< defaultingType: System; else List
  std::optional<std::int32_t> percentageOfNodesToScore;
  std::vector<std::string> notEvaluated;  ///< settings that placement does not know, as paths
};

struct SchedulerConfig {
  std::string source;      ///< file name
  std::string apiVersion;  ///< "kubescheduler.config.k8s.io/v1"
  std::int32_t percentageOfNodesToScore = 0;
  std::vector<ConfiguredProfile> profiles;
  std::vector<std::string> notEvaluated;  ///< as above, outside of profiles
};

}  // namespace cardinal
