// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/model/snapshot.h"

namespace cardinal {

/// The nodes of one HyperNode of Volcano, those of the HyperNodes in it too.
struct HyperDomain {
  std::string name;
  std::int64_t tier = 0;
  std::vector<std::string> nodes;  ///< that exist, by name
  /// False: a member names a HyperNode that does not exist or holds this one, or selects in a way that is not read.
  bool isKnown = true;
};

/// By name, and at the end the one that the scheduler puts above all of them. Nothing = HyperNodes were not read.
/// Source: volcano-sh/volcano v1.15.1, pkg/scheduler/api/hyper_node_info.go.
std::optional<std::vector<HyperDomain>> hyperDomains(const ClusterSnapshot& snapshot);
/// The tier of that name; nothing = no HyperNode has it.
std::optional<std::int64_t> tierNamed(const ClusterSnapshot& snapshot, const std::string& name);

/// The pod, on one of these nodes alone.
RawPod withinNodes(RawPod pod, const std::vector<std::string>& nodes);

}  // namespace cardinal
