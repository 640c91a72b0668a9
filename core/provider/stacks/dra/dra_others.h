// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/model/devices.h"
#include "core/model/extras/extra.h"
#include "core/model/extras/shared_pool.h"

namespace cardinal::provider {

/// AcceleratorResource::requested where the claims were not read.
inline constexpr std::int64_t kRequestedUnknown = -1;

/// A driver of accelerators that are no GPUs by its name: "gaudi.intel.com", "tpu.google.com", "neuron.aws.com".
/// Drivers of network cards, CPUs and channels are none.
bool isOtherAcceleratorDriver(std::string_view driver);

/// True where such a driver publishes devices for the node.
bool offersOtherAccelerators(const RawNode& node, const NodeExtras* extras);

/// The devices of such drivers on the node, an entry for each driver under its name: how many there are, how many of
/// them claims hold, and by how many pods. Devices of pools that are not complete do not count. `extras` may be null.
std::vector<AcceleratorResource> otherDraAccelerators(const RawNode& node, const NodeExtras* extras);

/// By driver and pool. Slices of older generations do not count. Null: none.
std::vector<SharedPool> sharedDevicesOf(const ClusterExtras* extras);

}  // namespace cardinal::provider
