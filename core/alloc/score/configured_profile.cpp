// SPDX-License-Identifier: Apache-2.0
#include "core/alloc/score/configured_profile.h"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

namespace cardinal {
namespace {

constexpr std::array<std::pair<std::string_view, KubeScore>, 11> kScores = {{
    {"NodeResourcesFit", KubeScore::LeastAllocated},
    {"NodeResourcesLeastAllocated", KubeScore::LeastAllocated},
    {"NodeResourcesMostAllocated", KubeScore::LeastAllocated},
    {"RequestedToCapacityRatio", KubeScore::LeastAllocated},
    {"NodeResourcesBalancedAllocation", KubeScore::BalancedAllocation},
    {"TaintToleration", KubeScore::TaintToleration},
    {"NodeAffinity", KubeScore::NodeAffinity},
    {"PodTopologySpread", KubeScore::PodTopologySpread},
    {"InterPodAffinity", KubeScore::InterPodAffinity},
    {"ImageLocality", KubeScore::ImageLocality},
    {"NodePreferAvoidPods", KubeScore::NodePreferAvoidPods},
}};

constexpr std::array<std::pair<std::string_view, KubeFilter>, 5> kFilters = {{
    {"TaintToleration", KubeFilter::TaintToleration},
    {"NodeAffinity", KubeFilter::NodeAffinity},
    {"NodePorts", KubeFilter::NodePorts},
    {"PodTopologySpread", KubeFilter::PodTopologySpread},
    {"InterPodAffinity", KubeFilter::InterPodAffinity},
}};

/// Default plugins that score nothing, or whose work is looked at elsewhere (volumes and gates are caveats of the pod).
constexpr std::array<std::string_view, 17> kOthers = {
    "NodeUnschedulable", "NodeName",         "VolumeBinding",  "VolumeRestrictions",
    "VolumeZone",        "NodeVolumeLimits", "EBSLimits",      "GCEPDLimits",
    "AzureDiskLimits",   "CinderLimits",     "PrioritySort",   "DefaultBinder",
    "DefaultPreemption", "SchedulingGates",  "SelectorSpread", "DefaultPodTopologySpread",
    "DynamicResources"};

/// Filters that the engine cannot leave out.
constexpr std::array<std::string_view, 3> kAlways = {"NodeUnschedulable", "NodeName", "NodeResourcesFit"};

constexpr std::string_view kNumaZones = "NodeResourceTopologyMatch";

template <typename List>
auto findNamed(const List& list, std::string_view name) {
  return std::find_if(list.begin(), list.end(), [name](const auto& entry) { return entry.first == name; });
}

template <typename List>
bool holds(const List& list, std::string_view name) {
  return std::find(list.begin(), list.end(), name) != list.end();
}

bool isKnown(std::string_view name) {
  return findNamed(kScores, name) != kScores.end() || findNamed(kFilters, name) != kFilters.end() ||
         holds(kOthers, name);
}

bool disables(const SchedulerPlugins& plugins, std::string_view name) {
  return std::any_of(plugins.disabled.begin(), plugins.disabled.end(),
                     [name](const SchedulerPlugin& one) { return one.name == name || one.name == "*"; });
}

const SchedulerPlugin* enabledAt(const SchedulerPlugins& plugins, std::string_view name) {
  const auto found = std::find_if(plugins.enabled.begin(), plugins.enabled.end(),
                                  [name](const SchedulerPlugin& one) { return one.name == name; });
  return found == plugins.enabled.end() ? nullptr : &*found;
}

class Configuring {
 public:
  Configuring(const ConfiguredProfile& config, SchedulerProfile profile)
      : m_config(config), m_out(std::move(profile)) {}

  SchedulerProfile run() {
    chooseStrategy();
    for (const auto& [name, score] : kScores) setScore(name, score);
    for (const auto& [name, filter] : kFilters) {
      if (isFilterOff(name)) m_out.disabledFilters.set(static_cast<std::size_t>(filter));
    }
    for (const std::string_view name : kAlways) m_out.hasUnknownParts = m_out.hasUnknownParts || isFilterOff(name);
    m_out.matchesNumaZones = isFilterOn(kNumaZones);
    lookForUnknown();
    m_out.balance = m_config.balance;
    if (!(m_out.fit == FitStrategy{}) || !m_out.balance.empty()) m_out.verified = m_out.strategiesVerified;
    if (m_config.hardPodAffinityWeight) m_out.hardPodAffinityWeight = *m_config.hardPodAffinityWeight;
    if (m_config.defaultSpread) m_out.defaultSpread = *m_config.defaultSpread;
    return std::move(m_out);
  }

 private:
  static bool isResourceScore(std::string_view name) {
    return name == "NodeResourcesLeastAllocated" || name == "NodeResourcesMostAllocated" ||
           name == "RequestedToCapacityRatio";
  }

