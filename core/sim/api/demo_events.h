// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "core/model/extras/extra.h"
#include "core/model/object_event.h"

namespace cardinal::sim {

/// What a cluster would have noted about an object that came to be as it is: appended in time order. Follows from the
/// object alone.
void addDemoEvents(const RawPod& pod, UnixSeconds now, std::vector<ObjectEvent>& events);
void addDemoEvents(const RawNode& node, UnixSeconds now, std::vector<ObjectEvent>& events);
/// Of a Workload of Kueue and a PodGroup of Volcano what their conditions say; of other objects nothing.
void addDemoEvents(const RawExtra& extra, UnixSeconds now, std::vector<ObjectEvent>& events);

}  // namespace cardinal::sim
