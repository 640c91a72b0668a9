// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "core/model/snapshot.h"

namespace cardinal::plan {

/// Pods that are not bound and whose cards HAMi has chosen, by the node on which it counts them. Who reads a node anew
/// gives them to makeNodeRecord() beside the bound ones.
using AssignedPods = std::map<std::string, std::vector<std::shared_ptr<const RawPod>>, std::less<>>;
AssignedPods assignedPods(const std::vector<PodPtr>& unbound);

}  // namespace cardinal::plan
