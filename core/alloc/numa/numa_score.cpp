// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <limits>

#include "core/alloc/numa/numa_parts.h"

namespace cardinal::alloc {
namespace {

constexpr std::int64_t kMaxScore = 100;
constexpr std::int64_t kNoDistance = 255;
constexpr std::int64_t kMaxCombinations = 200'000;

std::int64_t weightOf(const NumaProfile& profile, const std::string& name) {
  for (const auto& [resource, weight] : profile.weights) {
    if (resource == name) return std::max<std::int64_t>(weight, 1);
  }
  return 1;
}

/// LeastAllocated and MostAllocated of one name, in whole units.
std::int64_t shareOf(Exact requested, const Exact* available, bool isMost) {
  if (available == nullptr || *available == 0 || requested > *available) return 0;
  const Exact all = wholeUnits(*available);
  const Exact taken = wholeUnits(requested);
  return static_cast<std::int64_t>((isMost ? taken : all - taken) * kMaxScore / all);
}

std::int64_t weightedScore(const NumaAmounts& requested, const NumaZone& zone, const NumaProfile& profile) {
  Exact sum = 0;
  Exact weights = 0;
  for (const NumaAmount& one : requested) {
    const std::int64_t weight = weightOf(profile, one.name);
    const bool isMost = profile.strategy == NumaStrategy::MostAllocated;
    sum += Exact{weight} * shareOf(one.amount, find(zone.available, one.name), isMost);
    weights += weight;
  }
  return static_cast<std::int64_t>(sum / weights);
}

double fractionOf(Exact requested, const Exact* available) {
  if (available == nullptr || *available == 0) return 1;
  return static_cast<double>(wholeUnits(requested)) / static_cast<double>(wholeUnits(*available));
}

/// One minus the sample variance of the fractions, corrected for rounding as the plugin's library does it.
std::int64_t balancedScore(const NumaAmounts& requested, const NumaZone& zone) {
  std::vector<double> fractions;
  for (const NumaAmount& one : requested) {
    fractions.push_back(fractionOf(one.amount, find(zone.available, one.name)));
    if (fractions.back() > 1) return 0;
  }
  const auto count = static_cast<double>(fractions.size());
  double mean = 0;
  for (const double one : fractions) mean += one;
  mean /= count;
  double squares = 0;
  double rest = 0;
  for (const double one : fractions) {
    squares += (one - mean) * (one - mean);
    rest += one - mean;
  }
  const double variance = (squares - rest * rest / count) / (count - 1);
  return static_cast<std::int64_t>((1 - variance) * static_cast<double>(kMaxScore));
}

/// The smallest value of the zones that is not 0.
NumaScore smallestScore(const NumaAmounts& requested, const NumaNode& topology, const NumaProfile& profile) {
  NumaScore out;
  const bool isBalanced = profile.strategy == NumaStrategy::BalancedAllocation;
  for (const NumaZone& zone : topology.zones) {
    out.endsScheduler = out.endsScheduler || static_cast<std::size_t>(zone.id) >= topology.zones.size() ||
                        (requested.empty() && !isBalanced);
    if (out.endsScheduler || (isBalanced && requested.size() < 2)) continue;
    const std::int64_t value = isBalanced ? balancedScore(requested, zone) : weightedScore(requested, zone, profile);
    if (value != 0 && (out.value == 0 || value < out.value)) out.value = value;
  }
  return out;
}

NumaScore containersScore(const NumaPod& pod, const NumaNode& topology, const NumaProfile& profile) {
  NumaScore out;
  std::int64_t sum = 0;
  for (const NumaContainer& container : pod.containers) {
    const NumaScore one = smallestScore(container.request, topology, profile);
    out.endsScheduler = out.endsScheduler || one.endsScheduler;
    sum += one.value;
  }
  if (!pod.containers.empty()) out.value = sum / static_cast<std::int64_t>(pod.containers.size());
  return out;
}

// LeastNUMANodes

struct Needed {
  std::vector<int> ids;
  bool isNear = false;
};

/// Looks through combinations of zones, by their positions in the object's list.
class ZoneSearch {
 public:
  ZoneSearch(const std::vector<NumaZone>& zones, const NumaAmounts& requested)
      : m_zones(zones), m_requested(requested) {}

  std::optional<Needed> find() {
    for (std::size_t size = 1; size <= m_zones.size() && !m_isTooLarge; ++size) {
      if (auto out = ofSize(size)) return out;
    }
    return std::nullopt;
  }
  bool isTooLarge() const { return m_isTooLarge; }

 private:
  using Positions = std::vector<std::size_t>;

  /// Calls `use` for each combination in lexicographic order until it returns true.
  template <typename Use>
  void each(std::size_t size, Use&& use) {
    Positions at(size);
    for (std::size_t i = 0; i < size; ++i) at[i] = i;
    while (true) {
      m_isTooLarge = ++m_steps > kMaxCombinations;
      if (m_isTooLarge || use(at)) return;
      std::size_t i = size;
      while (i > 0 && at[i - 1] == m_zones.size() - size + i - 1) --i;
      if (i == 0) return;
      ++at[i - 1];
      for (; i < size; ++i) at[i] = at[i - 1] + 1;
    }
  }

