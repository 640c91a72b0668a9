// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <bitset>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "core/model/scheduler_config.h"

namespace cardinal {

/// Scores of kube-scheduler's default plugins.
enum class KubeScore : std::uint8_t {
  LeastAllocated,
  BalancedAllocation,
  TaintToleration,
  NodeAffinity,
  PodTopologySpread,
  InterPodAffinity,
  ImageLocality,
  NodePreferAvoidPods,
};
inline constexpr std::size_t kKubeScores = 8;

/// Filters that a configuration can switch off.
enum class KubeFilter : std::uint8_t { TaintToleration, NodeAffinity, NodePorts, PodTopologySpread, InterPodAffinity };
inline constexpr std::size_t kKubeFilters = 5;

/// What one kube-scheduler does: which scores count how much, and where versions differ. The API does not say it; it
/// comes from the server's version or from a configuration file.
struct SchedulerProfile {
  bool known = false;               ///< the version is known, or the profile was given; else the scores decide nothing
  bool strategiesVerified = false;  ///< likewise for the strategies and resources that a configuration may name
  bool verified = false;            ///< compared with the real scheduler decision by decision: comparedVersions()
  std::array<std::int32_t, kKubeScores> weights{};  ///< by KubeScore; 0 = off
  std::int32_t hardPodAffinityWeight = 1;           ///< what a required affinity of a running pod weighs
  std::int32_t percentageOfNodesToScore = 0;        ///< 0 = by the number of nodes; 100 = all
  bool defaultSpread = true;                        ///< spreads pods of one controller where the pod says nothing

  FitStrategy fit;                            ///< what KubeScore::LeastAllocated scores
  std::vector<ResourceWeight> balance;        ///< what KubeScore::BalancedAllocation looks at; empty = cpu and memory
  std::bitset<kKubeFilters> disabledFilters;  ///< by KubeFilter
  bool matchesNumaZones = false;              ///< plugin NodeResourceTopologyMatch filters
  bool hasUnknownParts = false;               ///< the configuration names plugins or settings that are not evaluated

  // Where versions differ.
  bool checksUnnamedResources = false;  ///< an overcommitted node refuses even pods that ask nothing of that resource
  bool balancesByDeviation = true;      ///< standard deviation of the shares; else their difference
  bool balancesPlainRequests = true;    ///< containers that name nothing weigh nothing in the balance
  bool skipsBestEffortBalance = true;   ///< no balance score for pods that ask for nothing
  bool skipsAbsentResources = true;     ///< least allocated leaves out what the node does not have
  bool roundsSpread = true;             ///< spread is rounded; else cut off
  bool spreadCountsEveryNode = false;   ///< pods on nodes that the pod's selector excludes count for the skew
  bool defaultSpreadNeedsZone = false;  ///< nodes without a zone label get no default spread score
  bool spreadScoresEveryone = false;    ///< pods without soft constraints get the full spread score on every node
  bool cpuOverheadInCores = false;      ///< scores take the overhead's cpu for cores rounded up, read as milli
  bool imagesPerContainer = true;       ///< the upper bound of image sizes grows with the containers
  bool countsInitImages = true;         ///< images of init containers count
  bool honorsMinDomains = true;  ///< of hard spread constraints; a constraint without a domain has a minimum of 0
  bool emptySelectorCountsNone = true;  ///< a spread constraint with an empty selector counts no pod
  bool affinityScaledFromZero = false;  ///< scores between pods are scaled from 0 to 0 at least
  bool balanceCompares = false;         ///< the balance with the pod is compared with that without it (1.36)

  bool has(KubeFilter filter) const { return !disabledFilters.test(static_cast<std::size_t>(filter)); }
  std::int64_t weightOf(KubeScore score) const { return weights[static_cast<std::size_t>(score)]; }
};

/// The default profile of a server ("v1.20.2"); an empty or unreadable version gives the current profile, not `known`,
/// and so does a version of ACK ("v1.20.11-aliyun.1"), whose scheduler is closed. Sources:
/// pkg/scheduler/algorithmprovider/registry.go of 1.20, pkg/scheduler/apis/config/v1/default_plugins.go.
SchedulerProfile profileFor(std::string_view serverVersion);

/// Minor version of a server ("v1.35.4" = 35); nothing for what is not 1.x.
std::optional<int> minorVersion(std::string_view serverVersion);

/// How many feasible nodes the scheduler looks for among `nodes` before it stops: fewer than 100 nodes all, else
/// 50 % - nodes/125 of them, at least 5 % and at least 100.
std::int64_t nodesToScore(const SchedulerProfile& profile, std::int64_t nodes);

}  // namespace cardinal
