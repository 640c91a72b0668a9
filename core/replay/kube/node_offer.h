// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>

#include "core/model/raw.h"

namespace cardinal::replay {

/// What recorders play of the scheduler's own filters: the node is not cordoned, and its labels have what the pod's
/// nodeSelector asks. The host name is the node's name where no label says it.
inline bool isOffered(const RawNode& node, const RawPod& pod) {
  const auto& selector = pod.spec.nodeSelector;
  return !node.unschedulable && std::all_of(selector.begin(), selector.end(), [&](const auto& wanted) {
    const std::string* label = find(node.meta.labels, wanted.first);
    if (label == nullptr && wanted.first == "kubernetes.io/hostname") label = &node.meta.key.name;
    return label != nullptr && *label == wanted.second;
  });
}

}  // namespace cardinal::replay