  /// v1beta1 has a plugin for each strategy, later versions one with arguments. Two at once are not evaluated.
  void chooseStrategy() {
    if (m_config.fit) m_out.fit = *m_config.fit;
    if (m_config.least) m_out.fit = *m_config.least;
    int chosen = 0;
    const auto choose = [&](std::string_view name, FitStrategy::Type type, const std::optional<FitStrategy>& args) {
      if (enabledAt(m_config.score, name) == nullptr) return;
      ++chosen;
      m_out.fit = args.value_or(FitStrategy{});
      m_out.fit.type = type;
      if (type == FitStrategy::Type::CapacityRatio && m_out.fit.curve.empty()) m_out.hasUnknownParts = true;
    };
    choose("NodeResourcesMostAllocated", FitStrategy::Type::MostAllocated, m_config.most);
    choose("RequestedToCapacityRatio", FitStrategy::Type::CapacityRatio, m_config.ratio);
    const bool least = !disables(m_config.score, "NodeResourcesLeastAllocated");
    if (chosen > 1 || (chosen == 1 && least)) m_out.hasUnknownParts = true;
  }

  void setScore(std::string_view name, KubeScore score) {
    std::int32_t& weight = m_out.weights[static_cast<std::size_t>(score)];
    const bool off = disables(m_config.score, name) || disables(m_config.everywhere, name);
    const SchedulerPlugin* on = enabledAt(m_config.score, name);
    if (on == nullptr) on = enabledAt(m_config.everywhere, name);
    // The strategies share one place; what is said of one must not undo the other.
    if (on != nullptr) {
      weight = std::max(on->weight, 1);
    } else if (off && !(isResourceScore(name) && otherStrategyOn(name))) {
      weight = 0;
    }
  }

  bool otherStrategyOn(std::string_view name) const {
    return std::any_of(kScores.begin(), kScores.begin() + 4, [&](const auto& entry) {
      return entry.first != name && enabledAt(m_config.score, entry.first) != nullptr;
    });
  }

  bool isFilterOff(std::string_view name) const {
    const bool off = disables(m_config.filter, name) || disables(m_config.everywhere, name);
    return off && enabledAt(m_config.filter, name) == nullptr && enabledAt(m_config.everywhere, name) == nullptr;
  }

  bool isFilterOn(std::string_view name) const {
    const bool on = enabledAt(m_config.filter, name) != nullptr || enabledAt(m_config.everywhere, name) != nullptr;
    return on && !isFilterOff(name);
  }

  /// Of NodeResourceTopologyMatch the filter is evaluated, and not the score.
  void lookForUnknown() {
    const auto look = [&](std::string_view name) { m_out.hasUnknownParts = m_out.hasUnknownParts || !isKnown(name); };
    for (const SchedulerPlugins* plugins : {&m_config.score, &m_config.filter, &m_config.everywhere}) {
      for (const SchedulerPlugin& one : plugins->enabled) {
        if (plugins != &m_config.filter || one.name != kNumaZones) look(one.name);
      }
    }
    for (const std::string& name : m_config.others) look(name);
    if (!m_config.notEvaluated.empty()) m_out.hasUnknownParts = true;
  }

  const ConfiguredProfile& m_config;
  SchedulerProfile m_out;
};

struct FileVersion {
  std::string_view name;
  int first;  ///< minor version of the first scheduler that reads it, then of the last
  int last;
};
constexpr std::string_view kFileGroup = "kubescheduler.config.k8s.io/";
constexpr std::array<FileVersion, 4> kFileVersions = {{
    {"v1beta1", 19, 22},
    {"v1beta2", 22, 27},
    {"v1beta3", 23, 28},
    {"v1", 25, std::numeric_limits<int>::max()},
}};

/// What the version of the file itself decides (pkg/scheduler/apis/config/v1beta2/default_plugins.go): v1beta2 keeps
/// the weights of 1.22, and a file that this server's scheduler cannot read is not the one that it runs with.
void useFileVersion(SchedulerProfile& profile, std::string_view apiVersion, std::string_view serverVersion) {
  const std::string_view name = apiVersion.substr(apiVersion.rfind('/') + 1);
  const auto minor = minorVersion(serverVersion);
  const auto found = std::find_if(kFileVersions.begin(), kFileVersions.end(),
                                  [name](const FileVersion& one) { return one.name == name; });
  if (found == kFileVersions.end() || !apiVersion.starts_with(kFileGroup) || !minor) return;
  if (name == "v1beta2") profile.weights = profileFor("v1.22.0").weights;
  if (*minor < found->first || *minor > found->last) profile.verified = profile.strategiesVerified = false;
}

}  // namespace

std::optional<SchedulerProfile> profileFor(const SchedulerConfig& config, std::string_view schedulerName,
                                           std::string_view serverVersion) {
  const std::string_view wanted = schedulerName.empty() ? "default-scheduler" : schedulerName;
  const auto found = std::find_if(config.profiles.begin(), config.profiles.end(),
                                  [wanted](const ConfiguredProfile& one) { return one.schedulerName == wanted; });
  if (found == config.profiles.end()) return std::nullopt;
  SchedulerProfile base = profileFor(serverVersion);
  base.known = serverVersion.find("-aliyun") == std::string_view::npos;
  base.percentageOfNodesToScore = found->percentageOfNodesToScore.value_or(config.percentageOfNodesToScore);
  base.hasUnknownParts = !config.notEvaluated.empty();
  useFileVersion(base, config.apiVersion, serverVersion);
  return Configuring(*found, std::move(base)).run();
}

}  // namespace cardinal
