// SPDX-License-Identifier: Apache-2.0
#include "core/alloc/numa/numa.h"

#include <algorithm>
#include <bitset>
#include <charconv>

#include "core/alloc/numa/numa_parts.h"

namespace cardinal::alloc {
namespace {

constexpr int kMaxZoneId = 64;
constexpr std::int64_t kMaxZones = 1024;
constexpr std::string_view kPolicyWords[] = {"none", "best-effort", "restricted", "single-numa-node"};
constexpr std::string_view kOldPolicies[] = {"None", "BestEffort", "Restricted", "SingleNUMANode"};

using ZoneSet = std::bitset<kMaxZoneId + 1>;

std::optional<std::int64_t> wholeNumber(std::string_view text) {
  std::int64_t out = 0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, out);
  if (error != std::errc() || stop != end || text.empty()) return std::nullopt;
  return out;
}

std::optional<int> zoneId(std::string_view name) {
  constexpr std::string_view kPrefix = "node-";
  if (name.substr(0, kPrefix.size()) != kPrefix) return std::nullopt;
  const auto number = wholeNumber(name.substr(kPrefix.size()));
  if (!number || *number < 0 || *number > kMaxZoneId) return std::nullopt;
  return static_cast<int>(*number);
}

/// The older field: policy and scope in one word.
void readOldPolicy(const std::string& word, NumaNode& out) {
  for (const bool isPod : {false, true}) {
    const std::string_view scope = isPod ? "PodLevel" : "ContainerLevel";
    for (std::size_t i = 0; i < std::size(kOldPolicies); ++i) {
      if (word != std::string(kOldPolicies[i]) + std::string(scope) || i == 0) continue;
      out.policy = static_cast<NumaPolicy>(i);
      out.podScope = isPod;
    }
  }
}

void readAttribute(const std::string& name, const std::string& value, NumaNode& out) {
  if (name == "topologyManagerPolicy") {
    const auto found = std::find(std::begin(kPolicyWords), std::end(kPolicyWords), value);
    if (found != std::end(kPolicyWords)) out.policy = static_cast<NumaPolicy>(found - std::begin(kPolicyWords));
  } else if (name == "topologyManagerScope") {
    if (value == "container" || value == "pod") out.podScope = value == "pod";
  } else if (name == "topologyManagerMaxNUMANodes") {
    const auto most = wholeNumber(value);
    if (most && *most > 1) out.mostZones = std::min(*most, kMaxZones);
  }
}

bool contains(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

bool isNative(std::string_view name) {
  return !contains(name, "/") || contains(name, "kubernetes.io/");
}

bool isHostLevel(std::string_view name) {
  return name == "ephemeral-storage" || name == "storage" || !isNative(name);
}

/// Listed by every node, also where its status does not name them.
bool isOnNode(const ResourceList& allocatable, std::string_view name) {
  return name == "cpu" || name == "memory" || name == "pods" || name == "ephemeral-storage" ||
         cardinal::find(allocatable, name) != nullptr;
}

// The pod

NumaAmounts requestOf(const Container& container) {
  NumaAmounts out;
  for (const ResourceAmount& one : container.requests) out.push_back({one.name, exactly(one.amount)});
  for (const ResourceAmount& one : container.limits) {
    if (find(out, one.name) == nullptr) out.push_back({one.name, exactly(one.amount)});
  }
  return out;
}

void addTo(NumaAmounts& sum, const NumaAmount& one) {
  if (Exact* there = find(sum, one.name))
    *there += one.amount;
  else
    sum.push_back(one);
}

bool countsForQos(const std::string& name) {
  return name == "cpu" || name == "memory";
}

NumaQos qosOf(const RawPod& pod) {
  NumaAmounts requests;
  NumaAmounts limits;
  bool everyLimit = true;
  for (const auto* list : {&pod.spec.initContainers, &pod.spec.containers}) {
    for (const Container& container : *list) {
      for (const NumaAmount& one : requestOf(container)) {
        if (countsForQos(one.name) && one.amount > 0) addTo(requests, one);
      }
      int found = 0;
      for (const ResourceAmount& one : container.limits) {
        if (!countsForQos(one.name) || exactly(one.amount) <= 0) continue;
        ++found;
        addTo(limits, {one.name, exactly(one.amount)});
      }
      everyLimit = everyLimit && found == 2;
    }
  }
  if (requests.empty() && limits.empty()) return NumaQos::BestEffort;
  const bool isEqual =
      requests.size() == limits.size() && std::all_of(requests.begin(), requests.end(), [&](const NumaAmount& one) {
        const Exact* limit = find(limits, one.name);
        return limit != nullptr && *limit == one.amount;
      });
  return everyLimit && isEqual ? NumaQos::Guaranteed : NumaQos::Burstable;
}

// The filter

bool suits(const NumaZone& zone, const NumaAmount& requested, bool isGuaranteed) {
  const Exact* available = find(zone.available, requested.name);
  return available != nullptr && (*available >= requested.amount || (!isGuaranteed && isNumaAffine(requested.name)));
}

/// The lowest zone in which all that is requested fits; nothing when there is none.
std::optional<int> zoneFor(const std::vector<NumaZone>& zones, const NumaAmounts& requested,
                           const ResourceList& allocatable, bool isGuaranteed) {
  ZoneSet left;
  left.set();
  for (const NumaAmount& one : requested) {
    if (one.amount <= 0) continue;
    if (!isOnNode(allocatable, one.name)) return std::nullopt;
    ZoneSet suitable;
    bool isListed = false;
    for (const NumaZone& zone : zones) {
      isListed = isListed || find(zone.available, one.name) != nullptr;
      if (suits(zone, one, isGuaranteed)) suitable.set(static_cast<std::size_t>(zone.id));
    }
    if (!isListed && isHostLevel(one.name)) continue;
    left &= suitable;
    if (left.none()) return std::nullopt;
  }
  int id = 0;
  while (!left.test(static_cast<std::size_t>(id))) ++id;
  return id;
}

void takeFrom(std::vector<NumaZone>& zones, int id, const NumaAmounts& requested, bool isGuaranteed) {
  for (NumaZone& zone : zones) {
    if (zone.id != id) continue;
    for (const NumaAmount& one : requested) {
      Exact* available = find(zone.available, one.name);
      if (available != nullptr && (isGuaranteed || !isNumaAffine(one.name))) *available -= one.amount;
    }
    return;
  }
}

NumaAnswer containerFilter(const NumaPod& pod, const ResourceList& allocatable, const NumaNode& topology) {
  NumaAnswer out;
  const bool isGuaranteed = pod.qos == NumaQos::Guaranteed;
  std::vector<NumaZone> zones = topology.zones;
  for (std::size_t i = 0; i < pod.containers.size(); ++i) {
    const NumaContainer& container = pod.containers[i];
    const bool isApp = container.kind == NumaContainer::Kind::App;
    const auto zone = zoneFor(isApp ? zones : topology.zones, container.request, allocatable, isGuaranteed);
    if (!zone) {
      out.container = i;
      out.zones.clear();
      out.refusal = isApp ? NumaRefusal::Container
                          : (container.kind == NumaContainer::Kind::Init ? NumaRefusal::InitContainer
                                                                         : NumaRefusal::SidecarContainer);
      return out;
    }
    if (!isApp) continue;
    out.zones.push_back(*zone);
    takeFrom(zones, *zone, container.request, isGuaranteed);
  }
  return out;
}

/// Pods without devices, cpu and memory are not looked at.
bool isFiltered(const NumaPod& pod) {
  if (pod.qos != NumaQos::BestEffort) return true;
  return std::any_of(pod.containers.begin(), pod.containers.end(), [](const NumaContainer& container) {
    return std::any_of(container.request.begin(), container.request.end(),
                       [](const NumaAmount& one) { return !isNative(one.name); });
  });
}

}  // namespace

bool isNumaAffine(std::string_view resource) {
  constexpr std::string_view kHugePages = "hugepages-";
  return resource == "cpu" || resource == "memory" || resource.substr(0, kHugePages.size()) == kHugePages;
}

NumaNode numaNodeOf(const RawNodeTopology& topology) {
  NumaNode out;
  if (!topology.policies.empty()) readOldPolicy(topology.policies.front(), out);
  for (const auto& [name, value] : topology.attributes) readAttribute(name, value, out);
  for (const RawTopologyZone& raw : topology.zones) {
    const auto id = zoneId(raw.name);
    if (raw.type != "Node" || !id) continue;
    NumaZone& zone = out.zones.emplace_back();
    zone.id = *id;
    for (const ResourceAmount& one : raw.available) {
      if (Exact* there = find(zone.available, one.name))
        *there = exactly(one.amount);
      else
        zone.available.push_back({one.name, exactly(one.amount)});
    }
    for (const auto& [name, cost] : raw.costs) {
      if (const auto to = zoneId(name)) zone.costs.emplace_back(*to, cost);
    }
  }
  return out;
}

NumaPod numaPodOf(const RawPod& pod, std::span<const std::string> sidecars) {
  NumaPod out;
  out.qos = qosOf(pod);
  NumaAmounts largest;
  for (const Container& container : pod.spec.initContainers) {
    const bool isSidecar = std::find(sidecars.begin(), sidecars.end(), container.name) != sidecars.end();
    const auto kind = isSidecar ? NumaContainer::Kind::Sidecar : NumaContainer::Kind::Init;
    out.containers.push_back({container.name, kind, requestOf(container)});
    for (const NumaAmount& one : out.containers.back().request) {
      Exact* there = find(largest, one.name);
      if (there == nullptr)
        largest.push_back(one);
      else
        *there = std::max(*there, one.amount);
    }
  }
  for (const Container& container : pod.spec.containers) {
    out.containers.push_back({container.name, NumaContainer::Kind::App, requestOf(container)});
    for (const NumaAmount& one : out.containers.back().request) addTo(out.request, one);
  }
  for (const NumaAmount& one : largest) {
    if (Exact* there = find(out.request, one.name))
      *there = std::max(*there, one.amount);
    else
      out.request.push_back(one);
  }
  for (const ResourceAmount& one : pod.spec.overhead) addTo(out.request, {one.name, exactly(one.amount)});
  return out;
}

NumaAnswer numaFilter(const NumaPod& pod, const ResourceList& allocatable, const NumaNode* topology, bool isStale) {
  NumaAnswer out;
  if (!isFiltered(pod)) return out;
  if (isStale) {
    out.refusal = NumaRefusal::StaleData;
    return out;
  }
  if (topology == nullptr || topology->policy != NumaPolicy::SingleNumaNode) return out;
  if (!topology->podScope) return containerFilter(pod, allocatable, *topology);
  const auto zone = zoneFor(topology->zones, pod.request, allocatable, pod.qos == NumaQos::Guaranteed);
  if (zone)
    out.zones.push_back(*zone);
  else
    out.refusal = NumaRefusal::Pod;
  return out;
}

std::string_view schedulerWords(NumaRefusal refusal) {
  switch (refusal) {
    case NumaRefusal::None:
      return {};
    case NumaRefusal::Container:
      return "cannot align container";
    case NumaRefusal::InitContainer:
      return "cannot align init container";
    case NumaRefusal::SidecarContainer:
      return "cannot align sidecar container";
    case NumaRefusal::Pod:
      return "cannot align pod";
    case NumaRefusal::StaleData:
      return "invalid node topology data";
  }
  return {};
}

}  // namespace cardinal::alloc
