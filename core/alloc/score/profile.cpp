// SPDX-License-Identifier: Apache-2.0
#include "core/alloc/score/profile.h"

#include <algorithm>
#include <charconv>
#include <optional>

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

void useWeightsBefore123(SchedulerProfile& profile) {
  constexpr std::int32_t kAvoid = 10'000;
  profile.weights.fill(1);
  setWeight(profile, KubeScore::PodTopologySpread, 2);
  setWeight(profile, KubeScore::NodePreferAvoidPods, kAvoid);
}

void useRulesOf120(SchedulerProfile& profile) {
  profile.checksUnnamedResources = true;
  profile.balancesByDeviation = false;
  profile.balancesPlainRequests = false;
  profile.skipsAbsentResources = false;
  profile.roundsSpread = false;
  profile.spreadCountsEveryNode = true;
  profile.defaultSpreadNeedsZone = true;
  profile.spreadScoresEveryone = true;
  profile.cpuOverheadInCores = true;
}

}  // namespace

SchedulerProfile profileFor(std::string_view serverVersion) {
  constexpr int kNewWeights = 23;
  constexpr int kBestEffortSkipped = 33;
  constexpr int kVerified = 20;
  SchedulerProfile out;
  const auto version = parseVersion(serverVersion);
  // The managed scheduler of ACK is closed; what it does beside its cards' scores is not told.
  out.known = version.has_value() && serverVersion.find("-aliyun") == std::string_view::npos;
  if (!version || version->minor >= kNewWeights) {
    useWeightsSince123(out);
    out.skipsBestEffortBalance = !version || version->minor >= kBestEffortSkipped;
    return out;
  }
  useWeightsBefore123(out);
  useRulesOf120(out);
  out.skipsBestEffortBalance = false;
  // A vendor's build ("v1.20.15-eks-...") may run other settings.
  out.verified = version->minor == kVerified && serverVersion.find('-') == std::string_view::npos;
  return out;
}

std::int64_t nodesToScore(const SchedulerProfile& profile, std::int64_t nodes) {
  constexpr std::int64_t kAlways = 100;
  constexpr std::int64_t kHundred = 100;
  constexpr std::int64_t kBase = 50;
  constexpr std::int64_t kNodesPerPercent = 125;
  constexpr std::int64_t kLeastPercent = 5;
  if (nodes < kAlways || profile.percentageOfNodesToScore >= kHundred) return nodes;
  std::int64_t percent = profile.percentageOfNodesToScore;
  if (percent <= 0) percent = std::max(kBase - nodes / kNodesPerPercent, kLeastPercent);
  return std::max(nodes * percent / kHundred, kAlways);
}

}  // namespace cardinal