  float average(const Positions& at) const {
    std::int64_t sum = 0;
    for (const std::size_t from : at) {
      for (const std::size_t to : at) {
        const auto& costs = m_zones[from].costs;
        const auto cost =
            std::find_if(costs.begin(), costs.end(), [&](const auto& entry) { return entry.first == m_zones[to].id; });
        sum += cost == costs.end() ? kNoDistance : std::clamp<std::int64_t>(cost->second, -kFar, kFar);
      }
    }
    return static_cast<float>(sum) / static_cast<float>(at.size() * at.size());
  }

  bool fits(const Positions& at) const {
    return std::all_of(m_requested.begin(), m_requested.end(), [&](const NumaAmount& one) {
      Exact sum = 0;
      for (const std::size_t position : at) {
        const Exact* available = alloc::find(m_zones[position].available, one.name);
        if (available == nullptr) return false;
        sum += *available;
      }
      return one.amount <= 0 || sum >= one.amount;
    });
  }

  std::optional<Needed> ofSize(std::size_t size) {
    float nearest = static_cast<float>(kNoDistance);
    each(size, [&](const Positions& at) {
      nearest = std::min(nearest, average(at));
      return false;
    });
    std::optional<Needed> best;
    float bestAverage = std::numeric_limits<float>::max();
    each(size, [&](const Positions& at) {
      if (!fits(at)) return false;
      const float mine = average(at);
      if (mine == nearest || !best || mine < bestAverage) {
        best = Needed{idsOf(at), mine == nearest};
        bestAverage = mine;
      }
      return mine == nearest;
    });
    return best;
  }

  std::vector<int> idsOf(const Positions& at) const {
    std::vector<int> out;
    for (const std::size_t position : at) out.push_back(m_zones[position].id);
    std::sort(out.begin(), out.end());
    return out;
  }

  static constexpr std::int64_t kFar = 1'000'000;
  const std::vector<NumaZone>& m_zones;
  const NumaAmounts& m_requested;
  std::int64_t m_steps = 0;
  bool m_isTooLarge = false;
};

bool isAnywhere(const NumaAmounts& requested, const std::vector<NumaZone>& zones) {
  return std::any_of(requested.begin(), requested.end(), [&](const NumaAmount& one) {
    return std::any_of(zones.begin(), zones.end(),
                       [&](const NumaZone& zone) { return find(zone.available, one.name) != nullptr; });
  });
}

std::int64_t valueOf(std::size_t zones, bool isNear, std::int64_t most) {
  const std::int64_t unit = kMaxScore / std::max<std::int64_t>(most, 1);
  return kMaxScore - static_cast<std::int64_t>(zones) * unit + (isNear ? unit / 2 : 0);
}

/// This version takes ids for positions in the list. False: an id is no position, and it ends with an index error.
bool takeFrom(std::vector<NumaZone>& zones, const std::vector<int>& ids, const NumaAmounts& requested) {
  for (const NumaAmount& one : requested) {
    Exact left = one.amount;
    for (const int id : ids) {
      if (static_cast<std::size_t>(id) >= zones.size()) return false;
      Exact* available = find(zones[static_cast<std::size_t>(id)].available, one.name);
      if (available == nullptr) continue;
      const Exact taken = std::min(left, *available);
      *available -= taken;
      left -= taken;
    }
  }
  return true;
}

}  // namespace

NumaScore leastNumaNodesScore(const NumaPod& pod, const NumaNode& topology) {
  NumaScore out;
  std::vector<NumaContainer> requested = pod.containers;
  if (topology.podScope) requested = {{"", NumaContainer::Kind::App, pod.request}};
  std::vector<NumaZone> zones = topology.zones;
  std::size_t most = 0;
  bool isNear = true;
  for (const NumaContainer& container : requested) {
    if (!isAnywhere(container.request, topology.zones)) continue;
    ZoneSearch search(zones, container.request);
    const auto needed = search.find();
    out.isKnown = out.isKnown && !search.isTooLarge();
    if (!needed) return out;
    most = std::max(most, needed->ids.size());
    isNear = isNear && needed->isNear;
    if (!topology.podScope && !takeFrom(zones, needed->ids, container.request)) {
      out.endsScheduler = true;
      return out;
    }
  }
  out.value = most == 0 ? kMaxScore : valueOf(most, isNear, topology.mostZones);
  return out;
}

NumaScore numaScore(const NumaPod& pod, const NumaNode* topology, bool isStale, const NumaProfile& profile) {
  NumaScore out;
  if (pod.qos != NumaQos::Guaranteed) {
    out.value = kMaxScore;
    return out;
  }
  if (isStale || topology == nullptr) return out;
  if (profile.strategy == NumaStrategy::LeastNumaNodes) return leastNumaNodesScore(pod, *topology);
  if (topology->policy != NumaPolicy::SingleNumaNode) return out;
  return topology->podScope ? smallestScore(pod.request, *topology, profile) : containersScore(pod, *topology, profile);
}

}  // namespace cardinal::alloc
