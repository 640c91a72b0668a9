// SPDX-License-Identifier: Apache-2.0
#include "core/provider/stacks/dra/dra_others.h"

#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <set>
#include <tuple>
#include <utility>

#include "core/provider/stacks/dra/dra.h"

namespace cardinal::provider {
namespace {

using Slice = std::shared_ptr<const RawResourceSlice>;
using Claim = std::shared_ptr<const RawResourceClaim>;
using PoolId = std::pair<std::string_view, std::string_view>;
using DeviceId = std::tuple<std::string_view, std::string_view, std::string_view>;

/// Parts between dots and dashes of the names of such drivers, as their vendors call them.
constexpr std::array<std::string_view, 8> kWords{"npu", "tpu", "gaudi", "neuron", "ascend", "dcu", "mlu", "xpu"};

struct Holders {
  std::map<DeviceId, std::set<ObjectKey>> pods;  ///< by held device
};

Holders holdersOf(const std::vector<Claim>& claims) {
  Holders out;
  for (const Claim& claim : claims) {
    if (claim == nullptr || !claim->allocation) continue;
    for (const RawDeviceResult& result : claim->allocation->results) {
      if (result.adminAccess) continue;
      auto& pods = out.pods[{result.driver, result.pool, result.device}];
      for (const RawClaimUser& user : claim->reservedFor) {
        if (user.resource == "pods") pods.insert({claim->meta.key.ns, user.name});
      }
    }
  }
  return out;
}

struct Newest {
  std::int64_t generation = 0;
  std::int64_t slices = 0;  ///< of it
};

std::map<PoolId, Newest> newestOf(const std::vector<Slice>& slices) {
  std::map<PoolId, Newest> out;
  for (const Slice& slice : slices) {
    const auto [at, isNew] = out.try_emplace({slice->driver, slice->pool}, Newest{slice->generation, 0});
    if (slice->generation > at->second.generation) at->second = {slice->generation, 0};
    if (slice->generation == at->second.generation) ++at->second.slices;
  }
  return out;
}

bool isComplete(const RawResourceSlice& slice, const std::map<PoolId, Newest>& newest) {
  const Newest& pool = newest.at({slice.driver, slice.pool});
  return slice.generation == pool.generation && slice.sliceCount == pool.slices;
}

const char* scopeOf(const RawResourceSlice& slice) {
  if (slice.perDeviceNodes || slice.hasPerDeviceNodes) return "perDeviceNodeSelection";
  return slice.nodes.allNodes ? "allNodes" : "nodeSelector";
}

}  // namespace

bool isOtherAcceleratorDriver(std::string_view driver) {
  if (isGpuDriver(driver)) return false;
  for (;;) {
    const std::size_t end = driver.find_first_of(".-");
    if (std::find(kWords.begin(), kWords.end(), driver.substr(0, end)) != kWords.end()) return true;
    if (end == std::string_view::npos) return false;
    driver.remove_prefix(end + 1);
  }
}

bool offersOtherAccelerators(const RawNode& node, const NodeExtras* extras) {
  if (extras == nullptr) return false;
  return std::any_of(extras->slices.begin(), extras->slices.end(), [&](const Slice& slice) {
    return slice->nodes.nodeName == node.meta.key.name && !slice->devices.empty() &&
           isOtherAcceleratorDriver(slice->driver);
  });
}

std::vector<AcceleratorResource> otherDraAccelerators(const RawNode& node, const NodeExtras* extras) {
  if (!offersOtherAccelerators(node, extras)) return {};
  const auto newest = newestOf(extras->slices);
  const Holders holders = holdersOf(extras->claims);
  const bool isKnown = std::find(extras->claims.begin(), extras->claims.end(), nullptr) == extras->claims.end();
  std::map<std::string_view, AcceleratorResource> found;
  std::map<std::string_view, std::set<ObjectKey>> pods;
  for (const Slice& slice : extras->slices) {
    if (slice->nodes.nodeName != node.meta.key.name || !isOtherAcceleratorDriver(slice->driver)) continue;
    AcceleratorResource& entry = found[slice->driver];
    entry.name = slice->driver;
    if (!isKnown) entry.requested = kRequestedUnknown;
    if (!isComplete(*slice, newest)) continue;
    for (const RawDevice& device : slice->devices) {
      ++entry.capacity;
      entry.allocatable += device.taints.empty() ? 1 : 0;
      const auto held = holders.pods.find({slice->driver, slice->pool, device.name});
      if (held == holders.pods.end() || !isKnown) continue;
      ++entry.requested;
      pods[slice->driver].insert(held->second.begin(), held->second.end());
    }
  }
  std::vector<AcceleratorResource> out;
  for (auto& [driver, entry] : found) {
    entry.pods = static_cast<int>(pods[driver].size());
    out.push_back(std::move(entry));
  }
  return out;
}

std::vector<SharedPool> sharedDevicesOf(const ClusterExtras* extras) {
  std::vector<SharedPool> out;
  if (extras == nullptr) return out;
  const auto isShared = [](const Slice& slice) {
    return slice->nodes.nodeName.empty() && !slice->devices.empty() &&
           (isGpuDriver(slice->driver) || isOtherAcceleratorDriver(slice->driver));
  };
  if (std::none_of(extras->slices.begin(), extras->slices.end(), isShared)) return out;
  const auto newest = newestOf(extras->slices);
  const Holders holders = holdersOf(extras->claims);
  const bool isKnown = extras->knows(ExtraKind::ResourceClaim);
  std::map<PoolId, SharedPool> found;
  for (const Slice& slice : extras->slices) {
    if (!isShared(slice) || slice->generation != newest.at({slice->driver, slice->pool}).generation) continue;
    SharedPool& entry = found[{slice->driver, slice->pool}];
    entry.driver = slice->driver;
    entry.pool = slice->pool;
    entry.nodes = scopeOf(*slice);
    if (isKnown && !entry.held) entry.held = 0;
    for (const RawDevice& device : slice->devices) {
      ++entry.devices;
      if (entry.held && holders.pods.contains({slice->driver, slice->pool, device.name})) ++*entry.held;
    }
  }
  for (auto& [pool, entry] : found) out.push_back(std::move(entry));
  return out;
}

}  // namespace cardinal::provider
