// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "core/model/extras/resource_claim.h"
#include "core/model/extras/resource_slice.h"

/// Pools of ResourceSlices, and which claims hold their devices. Texts and pointers are those of the objects, which
/// must outlive them. Pure functions; null claims are passed over.
namespace cardinal::dra {

using Slices = std::span<const std::shared_ptr<const RawResourceSlice>>;
using Claims = std::span<const std::shared_ptr<const RawResourceClaim>>;
using PoolId = std::pair<std::string_view, std::string_view>;                       ///< driver and name
using DeviceId = std::tuple<std::string_view, std::string_view, std::string_view>;  ///< driver, pool and name

/// The newest generation of a pool; slices of older ones do not count.
struct Newest {
  std::int64_t generation = 0;
  std::int64_t slices = 0;  ///< of it
};
std::map<PoolId, Newest> newestOf(Slices slices);

/// A device that a claim holds.
struct Held {
  const RawDeviceResult* result = nullptr;
  const RawResourceClaim* claim = nullptr;
  DeviceId id() const { return {result->driver, result->pool, result->device}; }
};
/// By device; of one device in the order of the claims.
std::vector<Held> heldDevices(Claims claims);
/// Those of one device, of such a list.
std::span<const Held> heldOf(const std::vector<Held>& all, const DeviceId& device);

}  // namespace cardinal::dra
