// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>

#include "core/alloc/engine/allocator.h"
#include "tests/support/builders.h"

namespace cardinal::testing {

/// The preview of a pod that was not created yet.
inline AllocationAnswer askFresh(const PodBuilder& builder, const SnapshotPtr& cluster, int replicas = 1) {
  PodBuilder fresh = builder;
  fresh.edit().meta.uid.clear();
  return allocate(makeRequest(fresh.raw(), replicas), *cluster);
}

inline bool has(const AllocationAnswer& answer, Caveat caveat) {
  return std::find(answer.caveats.begin(), answer.caveats.end(), caveat) != answer.caveats.end();
}

}  // namespace cardinal::testing
