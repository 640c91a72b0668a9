// SPDX-License-Identifier: Apache-2.0
#include "core/provider/stacks/dra/dra_others.h"

#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <set>
#include <utility>

#include "core/provider/stacks/dra/dra.h"
#include "core/provider/stacks/dra/dra_pools.h"

namespace cardinal::provider {
namespace {

using Slice = std::shared_ptr<const RawResourceSlice>;
using dra::Held;
using dra::PoolId;

/// Parts between dots and dashes of the names of such drivers, as their vendors call them.
constexpr std::array<std::string_view, 8> kWords{"npu", "tpu", "gaudi", "neuron", "ascend", "dcu", "mlu", "xpu"};

/// False where no claim takes the device from others; else `pods` get those that use it.
bool addHolders(const std::vector<Held>& all, const RawResourceSlice& slice, const RawDevice& device,
                std::set<ObjectKey>& pods) {
  bool isHeld = false;
  for (const Held& held : dra::heldOf(all, {slice.driver, slice.pool, device.name})) {
    if (held.result->adminAccess) continue;
    isHeld = true;
    for (const RawClaimUser& user : held.claim->reservedFor) {
      if (user.resource == "pods") pods.insert({held.claim->meta.key.ns, user.name});
    }
  }
  return isHeld;
}

bool isComplete(const RawResourceSlice& slice, const std::map<PoolId, dra::Newest>& newest) {
  const dra::Newest& pool = newest.at({slice.driver, slice.pool});
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
  const auto newest = dra::newestOf(extras->slices);
  const std::vector<Held> held = dra::heldDevices(extras->claims);
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
      if (isKnown && addHolders(held, *slice, device, pods[slice->driver])) ++entry.requested;
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
  const auto newest = dra::newestOf(extras->slices);
  const std::vector<Held> held = dra::heldDevices(extras->claims);
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
      std::set<ObjectKey> pods;
      if (entry.held && addHolders(held, *slice, device, pods)) ++*entry.held;
    }
  }
  for (auto& [pool, entry] : found) out.push_back(std::move(entry));
  return out;
}

}  // namespace cardinal::provider
