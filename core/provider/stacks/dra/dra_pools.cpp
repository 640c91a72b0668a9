// SPDX-License-Identifier: Apache-2.0
#include "core/provider/stacks/dra/dra_pools.h"

#include <algorithm>

namespace cardinal::dra {

std::map<PoolId, Newest> newestOf(Slices slices) {
  std::map<PoolId, Newest> out;
  for (const auto& slice : slices) {
    const auto [at, isNew] = out.try_emplace({slice->driver, slice->pool}, Newest{slice->generation, 0});
    if (slice->generation > at->second.generation) at->second = {slice->generation, 0};
    if (slice->generation == at->second.generation) ++at->second.slices;
  }
  return out;
}

std::vector<Held> heldDevices(Claims claims) {
  std::vector<Held> out;
  for (const auto& claim : claims) {
    if (claim == nullptr || !claim->allocation) continue;
    for (const RawDeviceResult& result : claim->allocation->results) out.push_back({&result, claim.get()});
  }
  std::stable_sort(out.begin(), out.end(), [](const Held& a, const Held& b) { return a.id() < b.id(); });
  return out;
}

std::span<const Held> heldOf(const std::vector<Held>& all, const DeviceId& device) {
  const auto first = std::partition_point(all.begin(), all.end(), [&](const Held& held) { return held.id() < device; });
  auto end = first;
  while (end != all.end() && end->id() == device) ++end;
  return {first, end};
}

}  // namespace cardinal::dra
