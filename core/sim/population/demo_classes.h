// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <set>
#include <string>

#include "core/model/raw.h"

namespace cardinal::sim {

class DemoStore;

/// PriorityClasses of the demo's pods and of the system, and its Namespaces.
void addDemoClasses(DemoStore& store, const std::set<std::string>& namespaces, UnixSeconds now);

}  // namespace cardinal::sim
