// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/model/object_event.h"
#include "core/workloads/workloads.h"

namespace cardinal {

/// What other objects say of a workload. Pure functions, thread-safe.

/// Why it waits, in the words of Kueue or of the first pod that waits (hostile); empty where nothing waits or nobody
/// says it.
std::string waitReasonOf(const Workload& workload);

/// Objects whose events tell of the workload as a whole: itself, its Workloads of Kueue, its PodGroups by the names of
/// its gangs, and what made its pods in between (a ReplicaSet, a Job); without the pods. At most kMaxEventObjects,
/// each once. Names that no object can have are left out.
inline constexpr std::size_t kMaxEventObjects = 12;
std::vector<ObjectRef> eventObjectsOf(const Workload& workload);

}  // namespace cardinal
