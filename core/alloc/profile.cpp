// SPDX-License-Identifier: Apache-2.0
#include "core/alloc/profile.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <string>

#include "core/alloc/types.h"

namespace cardinal {
namespace {

struct Version {
  int major = 0;
  int minor = 0;
};

std::optional<Version> parseVersion(std::string_view text) {
  if (!text.empty() && text.front() == 'v') text.remove_prefix(1);
  Version out;
  const char* end = text.data() + text.size();
  const auto major = std::from_chars(text.data(), end, out.major);
  if (major.ec != std::errc() || major.ptr == end || *major.ptr != '.') return std::nullopt;
  const auto minor = std::from_chars(major.ptr + 1, end, out.minor);
  if (minor.ec != std::errc() || out.major != 1) return std::nullopt;
  return out;
}

void setWeight(SchedulerProfile& profile, KubeScore score, std::int32_t weight) {
  profile.weights[static_cast<std::size_t>(score)] = weight;
}

void useWeightsSince123(SchedulerProfile& profile) {
  setWeight(profile, KubeScore::LeastAllocated, 1);
  setWeight(profile, KubeScore::BalancedAllocation, 1);
  setWeight(profile, KubeScore::ImageLocality, 1);
  setWeight(profile, KubeScore::TaintToleration, 3);
  setWeight(profile, KubeScore::NodeAffinity, 2);
  setWeight(profile, KubeScore::PodTopologySpread, 2);
  setWeight(profile, KubeScore::InterPodAffinity, 2);
}

void useWeightsBefore123(SchedulerProfile& profile, int minor) {
  constexpr int kNothingToAvoid = 22;
  const std::int32_t avoid = minor >= kNothingToAvoid ? 0 : 10'000;
  profile.weights.fill(1);
  setWeight(profile, KubeScore::PodTopologySpread, 2);
  setWeight(profile, KubeScore::NodePreferAvoidPods, avoid);
}

/// Where versions differ; sources: the plugins of each version under pkg/scheduler/framework/plugins.
void useRulesOf(SchedulerProfile& profile, int minor) {
  profile.balancesByDeviation = minor >= 22;
  profile.skipsAbsentResources = minor >= 22;
  profile.balancesPlainRequests = minor >= 23;
  profile.defaultSpreadNeedsZone = minor < 23;
  profile.affinityScaledFromZero = minor < 23;
  profile.roundsSpread = minor >= 24;
  profile.spreadCountsEveryNode = minor < 24;
  profile.emptySelectorCountsNone = minor >= 26;
  profile.honorsMinDomains = minor >= 27;
  profile.cpuOverheadInCores = minor < 27;
  profile.checksUnnamedResources = minor < 28;
  profile.spreadScoresEveryone = minor < 28;
  profile.countsInitImages = minor >= 30;
  profile.skipsBestEffortBalance = minor >= 33;
  profile.balanceCompares = minor >= 36;
}

constexpr std::array<std::string_view, 2> kCompared = {"1.20", "1.35"};

}  // namespace

std::span<const std::string_view> comparedVersions() {
  return kCompared;
}

std::optional<int> minorVersion(std::string_view serverVersion) {
  const auto version = parseVersion(serverVersion);
  return version ? std::optional(version->minor) : std::nullopt;
}

SchedulerProfile profileFor(std::string_view serverVersion) {
  constexpr int kNewWeights = 23;
  SchedulerProfile out;
  const auto version = parseVersion(serverVersion);
  // The managed scheduler of ACK is closed; what it does beside its cards' scores is not published.
  out.known = version.has_value() && serverVersion.find("-aliyun") == std::string_view::npos;
  if (!version) {
    useWeightsSince123(out);
    return out;
  }
  version->minor >= kNewWeights ? useWeightsSince123(out) : useWeightsBefore123(out, version->minor);
  useRulesOf(out, version->minor);
  // A vendor's build ("v1.20.15-eks-...", "v1.35.4+k3s1") may run other settings.
  const std::string release = "1." + std::to_string(version->minor);
  const bool compared = std::find(kCompared.begin(), kCompared.end(), release) != kCompared.end();
  out.verified = compared && serverVersion.find_first_of("-+") == std::string_view::npos;
  constexpr int kStrategiesCompared = 35;
  out.strategiesVerified = out.verified && version->minor == kStrategiesCompared;
  return out;
}

std::int64_t nodesToScore(const SchedulerProfile& profile, std::int64_t nodes) {
  constexpr std::int64_t kAlways = 100;
  constexpr std::int64_t kHundred = 100;
  constexpr std::int64_t kBase = 50;
  constexpr std::int64_t kNodesPerPercent = 125;
  constexpr std::int64_t kMinPercent = 5;
  if (nodes < kAlways || profile.percentageOfNodesToScore >= kHundred) return nodes;
  std::int64_t percent = profile.percentageOfNodesToScore;
  if (percent <= 0) percent = std::max(kBase - nodes / kNodesPerPercent, kMinPercent);
  return std::max(nodes * percent / kHundred, kAlways);
}

}  // namespace cardinal
