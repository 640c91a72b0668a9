// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>

#include "core/model/snapshot.h"

namespace cardinal {

/// Pods that ask for GPUs, are bound to the node and have not ended, as ClusterTotals::pods counts them: every place
/// that shows the "GPU pods" of a node goes by it. NodeRecord::pods has those that have ended, too.
inline int gpuPodsOf(const NodeRecord& node) {
  return static_cast<int>(
      std::count_if(node.pods.begin(), node.pods.end(), [](const PodPtr& pod) { return pod->countsForInspect; }));
}

/// Tables of nodes list it: it has cards, GPU pods or findings, or a GPU stack whose cards are not known.
inline bool isListed(const NodeRecord& node) {
  return !node.cards.empty() || !node.pods.empty() || !node.findings.empty() || node.gpu.stack != GpuStack::None;
}

}  // namespace cardinal
