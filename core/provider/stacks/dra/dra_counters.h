// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "core/model/extras/extra.h"
#include "core/provider/stacks/dra/dra_pools.h"

namespace cardinal::dra {

/// What is left of the counters that devices of a pool share (dynamic MIG), after what claims hold. Whole numbers:
/// what is there is rounded down, what is taken up. The objects must outlive it.
class CounterBook {
 public:
  explicit CounterBook(const NodeExtras& extras);

  /// How many of these devices of one pool could be made now, one after the other in this order.
  int stillPossible(std::string_view driver, std::string_view pool, std::span<const std::string_view> devices) const;

 private:
  using Counters = std::map<std::pair<std::string_view, std::string_view>, std::int64_t>;  ///< by set and name

  /// False where the pool lacks a counter that the device names, or has too little of it.
  static bool take(const RawDevice& device, Counters& left);

  std::map<PoolId, Counters> m_left;
  std::map<DeviceId, const RawDevice*> m_devices;
};

}  // namespace cardinal::dra
