// SPDX-License-Identifier: Apache-2.0
#include "core/provider/stacks/dra/dra_counters.h"

#include <algorithm>

#include "core/base/saturate.h"
#include "core/model/extras/extra.h"

namespace cardinal::dra {

CounterBook::CounterBook(const NodeExtras& extras) {
  const auto newest = newestOf(extras.slices);
  for (const auto& slice : extras.slices) {
    const PoolId pool{slice->driver, slice->pool};
    if (slice->generation != newest.at(pool).generation) continue;
    for (const RawCounterSet& set : slice->sharedCounters) {
      for (const ResourceAmount& counter : set.counters)
        m_left[pool][{set.name, counter.name}] = counter.amount.floor();
    }
    for (const RawDevice& device : slice->devices) {
      if (!device.consumes.empty()) m_devices.insert({{slice->driver, slice->pool, device.name}, &device});
    }
  }
  if (m_devices.empty()) return;
  for (const auto& claim : extras.claims) {
    if (claim == nullptr || !claim->allocation) continue;
    for (const RawDeviceResult& result : claim->allocation->results) {
      const auto device = m_devices.find({result.driver, result.pool, result.device});
      const auto left = m_left.find({result.driver, result.pool});
      if (!result.adminAccess && device != m_devices.end() && left != m_left.end()) take(*device->second, left->second);
    }
  }
}

bool CounterBook::take(const RawDevice& device, Counters& left) {
  bool isThere = true;
  for (const RawCounterSet& set : device.consumes) {
    for (const ResourceAmount& counter : set.counters) {
      const auto at = left.find({set.name, counter.name});
      if (at == left.end()) {
        isThere = false;
        continue;
      }
      at->second = saturatedSum(at->second, -std::max<std::int64_t>(counter.amount.value(), 0));
    }
  }
  // The scheduler looks at every counter of the pool: one that is overdrawn stops all devices with counters.
  return isThere && std::all_of(left.begin(), left.end(), [](const auto& entry) { return entry.second >= 0; });
}

int CounterBook::stillPossible(std::string_view driver, std::string_view pool,
                               std::span<const std::string_view> devices) const {
  const auto found = m_left.find({driver, pool});
  if (found == m_left.end()) return 0;
  Counters left = found->second;
  int out = 0;
  for (const std::string_view name : devices) {
    const auto device = m_devices.find({driver, pool, name});
    if (device == m_devices.end()) continue;
    Counters after = left;
    if (!take(*device->second, after)) continue;
    left = std::move(after);
    ++out;
  }
  return out;
}

}  // namespace cardinal::dra
