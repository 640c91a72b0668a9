// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace cardinal {

/// Accelerators (GPUs too) of a pool of resource.k8s.io that several nodes reach: they are on no node's cards.
struct SharedPool {
  std::string driver;
  std::string pool;
  std::int64_t devices = 0;
  std::optional<std::int64_t> held;  ///< nothing = the claims were not read
  std::string nodes;                 ///< "allNodes", "nodeSelector" or "perDeviceNodeSelection", as the slices say it
  bool operator==(const SharedPool&) const = default;
};

}  // namespace cardinal
