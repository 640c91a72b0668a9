// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "core/alloc/filter/filter.h"

namespace cardinal::alloc {

/// The filter of plugin NodeResourceTopologyMatch (core/alloc/numa/numa.h) by the NodeResourceTopology of each
/// node, as it is published: whether the scheduler holds it for outdated is not known, and pods that started since are
/// not in it. Replicas do not change it.
std::unique_ptr<Filter> makeNumaZoneFilter(const RawPod& pod);

}  // namespace cardinal::alloc
