// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <string_view>

#include "core/model/snapshot.h"

namespace cardinal {

/// Labels by which providers name the node pool; the first one present counts.
inline constexpr std::array<std::string_view, 8> kPoolLabels = {
    "alibabacloud.com/nodepool-id",      "alibabacloud.com/nodepool",   "karpenter.sh/nodepool",
    "cloud.google.com/gke-nodepool",     "eks.amazonaws.com/nodegroup", "kubernetes.azure.com/agentpool",
    "tke.cloud.tencent.com/nodepool-id", "node.kubernetes.io/nodepool"};

/// Node pool as the node's labels say (hostile text); empty = none.
inline std::string_view poolOf(const NodeRecord& node) {
  if (!node.raw) return {};
  for (const std::string_view key : kPoolLabels) {
    const std::string* pool = find(node.raw->meta.labels, key);
    if (pool && !pool->empty()) return *pool;
  }
  return {};
}

}  // namespace cardinal
